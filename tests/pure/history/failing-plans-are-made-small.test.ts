import { expect, test } from 'vitest';
import { repeatsFor, smallestPlan } from '../../../properties/history/smallest-plan.ts';
import { drawFrom } from '../../support/histories/simulated-register.ts';

const numbered = (length: number): readonly number[] => Array.from({ length }, (_, step) => step);

/** A flaw that needs all these steps, in this order, and then shows with a probability in per cent. */
function needs(
  steps: readonly number[],
  percent = 100,
  seed = 1,
): (plan: readonly number[]) => Promise<boolean> {
  const draw = drawFrom(seed);
  return (plan) => Promise.resolve(steps.every((step) => plan.includes(step)) && draw(100) < percent);
}

test.each([[[7]], [[0, 19]], [[3, 4, 5]], [[1, 6, 11, 12, 18]], [numbered(20)]])(
  'a flaw that always shows is reduced to the steps %j that it needs',
  async (steps) => {
    const reduced = await smallestPlan(numbered(20), needs(steps));
    expect(reduced).toMatchObject({ plan: steps, replayRate: 1, repeats: 5, isMinimal: true });
    expect(reduced.executions).toBeLessThanOrEqual(200);
  },
);

test('every plan of up to six steps is reduced to a minimal one, whichever steps its failure needs', async () => {
  for (let length = 1; length <= 6; length += 1)
    for (let subset = 1; subset < 2 ** length; subset += 1) {
      const steps = numbered(length).filter((step) => (subset >> step) % 2 === 1);
      const { plan, isMinimal } = await smallestPlan(numbered(length), needs(steps), { replays: 1 });
      expect({ plan, isMinimal }).toEqual({ plan: steps, isMinimal: true });
    }
});

test('a step that depends on a later step is left out, too', async () => {
  const fails = (plan: readonly number[]): Promise<boolean> =>
    Promise.resolve(plan.includes(5) && (!plan.includes(3) || plan.includes(0)));
  expect(await smallestPlan([0, 3, 5], fails)).toMatchObject({ plan: [5], isMinimal: true });
});

test('a flaw that shows sometimes is mostly reduced to the steps that it needs, and never to fewer', async () => {
  let minimal = 0;
  for (let seed = 0; seed < 40; seed += 1) {
    const { plan } = await smallestPlan(numbered(12), needs([2, 5, 6], 50, seed));
    expect(plan).toEqual(expect.arrayContaining([2, 5, 6]));
    if (plan.length === 3) minimal += 1;
  }
  expect(minimal).toBeGreaterThanOrEqual(36);
});

test.each([
  [1, 5],
  [0.5, 11],
  [0.2, 29],
  [0.1, 40],
  [0.01, 40],
  [0, 0],
])('a plan that fails again at rate %d has its candidates run up to %d times', (rate, repeats) => {
  expect(repeatsFor(rate)).toBe(repeats);
});

test('a plan that does not fail again is returned as it is, unreduced', async () => {
  const reduced = await smallestPlan(numbered(9), () => Promise.resolve(false));
  expect(reduced).toEqual({ plan: numbered(9), replayRate: 0, repeats: 0, executions: 20, isMinimal: false });
});

test('the limits end a reduction with the smallest plan so far', async () => {
  const few = await smallestPlan(numbered(64), needs([40]), { executions: 12, replays: 5 });
  expect(few).toMatchObject({ executions: 12, isMinimal: false });
  expect(few.plan).toContain(40);
  let asked = 0;
  const timed = await smallestPlan(numbered(64), needs([40]), { isOver: () => (asked += 1) > 30 });
  expect(timed).toMatchObject({ executions: 30, isMinimal: false });
});

test('one seed gives one reduction', async () => {
  const run = () => smallestPlan(numbered(16), needs([3, 9], 40, 7));
  expect(await run()).toEqual(await run());
});

test('an error of the run is rethrown', async () => {
  await expect(smallestPlan([1, 2], () => Promise.reject(new Error('connection lost')))).rejects.toThrow(
    'connection lost',
  );
});
