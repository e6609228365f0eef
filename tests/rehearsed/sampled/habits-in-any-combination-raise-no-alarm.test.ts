import { describe, expect, test } from 'vitest';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { combinedSeeds, falseAlarms, habitsOf } from '../../support/rehearsed-habits.ts';

describe('habits in any combination raise no alarm', () => {
  test.each(combinedSeeds())('REHEARSAL_SEED=%i', async (seed) => {
    const habits = habitsOf(seed);
    expect(falseAlarms(await rehearse(habits)), habits.choices.join(', ')).toEqual([]);
  });
});
