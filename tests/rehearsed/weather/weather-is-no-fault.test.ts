import { describe, expect, test } from 'vitest';
import { drawn } from '../../support/sampling.ts';
import { falseAlarms } from '../../support/rehearsed-habits.ts';
import { rehearseUnder } from '../../support/weather/rehearsed-weather.ts';
import { weathers } from '../../support/weather/weathers.ts';

const seeds = [1, 2, 3];
const rows = weathers.flatMap((weather) =>
  seeds.map((seed) => ({ weather, seed, title: `${weather.name}, seed ${seed}` })),
);

describe('a run raises no alarm', () => {
  test.each(drawn('weathers', rows, ({ title }) => title, 8))('while $title', async ({ weather, seed }) => {
    expect(falseAlarms(await rehearseUnder(weather, { seed }))).toEqual([]);
  });
});

describe('a token that expires', () => {
  const expiring = weathers.filter(({ name }) => name.includes('_test expires'));

  test.each(drawn('expiring tokens', expiring, ({ name }) => name, 4))(
    'is named first, with the last moment of its life: $name',
    async (weather) => {
      const { statement } = await rehearseUnder(weather);
      expect(statement.verdict).toBe('INCOMPLETE');
      expect(statement.reasons[0]).toMatch(
        /^CONFORMANCE_TOKEN_(VIEW|MANAGE)_TEST was let in until \d+\.\d s and is refused since: expired\? .*CONFORMANCE_TOKENS_COMMAND/,
      );
    },
  );
});

describe('tokens that are rotated', () => {
  const rotating = weathers.filter(({ renewed }) => renewed !== undefined);

  test.each(drawn('rotated tokens', rotating, ({ name }) => name, 3))(
    'leave nothing undecided where their source is read again: $name',
    async (weather) => {
      const { statement } = await rehearseUnder(weather);
      expect(statement).toEqual({ verdict: 'CONFORMANT', reasons: [] });
    },
  );
});
