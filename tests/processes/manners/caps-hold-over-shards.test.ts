import { describe, expect, test } from 'vitest';
import { embeddedTarget, tokenBySetting } from '../../../config/runs/embedded-target.ts';
import { mostWithin, serveOddly } from '../../support/servers/odd-server.ts';
import { newFolder, reportIn } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

/** Two shards of a run at once on one server that takes its time, and what it saw. */
async function shardsOf(caps: Readonly<Record<string, string>>) {
  const server = await serveOddly({ latencyMs: 25 });
  const cwd = newFolder();
  const { projectKey, otherProjectKey } = embeddedTarget();
  const tokens = Object.entries(tokenBySetting).map(
    ([name, token]) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token] as const,
  );
  const env = {
    ...Object.fromEntries(tokens),
    ...caps,
    CONFORMANCE_BASE_URL: server.url,
    CONFORMANCE_PROJECT_KEY: projectKey,
    CONFORMANCE_OTHER_PROJECT_KEY: otherProjectKey,
    CONFORMANCE_SEED: '1',
  };
  const ended = await Promise.all(
    ['1/2', '2/2'].map((shard) =>
      runCommand(cwd, ['run', '-t', '4.(2|5)/', '--shard', shard, '--reporter', 'blob'], env),
    ),
  );
  const merged = await runCommand(cwd, ['run', '--merge-reports', '.vitest-reports'], env);
  await server.close();
  const { run } = reportIn(cwd, 'conformance.selected');
  return { ended, merged, run, server, times: server.requests.map(({ at }) => at) };
}

describe('measured at the server, over two shards at once', () => {
  test('the rate is that of one run', async () => {
    const maxRps = 24;
    const { times, run, merged } = await shardsOf({ CONFORMANCE_MAX_RPS: String(maxRps) });
    expect(run.shards, merged.stderr).toBe(2);
    expect(run.requests).toBe(times.length);
    expect(times.length).toBeGreaterThan(3 * maxRps);
    expect(mostWithin(times, 1_000)).toBeLessThanOrEqual(maxRps * 1.1 + 2);
    // Both had their share of it.
    expect(mostWithin(times, 1_000)).toBeGreaterThan(maxRps / 2 + 2);
  });

  test('no more requests wait for an answer than in one run', async () => {
    const concurrency = 6;
    const { server, run, merged } = await shardsOf({ CONFORMANCE_CONCURRENCY: String(concurrency) });
    expect(run.shards, merged.stderr).toBe(2);
    expect(server.mostAtATime()).toBeLessThanOrEqual(concurrency);
    expect(server.mostAtATime()).toBeGreaterThan(concurrency / 2);
  });
});
