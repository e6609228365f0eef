import { awaited } from '../../run/awaited.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import { accessRound, type AccessRound } from '../../judging/access/access-round.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import { guardedResource } from '../../target/resources/kept-resource.ts';
import { readPatiently } from '../../target/resources/patient-read.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { contentsDiffer, versionsDiffer } from '../../target/resources/same-state.ts';
import { lateEffectMs, settles } from '../../run/settle.ts';
import { refuses } from '../../judging/access/refusal.ts';
import type { Stage } from '../../target/stage.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { foreignWrites, isForeign } from '../../judging/foreign.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';

/** Judges that refused deletes leave the resource as it was, also later than the round in which they were refused. */
export async function judgeRefusedDeletes(on: Stage, removing: AccessCase): Promise<void> {
  if (on.facts.upserts) return await judgeInTurn(on, refusedIn(on, await accessRound(on, removing)));
  const { own } = await guardedResource(on, 'delete');
  const untouched = await guardedResource(on, 'untouched');
  const [before, otherBefore] = await Promise.all([rested(on, own), rested(on, untouched.own)]);
  const refused = refusedIn(on, await accessRound(on, removing));
  await on.until('late');
  if (refused.length === 0) return on.discarded('premise-failed', 'no delete was refused');
  if (before === undefined || otherBefore === undefined)
    return on.discarded('premise-failed', 'the resource could not be read beforehand');
  const [after, otherAfter] = await Promise.all([
    persistently(on, own, before),
    persistently(on, untouched.own, otherBefore),
  ]);
  if (changed(on, otherBefore, otherAfter)) return await judgeOnceMore(on, refused, [after, otherAfter]);
  const lost = [after, otherAfter].find(({ kind }) => kind === 'noise');
  if (lost !== undefined) return on.noise(lost.label);
  if (changed(on, before, after)) await judgeEachAlone(on, await accessRound(on, removing), [before, after]);
  else on.held();
}

/**
 * Whose delete it was. Each caller who was refused aims at a resource of his own, beside one that nobody touches: what
 * somebody else was granted reaches none of them. A change counts when three resources of the same caller show it.
 */
async function judgeEachAlone(
  on: Stage,
  round: AccessRound,
  [before, after]: readonly [Exchange, Exchange],
): Promise<void> {
  if (isForeign(on, before, after)) return foreignWrites(on, [before, after]);
  const deletes = [...round.answers.values()];
  let suspects = refusedIn(on, round).map(([caller]) => caller);
  for (let attempt = 1; attempt <= confirmations; attempt += 1) {
    const [untouched, ...aimed] = await Promise.all([
      watched(on, [], `untouched ${attempt}`),
      ...suspects.map((caller) => watched(on, [caller], `delete ${attempt} ${caller.label}`)),
    ]);
    if (untouched?.hasChanged !== false || untouched.after.kind === 'noise')
      return on.undecided('flaky', restless, { exchanges: [before, ...deletes, after] });
    const refused = aimed.filter((one) => one?.answers.every((answer) => refuses(on, answer)) === true);
    const culprits = refused.filter((one) => one?.hasChanged === true);
    const [culprit] = culprits;
    if (culprit === undefined) {
      const explained = attempt === 1 && deletes.some((answer) => !refuses(on, answer));
      if (explained && refused.length > 0) return on.held();
      return notEveryTime(on, 'a refused delete took effect', [before, ...deletes, after]);
    }
    if (attempt === confirmations)
      return violated(on, culprit, { of: deletes, reproduced: `${confirmations}/${confirmations}` });
    suspects = culprits.flatMap((one) => one?.answers.map(({ caller }) => caller) ?? []);
  }
}

/** The same again late in the run, where what a server does by itself to young resources is over. */
async function judgeOnceMore(
  on: Stage,
  refused: Refused,
  [before, otherBefore]: readonly [Exchange, Exchange],
): Promise<void> {
  if (!before.succeeded) return on.undecided('flaky', restless);
  const { own } = await guardedResource(on, 'delete');
  const untouched = await guardedResource(on, 'untouched');
  const answers = await Promise.all(refused.map(([as]) => on.ask('remove', { path: { id: own.id }, as })));
  await on.clock.sleep(lateEffectMs, awaited.lateEffects);
  const [after, otherAfter] = await Promise.all([
    persistently(on, own, before),
    persistently(on, untouched.own, otherBefore),
  ]);
  if (changed(on, otherBefore, otherAfter)) return on.undecided('flaky', restless);
  const lost = [after, otherAfter].find(({ kind }) => kind === 'noise');
  if (lost !== undefined) return on.noise(lost.label);
  if (!changed(on, before, after)) return on.held();
  if (isForeign(on, before, after)) return foreignWrites(on, [before, after]);
  // Whom another one of them was granted a delete by cannot be told from who was refused.
  if (!answers.every((answer) => refuses(on, answer)))
    return on.undecided('flaky', 'the resource changed while somebody was let in');
  const callers = refused.map(([caller]) => caller);
  for (let attempt = 2; attempt <= confirmations; attempt += 1) {
    const seen = await watchedWhenOld(on, callers, attempt);
    if (seen === undefined) return on.undecided('flaky', restless);
    if (!seen.hasChanged)
      return notEveryTime(on, 'a refused delete took effect', [before, ...answers, after]);
  }
  violated(on, { before, answers, after }, { reproduced: `${confirmations}/${confirmations}` });
}

/** A resource that is aimed at once it is no longer young; undefined where another one of its age changed as well. */
async function watchedWhenOld(
  on: Stage,
  callers: readonly Caller[],
  attempt: number,
): Promise<Watched | undefined> {
  const [aimed, untouched] = [`delete later ${attempt}`, `untouched later ${attempt}`] as const;
  await Promise.all([aimed, untouched].map((name) => guardedResource(on, name)));
  await on.clock.sleep(lateEffectMs, awaited.age);
  const [seen, twin] = await Promise.all([watched(on, callers, aimed), watched(on, [], untouched)]);
  return twin?.hasChanged === false && twin.after.kind !== 'noise' ? seen : undefined;
}

const restless = 'a resource that nobody touched changed as well';

type Refused = readonly (readonly [caller: Caller, exchange: Exchange])[];

function refusedIn(on: Stage, { answers }: AccessRound): Refused {
  return [...answers].filter(([, exchange]) => refuses(on, exchange));
}

/**
 * The same where there is one resource at a time, alone on the wire: a change counts when three resources made for it
 * show it, each after another one that nobody touched for as long and that stayed as it was.
 */
async function judgeInTurn(on: Stage, refused: Refused): Promise<void> {
  let callers = refused.map(([caller]) => caller);
  let last: Watched | undefined;
  for (let attempt = 0; attempt <= confirmations; attempt += 1) {
    if (last !== undefined && !(await staysUntouched(on))) return on.undecided('flaky', restless);
    const now = await watchedRefusals(on, callers);
    if (now === 'unreadable')
      return on.discarded('premise-failed', 'the resource could not be read beforehand');
    if (now === 'granted') return on.discarded('premise-failed', 'no delete was refused');
    if (now.after.kind === 'noise' && last === undefined) return on.noise(now.after.label);
    if (!now.hasChanged && last === undefined) return on.held();
    if (!now.hasChanged)
      return notEveryTime(on, 'a refused delete took effect', [now.before, ...now.answers, now.after]);
    callers = now.answers.map(({ caller }) => caller);
    last = now;
  }
  if (last !== undefined) violated(on, last, { reproduced: `${confirmations}/${confirmations}` });
}

async function staysUntouched(on: Stage): Promise<boolean> {
  const untouched = await watched(on, []);
  return untouched?.hasChanged === false && untouched.after.kind !== 'noise';
}

/** Deletes by those who are refused, without whoever is let in: what he was granted is no effect of a refusal. */
async function watchedRefusals(
  on: Stage,
  callers: readonly Caller[],
): Promise<Watched | 'unreadable' | 'granted'> {
  let left = callers;
  while (left.length > 0) {
    const seen = await watched(on, left);
    if (seen === undefined) return 'unreadable';
    const refused = seen.answers.filter((answer) => refuses(on, answer)).map(({ caller }) => caller);
    if (refused.length === left.length) return seen;
    left = refused;
  }
  return 'granted';
}

interface Watched {
  readonly before: Exchange;
  readonly answers: readonly Exchange[];
  readonly after: Exchange;
  readonly hasChanged: boolean;
}

/** A resource made anew, deletes of it by those who may not, and a look when all effects and lags must be over. */
async function watched(
  on: Stage,
  callers: readonly Caller[],
  name = 'in turn',
): Promise<Watched | undefined> {
  const { own } = await guardedResource(on, name);
  const before = await rested(on, own);
  if (before === undefined) return undefined;
  const ask = (as: Caller) => on.ask('remove', { path: { id: own.id }, as });
  const answers = await Promise.all(callers.map(ask));
  await on.clock.sleep(lateEffectMs, awaited.lateEffects);
  const after = await persistently(on, own, before);
  return { before, answers, after, hasChanged: changed(on, before, after) };
}

/**
 * Reports what became of the resource.
 *
 * @param seen.of - further deletes of the round, which tell who else was refused and who was let in
 */
function violated(
  on: Stage,
  { before, answers, after }: Omit<Watched, 'hasChanged'>,
  seen: { readonly of?: readonly Exchange[]; readonly reproduced?: string } = {},
): void {
  const { of = answers, reproduced } = seen;
  const became = after.succeeded
    ? `version ${versionOf(after.value) ?? 'none'} in place of ${versionOf(before.value) ?? 'none'}`
    : after.label;
  on.violated({
    expected: `the resource as it was after DELETE was answered ${byAnswer(answers)}`,
    got:
      answers === of ? became : `${became}; in the round of all callers DELETE was answered ${byAnswer(of)}`,
    exchanges: [
      { exchange: before, role: 'look' },
      ...answers.map((exchange) => ({ exchange, role: 'probe', culprit: true }) as const),
      { exchange: after, role: 'look' },
    ],
    ...(reproduced === undefined ? {} : { reproduced }),
  });
}

/** Who was answered what: `401 to no token, unknown token; 403 to CONFORMANCE_TOKEN_VIEW_TEST`. */
function byAnswer(deletes: readonly Exchange[]): string {
  const labels = [...new Set(deletes.map(({ label }) => label))];
  const callersOf = (label: string) =>
    deletes.filter((one) => one.label === label).map((one) => one.caller.label);
  return labels.map((label) => `${label} to ${callersOf(label).join(', ')}`).join('; ');
}

/** A read later than any lag of the writes that made the resource. */
async function rested(on: Stage, own: OwnResource): Promise<Exchange | undefined> {
  const made = versionOf(own.born?.value);
  let one = await readPatiently(on, own);
  // What a create has updated may show as it was before for a while.
  if (on.facts.upserts)
    await settles(on.clock, { since: own.lastWriteAt, ms: on.grace.readMs }, async () => {
      const shown = versionOf(one.value);
      if (made !== undefined && shown !== undefined && sameNumber(made, shown)) return true;
      one = await readOwn(on, own);
      return false;
    });
  const two = await readPatiently(on, own);
  return one.succeeded && two.succeeded ? two : undefined;
}

/** A read that is looked at again after the lag where it differs. */
async function persistently(on: Stage, own: OwnResource, before: Exchange): Promise<Exchange> {
  let read = await readOwn(on, own);
  await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
    read = await readOwn(on, own);
    return !changed(on, before, read);
  });
  return read;
}

/** A version that may come from a counter of the whole store shows nothing of this resource. */
function changed(on: Stage, before: Exchange, after: Exchange): boolean {
  if (after.kind === 'noise') return false;
  if (!after.succeeded) return true;
  return on.facts.siblingsMove ? contentsDiffer(before, after) : versionsDiffer(before, after);
}
