import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from '../../../implementation/host/turns.ts';

/** Checks that take turns, of which so many may have one, and the order in which they got theirs. */
function checks(places: number) {
  const order: string[] = [];
  const asleep: (() => void)[] = [];
  const turns = new Turns(() => new Promise((resolve) => asleep.push(resolve)));
  const known = new Map<string, object>();
  const check = (name: string): object => {
    const one = known.get(name) ?? { name };
    known.set(name, one);
    return one;
  };
  return {
    order,
    take: async (name: string): Promise<void> => {
      void turns.take(check(name), (others) => others < places).then(() => order.push(name));
      await setImmediate();
    },
    over: async (name: string): Promise<void> => {
      turns.over(check(name));
      await setImmediate();
    },
    wake: async (): Promise<void> => {
      for (const resolve of asleep.splice(0)) resolve();
      await setImmediate();
    },
  };
}

test('a check waits until an earlier check has ended', async () => {
  const { take, over, order } = checks(2);
  for (const name of ['a', 'b', 'c', 'd']) await take(name);
  expect(order).toEqual(['a', 'b']);
  await over('b');
  expect(order).toEqual(['a', 'b', 'c']);
});

test('a check that has its turn does not wait for itself', async () => {
  const { take, order } = checks(1);
  for (const name of ['a', 'a', 'a']) await take(name);
  expect(order).toEqual(['a', 'a', 'a']);
});

test('a check that waits twice takes one place', async () => {
  const { take, over, order } = checks(1);
  for (const name of ['a', 'b', 'b', 'c']) await take(name);
  await over('a');
  expect(order).toEqual(['a', 'b', 'b']);
  await over('b');
  expect(order).toEqual(['a', 'b', 'b', 'c']);
});

test('only the first of the waiting checks continues if nothing changes for long', async () => {
  const { take, wake, order } = checks(1);
  for (const name of ['a', 'b', 'c']) await take(name);
  await wake();
  expect(order).toEqual(['a', 'b']);
  await wake();
  expect(order).toEqual(['a', 'b', 'c']);
});
