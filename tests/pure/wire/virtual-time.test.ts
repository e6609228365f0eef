import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

test('an hour passes in no time, and the date changes with it', async () => {
  const clock = createVirtualClock(new Date('2024-05-01T00:00:00.000Z'));
  await clock.sleep(3_600_000);
  expect(clock.now()).toBe(3_600_000);
  expect(clock.date().toISOString()).toBe('2024-05-01T01:00:00.000Z');
  expect(clock.pending()).toBe(0);
});

test('sleepers wake by time, and in their order of falling asleep if times are equal', async () => {
  const naps = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(naps, async (lengths) => {
      const clock = createVirtualClock();
      const woken: { nap: number; at: number; now: number }[] = [];
      const sleepers = lengths.map(async (nap, at) => {
        await clock.sleep(nap);
        woken.push({ nap, at, now: clock.now() });
      });
      await Promise.all(sleepers);
      expect(woken).toEqual([...woken].sort((a, b) => a.nap - b.nap || a.at - b.at));
      expect(woken.every(({ nap, now }) => nap === now)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('the work that a sleeper starts is finished before the next sleeper wakes', async () => {
  const clock = createVirtualClock();
  const log: string[] = [];
  const work = async (name: string): Promise<void> => {
    await clock.sleep(5);
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    log.push(`${name} at ${clock.now()}`);
    await clock.sleep(name === 'a' ? 0 : 1);
    log.push(`${name} again at ${clock.now()}`);
  };
  await Promise.all([work('a'), work('b')]);
  expect(log).toEqual(['a at 5', 'b at 5', 'a again at 5', 'b again at 6']);
});

test('many lanes run the same way twice', async () => {
  const run = async (): Promise<string> => {
    const clock = createVirtualClock();
    const log: string[] = [];
    const lane = async (name: number): Promise<void> => {
      for (let turn = 0; turn < 8; turn += 1) {
        await clock.sleep((name * 7 + turn * 13) % 29);
        log.push(`${name}.${turn}@${clock.now()}`);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, name) => lane(name)));
    return log.join(' ');
  };
  expect(await run()).toBe(await run());
});
