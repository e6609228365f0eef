import { describe, expect, test } from 'vitest';
import { briefRun, briefShard } from '../../../config/runs/run-brief.ts';
import { loadSettings } from '../../../config/settings/settings.ts';

const identity = { id: '1'.repeat(32), seed: 7, suite: { name: 'suite', version: '1' } };

/** What one of so many shards may spend. */
function shareOf(count: number, more: Readonly<Record<string, string>> = {}) {
  const env = {
    CONFORMANCE_BASE_URL: 'https://api.example.com',
    CONFORMANCE_PROJECT_KEY: 'demo',
    CONFORMANCE_ENV_FILE: 'none',
    ...more,
  };
  return briefShard(briefRun(loadSettings({ env, cwd: process.cwd(), flags: {} }), identity), count).options;
}

describe('one of several shards', () => {
  test.each([2, 4, 16])(
    'a shard of %i may send half of the usual budget, since each shard works alone',
    (count) => {
      expect(shareOf(count).budgetRequests).toBe(1_500);
    },
  );

  test('gets its part of the set budget and of the set rate', () => {
    const set = { CONFORMANCE_BUDGET_REQUESTS: '3000', CONFORMANCE_MAX_RPS: '20' };
    expect(shareOf(4, set)).toMatchObject({ budgetRequests: 750, maxRps: 5, concurrency: 6 });
  });
});
