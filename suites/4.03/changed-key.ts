import { says } from '../../wire/status.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { otherHolder } from '../../judging/access/token-cases.ts';
import { compareByKey, type Compared } from './key-agreement.ts';
import { keyOf, readByKey, type KeyedResource } from '../../implementation/keys/keyed-resource.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { asName, valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/**
 * The key of an earlier read, of a resource that has changed since (its old state must not stay), and the
 * earlier answer to the read by id.
 *
 * @param other - reads by the key as well
 */
export async function keyAfterChange(
  on: Stage,
  own: OwnResource,
  other?: Caller,
): Promise<{ readonly key: string | undefined; readonly before: Exchange }> {
  const early = await keyOf(on, own);
  const [before] = await Promise.all([
    readOwn(on, own),
    ...(early === undefined ? [] : [readByKey(on, early)]),
    ...(early === undefined || other === undefined ? [] : [readByKey(on, early, other)]),
  ]);
  for (let step = 0; step < 2; step += 1)
    await matchingUpdate(on, own, passable(on, [changeTo(on.canary()), { action: 'doSomeThing' }]));
  // Neither an update nor a refused update removes the key.
  const stated = await versionToState(on, own);
  if (stated !== undefined) await update(on, own, new JsonNumber(farVersion(stated)), [anyAction(on)]);
  return { key: await keyOf(on, own), before };
}

/** A resource that changed after a read by key, and the comparison of reads by key and by id since. */
export interface ChangedPair {
  readonly keyed: KeyedResource;
  readonly compared: Compared;
}

/** A resource that has changed since its read by key, once per run; undefined if it shows no key. */
export const changedPair = oncePerRun((on: Stage, keyed: KeyedResource): Promise<ChangedPair | undefined> =>
  changeAnother(on, keyed),
);

async function changeAnother(on: Stage, known: KeyedResource): Promise<ChangedPair | undefined> {
  let changed: ChangedPair | undefined;
  await on.fresh(async (own) => {
    on.keep(own);
    // A server may cache answers for each caller separately.
    const other = otherHolder(on, 'readByKey', on.reader);
    const { key, before } = await keyAfterChange(on, own, other);
    if (key === undefined || key === known.key) return;
    for (const as of other === undefined ? [on.reader] : [on.reader, other]) {
      const keyed = { own, key, before, as, declared: known.declared, canary: '' };
      changed = { keyed, compared: await compareByKey(on, keyed) };
      if (changed.compared.agreement !== 'agrees') return;
    }
  });
  return changed;
}

/** Judges whether updates make resources unreachable by key: three are not found by the key that reads by id show. */
export async function judgeKeyAfterChange(on: Stage, keyed: KeyedResource): Promise<void> {
  if (!keyed.declared || keyed.canary === '' || isOneForAll(on.facts)) return;
  const first = await unlessInconclusive(changedPair(on, keyed));
  if (first === undefined) return;
  const [, byKey] = first.compared.exchanges;
  if (byKey?.is('fault') === true)
    return on.undecided('server-error', `an updated resource was answered ${byKey.label} by its key`, {
      exchanges: [byKey],
    });
  if (lostRead(on, first) === undefined) return;
  const more = await Promise.all([0, 1].map(() => unlessInconclusive(changeAnother(on, keyed))));
  const lost = [first, ...more].flatMap((one) => (one && lostRead(on, one)) ?? []);
  if (lost.length < 3) return notEveryTime(on, 'an updated resource could not be read by its key', lost);
  on.violated({
    expected: `the resource with key ${first.keyed.key}, which was updated and shows that key when read by id`,
    deviation: { kind: 'status' },
    exchanges: lost.slice(0, 1),
    reproduced: '3/3',
  });
}

/** The read by key that found nothing, although the concurrent read by id shows the key. */
function lostRead(on: Stage, { keyed, compared }: ChangedPair): Exchange | undefined {
  const [byId, byKey] = compared.exchanges;
  if (compared.agreement !== 'unreadable' || byId?.succeeded !== true) return undefined;
  const { keyPointer } = on.facts;
  const shown = keyPointer === undefined ? undefined : asName(valueAt(byId.value, keyPointer));
  return shown === keyed.key && says(byKey, 'no operation') ? byKey : undefined;
}
