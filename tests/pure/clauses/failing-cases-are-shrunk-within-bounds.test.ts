import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawn } from '../../../properties/drawn-cases.ts';
import { shrunkCase } from '../../../properties/shrunk-case.ts';

const lists = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20, size: 'max' });
const hasSeven = (list: readonly number[]): Promise<boolean> => Promise.resolve(list.some((one) => one >= 7));
const failing = drawn(lists, 11, 60).filter(({ value }) => value.length > 5 && value.some((one) => one >= 7));

describe('a case that failed', () => {
  test('is cut down to its smallest by fast-check', async () => {
    for (const one of failing.slice(0, 10)) {
      const { value } = await shrunkCase(one, hasSeven, { executions: 500 });
      // Of arrays it leaves an element now and then that could go.
      expect(value.length).toBeLessThan(4);
      expect(Math.max(...value)).toBe(7);
    }
  });

  test('is drawn again, in its smallest form, by the seed and path that are reported', async () => {
    for (const one of failing.slice(0, 10)) {
      const { value, seed, path } = await shrunkCase(one, hasSeven, { executions: 20 });
      expect(fc.sample(lists, { seed, path, numRuns: 1 })).toEqual([value]);
    }
  });

  test.each([1, 2, 5, 17])(
    'is executed no more than %i times, and still fails as it is reported',
    async (most) => {
      for (const one of failing.slice(0, 10)) {
        let executions = 0;
        const fails = (list: readonly number[]): Promise<boolean> => {
          executions += 1;
          return hasSeven(list);
        };
        const small = await shrunkCase(one, fails, { executions: most });
        expect(executions).toBeLessThanOrEqual(most);
        expect(small.executions).toBe(executions);
        expect(await hasSeven(small.value)).toBe(true);
        expect(small.value.length).toBeLessThanOrEqual(one.value.length);
      }
    },
  );

  test('is executed no more once its time is over', async () => {
    const [one] = failing;
    let left = 3;
    const limits = { executions: 100, isOver: () => (left -= 1) < 0 };
    const small = one && (await shrunkCase(one, hasSeven, limits));
    expect(small?.executions).toBe(3);
  });

  test('stays as it was drawn where it does not fail again', async () => {
    for (const one of failing.slice(0, 3))
      expect(await shrunkCase(one, () => Promise.resolve(false), { executions: 9 })).toEqual({
        value: one.value,
        seed: one.seed,
        path: one.path,
        again: false,
        executions: 1,
      });
  });

  test('hands on what its execution throws', async () => {
    const [one] = failing;
    const broken = (): Promise<boolean> => Promise.reject(new Error('unreachable'));
    await expect(one && shrunkCase(one, broken, { executions: 9 })).rejects.toThrow('unreachable');
  });
});
