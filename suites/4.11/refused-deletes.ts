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
import { notEveryTime } from '../../judging/confirm.ts';

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
  if (changed(on, before, after)) violated(on, [before, ...refused.map(([, one]) => one), after]);
  else on.held();
}

/** The same again late in the run, where what a server does by itself to young resources is over. */
async function judgeOnceMore(
  on: Stage,
  refused: Refused,
  [before, otherBefore]: readonly [Exchange, Exchange],
): Promise<void> {
  const restless = 'a resource that nobody touched changed as well';
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
  if (changed(on, before, after)) violated(on, [before, ...answers, after]);
  else on.held();
}

type Refused = readonly (readonly [caller: Caller, exchange: Exchange])[];

function refusedIn(on: Stage, { answers }: AccessRound): Refused {
  return [...answers].filter(([, exchange]) => refuses(on, exchange));
}

/**
 * The same where there is one resource at a time, alone on the wire: a change counts when three resources made for it
 * show it, each after another one that nobody touched for as long and that stayed as it was.
 */
async function judgeInTurn(on: Stage, refused: Refused): Promise<void> {
  if (refused.length === 0) return on.discarded('premise-failed', 'no delete was refused');
  const callers = refused.map(([caller]) => caller);
  const first = await watched(on, callers);
  if (first === undefined) return on.discarded('premise-failed', 'the resource could not be read beforehand');
  if (first.after.kind === 'noise') return on.noise(first.after.label);
  if (!first.hasChanged) return on.held();
  let last = first;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const untouched = await watched(on, []);
    if (untouched?.hasChanged !== false || untouched.after.kind === 'noise')
      return on.undecided('flaky', 'a resource that nobody touched changed as well');
    const again = await watched(on, callers);
    if (again?.hasChanged !== true)
      return notEveryTime(on, 'a refused delete took effect', [
        last.before,
        ...last.answers.slice(0, 1),
        last.after,
      ]);
    last = again;
  }
  violated(on, [last.before, ...last.answers, last.after], '3/3');
}

interface Watched {
  readonly before: Exchange;
  readonly answers: readonly Exchange[];
  readonly after: Exchange;
  readonly hasChanged: boolean;
}

/** A resource made anew, deletes of it by those who may not, and a look when all effects and lags must be over. */
async function watched(on: Stage, callers: readonly Caller[]): Promise<Watched | undefined> {
  const { own } = await guardedResource(on, 'in turn');
  const before = await rested(on, own);
  if (before === undefined) return undefined;
  const ask = (as: Caller) => on.ask('remove', { path: { id: own.id }, as });
  const answers = await Promise.all(callers.map(ask));
  await on.clock.sleep(lateEffectMs, awaited.lateEffects);
  const after = await persistently(on, own, before);
  return { before, answers, after, hasChanged: changed(on, before, after) };
}

function violated(on: Stage, exchanges: readonly [Exchange, ...Exchange[]], reproduced?: string): void {
  const [before] = exchanges;
  const after = exchanges.at(-1) ?? before;
  on.violated({
    expected: 'the resource as it was',
    got: after.succeeded
      ? `version ${versionOf(after.value) ?? 'none'} in place of ${versionOf(before.value) ?? 'none'}`
      : after.label,
    // Which of the refused ones it was cannot be told from outside.
    exchanges: exchanges.map((exchange) =>
      exchange === before || exchange === after
        ? { exchange, role: 'look' }
        : { exchange, role: 'probe', culprit: true },
    ),
    ...(reproduced === undefined ? {} : { reproduced }),
  });
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
