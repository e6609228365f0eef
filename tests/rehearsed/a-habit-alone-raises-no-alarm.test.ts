import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { choices } from '../../faults/catalogue.ts';
import { falseAlarms, shownMethods } from '../support/rehearsed-habits.ts';
import { drawn } from '../support/sampling.ts';
import { inputsIn } from '../support/sampling/stated-in.ts';

const names = choices.map(({ name }) => name);
const inputsOf = await inputsIn('faults/choices');

describe('a habit alone raises no alarm', () => {
  test.each(drawn('habits alone', names, String, 16, inputsOf))('%s', async (name) => {
    const rehearsed = await rehearse({ plan, choices: [name], profile: shownMethods });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});
