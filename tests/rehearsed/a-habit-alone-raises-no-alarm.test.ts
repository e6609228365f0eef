import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { choices } from '../../faults/catalogue.ts';
import { partsShownBy } from '../support/observed-openness.ts';
import { falseAlarms, shownMethods } from '../support/rehearsed-habits.ts';
import { isDrawn } from '../support/sampling.ts';
import { clausesOf } from '../support/selected-clauses.ts';

describe('a habit alone raises no alarm where it shows, nor elsewhere', () => {
  test.each(choices.map(({ name }) => name))('%s', async (name) => {
    const shows = partsShownBy(name);
    // The whole plan takes longer: the sections where it shows, a quarter of the others, and now and then all of them.
    const isWhole = isDrawn('habits on the whole plan', name, 8);
    const selected = clausesOf((part) => shows.includes(part) || isDrawn(`habits of ${part}`, name, 4));
    const rehearsed = await rehearse({
      plan,
      choices: [name],
      profile: shownMethods,
      ...(isWhole ? {} : { selected }),
    });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});
