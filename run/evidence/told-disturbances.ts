import { runMark } from '../../clause/mark.ts';
import type { Disturbances, PassingAnswer } from '../../clause/report.ts';
import type { Timeline } from '../../clause/timeline.ts';
import { goneUnasked, type Gone } from '../../world/resources/presence.ts';
import { disturbances, type Counts, type Disturbances as Weather } from '../../world/weather/disturbances.ts';
import type { History } from '../../history/history.ts';
import type { Governor } from '../session/governor.ts';
import type { Engine } from '../engine.ts';
import { timelineOf } from './timeline.ts';
import { toldCircumstances } from '../../world/circumstances/stances.ts';

const mostSlow = 3;
/** With fewer concurrent requests, no updates can race: no lower limit is recommended. */
const fewestAtOnce = 2;
/** A rate limit is reported if it refused this many requests, and this share of all requests. */
const worthReporting = { requests: 20, share: 0.1 };

/** The run on one axis, with facts about disturbances that are known only at its end. */
export function toldTimeline(engine: Engine): Timeline {
  const { history, governor, tokenMonitor, startedAt, opened, clock } = engine;
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
  // If the profile declares that the server removes resources, the report does not ask who removed them.
  const gone = options.profile.resource?.keeps === undefined ? goneUnasked(history) : undefined;
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

interface Known {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly learnt: Governor['learnt'] | undefined;
}

/** The effects of the network and of limits on a run: as numbers, and as sentences if somebody can mend them. */
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

/** If a target never answered, it is not restarting: another sentence reports why it cannot be reached. */
function toldSpells({ hasAnswered, silences }: Weather, { startedAt }: Known): readonly string[] {
  const moment = momentSince(startedAt);
  if (!hasAnswered) return [];
  return silences.map(
    ({ from, to }) =>
      `nothing was answered from ${moment(from)} to ${moment(to)}: a restart, or a deploy? Run again to decide the clauses that this left undecided`,
  );
}

/** Settings for the next run, so that it loses no requests while it learns. */
function toldRoom({ learnt }: Known): readonly string[] {
  const { atOnce = 0 } = learnt ?? {};
  return atOnce < fewestAtOnce
    ? []
    : [`more than ${atOnce} requests at a time are rate-limited: set CONFORMANCE_CONCURRENCY=${atOnce}`];
}

/** The overall rate of accepted requests is the rate limit; for a limit of concurrent requests, none is known. */
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

/** The report about resources that are gone without a delete of the run, or that never existed. */
export function whatBecameOfThem({ count, neverFound }: Gone, first: string, mark: string): string {
  const which = count === 1 ? '1 resource of this run was' : `${count} resources of this run were`;
  if (neverFound === count)
    return (
      `${which} never found by id, first at ${first}: does the server always store a resource whose create it accepts, and read it by that id? ` +
      `Or does another client immediately delete resources that are marked ${mark}?`
    );
  const some = neverFound === 0 ? '' : ` (${neverFound} before any read found one)`;
  return (
    `${which} deleted, but not by a delete of this run that names ${count === 1 ? 'it' : 'them'}${some}, first at ` +
    `${first}: by another client, a clean-up job or a restored database? Keep these away from the resources of a run ` +
    `(marked ${mark}) while the run lasts. Or does the server remove more than a request names?`
  );
}
