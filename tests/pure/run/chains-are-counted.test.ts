import { expect, test } from 'vitest';
import { Chains } from '../../../run/session/dispatch.ts';

test('the longest chain of a run is the longest chain of any check', () => {
  const chains = new Chains();
  expect(chains.longest).toBe(0);
  const [one, other] = [{ depth: 4 }, { depth: 0 }];
  chains.reach(one, 5);
  chains.reach(other, 1);
  chains.reach(one, 3);
  expect([chains.longest, one.depth, other.depth]).toEqual([5, 5, 1]);
});
