import type { PassingAnswer, Disturbances } from '../../clause/report.ts';

/**
 * The disturbances of several shards as the disturbances of one run: the sums of all counts, and the slowest
 * answer of all shards.
 */
export function mergedDisturbances(weathers: readonly Disturbances[]): Disturbances {
  const sum = (of: (weather: Disturbances) => number) => weathers.reduce((total, one) => total + of(one), 0);
  const events = weathers.flatMap((one) => one.events ?? []);
  const timeouts = sum((weather) => weather.timeouts ?? 0);
  const most = Math.max(...weathers.map(({ slowest }) => slowest.length));
  return {
    serverErrors: sum(({ serverErrors }) => serverErrors),
    ...listed('serverErrorsAt', summed(weathers.flatMap(({ serverErrorsAt = [] }) => serverErrorsAt))),
    ...listed('passing', summed(weathers.flatMap(({ passing = [] }) => passing))),
    resets: sum(({ resets }) => resets),
    ...listed('resetsAt', summed(weathers.flatMap(({ resetsAt = [] }) => resetsAt))),
    ...(timeouts === 0 ? {} : { timeouts }),
    ...listed('timeoutsAt', summed(weathers.flatMap(({ timeoutsAt = [] }) => timeoutsAt))),
    rateLimited: sum(({ rateLimited }) => rateLimited),
    retries: sum(({ retries }) => retries),
    slowest: weathers
      .flatMap(({ slowest }) => slowest)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, most),
    ...(events.length === 0 ? {} : { events }),
  };
}

type Counted = Omit<PassingAnswer, 'status'> & Partial<PassingAnswer>;

/** The counts of the same operation and status together, the greatest first. */
function summed<One extends Counted>(all: readonly One[]): readonly One[] {
  const sums = new Map<string, One>();
  for (const one of all) {
    const key = `${one.status ?? ''} ${one.operation}`;
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count);
}

function listed<Name extends string, One>(
  name: Name,
  all: readonly One[],
): Partial<Record<Name, readonly One[]>> {
  return all.length === 0 ? {} : ({ [name]: all } as Partial<Record<Name, readonly One[]>>);
}
