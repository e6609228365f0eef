import { systemClock } from '../system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import type { ServedImplementation } from '../second-implementation/served-implementations.ts';
import { judgeWhole, type WholeRun } from '../whole-run.ts';
import { backupOf } from './kept-data.ts';
import { renewalUnder } from './rehearsed-disturbance.ts';
import type { Disturbance } from './disturbance.ts';
import { openDisturbingProxy } from './disturbing-proxy.ts';

/** Judges an implementation over sockets, with disturbances in between. */
export async function judgeUnder(
  weather: Disturbance,
  against: ServedImplementation,
  faults: readonly string[] = [],
): Promise<WholeRun> {
  return await against.use(faults, async (right, reference) => {
    const tokens = Object.fromEntries(
      right.tokens.map(({ label, token }) => [label.replace('CONFORMANCE_TOKEN_', '').toLowerCase(), token]),
    );
    const { projectKey: project } = right;
    const proxy = await openDisturbingProxy(right.baseUrl, weather, {
      seed: 1,
      project,
      tokens,
      ...(reference === undefined ? {} : { backup: () => backupOf(reference, project) }),
    });
    const transport = createTransport({
      baseUrl: proxy.url,
      connections: right.concurrency,
      http2: 'off',
      clock: systemClock,
    });
    try {
      return await judgeWhole({
        transport,
        clock: systemClock,
        options: { ...right, baseUrl: proxy.url, timeoutMs: 5_000 },
        ...(weather.renewed === undefined ? {} : { renewTokens: renewalUnder(weather) }),
      });
    } finally {
      await proxy.close();
    }
  });
}
