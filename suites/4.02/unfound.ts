import { unlessInconclusive } from '../../clause/thrown.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { namesWith } from '../../contract/traits.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { deleteOwn } from '../../implementation/resources/disposable.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import { awaited } from '../../run/awaited.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import { inScope } from '../../run/options.ts';
import { settles } from '../../run/settle.ts';
import { mentions } from '../../wire/json/pointer.ts';
import type { Flicker, Flickering } from '../../world/resources/flickers.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';

/** The reads after a first flicker, and the least time over which they are spread, in milliseconds. */
const reads = 20;
const leastSpreadMs = 4_000;
/** The number of further attempts to create resources, while some, but too few, were not found. */
const mostRounds = 3;
/** The number of other resources to search for if some are missing. */
const mostOthers = 5;
/** The time in milliseconds within which flickers count as one. */
const apartMs = 1_000;

/** An undeleted resource does not come and go (4.2): it is read repeatedly if it was once found and then not. */
export async function judgeFlickers(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || on.facts.reader === undefined) return;
  if ((await unlessInconclusive(on.until('late').then(() => true))) === undefined) return;
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
    return notEveryTime(on, 'an undeleted resource was not found between two reads', exchanges);
  on.violated({
    expected: 'a resource that was read before and after to be found',
    got: `${last.missed.label}, ${worst.length} times, between reads that found it`,
    deviation: { kind: 'status', exchange: last.missed },
    exchanges: exchanges.map((exchange) => ({ exchange, role: 'look', culprit: exchange === last.missed })),
    reproduced: `${worst.length}/${worst.length}`,
  });
}

/** For one resource and one reader: the number of flickers far enough apart that neither a lag nor a write explains. */
function unexplainedMost(on: Stage, alone: ReadonlySet<number>): readonly Flicker[] {
  // The same caller found the resource again, and the resource is older than the longest lag.
  const isUnexplained = ({ found, restedMs }: Flicker): boolean =>
    found !== undefined && restedMs >= on.grace.queryMs;
  const all = ownFlickering(on).map(({ flickers }) =>
    apart(flickers.filter((one) => alone.has(one.missed.number) && isUnexplained(one))),
  );
  return all.reduce((most, one) => (one.length > most.length ? one : most), []);
}

/** The resources of the run, as callers with a sufficient token have seen them. */
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

/** Reads a resting resource again; `alone` gets reads that found nothing right before a read that did: a restore does not explain them. */
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
    // A random pause, because replicas may alternate in a rhythm.
    await on.clock.sleep((step * on.random.integer(50, 150)) / 100, awaited.spacing);
  }
}

/** Whether another resource, which the run has not deleted, is permanently gone: data were restored or removed. */
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

function apart(flickers: readonly Flicker[]): readonly Flicker[] {
  const kept: Flicker[] = [];
  for (const one of flickers) {
    const before = kept.at(-1)?.missed.outcome.answeredAt ?? -Infinity;
    if (one.missed.outcome.answeredAt - before >= apartMs) kept.push(one);
  }
  return kept;
}

/** The number of resources to create if some were never found, and the least number to search for. */
const several = 12;
const some = 8;

interface Made {
  readonly own: OwnResource;
  readonly canary: string;
}

/** A created resource that a list keeps showing is found by its id (4.2), if the list follows deletes of the run. */
export async function judgeNeverFound(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || on.facts.writer === undefined) return;
  if (on.made.length < some) for (const { own } of await make(on, some)) await readOwn(on, own);
  if (!wereSomeUnfound(on)) return;
  const made = await make(on, several);
  const { found, missing } = await lookForThem(on, made);
  const [control] = found;
  if (control === undefined || missing.length < confirmations) return;
  const truthful = await followingDeletes(on, control);
  const looks = (await lists(on)).filter(({ endpoint }) => truthful.has(endpoint));
  const contradicted = missing.flatMap((one) => {
    const look = looks.find(({ value }) => mentions(value, one.canary));
    return look === undefined ? [] : [{ ...one, look }];
  });
  const [first] = contradicted;
  if (first === undefined || contradicted.length < confirmations) return;
  const again = await readOwn(on, first.own);
  if (!isAbsent(again) || on.world.passing.isDisturbance(again)) return;
  on.violated({
    expected: 'a resource that a list shows to be found by its id',
    got: `${again.label}, as for ${contradicted.length} of ${made.length} that were created`,
    deviation: { kind: 'status', exchange: again },
    exchanges: [
      { exchange: first.look, role: 'look' },
      { exchange: again, role: 'look', culprit: true },
    ],
    reproduced: `${contradicted.length}/${made.length}`,
  });
}

function wereSomeUnfound(on: Stage): boolean {
  const own = new Set(on.made.map(({ id }) => id));
  return on.world.flickers.unfound.some(
    ({ id, missed }) => own.has(id) && lets('readById', missed.caller, on.options.projectKey) === 'in',
  );
}

async function make(on: Stage, most: number): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let count = 0; count < most; count += 1) {
    const canary = on.canary();
    const own = (await unlessInconclusive(on.create(canary)))?.own;
    if (own === undefined) break;
    on.keep(own);
    made.push({ own, canary });
  }
  return made;
}

async function lookForThem(on: Stage, made: readonly Made[]) {
  await on.clock.sleep(on.grace.queryMs, awaited.age);
  const found: Made[] = [];
  const missing: Made[] = [];
  for (const one of made) {
    const read = await readOwn(on, one.own);
    if (read.succeeded) found.push(one);
    else if (isAbsent(read)) missing.push(one);
  }
  return { found, missing };
}

/** Operations whose lists show a resource until it is deleted, but not afterwards. */
async function followingDeletes(on: Stage, { own, canary }: Made) {
  const showing = async (): Promise<ReadonlySet<EndpointName | undefined>> =>
    new Set((await lists(on)).flatMap(({ endpoint, value }) => (mentions(value, canary) ? [endpoint] : [])));
  const before = await showing();
  if (before.size === 0 || !(await deleteOwn(on, own)).succeeded) return new Set();
  let after = before;
  await settles(on.clock, { since: on.clock.now(), ms: on.grace.queryMs }, async () => {
    after = await showing();
    return after.size === 0;
  });
  return new Set([...before].filter((name) => !after.has(name)));
}

async function lists(on: Stage): Promise<readonly Exchange[]> {
  const wide = await Promise.all(inScope(on.options, namesWith('shows', 'list')).map((name) => on.ask(name)));
  return [...wide, ...(await laterPages(on))].filter(({ succeeded }) => succeeded);
}

function isAbsent(exchange: Exchange): boolean {
  return exchange.is('nothing there');
}
