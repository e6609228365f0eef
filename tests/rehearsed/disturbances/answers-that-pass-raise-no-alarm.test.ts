import { describe, expect, test } from 'vitest';
import { rowsPlayed } from '../../support/played-rows.ts';
import { falseAlarms } from '../../support/rehearsed-habits.ts';
import { passingStatuses } from '../../support/disturbances/passing-statuses.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7];
const rows = passingStatuses.flatMap((weather) =>
  seeds.map((seed) => ({ weather, seed, title: `${weather.name}, seed ${seed}` })),
);

describe('a run raises no alarm', () => {
  test.each(
    rowsPlayed({ table: 'statuses in between', rows: rows, nameOf: ({ title }) => title, oneIn: 30 }),
  )('while $title', async ({ weather, seed }) => {
    const rehearsed = await rehearseUnder(weather, { seed });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});

describe('a run that a system in between keeps from its end', () => {
  test('names the answers that caused it, and the remedy', async () => {
    const weather = passingStatuses.find(({ name }) => name.startsWith('5 % are answered 500 in place of'));
    if (weather === undefined) throw new Error('there is no such weather');
    const { statement } = await rehearseUnder(weather, { seed: 1 });
    expect(statement.verdict).toBe('INCOMPLETE');
    expect(statement.reasons[0]).toMatch(
      /^\d+ of \d+ answers were 500, and came out right on a second request \(.*\): remove what sends them, and run again$/,
    );
  });
});
