import { describe, expect, test } from 'vitest';
import { rowsPlayed } from '../../support/played-rows.ts';
import { falseAlarms } from '../../support/rehearsed-habits.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';
import { disturbances } from '../../support/disturbances/disturbances.ts';

const seeds = [1, 2, 3];
const rows = disturbances.flatMap((weather) =>
  seeds.map((seed) => ({ weather, seed, title: `${weather.name}, seed ${seed}` })),
);

describe('a run raises no alarm', () => {
  test.each(rowsPlayed({ table: 'weathers', rows: rows, nameOf: ({ title }) => title, oneIn: 30 }))(
    'while $title',
    async ({ weather, seed }) => {
      expect(falseAlarms(await rehearseUnder(weather, { seed }))).toEqual([]);
    },
  );
});

describe('a token that expires', () => {
  const expiring = disturbances.filter(({ name }) => /^\w+ expires/.test(name));

  test.each(rowsPlayed({ table: 'expiring tokens', rows: expiring, nameOf: ({ name }) => name, oneIn: 6 }))(
    'is named first, with the last moment of its life: $name',
    async (weather) => {
      const { statement } = await rehearseUnder(weather);
      expect(statement.verdict).toBe('INCOMPLETE');
      expect(statement.reasons[0]).toMatch(
        /^CONFORMANCE_TOKEN_\w+ was (granted access until \d+\.\d s and has been refused since|answered unlike an unknown token until \d+\.\d s, and like one since then): expired\? .*CONFORMANCE_TOKENS_COMMAND/,
      );
    },
  );
});

describe('a token that gets the same refusal whether valid or expired', () => {
  const rows = disturbances
    .filter(({ name }) => name.endsWith('all refusals are alike'))
    .map((weather) => [weather.name, weather] as const);
  /** Asked for before and after it has died; at most of them only its own refusal shows anything. */
  const restOnIt = ['4.3', '4.7', '4.8', '4.11'].map((section) => `${section}/refused-to-other-project`);

  test.each(rows)(
    'passes no clause by refusals after it was last known to be valid: %s',
    async (_, weather) => {
      const { judgements, statement } = await rehearseUnder(weather);
      expect(statement.verdict).toBe('INCOMPLETE');
      for (const id of restOnIt)
        expect([id, judgements.get(id)]).toMatchObject([
          id,
          { verdict: 'not-tested', reason: { code: 'dead-token' } },
        ]);
    },
  );

  test('costs one request if it is valid', async () => {
    const choices = ['all-refusals-403'];
    const { judgements, statement } = await rehearseUnder({ name: 'none', begin: () => ({}) }, { choices });
    expect(statement.verdict).toBe('CONFORMANT');
    for (const id of restOnIt) expect([id, judgements.get(id)?.verdict]).toEqual([id, 'pass']);
  });
});

describe('a limit that answers 403', () => {
  test('gives no usable answer to callers with access elsewhere', async () => {
    const weather = disturbances.find(({ name }) => name === '50 a second, 403 with Retry-After');
    if (weather === undefined) throw new Error('there is no such weather');
    const { statement, record } = await rehearseUnder(weather);
    expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
    expect(record.weather?.rateLimited).toBeGreaterThan(0);
  });
});

describe('a token besides another with the same scopes', () => {
  const usual = disturbances.filter(({ name }) =>
    /^(view|manage)_test expires at request (500|900)$/.test(name),
  );

  test.each(
    rowsPlayed({ table: 'tokens with a stand-in', rows: usual, nameOf: ({ name }) => name, oneIn: 2 }),
  )('leaves almost nothing undecided, and no resource behind, when it expires: $name', async (weather) => {
    const { judgements, record } = await rehearseUnder(weather);
    const undecided = [...judgements].filter(([, { verdict }]) => verdict === 'inconclusive');
    expect(undecided.length).toBeLessThanOrEqual(10);
    expect(record.leftovers).toEqual([]);
  });
});

describe('an outage', () => {
  const outages = disturbances.filter(({ name }) => /^a (restart|deploy|gateway)/.test(name));

  test.each(rowsPlayed({ table: 'outages', rows: outages, nameOf: ({ name }) => name, oneIn: 6 }))(
    'is waited out, so that hardly anything stays undecided: $name',
    async (weather) => {
      const { judgements, record } = await rehearseUnder(weather);
      const undecided = [...judgements].filter(([, { verdict }]) => verdict === 'inconclusive');
      expect(undecided.length).toBeLessThanOrEqual(3);
      const told = [
        expect.stringMatching(/^nothing was answered from \d+\.\d s to \d+\.\d s: a restart, or a deploy\?/),
      ];
      // Of two seconds a few retries may see less than the one second that is told.
      const isLong = weather.name.includes(' 20 s ');
      if (isLong || undecided.length > 0) expect(record.weather?.events).toEqual(told);
      else expect([undefined, told]).toContainEqual(record.weather?.events);
    },
  );
});

describe('a client that deletes everything', () => {
  const janitors = disturbances.filter(({ name }) => /^a janitor .* (150|700) ms$/.test(name));

  test.each(rowsPlayed({ table: 'janitors', rows: janitors, nameOf: ({ name }) => name, oneIn: 2 }))(
    'is reported first: $name',
    async (weather) => {
      const { statement, record } = await rehearseUnder(weather);
      const told = expect.stringMatching(
        /^\d+ resources? of this run (?:was|were) deleted, but not by a delete of this run that names (?:it|them)(?: \(\d+ before any read found one\))?, first at \d+\.\d s: .*\(marked \S*000000\)/,
      );
      expect(record.weather?.events).toContainEqual(told);
      // Where nothing was asked of what is gone, nothing is left undecided.
      expect(statement.verdict).not.toBe('NON-CONFORMANT');
      if (statement.verdict === 'INCOMPLETE') expect(statement.reasons[0]).toEqual(told);
    },
  );
});

describe('tokens that are rotated', () => {
  const rotating = disturbances.filter(({ renewed }) => renewed !== undefined);

  test.each(rowsPlayed({ table: 'rotated tokens', rows: rotating, nameOf: ({ name }) => name, oneIn: 3 }))(
    'leave no clause undecided if their source is read again: $name',
    async (weather) => {
      const { statement, record } = await rehearseUnder(weather);
      expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
      // Anyone who meets the rotation first has all tokens read again.
      expect(record.weather?.events).toContainEqual(
        expect.stringMatching(/^CONFORMANCE_TOKEN_\w+ was renewed at \d/),
      );
    },
  );
});
