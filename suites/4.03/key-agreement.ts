import { versionsMoveTogether, isOneForAll } from '../../implementation/learnt.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import {
  keySupply,
  readByKey,
  type KeyedResource,
  keyOf,
  knownKey,
} from '../../implementation/keys/keyed-resource.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { mentions, valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sameMembers } from '../../world/resources/reads-by-key.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { notEveryTime, confirmations } from '../../judging/confirm.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** A read by the known key, or by an unknown key. */
export async function readSomeKey(on: Stage): Promise<Exchange> {
  const known = await knownKey(on).catch(() => undefined);
  const key = known !== undefined && 'keyed' in known ? known.keyed.key : `unknown-${on.canary()}`;
  return await readByKey(on, key);
}

/** The read by the known key; once a run. */
export const readKnown = oncePerRun((on: Stage, keyed: KeyedResource): Promise<Exchange> =>
  readUntilFound(on, keyed),
);

/** Reads by key, repeatedly while a lag could explain that nothing is found. */
export async function readUntilFound(on: Stage, keyed: KeyedResource): Promise<Exchange> {
  let read = await readByKey(on, keyed.key);
  await lookWithinLag(on, keyed.own, async () => {
    if (!read.succeeded) read = await readByKey(on, keyed.key);
    return read.succeeded;
  });
  return read;
}

/** A further resource with a known key, created for the check; the first resource if no further one can be created. */
export async function anotherKeyed(on: Stage, keyed: KeyedResource): Promise<KeyedResource> {
  if (keyed.canary === '' || isOneForAll(on.facts)) return keyed;
  const { own } = await on.create();
  const key = own === undefined ? undefined : await keyOf(on, own);
  return own === undefined || key === undefined ? keyed : { ...keyed, own, key };
}

/** Reads by unused keys, plain and with characters that paths reserve; once per run. */
export const readsByUnknownKeys = oncePerRun(async (on: Stage): Promise<readonly Exchange[]> =>
  Promise.all(
    [`unknown-${on.canary()}`, `é/ü =&+ ${on.canary()}`].map((key) =>
      on.ask('readByKey', { path: { key }, as: on.reader, mayNotExist: true }),
    ),
  ),
);

/** How the answer by key compares with the answer by id. */
type Agreement =
  | 'agrees'
  | 'contradicts'
  /** The answer by key has another shape, which the contract does not show. */
  | 'incomparable';

/** Compares what identifies a resource: version, id, and the string of its create. */
export function agreement(on: Stage, keyed: KeyedResource, byId: Exchange, byKey: Exchange): Agreement {
  const [v1, v2] = [versionOf(byId.value), versionOf(byKey.value)];
  // An answer with other members may be an undocumented form with a version of its own.
  const hasMembers =
    sameMembers(byId, byKey) || (keyed.before !== undefined && sameMembers(keyed.before, byKey));
  const isComparable = hasMembers && v1 !== undefined && v2 !== undefined;
  if (!isComparable) return showsItself(on, keyed, byKey) ? 'agrees' : 'incomparable';
  const isMoving = versionsMoveTogether(on.facts);
  if (!isMoving && !sameNumber(v1, v2)) return 'contradicts';
  if (showsAnother(on, keyed, byId, byKey)) return 'contradicts';
  const { canary } = keyed;
  if (canary !== '' && mentions(byId.value, canary) && !mentions(byKey.value, canary)) return 'contradicts';
  return 'agrees';
}

/** Whether the answer by key shows the id of another resource. */
function showsAnother(on: Stage, { own }: KeyedResource, byId: Exchange, byKey: Exchange): boolean {
  const source = on.facts.idSource;
  if (source?.kind !== 'body') return false;
  const [one, other] = [valueAt(byId.value, source.at), valueAt(byKey.value, source.at)];
  return one === own.id && typeof other === 'string' && other !== one;
}

/** Whether an answer of an undocumented shape still has the id or the content of the resource. */
function showsItself(on: Stage, { own, canary }: KeyedResource, byKey: Exchange): boolean {
  const source = on.facts.idSource;
  const id = source?.kind === 'body' ? valueAt(byKey.value, source.at) : undefined;
  return id === own.id || (canary !== '' && mentions(byKey.value, canary));
}

/** The reads that decided; the read by key is the last. */
export interface Compared {
  readonly agreement: Agreement | 'unreadable' | 'restless';
  readonly exchanges: readonly [byId: Exchange, byKey: Exchange];
}

/** Compares reads by id and by key past any lag; a difference counts if three show it between equal reads by id. */
export async function compareByKey(on: Stage, keyed: KeyedResource): Promise<Compared> {
  const { own, key, as } = keyed;
  let byId = await readOwn(on, own);
  let byKey = await readByKey(on, key, as);
  let found = agreement(on, keyed, byId, byKey);
  const readable = (): boolean => byId.succeeded && byKey.succeeded;
  await lookWithinLag(on, own, async () => {
    if (readable() && found !== 'contradicts') return true;
    [byId, byKey] = await Promise.all([readOwn(on, own), readByKey(on, key, as)]);
    found = agreement(on, keyed, byId, byKey);
    return readable() && found !== 'contradicts';
  });
  if (!readable()) return { agreement: 'unreadable', exchanges: [byId, byKey] };
  if (found !== 'contradicts') return { agreement: found, exchanges: [byId, byKey] };
  for (let turn = 0; turn < confirmations; turn += 1) {
    const before = await readOwn(on, own);
    byKey = await readByKey(on, key, as);
    byId = await readOwn(on, own);
    const [v1, v2] = [versionOf(before.value), versionOf(byId.value)];
    const standsStill = v1 !== undefined && v2 !== undefined && sameNumber(v1, v2);
    if (
      (!standsStill && !versionsMoveTogether(on.facts)) ||
      agreement(on, keyed, byId, byKey) !== 'contradicts'
    )
      return { agreement: 'restless', exchanges: [byId, byKey] };
  }
  return { agreement: 'contradicts', exchanges: [byId, byKey] };
}

/** Judges whether the key names its own resource, by the content of both reads (4.3). */
export async function judgePair(on: Stage, keyed: KeyedResource): Promise<void> {
  judgeCompared(on, keyed, await compareByKey(on, keyed));
}

/** Judges the result of a comparison. */
export function judgeCompared(on: Stage, keyed: KeyedResource, { agreement, exchanges }: Compared): void {
  if (agreement === 'agrees') return on.held();
  if (agreement === 'incomparable')
    return on.discarded('variant-unshown', 'the answer by key shows no version to compare', keySupply);
  if (agreement === 'unreadable') return on.discarded(...blockedBy('4.3/known-key-is-readable'));
  if (agreement === 'restless') return notEveryTime(on, 'the answers by id and by key differ', exchanges);
  if (!keyed.declared)
    return on.undecided('no-key', 'the key found in the resource names another resource', {
      supply: keySupply,
      exchanges,
    });
  const [byId, byKey] = exchanges;
  on.violated({
    expected: 'the same resource by key as by id',
    got: 'another version, id or content',
    deviation: showsAnother(on, keyed, byId, byKey)
      ? { kind: 'another-resource' }
      : { kind: 'differ', beside: byId },
    exchanges,
    reproduced: `${confirmations}/${confirmations}`,
  });
}
