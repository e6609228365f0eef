import { runMark } from '../../clause/mark.ts';
import type { Disturbances, PassingAnswer } from '../../clause/report.ts';
import type { Timeline } from '../../clause/timeline.ts';
import { goneUnasked } from '../../world/resources/presence.ts';
import { disturbances, type Counts, type Disturbances as Weather } from '../../world/weather/disturbances.ts';
import type { History } from '../../history/history.ts';
import type { Governor } from '../session/governor.ts';
import type { Engine } from '../engine.ts';
import { timelineOf } from './timeline.ts';
import { toldCircumstances } from '../../world/circumstances/stances.ts';
import { whatBecameOfThem } from './told-resources.ts';

/** The slowest operations that are named. */
const mostSlow = 3;
/** With fewer requests at a time nothing can race, so that a limit below is no setting to recommend. */
const fewestAtOnce = 2;
/** A limit of rate is told of where it turned away so many requests, and such a share of all. */
const worthReporting = { requests: 20, share: 0.1 };

/** The run on one axis, with what is known of its disturbances only at its end. */
export function toldTimeline({
  history,
  governor,
  tokenMonitor,
  startedAt,
  opened,
  clock,
}: Engine): Timeline {
  const spells = [
    ...disturbances(history).silences.map((silence) => ({ what: 'no answer', ...silence })),
    ...tokenMonitor.refusals.map(({ label, ...spell }) => ({
      what: `${label} was refused everywhere`,
      ...spell,
    })),
  ];
  const waits = governor.waits.stretches;
  return timelineOf(history, { startedAt, endedAt: clock.now(), phases: opened, waits, spells });
}

/** The disturbances of the run, with the outcome of tokens and resources. */
export function toldDisturbances(engine: Engine): Disturbances {
  const { history, world, tokenMonitor, ban, options, startedAt, clock, governor } = engine;
  const { events: told = [], ...counts } = weatherOf(history, {
    startedAt,
    endedAt: clock.now(),
    learnt: governor.learnt,
  });
  const gone = goneUnasked(history);
  const { all: passing } = world.passing;
  const when = gone === undefined ? '' : momentSince(startedAt)(gone.first);
  const events = [
    ...told,
    ...(gone === undefined ? [] : [whatBecameOfThem(gone, when, runMark(options.runId))]),
    ...ban.told(momentSince(startedAt)),
    ...tokenMonitor.events,
    ...toldCircumstances(world),
  ];
  return {
    ...counts,
    ...(events.length === 0 ? {} : { events }),
    ...(passing.length === 0 ? {} : { passing }),
  };
}

/** What a run knows of its time, and of the limits of the target. */
interface Known {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly learnt: Governor['learnt'] | undefined;
}

/** What the network and limits did to a run, in numbers, and as sentences where somebody can mend it. */
export function weatherOf(history: History, known: Known): Disturbances {
  const weather = disturbances(history);
  const events = [...toldSpells(weather, known), ...toldRoom(known), ...toldRate(weather, known)];
  return { ...countsOf(weather), ...(events.length === 0 ? {} : { events }) };
}

function momentSince(startedAt: number): (at: number) => string {
  return (at) => `${((at - startedAt) / 1_000).toFixed(1)} s`;
}

function countsOf(weather: Weather): Disturbances {
  const { failing, hangingUp, silent, rateLimited, retries, slowest } = weather;
  return {
    serverErrors: total(failing),
    ...(failing.size === 0 ? {} : { serverErrorsAt: mostFrequentFirst(failing) }),
    resets: total(hangingUp),
    ...(hangingUp.size === 0 ? {} : { resetsAt: mostFrequentFirst(hangingUp) }),
    ...(silent.size === 0 ? {} : { timeouts: total(silent), timeoutsAt: mostFrequentFirst(silent) }),
    rateLimited,
    retries,
    slowest: [...slowest]
      .map(([endpoint, ms]) => ({ endpoint, ms: Math.round(ms) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, mostSlow),
  };
}

function total(counts: Counts): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function mostFrequentFirst(counts: Counts): readonly Omit<PassingAnswer, 'status'>[] {
  return [...counts]
    .map(([operation, times]) => ({ operation, count: times }))
    .toSorted((a, b) => b.count - a.count);
}

/** What never answered is not restarting: why it cannot be reached is told elsewhere. */
function toldSpells({ hasAnswered, silences }: Weather, { startedAt }: Known): readonly string[] {
  const moment = momentSince(startedAt);
  if (!hasAnswered) return [];
  return silences.map(
    ({ from, to }) =>
      `nothing was answered from ${moment(from)} to ${moment(to)}: a restart, or a deploy? Run again to decide the clauses that this left undecided`,
  );
}

/** What the next run can be told beforehand, so that it loses no requests while it learns. */
function toldRoom({ learnt }: Known): readonly string[] {
  const { atOnce = 0 } = learnt ?? {};
  return atOnce < fewestAtOnce
    ? []
    : [`more than ${atOnce} requests at a time are rate-limited: set CONFORMANCE_CONCURRENCY=${atOnce}`];
}

/** What was borne a second, all in all, is what the limit allows; where it is one of requests at a time, none is known. */
function toldRate({ rateLimited, came }: Weather, { learnt, endedAt, startedAt }: Known): readonly string[] {
  const { atOnce, isRate = true } = learnt ?? {};
  if (atOnce !== undefined && !isRate) return [];
  if (rateLimited < worthReporting.requests || rateLimited < worthReporting.share * came) return [];
  const seconds = Math.max(1, (endedAt - startedAt) / 1_000);
  const borne = Math.max(1, Math.floor((came - rateLimited) / seconds));
  return [
    `${rateLimited} of ${came} requests were rate-limited: CONFORMANCE_MAX_RPS=${borne} stays below the limit`,
  ];
}
