import { unlessInconclusive } from '../../clause/thrown.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { awaited } from '../../run/awaited.ts';
import type { Flicker, Flickering } from '../../world/resources/flickers.ts';
import { lets } from '../../world/callers/lets.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Reads that a first flicker starts, and the least time over which they are spread, in milliseconds. */
const reads = 20;
const leastSpreadMs = 4_000;
/** This often these are made again, while some were not found, and too few. */
const mostRounds = 3;
/** Further resources that are looked for if some are missing. */
const mostOthers = 5;
/** The distance in milliseconds below which flickers count as one. */
const apartMs = 1_000;

/**
 * A resource that nobody deletes does not come and go (4.2). If a resource of any age was found and then not, it is
 * read repeatedly once it is old; answers that a write or a lag could explain do not count. Sends nothing if none
 * did.
 */
export async function judgeFlickers(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || on.facts.reader === undefined) return;
  if ((await unlessInconclusive(late(on))) === undefined) return;
  let worst: readonly Flicker[] = [];
  const alone = new Set<number>();
  for (let round = 0; round < mostRounds && ownFlickering(on).length > 0; round += 1) {
    await unlessInconclusive(readAgain(on, alone));
    worst = unexplainedMost(on, alone);
    if (worst.length === 0 || worst.length >= confirmations) break;
  }
  const last = worst.at(-1);
  if (last === undefined) return;
  const exchanges = [last.missed, ...(last.found === undefined ? [] : [last.found])];
  const isDisturbance = on.world.passing.isDisturbance(last.missed);
  if (worst.length < confirmations || isDisturbance || (await areOthersGone(on)))
    return notEveryTime(on, 'a resource that nobody has deleted was not found between two reads', exchanges);
  on.violated({
    expected: 'a resource that was read before and after to be found',
    got: `${last.missed.label}, ${worst.length} times, between reads that found it`,
    deviation: { kind: 'status', exchange: last.missed },
    exchanges: exchanges.map((exchange) => ({ exchange, role: 'look', culprit: exchange === last.missed })),
    reproduced: `${worst.length}/${worst.length}`,
  });
}

/** For one resource and one reader: those that no lag and no write explains, as many as are far enough apart. */
function unexplainedMost(on: Stage, alone: ReadonlySet<number>): readonly Flicker[] {
  const all = ownFlickering(on).map(({ flickers }) =>
    apart(flickers.filter((one) => alone.has(one.missed.number) && isUnexplained(on, one))),
  );
  return all.reduce((most, one) => (one.length > most.length ? one : most), []);
}

async function late(on: Stage): Promise<true> {
  await on.until('late');
  return true;
}

/** All that the run has made, as callers have met them whose token suffices. */
function ownFlickering(on: Stage): readonly Flickering[] {
  const own = new Set(on.made.map(({ id }) => id));
  const { projectKey } = on.options;
  return on.world.flickers.all
    .filter(({ id }) => own.has(id))
    .map(({ id, flickers }) => ({
      id,
      flickers: flickers.filter(({ missed: { caller } }) => lets('readById', caller, projectKey) === 'in'),
    }))
    .filter(({ flickers }) => flickers.length > 0);
}

/**
 * A resource that still rests, else the one without writes, by the reader who missed it. Somebody else restored a
 * resource that is missing for a while, or removed and created it again: an immediate read has to find it.
 *
 * @param alone - gets the numbers of the reads that found nothing if the next ones did
 */
async function readAgain(on: Stage, alone: Set<number>): Promise<void> {
  const { flickers } = on.world;
  const resting = ownFlickering(on).find(({ id }) => flickers.restsSince(id) !== undefined);
  const id = resting?.id ?? (await keptResource(on)).own.id;
  const as = resting?.flickers[0]?.missed.caller ?? on.reader;
  const recent = (flickers.restsSince(id) ?? on.clock.now()) + on.grace.queryMs - on.clock.now();
  if (recent > 0) await on.clock.sleep(recent, awaited.age);
  const step = Math.max(on.grace.readMs, leastSpreadMs) / reads;
  for (let read = 0; read < reads; read += 1) {
    const ask = () => on.ask('readById', { path: { id }, as, mayNotExist: true });
    const read = await ask();
    if (read.is('turned away') && (await ask()).succeeded) alone.add(read.number);
    // Out of step with replicas that answer in turn.
    await on.clock.sleep((step * on.random.integer(50, 150)) / 100, awaited.spacing);
  }
}

/**
 * Whether some other resource that nobody of the run has deleted is gone permanently: data were restored, or removed.
 */
async function areOthersGone(on: Stage): Promise<boolean> {
  const missing = ownFlickering(on).filter(({ flickers }) => flickers.at(-1)?.found === undefined);
  for (const { id, flickers } of missing.slice(0, mostOthers)) {
    const as = flickers.at(-1)?.missed.caller ?? on.reader;
    let inVain = 0;
    for (let read = 0; read < confirmations + 1; read += 1)
      if ((await on.ask('readById', { path: { id }, as, mayNotExist: true })).is('turned away')) inVain += 1;
    if (inVain > confirmations) return true;
  }
  return false;
}

/** Found again by the same caller, and older than any lag. */
function isUnexplained(on: Stage, { found, restedMs }: Flicker): boolean {
  return found !== undefined && restedMs >= on.grace.queryMs;
}

/** As many as are far enough apart. */
function apart(flickers: readonly Flicker[]): readonly Flicker[] {
  const kept: Flicker[] = [];
  for (const one of flickers) {
    const before = kept.at(-1)?.missed.outcome.answeredAt ?? -Infinity;
    if (one.missed.outcome.answeredAt - before >= apartMs) kept.push(one);
  }
  return kept;
}
