import { awaited } from '../../run/awaited.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { lacks, suffices, type Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import { mentions, mentionsAt, valueAt } from '../../wire/json/pointer.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../target/stage.ts';
import { greatestSafe } from '../../target/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import { canonicalVersion } from '../history/version-value.ts';
import type { ModelCommand } from './command.ts';
import { hasToStay } from '../../target/resources/lent.ts';
import { versionOf } from '../../target/resources/own-resource.ts';
import { breakOff, hold, type ClauseOfRefusals, type ModelState } from './state.ts';
import { changeTo, update } from '../../target/updates/changes.ts';
import { wentBack } from '../../target/resources/went-back.ts';
import { readOwn, versionToState } from '../../target/resources/read-own.ts';

/** Commands that send nothing to the resource but deletes and looks. */
const looksAlone: ReadonlySet<ModelCommand['do']> = new Set(['read', 'refused delete', 'check existence']);

/** Takes one step and compares what comes with what the model knows. */
export async function takeStep(on: Stage, state: ModelState, command: ModelCommand): Promise<void> {
  if (!looksAlone.has(command.do)) state.there = undefined;
  switch (command.do) {
    case 'read':
      return await look(on, state);
    case 'update':
      return await updateMatching(on, state);
    case 'update another':
      return await updateAnother(on, state);
    case 'stale update': {
      const stale = state.left.at(-1 - (command.back % Math.max(1, state.left.length)));
      const actual = await versionToState(on, state.own);
      if (stale === undefined || actual === undefined || sameDouble(stale, actual)) return;
      return await updateWrongly(on, state, stale);
    }
    case 'far update': {
      const actual = Number(await versionToState(on, state.own));
      const far = actual < 2 ** 20 && actual > -(2 ** 20) ? Math.abs(actual) + command.distance : 7_919;
      return Number.isFinite(actual) ? await updateWrongly(on, state, String(far)) : undefined;
    }
    case 'update ahead':
      return await updateAhead(on, state);
    case 'refused create':
      return await createRefused(on, state, command.as);
    case 'foreign update':
      return await updateForeign(on, state, command.as);
    case 'refused delete':
      return await deleteRefused(on, state, command.as);
    case 'check existence':
      return await checkExistence(on, state, command.as);
    case 'overwrite':
      return await overwrite(on, state);
    case 'refused overwrite':
      return await overwriteRefused(on, state, command.as);
  }
}

/** Shows what is left, and that refused deletes have left it there. */
async function look(on: Stage, state: ModelState): Promise<void> {
  const { own, deletes } = state;
  let read = await readOwn(on, own);
  if (!read.succeeded && deletes.length > 0)
    await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
      read = await readOwn(on, own);
      return read.succeeded;
    });
  if (read.succeeded) {
    state.there = read;
    holdDeletes(state);
    state.deletes.length = 0;
    lookForRefused(state, read);
    if (!state.over) hold(state, '4.10/conflict-has-no-effect', state.conflicts);
    state.conflicts = 0;
    return;
  }
  const [first] = deletes;
  if (first === undefined || read.kind !== 'refusal') return;
  breakOff(state, '4.11/refused-delete-has-no-effect', {
    expected: 'a resource whose delete was refused to stay',
    got: read.label,
    exchanges: [first.before, first.exchange, read],
  });
}

/** It is there: so much for the deletes of which nothing was seen yet. */
function holdDeletes(state: ModelState): void {
  for (const one of state.deletes) {
    if (!one.isHeld) hold(state, '4.11/refused-delete-has-no-effect');
    one.isHeld = true;
  }
}

/** Updates with the version just read, alone and later than any lag, after which 409 can be blamed on nothing else. */
const settledConflicts = 3;

async function updateMatching(on: Stage, state: ModelState): Promise<void> {
  const canary = on.canary();
  let match = await matchingUpdate(on, state.own, [changeTo(canary)]);
  if (match.kind === 'conflict' && state.update !== undefined && !on.hasty && !state.insisted) {
    state.insisted = true;
    if (match.settled < settledConflicts)
      match = await matchingUpdate(on, state.own, [changeTo(canary)], { insist: true });
  }
  if (match.kind !== 'accepted') {
    if (state.deletes.length > 0) await look(on, state);
    if (state.over) return;
    if (match.kind === 'conflict' && match.settled >= settledConflicts && state.update !== undefined)
      return breakOff(state, 'Versioning/next-version-is-accepted', {
        expected: `version ${match.stated}, as read after updates that were accepted, to be accepted`,
        got: '409',
        exchanges: [state.update, ...match.exchanges.slice(-1)],
      });
    state.value = undefined;
    state.over = match.kind === 'unreadable' || match.kind === 'refused';
    return;
  }
  const { stated, exchange, spurious } = match;
  holdDeletes(state);
  if (spurious.length === 0) {
    if (state.update !== undefined) hold(state, 'Versioning/next-version-is-accepted');
    hold(state, '4.10/conflict-has-no-effect', state.conflicts);
  }
  state.conflicts = 0;
  state.brought.push({ canary, exchange });
  noteState(state, stated, exchange);
  if (on.facts.moves.changeSomeProperty === true) noteLeft(state, stated, exchange);
  state.update = exchange;
  const shown = exchange.status === 202 ? undefined : await shownAfter(on, state, exchange, canary);
  // Somebody else has written to it, or a data base was restored: what was noted may come again.
  if (shown === undefined && exchange.status !== 202) state.states.clear();
  state.value = shown === undefined ? undefined : canary;
  state.version = shown && versionOf(shown.value);
}

/**
 * What an accepted update stated is left. Where it was accepted for later it is left once an update with another version
 * is accepted: what reads show meanwhile may come from a copy that is even further behind.
 */
function noteLeft(state: ModelState, stated: string, { status }: Exchange): void {
  const { leftLater } = state;
  if (leftLater !== undefined && !sameNumber(leftLater, stated)) state.left.push(leftLater);
  state.leftLater = status === 202 ? stated : undefined;
  if (status !== 202) state.left.push(stated);
}

/** The value that showed while the stated version was the actual one: no other value may have shown with it. */
function noteState(state: ModelState, stated: string, exchange: Exchange): void {
  const { value, version: shown, update: before } = state;
  if (value === undefined || before === undefined) return;
  // It has left the state that was last shown, and not by what the model did.
  if (shown === undefined || !sameNumber(shown, stated)) return state.states.clear();
  const version = canonicalVersion(stated);
  const known = state.states.get(version);
  if (known !== undefined && known.value !== value)
    return breakOff(state, 'Versioning/states-differ-in-version', {
      expected: `no other state at version ${stated}`,
      got: `${known.value} and ${value}: an update with version ${stated} was accepted on both`,
      exchanges: [known.update, before, exchange],
    });
  state.states.set(version, { value, update: exchange });
  hold(state, 'Versioning/states-differ-in-version');
}

/** What shows the value, be it the answer itself, where answers were seen to show the resource as reads do. */
async function shownAfter(
  on: Stage,
  state: ModelState,
  answer: Exchange,
  canary: string,
): Promise<Exchange | undefined> {
  const { pointer, answersShowVersion } = on.facts;
  if (pointer === undefined) return undefined;
  if (answersShowVersion && valueAt(answer.value, pointer) === canary) {
    lookForRefused(state, answer);
    return answer;
  }
  let read: Exchange | undefined;
  const shows = await settles(on.clock, { since: state.own.lastWriteAt, ms: on.grace.readMs }, async () => {
    read = await readOwn(on, state.own);
    lookForRefused(state, read);
    return valueAt(read.value, pointer) === canary;
  });
  return shows ? read : undefined;
}

/** What only refused writes carried never shows. */
function lookForRefused(state: ModelState, read: Exchange): void {
  if (!read.succeeded) return;
  state.suspect ||= state.turnedAway.some(({ canary }) => mentions(read.value, canary));
  const found = state.refused.find(({ canary }) => mentions(read.value, canary));
  if (found !== undefined)
    breakOff(state, found.clause, {
      expected: `nothing of a refused ${writeOf(found.clause)}`,
      got: `${found.canary}, which only a request answered ${found.exchange.label} carried`,
      exchanges: [
        { exchange: found.exchange, role: 'probe', culprit: true },
        { exchange: read, role: 'look', pointer: mentionsAt(read.value, found.canary) },
      ],
    });
}

function writeOf(clause: ClauseOfRefusals): string {
  if (clause === '4.6/refused-create-has-no-effect') return 'create';
  return clause === '4.10/conflict-has-no-effect' ? 'update' : 'overwrite';
}

async function updateWrongly(on: Stage, state: ModelState, version: string): Promise<void> {
  const canary = on.canary();
  const exchange = await update(on, state.own, new JsonNumber(version), [changeTo(canary)]);
  if (exchange.kind === 'noise') return;
  if (exchange.succeeded) {
    if (await isSetBackOnce(on, state, exchange)) return;
    return breakOff(state, '4.10/stale-version-conflicts', {
      expected: '409',
      got: `${exchange.label} for version ${version}, which is not the actual one`,
      exchanges: [...(state.update === undefined ? [] : [state.update]), exchange],
    });
  }
  on.refusedWrite({ endpoint: 'update', exchange, target: state.own });
  state.refused.push({ canary, exchange, clause: '4.10/conflict-has-no-effect' });
  if (exchange.status !== 409) return;
  hold(state, '4.10/stale-version-conflicts');
  state.conflicts += 1;
}

/** Whether the resource shows an earlier version then, for the first time: nothing that was known of it holds any more. */
async function isSetBackOnce(on: Stage, state: ModelState, accepted: Exchange): Promise<boolean> {
  const { own } = state;
  if (state.isAgain || state.doubt !== undefined) return false;
  const now = on.facts.answersShowVersion ? accepted : await readOwn(on, own);
  if (!wentBack(own, now, own.issued.at(-1))) return false;
  state.doubt = accepted;
  state.value = undefined;
  state.version = undefined;
  state.update = undefined;
  state.states.clear();
  for (const known of [state.brought, state.left, state.refused, state.turnedAway]) known.length = 0;
  own.forget();
  return true;
}

/** What is refused for a version that is not yet there must not be done when it is. */
async function updateAhead(on: Stage, state: ModelState): Promise<void> {
  // What was accepted for later is not what reads show, and may be the next version already.
  if (state.leftLater !== undefined || state.update?.status === 202) return;
  const last = state.left.at(-1);
  const actual = Number(await versionToState(on, state.own));
  const ahead = 2 * actual - Number(last ?? NaN);
  if (!Number.isSafeInteger(ahead) || ahead < 0 || ahead > greatestSafe || ahead === actual) return;
  await updateWrongly(on, state, String(ahead));
  if (!state.over) await updateMatching(on, state);
}

async function updateAnother(on: Stage, state: ModelState): Promise<void> {
  const { sibling, own } = state;
  if (sibling === undefined) return;
  const canary = on.canary();
  const match = await matchingUpdate(on, sibling, [changeTo(canary)]);
  if (match.kind !== 'accepted') return;
  const read = await readOwn(on, own);
  if (!read.succeeded) return;
  if (mentions(read.value, canary))
    return breakOff(state, '4.10/changes-the-named-resource', {
      expected: 'a resource that the update did not name to stay as it was',
      got: `${canary}, which an update of another resource carried`,
      exchanges: [match.exchange, read],
    });
  hold(state, '4.10/changes-the-named-resource');
}

/** What updates have brought to one resource does not show in another one that they did not name. */
export function judgeBystander(state: ModelState, bystander: Exchange): void {
  if (!bystander.succeeded || state.broken !== undefined) return;
  const found = state.brought.find(({ canary }) => mentions(bystander.value, canary));
  if (found === undefined) return hold(state, '4.10/changes-the-named-resource', state.brought.length);
  breakOff(state, '4.10/changes-the-named-resource', {
    expected: 'a resource that the update did not name to stay as it was',
    got: `${found.canary}, which an update of another resource carried`,
    exchanges: [found.exchange, bystander],
  });
}

/** Writes that are refused to some callers. */
type Refusable = Extract<EndpointName, 'create' | 'patch' | 'put' | 'remove'>;

/** Who may not send the request, as the contract says: nobody, an unknown token, and tokens of other scopes. */
function insufficientCaller(on: Stage, name: Refusable, as: number): Caller {
  const callers = [
    on.callers.none,
    on.callers.random,
    ...on.callers.supplied.filter((one) => mayNot(on, one, name)),
  ];
  return callers[as % callers.length] ?? on.callers.none;
}

/** A refused create leaves nothing, in this resource (where creates land on it) or elsewhere. */
async function createRefused(on: Stage, state: ModelState, as: number): Promise<void> {
  const canary = on.canary();
  const { exchange } = await on.create(canary, insufficientCaller(on, 'create', as));
  // Whether it was let in is for the clauses on access; where it landed is in doubt.
  if (exchange.succeeded) state.over = on.facts.upserts;
  if (!refuses(on, exchange)) return;
  on.refusedWrite({ endpoint: 'create', exchange, canary });
  state.refused.push({ canary, exchange, clause: '4.6/refused-create-has-no-effect' });
  hold(state, '4.6/refused-create-has-no-effect');
}

/** The scopes of 4.10 are not shown: whether the update is let in is open, and so is what a refused one does. */
async function updateForeign(on: Stage, state: ModelState, as: number): Promise<void> {
  const { own } = state;
  const canary = on.canary();
  const stated = await versionToState(on, own);
  if (stated === undefined) return;
  const exchange = await update(on, own, new JsonNumber(stated), [changeTo(canary)], {
    as: insufficientCaller(on, 'remove', as),
  });
  if (refuses(on, exchange)) return void state.turnedAway.push({ canary, exchange });
  own.mayHaveMoved();
  state.value = undefined;
  if (exchange.succeeded && on.facts.moves.changeSomeProperty === true) noteLeft(state, stated, exchange);
}

/** A refused delete leaves the resource there: the next look, or update, tells. */
async function deleteRefused(on: Stage, state: ModelState, as: number): Promise<void> {
  const { own } = state;
  if (hasToStay(on.profile, own.id)) return;
  const caller = insufficientCaller(on, 'remove', as);
  // An update that was accepted shows as well as a read that it is there, unless others were refused since.
  const shown = state.update !== undefined && state.conflicts === 0 ? state.update : undefined;
  const before = state.there ?? shown ?? (await readOwn(on, own));
  if (!before.succeeded) return;
  const exchange = await on.ask('remove', { path: { id: own.id }, as: caller });
  if (exchange.kind === 'noise') return;
  if (exchange.succeeded) {
    // Whether it was let in is for the clauses on access; what it named is in doubt.
    state.over = true;
    return;
  }
  on.refusedWrite({ endpoint: 'remove', exchange, target: own });
  // An update that is accepted next shows as well as a read does that it is there.
  state.deletes.push({ before, exchange, isHeld: false });
}

function mayNot(on: Stage, caller: Caller, name: Refusable): boolean {
  return lacks(caller, endpoint(name), on.options.projectKey);
}

/**
 * An overwrite by a caller who may. What it leaves of the property is not shown; the version that it stated is left once
 * another one shows, where overwrites were seen to move it.
 */
async function overwrite(on: Stage, state: ModelState): Promise<void> {
  const { own, overwrites } = state;
  const stated = await versionToState(on, own);
  if (overwrites === undefined || stated === undefined) return;
  const exchange = await overwrites.accepted(on, on.writer, { canary: on.canary(), version: stated });
  state.value = undefined;
  state.update = undefined;
  state.conflicts = 0;
  if (!exchange.succeeded) return;
  const actual = await versionToState(on, own);
  if (overwrites.moves && actual !== undefined && !sameDouble(actual, stated)) state.left.push(stated);
}

/** An overwrite by a caller who may not, as it would be accepted of one who may: it leaves nothing. */
async function overwriteRefused(on: Stage, state: ModelState, as: number): Promise<void> {
  const { own, overwrites } = state;
  const stated = await versionToState(on, own);
  if (overwrites === undefined || stated === undefined) return;
  const canary = on.canary();
  const caller = insufficientCaller(on, overwrites.endpoint, as);
  const exchange = await overwrites.attempt(on, caller, { canary, version: stated });
  // Whether it was let in is for the clauses on access.
  if (exchange.succeeded) state.over = true;
  if (!refuses(on, exchange)) return;
  const clause = refusedOverwrites[overwrites.endpoint];
  state.refused.push({ canary, exchange, clause });
  hold(state, clause);
}

const refusedOverwrites = {
  patch: '4.7/refused-overwrite-has-no-effect',
  put: '4.8/refused-overwrite-has-no-effect',
} as const;

const looks = 3;

/** Who finds what there is, as the contract says. */
export function finders(on: Stage): readonly Caller[] {
  return on.callers.supplied.filter((one) => suffices(one, endpoint('exists'), on.options.projectKey));
}

/** Who once found the resource finds it as long as it is there. */
async function checkExistence(on: Stage, state: ModelState, as: number): Promise<void> {
  const callers = finders(on);
  const caller = callers[as % Math.max(1, callers.length)];
  if (caller === undefined) return;
  const exchange = await on.ask('exists', { as: caller });
  if (exchange.status === 200) {
    state.finders.add(caller);
    return hold(state, '4.5/200-on-match');
  }
  const hasFound = state.finders.has(caller) || on.recorder.wasLetIn('exists', caller.label);
  if (exchange.kind !== 'refusal' || !hasFound) return;
  const { own } = state;
  const comes = await settles(
    on.clock,
    { since: own.lastWriteAt, ms: on.grace.queryMs, for: awaited.queries },
    async () => (await on.ask('exists', { as: caller })).status === 200,
  );
  if (comes) return;
  const before = await readOwn(on, own);
  const answers: Exchange[] = [];
  for (let look = 0; look < looks; look += 1) answers.push(await on.ask('exists', { as: caller }));
  const after = await readOwn(on, own);
  if (!before.succeeded || !after.succeeded || answers.some(({ kind }) => kind !== 'refusal')) return;
  breakOff(state, '4.5/200-on-match', {
    expected: '200 while a resource is there',
    got: answers.at(-1)?.label ?? '',
    exchanges: [before, ...answers.slice(-1), after],
    reproduced: `${looks}/${looks}`,
  });
}
