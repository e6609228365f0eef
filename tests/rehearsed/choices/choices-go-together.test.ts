import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { choices } from '../../../faults/catalogue.ts';
import { packsOf } from '../../support/choice-packs.ts';
import { falseAlarms } from '../../support/rehearsed-habits.ts';

// Few, so that each crosses many choices; a pack that fails is still looked through by halves.
const packs = packsOf(
  choices.filter(({ leaves }) => leaves === undefined),
  16,
);

test('each choice that a run can decide is in one pack', () => {
  const packed = packs.flatMap((pack) => pack.choices.map(({ name }) => name));
  const decidable = choices.filter(({ leaves }) => leaves === undefined).map(({ name }) => name);
  expect(packed.toSorted()).toEqual(decidable.toSorted());
});

describe('a server that makes many choices at once raises no alarm', () => {
  test.each(packs.map((pack) => [pack.choices.map(({ name }) => name).join(' '), pack] as const))(
    '%s',
    async (_names, pack) => {
      const names = pack.choices.map(({ name }) => name);
      const rehearsed = await rehearse({ plan, seed: 1, choices: names, profile: pack.profile });
      expect(falseAlarms(rehearsed)).toEqual([]);
    },
  );
});
