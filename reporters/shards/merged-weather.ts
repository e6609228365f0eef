import type { Weather } from '../../clause/report.ts';

/** The weather of several shards as that of one run: counts are summed, the slowest of all is the slowest. */
export function mergedWeather(weathers: readonly Weather[]): Weather {
  const sum = (of: (weather: Weather) => number) => weathers.reduce((total, one) => total + of(one), 0);
  const events = weathers.flatMap((one) => one.events ?? []);
  const most = Math.max(...weathers.map(({ slowest }) => slowest.length));
  return {
    serverErrors: sum(({ serverErrors }) => serverErrors),
    resets: sum(({ resets }) => resets),
    rateLimited: sum(({ rateLimited }) => rateLimited),
    retries: sum(({ retries }) => retries),
    slowest: weathers
      .flatMap(({ slowest }) => slowest)
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, most),
    ...(events.length === 0 ? {} : { events }),
  };
}
