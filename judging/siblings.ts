import { isOneForAll } from '../target/learnt.ts';
import { awaited } from '../run/awaited.ts';
import { notTested } from '../clause/thrown.ts';
import { sameJson, type Json } from '../wire/json/json.ts';
import { deleteOwn } from '../target/resources/doomed.ts';
import type { Exchange } from '../run/exchange.ts';
import { readByKey } from '../target/keys/keyed-resource.ts';
import { matchingUpdate } from '../target/updates/matching-update.ts';
import { noSecondResource } from '../target/reasons.ts';
import { readOtherwise } from '../target/resources/other-reads.ts';
import type { OwnResource } from '../target/resources/own-resource.ts';
import { mentions, valueAt } from '../wire/json/pointer.ts';
import { contentsDiffer } from '../target/resources/same-state.ts';
import { settles } from '../run/settle.ts';
import type { Stage } from '../target/stage.ts';
import { changeTo } from '../target/updates/changes.ts';
import { readOwn } from '../target/resources/read-own.ts';
import { stateShows } from './effects/state.ts';
import { effectOf, reportEffect, tried, type Change, type Effect } from './effects/effect.ts';
import { oncePerRun, oncePerRunFor } from '../target/once-per-run.ts';

/** A write to one of three resources, and a look at all the others. */
interface Step {
  readonly kind: 'create' | 'update' | 'delete';
  readonly write: Exchange;
  /** A resource that the write did not name and that is not as it was, for longer than any lag. */
  readonly victim: { readonly before: Exchange; readonly after: Exchange } | undefined;
  /** The string of the update shows in a resource that it did not name. */
  readonly astray: Exchange | undefined;
  /** The same, at a place that may be of the project. */
  readonly mention?: Exchange | undefined;
  /** That string. */
  readonly text?: string | undefined;
  /** A look after the write that was lost, also later than any lag. */
  readonly lost: Exchange | undefined;
  /** The look before may have been stale, and no other such write could be made. */
  readonly isDoubtful?: boolean;
}

/** What became of the resources of the rounds, for whoever looks at one of them again. */
export interface Siblings {
  readonly steps: readonly Step[];
  /** The existence check right after the last delete that succeeded. */
  readonly checked: Exchange | undefined;
  /** Deletes that succeeded: what was deleted, as it was last seen, and whether an update had changed it before. */
  readonly deleted: readonly {
    readonly own: OwnResource;
    readonly before: Exchange;
    readonly exchange: Exchange;
    readonly updated: boolean;
  }[];
  /** The answer to the delete of an updated one. */
  readonly lastDelete: Exchange | undefined;
  /** One that was updated and not deleted, as others saw it before the update, and its usual reader last. */
  readonly survivor:
    { readonly own: OwnResource; readonly otherwise: Exchange; readonly last: Exchange } | undefined;
}

/** What must not change while nobody writes to it has not: documented members, and what updates change. */
function isAsItWas(on: Stage, was: Exchange, now: Exchange): boolean {
  const { pointer } = on.facts;
  const shown = ({ value }: Exchange): Json =>
    pointer === undefined ? null : (valueAt(value, pointer) ?? null);
  return now.succeeded && !contentsDiffer(was, now) && sameJson(shown(was), shown(now));
}

/**
 * Writes of every kind to resources of our own, with nothing else under way, and after each a look at those that it did
 * not name. Once a run; the clauses of the three operations share it.
 */
export const siblings = oncePerRun(writeAndLook);

/** The same anew, with resources of its own, where something was seen to change. */
const siblingsAnew = oncePerRunFor((on: Stage, _attempt: string) => writeAndLook(on));

async function writeAndLook(on: Stage): Promise<Siblings> {
  if (isOneForAll(on.facts) || on.facts.noResource !== undefined || !on.facts.readable)
    throw notTested(
      on.facts.noResource ??
        (isOneForAll(on.facts)
          ? noSecondResource(on)
          : { code: 'premise-failed', text: 'no two resources of our own can be had' }),
    );
  const looks: Looks = new Map();
  const [first, second] = await Promise.all([made(on, looks), made(on, looks)]);
  const steps: Step[] = [];
  const deleted: Siblings['deleted'][number][] = [];
  let lastDelete: Exchange | undefined;
  const watched = (...how: Watching) => watch(on, looks, steps, ...how);
  const update = async (named: OwnResource, bystander: OwnResource): Promise<void> => {
    const canary = on.canary();
    await watched(
      'update',
      [bystander],
      async (again) => {
        looks.delete(named);
        const value = again ? on.canary() : canary;
        const match = await matchingUpdate(on, named, [
          changeTo(on.canary()),
          { action: 'doSomeThing' },
          changeTo(value),
        ]);
        const plain = match.kind === 'refused' ? await matchingUpdate(on, named, [changeTo(value)]) : match;
        return { exchange: plain.kind === 'accepted' ? plain.exchange : undefined, own: undefined };
      },
      { canary, named },
    );
  };
  const [otherwise] = await Promise.all([readOtherwise(on, second), update(first, second)]);
  await update(second, first);
  // What it might undo has been updated by now.
  const third = await watched('create', [first, second], async () => await on.create());
  await Promise.all(
    [
      third === undefined ? Promise.resolve() : rest(on, third, looks),
      first.value === undefined || first.key === undefined ? undefined : readByKey(on, first.key),
    ].filter((one) => one !== undefined),
  );
  for (const named of third === undefined ? [first] : [third, first]) {
    const bystanders = [first, second].filter((one) => one !== named);
    const before = looks.get(named)?.read;
    const updated = named.value !== undefined;
    await watched('delete', bystanders, async (again) => {
      const exchange = await deleteOwn(on, again ? await made(on, looks) : named);
      if (updated && !again) lastDelete = exchange;
      if (exchange.succeeded && !again && before?.succeeded === true)
        deleted.push({ own: named, before, exchange, updated });
      return { exchange, own: undefined };
    });
  }
  const checked = deleted.length === 0 ? undefined : await on.ask('exists');
  const last = looks.get(second)?.read;
  const survivor =
    second.value !== undefined && last?.succeeded === true ? { own: second, otherwise, last } : undefined;
  return { steps, checked, deleted, lastDelete, survivor };
}

interface Look {
  readonly read: Exchange;
  /** It cannot have been stale. */
  readonly fresh: boolean;
}

/** The last look at each resource since it was written to. */
type Looks = Map<OwnResource, Look>;

async function lookAt(on: Stage, own: OwnResource, looks: Looks): Promise<Look> {
  const read = await readOwn(on, own);
  const look = { read, fresh: isFresh(on, own, read) };
  looks.set(own, look);
  return look;
}

async function made(on: Stage, looks: Looks): Promise<OwnResource> {
  const { own } = await on.another();
  on.keep(own);
  await rest(on, own, looks);
  return own;
}

async function rest(on: Stage, own: OwnResource, looks: Looks): Promise<void> {
  const { readMs: ms } = on.grace;
  await settles(
    on.clock,
    { since: own.lastWriteAt, ms },
    async () => (await lookAt(on, own, looks)).read.succeeded,
  );
}

type Write = (again: boolean) => Promise<{
  readonly exchange: Exchange | undefined;
  readonly own: OwnResource | undefined;
}>;

type Watching = readonly [
  kind: Step['kind'],
  bystanders: readonly OwnResource[],
  write: Write,
  /** The resource that an update names, and the string that it is to leave there. */
  update?: { readonly named: OwnResource; readonly canary: string },
];

/**
 * A write, with looks at the bystanders before and after. A difference to a look that may have been stale, because the
 * bystander was written to shortly before, counts only if another such write shows it once all lags are over.
 */
async function watch(
  on: Stage,
  looks: Looks,
  steps: Step[],
  ...[kind, bystanders, write, update]: Watching
): Promise<OwnResource | undefined> {
  const first = await watchOnce(on, looks, bystanders, () => write(false), update);
  const step = first.step;
  if (step === undefined) return first.own;
  const doubtful = step.victim?.after.succeeded === true && step.astray === undefined && !first.rested;
  if (!doubtful) {
    steps.push({ kind, ...step });
    return first.own;
  }
  await on.clock.sleep(on.grace.readMs, awaited.reads);
  looks.clear();
  const again = await watchOnce(on, looks, bystanders, () => write(true), undefined);
  steps.push({ kind, ...(again.step ?? step), isDoubtful: again.step === undefined });
  return first.own;
}

async function watchOnce(
  on: Stage,
  looks: Looks,
  bystanders: readonly OwnResource[],
  write: () => ReturnType<Write>,
  update: Watching[3],
): Promise<{
  readonly step: Omit<Step, 'kind'> | undefined;
  readonly own: OwnResource | undefined;
  /** No look beforehand can have been stale. */
  readonly rested: boolean;
}> {
  // Nothing but our own writes happens here: the last look at one that has none since then is the look before.
  const before = await Promise.all(
    bystanders.map(async (one) => {
      const look = looks.get(one);
      return look?.read.succeeded === true ? look : await lookAt(on, one, looks);
    }),
  );
  const rested = before.every(({ fresh }) => fresh);
  const { exchange, own } = await write();
  if (exchange?.succeeded !== true || (own !== undefined && bystanders.some(({ id }) => id === own.id)))
    return { step: undefined, own, rested: true };
  let victim: Step['victim'];
  let astray: Exchange | undefined;
  let mention: Exchange | undefined;
  let lost: Exchange | undefined;
  await Promise.all([
    // What it names is a bystander of the next write.
    update === undefined ? undefined : lookAt(on, update.named, looks),
    ...bystanders.map(async (one, at) => {
      const was = before[at]?.read;
      if (was?.succeeded !== true) return;
      let now = was;
      const fine = await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
        now = (await lookAt(on, one, looks)).read;
        return isAsItWas(on, was, now);
      });
      if (update !== undefined && stateShows(on, now, update.canary) !== undefined) astray = now;
      else if (update !== undefined && mentions(now.value, update.canary)) mention = now;
      if (!fine && now.kind === 'noise') lost = now;
      else if (!fine) victim = { before: was, after: now };
    }),
  ]);
  return { step: { write: exchange, victim, astray, mention, lost, text: update?.canary }, own, rested };
}

/** A read shows the last write: there was none since the resource was made, or its value shows, or all lags are over. */
function isFresh(on: Stage, own: OwnResource, read: Exchange): boolean {
  if (own.lastWriteAt === own.madeAt || on.clock.now() - own.lastWriteAt >= on.grace.readMs) return true;
  const { pointer } = on.facts;
  return pointer !== undefined && own.value !== undefined && valueAt(read.value, pointer) === own.value;
}

/**
 * Whether a write of this kind changes another resource each time, and over the same time without any none changes. Who
 * deletes or changes resources by himself does not keep to the times of our writes.
 */
function effectOnOthers(on: Stage, kind: Step['kind'], seen: Change): Promise<Effect> {
  return effectOf(on, {
    seen,
    untreated: async (attempt) => {
      const { own } = await on.another();
      on.keep(own);
      return await tried(on, own, attempt, {
        within: on.grace.readMs,
        differ: (was, now) => !isAsItWas(on, was, now),
      });
    },
    treated: async ({ name }) => {
      const { steps } = await siblingsAnew(on, name);
      const ofKind = steps.filter((step) => step.kind === kind);
      const [changed] = ofKind.flatMap((step) => changeIn(step) ?? []);
      if (changed !== undefined) return { kind: 'changed', ...changed };
      const [step] = ofKind;
      if (step === undefined) return { kind: 'untried', why: `no ${kind} succeeded` };
      return { kind: 'unchanged', before: step.write, sent: [step.write], after: step.write };
    },
  });
}

/** What a write has changed that it did not name. */
function changeIn({ write, victim, astray }: Step): Change | undefined {
  if (victim !== undefined) return { before: victim.before, sent: [write], after: victim.after };
  return astray === undefined ? undefined : { before: write, sent: [write], after: astray };
}

/** A write of this kind touches the resource that it names, and no other. Versions of others are not compared. */
export async function judgeSiblings(on: Stage, kind: Step['kind']): Promise<void> {
  const steps = (await siblings(on)).steps.filter((step) => step.kind === kind);
  for (const { write, victim, astray, mention, text = '', lost, isDoubtful } of steps) {
    const after = victim?.after ?? astray;
    if (after === undefined && mention !== undefined && (on.facts.pointers ?? []).length === 0)
      reportMention(on, write, mention);
    else if (after === undefined && lost !== undefined) on.noise(lost.label);
    else if (after === undefined) on.held();
    else if (isDoubtful === true)
      on.undecided('flaky', `another resource changed with a ${kind}, which could not be tried again`, {
        exchanges: [write, after],
      });
    else if (astray !== undefined)
      // No other request holds that text.
      on.violated({
        expected: expectedOf(kind),
        got: 'what the update was to change in another one',
        deviation: { kind: 'holds', exchange: after, text },
        exchanges: [...(victim === undefined ? [] : [victim.before]), write, after],
      });
    else if (victim !== undefined)
      reportEffect(on, await effectOnOthers(on, kind, { ...victim, sent: [write] }), {
        expected: () => expectedOf(kind),
        deviation: `another resource changed with a ${kind}`,
        got: ({ after: { succeeded, label } }) => (succeeded ? 'other documented members' : label),
      });
  }
  if (steps.length === 0) on.discarded('premise-failed', `no ${kind} succeeded`);
}

function expectedOf(kind: Step['kind']): string {
  return `a resource that the ${kind} did not name to stay as it was`;
}

/** Where no place shows a change in the named resource alone, two readings survive. */
function reportMention(on: Stage, write: Exchange, mention: Exchange): void {
  on.undecided('two-readings', 'what an update carried shows in a resource that it did not name', {
    readings: [
      'the update reaches another resource: bind it to the id in the path',
      'the member shows the latest change of the project: then update.observable says in the profile where a resource shows its own',
    ],
    exchanges: [write, mention],
  });
}
