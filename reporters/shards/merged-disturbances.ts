import { defined } from '../../clause/defined.ts';
import type { Disturbances, PassingAnswer } from '../../clause/report.ts';

/** The disturbances of several shards as of one run: sums of all counts, and the slowest answers. */
export function mergedDisturbances(weathers: readonly Disturbances[]): Disturbances {
  const sum = (of: (weather: Disturbances) => number) => weathers.reduce((total, one) => total + of(one), 0);
  const events = weathers.flatMap((one) => one.events ?? []);
  const at = (of: (weather: Disturbances) => readonly Counted[] | undefined) =>
    summed(weathers.flatMap((one) => of(one) ?? []));
  return defined({
    serverErrors: sum(({ serverErrors }) => serverErrors),
    serverErrorsAt: at(({ serverErrorsAt }) => serverErrorsAt),
    passing: at(({ passing }) => passing) as Disturbances['passing'],
    resets: sum(({ resets }) => resets),
    resetsAt: at(({ resetsAt }) => resetsAt),
    timeouts: sum(({ timeouts = 0 }) => timeouts) || undefined,
    timeoutsAt: at(({ timeoutsAt }) => timeoutsAt),
    rateLimited: sum(({ rateLimited }) => rateLimited),
    retries: sum(({ retries }) => retries),
    slowest: weathers
      .flatMap(({ slowest }) => slowest)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, Math.max(...weathers.map(({ slowest }) => slowest.length))),
    events: events.length === 0 ? undefined : events,
  });
}

type Counted = Omit<PassingAnswer, 'status'> & Partial<PassingAnswer>;

/** Adds up the counts of the same operation and status, the greatest first; undefined without counts. */
function summed(all: readonly Counted[]): readonly Counted[] | undefined {
  const sums = new Map<string, Counted>();
  for (const one of all) {
    const key = `${one.status ?? ''} ${one.operation}`;
    sums.set(key, { ...one, count: one.count + (sums.get(key)?.count ?? 0) });
  }
  return sums.size === 0 ? undefined : [...sums.values()].toSorted((a, b) => b.count - a.count);
}
