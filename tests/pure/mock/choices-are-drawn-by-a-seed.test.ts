import { expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { choices } from '../../../faults/catalogue.ts';
import { drawnChoices } from '../../../mock/made.ts';
import { mock } from '../../../mock/published.ts';

const seeds = Array.from({ length: 200 }, (_, at) => at);

test('the same seed draws the same choices, and other seeds draw others', () => {
  const drawn = seeds.map(drawnChoices);
  expect(drawn).toEqual(seeds.map(drawnChoices));
  expect(new Set(drawn.flat()).size).toBeGreaterThan(choices.length / 2);
});

test('no two choices of a draw exclude each other', () => {
  const atOdds = seeds
    .map(drawnChoices)
    .flatMap((names) =>
      choices
        .filter(({ name }) => names.includes(name))
        .flatMap(({ name, excludes = [] }) =>
          excludes.filter((other) => names.includes(other)).map((other) => `${name} ${other}`),
        ),
    );
  expect(atOdds).toEqual([]);
});

test('a mock names its drawn choices, and their seed', async () => {
  const { seed, choices: drawn } = await mock({ listen: false, choices: 'random' });
  expect(drawn).toEqual(drawnChoices(seed));
});

test('a name that is not in the catalogue is refused', async () => {
  await expect(mock({ listen: false, faults: ['no-such-fault'] })).rejects.toThrow(ConfigurationError);
  await expect(mock({ listen: false, choices: ['no-such-choice'] })).rejects.toThrow('--choice');
});
