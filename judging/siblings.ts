import { isOneForAll } from '../implementation/learnt.ts';
import { notTested } from '../clause/thrown.ts';
import { deleteOwn } from '../implementation/resources/disposable.ts';
import type { Exchange } from '../history/exchange.ts';
import { readByKey } from '../implementation/keys/keyed-resource.ts';
import { matchingUpdate } from '../implementation/updates/matching-update.ts';
import { noSecondResource } from '../implementation/reasons.ts';
import { readOtherwise } from '../implementation/resources/other-reads.ts';
import type { OwnResource } from '../implementation/resources/own-resource.ts';
import type { Stage } from '../implementation/stage.ts';
import { changeTo } from '../implementation/updates/changes.ts';
import { anyAction, passable } from '../implementation/updates/known-actions.ts';
import { effectOf } from './effects/crowd.ts';
import { since } from './effects/others.ts';
import { tried, type Change, type Effect } from './effects/effect.ts';
import { reportEffect } from './effects/reported-effect.ts';
import { oncePerRun, oncePerRunFor } from '../implementation/once-per-run.ts';
import { WatchedWrites, type Step } from './watched-writes.ts';

/** The writes to a few resources, and the state of these resources for later reads. */
export interface Siblings {
  readonly steps: readonly Step[];
  /** The existence check right after the last delete that succeeded. */
  readonly checked: Exchange | undefined;
  /** Successful deletes: each resource in its last state, and whether an update had changed it before. */
  readonly deleted: readonly {
    readonly own: OwnResource;
    readonly before: Exchange;
    readonly exchange: Exchange;
    readonly updated: boolean;
  }[];
  /** The answer to the delete of an updated resource. */
  readonly lastDelete: Exchange | undefined;
  /** An updated resource that was not deleted, as other callers saw it before the update, and as its usual reader saw it last. */
  readonly survivor:
    { readonly own: OwnResource; readonly otherwise: Exchange; readonly last: Exchange } | undefined;
  /** Resources of equal content without writes, the oldest first, and the text of their creation. */
  readonly untouched: { readonly equal: readonly OwnResource[]; readonly content: string };
}

/** Writes of every kind to resources of the run, without other requests, and reads of resources that they do not name; once per run. */
export const siblings = oncePerRun(writeAndLook);

/** The same writes with new resources, after a change was seen. */
const siblingsAnew = oncePerRunFor((on: Stage, _attempt: string) => writeAndLook(on));

/** Updates the second of several resources with equal content, and reads the others: a server may confuse them. */
async function updateSecond(on: Stage, equal: readonly OwnResource[]): Promise<readonly Step[]> {
  const named = equal[1] ?? equal[0];
  const bystanders = equal.filter((one) => one !== named);
  if (named === undefined || bystanders.length === 0) return [];
  const writes = new WatchedWrites(on);
  for (const own of equal) on.keep(own);
  await Promise.all(equal.map((own) => writes.rest(own)));
  await watchUpdate(on, writes, { named, bystanders });
  return writes.steps;
}

/** Sends an update, and reads resources that the update does not name; returns whether it was accepted. */
async function watchUpdate(
  on: Stage,
  writes: WatchedWrites,
  { named, bystanders }: { readonly named: OwnResource; readonly bystanders: readonly OwnResource[] },
): Promise<boolean> {
  const canary = on.canary();
  let isAccepted = false;
  await writes.watch({
    kind: 'update',
    bystanders,
    update: { canary, named },
    write: async (again) => {
      writes.forget(named);
      const value = again ? on.canary() : canary;
      const list = [changeTo(on.canary()), { action: 'doSomeThing' } as const, changeTo(value)];
      const match = await matchingUpdate(on, named, passable(on, list));
      const plain =
        match.kind === 'refused' ? await matchingUpdate(on, named, [anyAction(on, value)]) : match;
      if (plain.kind !== 'accepted') return { exchange: undefined };
      isAccepted = true;
      return { exchange: plain.exchange };
    },
  });
  return isAccepted;
}

async function writeAndLook(on: Stage): Promise<Siblings> {
  if (isOneForAll(on.facts) || on.facts.noResource !== undefined || !on.facts.readable)
    throw notTested(
      on.facts.noResource ??
        (isOneForAll(on.facts)
          ? noSecondResource(on)
          : { code: 'premise-failed', text: 'the run could not create two resources' }),
    );
  const writes = new WatchedWrites(on);
  const [first, second] = await Promise.all([writes.made(), writes.made()]);
  const updated = new Set<OwnResource>();
  const deleted: Siblings['deleted'][number][] = [];
  let lastDelete: Exchange | undefined;
  const update = async (named: OwnResource, bystander: OwnResource): Promise<void> => {
    if (await watchUpdate(on, writes, { named, bystanders: [bystander] })) updated.add(named);
  };
  const [otherwise] = await Promise.all([readOtherwise(on, second), update(first, second)]);
  await update(second, first);
  // The resource that this create might undo has been updated by now.
  const content = on.canary();
  const third = await writes.watch({
    kind: 'create',
    bystanders: [first, second],
    write: () => on.create(content),
  });
  if (third !== undefined) on.keep(third);
  const equal = third === undefined ? [] : [third, ...(await othersOf(on, [third], { content, count: 2 }))];
  const oneOfThem = equal[1] ?? third;
  const untouched = { equal: equal.filter((one) => one !== oneOfThem), content };
  await Promise.all([
    ...equal.map((own) => writes.rest(own)),
    !updated.has(first) || first.key === undefined ? undefined : readByKey(on, first.key),
  ]);
  for (const named of oneOfThem === undefined ? [first] : [oneOfThem, first]) {
    const bystanders = [first, second, ...untouched.equal].filter((one) => one !== named);
    const before = writes.lastRead(named);
    await writes.watch({
      kind: 'delete',
      bystanders,
      write: async (again) => {
        const exchange = await deleteOwn(on, again ? await writes.made() : named);
        if (updated.has(named) && !again) lastDelete = exchange;
        if (exchange.succeeded && !again && before?.succeeded === true)
          deleted.push({ own: named, before, exchange, updated: updated.has(named) });
        return { exchange };
      },
    });
  }
  const checked = deleted.length === 0 ? undefined : await on.ask('exists');
  const last = writes.lastRead(second);
  const survivor =
    updated.has(second) && last?.succeeded === true ? { own: second, otherwise, last } : undefined;
  return { steps: writes.steps, checked, deleted, lastDelete, survivor, untouched };
}

/** Further resources of the same content, if any: a server that stores equal contents once may confuse them. */
async function othersOf(
  on: Stage,
  known: readonly OwnResource[],
  { content, count }: { readonly content: string; readonly count: number },
): Promise<readonly OwnResource[]> {
  if (count === 0) return [];
  const { own } = await on.create(content);
  if (own === undefined || known.some(({ id }) => id === own.id)) return [];
  on.keep(own);
  return [own, ...(await othersOf(on, [...known, own], { content, count: count - 1 }))];
}

/** Whether a write of this kind changes another resource each time, while no resource changes in as much time without a write. */
function effectOnOthers(on: Stage, { kind, anew }: Watching, seen: Change): Promise<Effect> {
  return effectOf(on, {
    seen,
    // The untreated resource is also a resource that the write does not name.
    inTurn: true,
    untreated: async (attempt) => {
      const { own } = await on.another();
      on.keep(own);
      return await tried(on, own, attempt, {
        within: on.grace.readMs,
        differ: (was, now) => since(on, own, { was, now }) === 'changed',
      });
    },
    treated: async ({ name }) => {
      const ofKind = (await anew(name)).filter((step) => step.kind === kind);
      const [changed] = ofKind.flatMap((step) => changeIn(step) ?? []);
      if (changed !== undefined) return { kind: 'changed', ...changed };
      const [step] = ofKind;
      if (step === undefined) return { kind: 'untried', why: `no ${kind} succeeded` };
      return { kind: 'unchanged', before: step.write, sent: [step.write], after: step.write };
    },
  });
}

function changeIn({ write, victim, astray }: Step): Change | undefined {
  if (victim !== undefined) return { before: victim.before, sent: [write], after: victim.after };
  return astray === undefined ? undefined : { before: write, sent: [write], after: astray };
}

interface Watching {
  readonly kind: Step['kind'];
  readonly anew: (attempt: string) => Promise<readonly Step[]>;
}

/** A write of this kind touches the resource that it names, and no other. Versions of other resources are not compared. */
export async function judgeSiblings(on: Stage, kind: Step['kind']): Promise<void> {
  const steps = (await siblings(on)).steps.filter((step) => step.kind === kind);
  const anew = async (name: string): Promise<readonly Step[]> => (await siblingsAnew(on, name)).steps;
  await judgeSteps(on, steps, { kind, anew });
  if (steps.length === 0) on.discarded('premise-failed', `no ${kind} succeeded`);
}

/** The same judgement for an update of one of several resources with equal content. */
export async function judgeEqualSiblings(on: Stage): Promise<void> {
  const { equal, content } = (await siblings(on)).untouched;
  if (equal.length === 0) return;
  const further = await othersOf(on, equal, { content, count: 3 - equal.length });
  const steps = await updateSecond(on, [...equal, ...further]);
  const anew = async (): Promise<readonly Step[]> =>
    await updateSecond(on, await othersOf(on, [], { content: on.canary(), count: 3 }));
  await judgeSteps(on, steps, { kind: 'update', anew });
}

async function judgeSteps(on: Stage, steps: readonly Step[], watching: Watching): Promise<void> {
  const { kind } = watching;
  for (const { write, victim, counted, astray, mention, text = '', lost, isDoubtful } of steps) {
    const after = victim?.after ?? astray;
    if (after === undefined && mention !== undefined && (on.facts.pointers ?? []).length === 0)
      reportMention(on, write, mention);
    else if (after === undefined && lost !== undefined) on.noise(lost.label);
    else if (after === undefined && counted !== undefined) reportCount(on, kind, write, counted);
    else if (after === undefined) on.held();
    else if (isDoubtful === true)
      on.undecided('flaky', `another resource changed with a ${kind}, which could not be repeated`, {
        exchanges: [write, after],
      });
    else if (astray !== undefined)
      // No other request contains that text.
      on.violated({
        expected: expectedOf(kind),
        got: 'the change of the update in another resource',
        deviation: { kind: 'holds', exchange: after, text },
        exchanges: [...(victim === undefined ? [] : [victim.before]), write, after],
      });
    else if (victim !== undefined)
      reportEffect(on, await effectOnOthers(on, watching, { ...victim, sent: [write] }), {
        expected: () => expectedOf(kind),
        deviation: `another resource changed with a ${kind}`,
        got: ({ after: { succeeded, label } }) => (succeeded ? 'other documented members' : label),
      });
  }
}

function expectedOf(kind: Step['kind']): string {
  return `a resource that the ${kind} did not name to stay as it was`;
}

/** A server may compute a number from any data, even if it showed the given number before. */
function reportCount(
  on: Stage,
  kind: Step['kind'],
  write: Exchange,
  { look, members }: NonNullable<Step['counted']>,
): void {
  on.undecided('two-readings', `a number in a resource changed when another resource got the ${kind}`, {
    ...(members.length === 0 ? {} : { supply: `"fields": {"computed": ${JSON.stringify(members)}}` }),
    readings: [
      `the ${kind} reaches another resource: bind it to the resource that it names`,
      'the server itself counts in that member: then declare it in fields.computed of the profile',
    ],
    exchanges: [write, look],
  });
}

/** Two readings remain if no place shows a change in the named resource alone. */
function reportMention(on: Stage, write: Exchange, mention: Exchange): void {
  on.undecided('two-readings', 'content of an update shows in a resource that it did not name', {
    readings: [
      'the update reaches another resource: bind it to the id in the path',
      'the member shows the latest change in the project: then declare in update.observable where a resource shows its own changes',
    ],
    exchanges: [write, mention],
  });
}

/** Creates twice with the same content: the contract does not show whether that makes one resource or two. */
export async function createTwice(
  on: Stage,
): Promise<{ readonly first: OwnResource | undefined; readonly second: OwnResource | undefined }> {
  const canary = on.canary();
  const [first, second] = [await on.create(canary), await on.create(canary)];
  return { first: first.own, second: second.own };
}
