import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { choices } from '../../faults/catalogue.ts';
import {
  alarmsOf,
  falseAlarms,
  lastOfFirst,
  onlySeed,
  seedsBetween,
  shownMethods,
} from '../support/rehearsed-habits.ts';

/** Seeds that a single test rehearses. */
const block = 25;

describe.runIf(onlySeed === undefined)('a habit alone raises no alarm', () => {
  test.each(choices.map(({ name }) => name))('%s', async (name) => {
    const rehearsed = await rehearse({ plan, choices: [name], profile: shownMethods });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});

// The others have a file of their own, so that both run side by side.
const last = onlySeed ?? lastOfFirst;
const blocks = Array.from({ length: Math.ceil(last / block) }, (_, at) => ({
  first: at * block + 1,
  last: Math.min((at + 1) * block, last),
})).filter(({ first, last: end }) => seedsBetween(first, end).length > 0);

describe('habits in any combination raise no alarm', () => {
  test.each(blocks)('seeds $first to $last', async ({ first, last: end }) => {
    expect((await alarmsOf(seedsBetween(first, end))).join('\n')).toBe('');
  });
});
