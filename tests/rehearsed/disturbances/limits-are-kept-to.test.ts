import { describe, expect, test } from 'vitest';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';
import type { Disturbance } from '../../support/disturbances/disturbance.ts';
import { limited, limitedInBursts } from '../../support/disturbances/disturbances.ts';

describe('a limit of ten requests a second', () => {
  test.each(['1', undefined])(
    'costs no clause, hardly a request and no time (Retry-After: %s)',
    async (asked) => {
      const { statement, record, took } = await rehearseUnder(limited(10, asked));
      expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
      expect(record.weather?.rateLimited).toBeLessThan(0.1 * record.requests);
      expect(took).toBeLessThan(1.2 * record.requests * 100);
    },
  );
});

describe('a limit with a status other than 429', () => {
  // Updates that are answered 503 are left to their checks.
  const rows = limitedInBursts(5, 100, 0).filter(({ name }) => !name.includes('503'));

  test.each(rows.map((weather) => [weather.name, weather] as const))(
    'costs no clause and expires no token: %s',
    async (_, weather) => {
      const { statement, record } = await rehearseUnder(weather);
      expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
      expect(record.mistakes).toBeUndefined();
      expect(record.weather?.rateLimited).toBeGreaterThan(20);
      expect(record.weather?.events?.join('\n') ?? '').not.toContain('refused everywhere');
    },
  );

  test('is named with the settings that keep below it', async () => {
    const [weather] = rows;
    if (weather === undefined) throw new Error('there is no such limit');
    const { record } = await rehearseUnder(weather);
    const events = record.weather?.events?.join('\n');
    expect(events).toMatch(/\d+ answers were 400 to concurrent requests/);
    expect(events).toContain('CONFORMANCE_MAX_RPS or CONFORMANCE_CONCURRENCY');
  });
});

/** From that request on everything is answered 429. */
function shut(from: number): Disturbance {
  const instead = { status: 429, headers: [['Retry-After', '60']] as const, text: '' };
  return {
    name: 'shut',
    begin: () => ({ fate: ({ number }) => (number > from ? { lost: true, instead } : undefined) }),
  };
}

describe('a limit that grants no caller access', () => {
  test('ends a run within two minutes, and is reported', async () => {
    const { statement, record, took } = await rehearseUnder(shut(0));
    expect(statement.verdict).toBe('INCOMPLETE');
    expect(record.aborted?.text).toContain('the target has rate-limited every request for 60 s');
    expect(took).toBeLessThan(120_000);
    expect(record.requests).toBeLessThan(50);
  });

  test('a limit in mid-run leaves clauses without requests undecided, and reports nothing against the server', async () => {
    const { statement, judgements, record, took } = await rehearseUnder(shut(300));
    expect(statement.verdict).toBe('INCOMPLETE');
    const open = [...judgements.values()].filter(({ reason }) =>
      reason?.text.includes('the target has rate-limited'),
    );
    expect(open.length).toBeGreaterThan(100);
    expect([...judgements.values()].filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(took).toBeLessThan(240_000);
    expect(record.requests).toBeLessThan(1_000);
  });
});
