import { isOfClass } from '../../wire/status.ts';
import type { Disturbance, Timeline } from '../../clause/timeline.ts';
import type { Came, History } from '../../history/history.ts';
import type { Waited } from '../session/waits.ts';

/** More slices make an unreadable picture: beyond this, slices get twice as long. */
const mostSlices = 120;
const shortestSliceMs = 10;
const mostWaits = 40;
/** Shorter silences between requests show in the slices only. */
const leastWaitMs = 20;
/** If a disturbance recurs within this time, it has continued. */
const shortestCalmMs = 250;
/** The most separate disturbances of one kind: beyond it, longer pauses between disturbances are ignored. */
const mostDisturbances = 24;

/** A disturbance of one kind, from its beginning to its end, by the clock. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** What a timeline shows besides requests and answers; all times are by the clock of the run. */
export interface Told {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly phases: ReadonlyMap<string, number>;
  readonly waits: readonly Waited[];
  /** A disturbance of the run between two moments; without a second moment, until the end of the run. */
  readonly spells: readonly { readonly what: string; readonly from: number; readonly to?: number }[];
}

/** The times of a run: phases, requests in slices of time, waits, disturbances. */
export function timelineOf(history: History, { startedAt, endedAt, phases, waits, spells }: Told): Timeline {
  const rounded = (ms: number): number => Math.round(ms * 10) / 10;
  const since = (at: number): number => rounded(at - startedAt);
  const left: number[] = [];
  const disturbed = new Map<string, Stretch[]>();
  for (const entry of history.entries) {
    if (!('kind' in entry)) continue;
    if (entry.kind === 'left') left.push(...Array.from({ length: entry.count }, () => entry.at - startedAt));
    const what = entry.kind === 'came' ? disturbanceBy(entry) : undefined;
    if (what !== undefined && entry.kind === 'came')
      disturbed.set(what, gone(disturbed.get(what) ?? [], entry.at));
  }
  const weather: readonly Disturbance[] = [
    ...[...disturbed].flatMap(([what, all]) =>
      joined(all).map(({ from, to, count }) => ({ what, atMs: since(from), ms: rounded(to - from), count })),
    ),
    ...spells.map(({ what, from, to = endedAt }) => ({ what, atMs: since(from), ms: rounded(to - from) })),
  ];
  return {
    endMs: since(endedAt),
    phases: [{ name: 'meeting', atMs: 0 }, ...[...phases].map(([name, at]) => ({ name, atMs: since(at) }))],
    requests: slicesOf(left),
    waits: waits
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, mostWaits)
      .toSorted((a, b) => a.at - b.at)
      .filter(({ ms }) => ms >= leastWaitMs)
      .map((wait) => ({ for: wait.for, atMs: since(wait.at), ms: rounded(wait.ms) })),
    ...(weather.length === 0 ? {} : { weather }),
  };
}

function disturbanceBy({ status = 0, failure, asksToWait }: Came): string | undefined {
  if (failure === 'reset' || failure === 'unreachable') return 'connections lost';
  if (failure === 'timeout') return 'no answer in time';
  if (asksToWait) return 'asked to wait';
  return isOfClass(status, 5) ? 'answers 5xx' : undefined;
}

function slicesOf(left: readonly number[]): Timeline['requests'] {
  const last = left.at(-1) ?? 0;
  let sliceMs = shortestSliceMs;
  while (last >= sliceMs * mostSlices) sliceMs *= 2;
  const counts = left.length === 0 ? [] : Array.from({ length: Math.floor(last / sliceMs) + 1 }, () => 0);
  for (const at of left) counts[Math.floor(at / sliceMs)] = (counts[Math.floor(at / sliceMs)] ?? 0) + 1;
  return { sliceMs, counts };
}

function gone(all: Stretch[], at: number): Stretch[] {
  const last = all.at(-1);
  if (last === undefined || at - last.to > shortestCalmMs) all.push({ from: at, to: at, count: 1 });
  else all[all.length - 1] = { ...last, to: at, count: last.count + 1 };
  return all;
}

/** The most stretches: beyond it, stretches with the shortest pauses between them are joined. */
function joined(all: readonly Stretch[]): readonly Stretch[] {
  const calms = all.slice(1).map(({ from }, at) => from - (all[at]?.to ?? from));
  const longest = calms.toSorted((a, b) => b - a)[mostDisturbances - 1] ?? -1;
  const stretches: Stretch[] = [];
  for (const [at, one] of all.entries()) {
    const last = stretches.at(-1);
    if (last === undefined || (calms[at - 1] ?? 0) > longest) stretches.push(one);
    else stretches[stretches.length - 1] = { ...last, to: one.to, count: last.count + one.count };
  }
  return stretches;
}
