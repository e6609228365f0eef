import { says } from '../../wire/status.ts';
import { namesWith, type NamesWith } from '../../contract/traits.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { JsonNumber, sameJson } from '../../wire/json/json.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import { Exchange } from '../../history/exchange.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { settles } from '../../run/settle.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { notEveryTime } from '../../judging/confirm.ts';

/** The number of deletes without any effect that are a violation. */
const least = 3;
/** The most resources that are tried if the network loses requests. */
const mostTries = 3;

/** What showed the effect of a delete: a read, an update, lists, or nothing. */
type Sign = 'read' | 'update' | 'list' | 'none';

interface Effect {
  readonly sign: Sign;
  /** The resource that was deleted, and its last read before the delete. */
  readonly disposable: OwnResource;
  readonly before: Exchange;
  readonly after: Exchange;
  readonly exchanges: readonly Exchange[];
}

type Deleted = Pick<Effect, 'disposable' | 'before'>;

/** Whether the resource is first updated, and read by key. */
interface Manner {
  /** The wait before the checks, in milliseconds: an effect that is undone by then does not count. */
  readonly updated: boolean;
  /** Which resource a delete is tried on, and when and how long its effect is searched for. */
  readonly afterMs: number;
  readonly thorough: boolean;
}

/** A successful delete has an observable, lasting effect on any resource (4.11). */
export async function judgeEffect(on: Stage): Promise<void> {
  const plain = { updated: false, afterMs: 0, thorough: false };
  const first = await effectSeen(on, plain);
  if (first === undefined) return;
  if (first.sign === 'none') return await confirmNone(on, plain);
  on.held();
  // If a read still shows the resource unchanged, a later check is useless.
  if (first.sign !== 'read' || isOneForAll(on.facts)) return;
  await on.until('races');
  const all = [[first, false] as const, ...(await deletedSiblings(on))];
  await on.until('late');
  const looks = await Promise.all(
    all.map(async ([deleted, wasUpdated]) => ({
      since: deleted.disposable.lastWriteAt,
      wasUpdated,
      isAsBefore: await readsAsBefore(on, deleted),
    })),
  );
  for (const { since, wasUpdated, isAsBefore } of looks) {
    if (isAsBefore) {
      const afterMs = Math.max(on.grace.readMs, on.clock.now() - since);
      return await confirmNone(on, { updated: wasUpdated, afterMs });
    }
    on.held();
  }
}

/** Tries further resources, with every check that may show an effect: enough even if every second delete has none. */
async function confirmNone(on: Stage, manner: Omit<Manner, 'thorough'>): Promise<void> {
  const attempt = (): Promise<Effect | undefined> => effectSeen(on, { ...manner, thorough: true });
  const effects: Effect[] = [];
  // If all creates reach one resource, each create must wait for the previous one.
  for (const more of isOneForAll(on.facts) ? [least, least] : [2 * least]) {
    const tried = await Promise.all(Array.from({ length: more }, attempt));
    effects.push(...tried.filter((one) => one !== undefined));
    const without = effects.filter(({ sign }) => sign === 'none');
    const last = without.at(-1);
    if (last !== undefined && without.length >= least)
      return on.violated({
        expected: 'a delete answered 2xx to have a lasting effect',
        got: 'the same resource with the same version, which updates still accept',
        deviation: { kind: 'agree', exchange: last.after, beside: last.before },
        exchanges: last.exchanges,
        reproduced: `${without.length}/${effects.length}`,
      });
    if (effects.length >= least && effects.every(({ sign }) => sign === 'update' || sign === 'list'))
      return on.held();
    if (without.length === 0) break;
  }
  notEveryTime(on, 'a delete had no visible effect');
}

async function deletedSiblings(on: Stage): Promise<readonly (readonly [Deleted, updated: boolean])[]> {
  const { deleted = [] } = (await unlessInconclusive(siblings(on))) ?? {};
  return deleted.map(({ own, before, updated }) => [{ disposable: own, before }, updated] as const);
}

/** Whether a deleted resource is still read unchanged, with the string that only its create carried. */
async function readsAsBefore(on: Stage, { disposable, before }: Deleted): Promise<boolean> {
  const made = on.made.filter(({ id }) => id === disposable.id);
  const [one] = made;
  // A reused id names another resource.
  if (made.length !== 1 || one === undefined) return false;
  return !(await settles(on.clock, { since: disposable.lastWriteAt, ms: on.grace.readMs }, async () => {
    const read = await readOwn(on, disposable);
    return !read.succeeded || !mentions(read.value, one.canary) || differs(before, read);
  }));
}

/** The effect of a delete of a resource of the run; another delete replaces a delete that the network lost. */
async function effectSeen(on: Stage, manner: Manner): Promise<Effect | undefined> {
  for (let tries = 1; ; tries += 1) {
    const came = await withDisposable(on, (disposable) => effectOn(on, disposable, manner));
    if (!(came instanceof Exchange)) return came;
    if (tries < mostTries) continue;
    on.noise(came.label);
    return undefined;
  }
}

/** Deletes, waits for a difference of any kind, and tries an update with the earlier version; returns the lost exchange, if any. */
async function effectOn(
  on: Stage,
  disposable: OwnResource,
  manner: Manner,
): Promise<Effect | Exchange | undefined> {
  if (manner.updated && (await matchingUpdate(on, disposable, [anyAction(on)])).kind !== 'accepted') {
    on.discarded('premise-failed', 'a disposable resource could not be updated');
    return undefined;
  }
  if (manner.updated && disposable.key !== undefined) await readByKey(on, disposable.key);
  const first = await readOwn(on, disposable);
  const before = await readOwn(on, disposable);
  const restless = restlessMembers(first, before);
  const lists = manner.thorough ? await listsWith(on, disposable) : [];
  const exchange = await deleteOwn(on, disposable);
  if (!exchange.succeeded) {
    if (exchange.is('noise')) return exchange;
    on.discarded('premise-failed', `the delete was answered ${exchange.label}`);
    return undefined;
  }
  let read = before;
  const at = on.clock.now();
  if (manner.afterMs > 0) await on.clock.sleep(manner.afterMs, awaited.lateEffects);
  const seen = await settles(on.clock, { since: at, ms: on.grace.readMs }, async () => {
    read = await readOwn(on, disposable);
    return !read.is('noise') && (!read.succeeded || differs(before, read, restless));
  });
  const effect = { disposable, before, after: read, exchanges: [before, exchange, read] };
  if (seen) return { ...effect, sign: 'read' };
  if (await vanishes(on, disposable, lists)) return { ...effect, sign: 'list' };
  const version = versionOf(read.value);
  const late = await update(on, disposable, new JsonNumber(version ?? '0'), [anyAction(on)]);
  if (late.is('noise')) return late;
  const isLater = on.profile.async?.['4.11'] === true;
  if (late.succeeded && (says(exchange, 'later') || isLater)) {
    on.undecided(
      'two-readings',
      'the delete was accepted for later, and no effect was visible within the replica lag',
      {
        readings: [
          'the delete has no effect: carry it out',
          'it is carried out later than the configured replica lag: declare async.4.11 in the profile, and in consistency.readAfterWriteMs how much later',
        ],
        exchanges: [exchange, late],
      },
    );
    return undefined;
  }
  if (late.succeeded && manner.thorough && canaryOf(on, disposable) === '') {
    on.undecided(
      'not-observable',
      'reads and updates still succeeded after the delete, and it is not known whether lists show the resource',
      { exchanges: [...effect.exchanges, late] },
    );
    return undefined;
  }
  return {
    ...effect,
    sign: late.succeeded ? 'none' : 'update',
    exchanges: [...effect.exchanges, late],
  };
}

/** The lists without search, because the result of a search may lack an existing resource. */
type List = NamesWith<'shows', 'list'>;

/** The string of the resource's create; empty for a resource that the operator provided. */
function canaryOf(on: Stage, own: OwnResource): string {
  return on.made.findLast(({ id }) => id === own.id)?.canary ?? '';
}

/** Lists that show the resource, after enough time; no lists if they do not show the content of resources. */
async function listsWith(on: Stage, own: OwnResource): Promise<readonly List[]> {
  const canary = canaryOf(on, own);
  if (canary === '') return [];
  const found: List[] = [];
  for (const name of namesWith('shows', 'list')) {
    let isShown = false;
    await settles(on.clock, { since: own.madeAt, ms: on.grace.queryMs, for: awaited.queries }, async () => {
      const { value } = await on.ask(name);
      isShown = mentions(value, canary);
      return isShown || !on.made.some((one) => mentions(value, one.canary));
    });
    if (isShown) found.push(name);
  }
  return found;
}

/** Whether a list that showed the resource no longer shows it. */
async function vanishes(on: Stage, own: OwnResource, lists: readonly List[]): Promise<boolean> {
  const canary = canaryOf(on, own);
  if (lists.length === 0) return false;
  return await settles(
    on.clock,
    { since: own.lastWriteAt, ms: on.grace.queryMs, for: awaited.queries },
    async () => {
      const looks = await Promise.all(lists.map((name) => on.ask(name)));
      return looks.some(({ succeeded, value }) => succeeded && !mentions(value, canary));
    },
  );
}

function restlessMembers(one: Exchange, other: Exchange): ReadonlySet<string> {
  const [a, b] = [one.object ?? {}, other.object ?? {}];
  return new Set(
    [...Object.keys(a), ...Object.keys(b)].filter((name) => !sameJson(a[name] ?? null, b[name] ?? null)),
  );
}

function differs(before: Exchange, after: Exchange, restless: ReadonlySet<string> = new Set()): boolean {
  return [...restlessMembers(before, after)].some((name) => !restless.has(name));
}
