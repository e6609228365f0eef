import { expect, test } from 'vitest';
import { checkHistory } from '../../../properties/history/check-history.ts';
import type { History, Operation } from '../../../properties/history/history.ts';
import type { Draw } from '../../support/histories/simulated-register.ts';
import { drawFrom } from '../../support/histories/simulated-register.ts';

/** How long after its check an update is written, in ms, and how the next version is found. */
interface Register {
  readonly checks: boolean;
  readonly windowMs: number;
  readonly showsResult: boolean;
  readonly next: (version: number, serial: number) => number;
}

/** Twenty rounds of eight updates of one freshly read version, each round followed by a read. */
function raced({ checks, windowMs, showsResult, next }: Register, draw: Draw): History {
  const operations: Operation[] = [];
  let version = 0;
  for (let round = 0; round < 20; round += 1) {
    const start = round * 1_000;
    const stated = version;
    const arrivals = Array.from({ length: 8 }, () => start + 10 + draw(20)).sort((a, b) => a - b);
    const writes: number[] = [];
    arrivals.forEach((arrival, racer) => {
      const id = `${round}.${racer}`;
      const times = { id, sent: start, answered: arrival + windowMs + 10 };
      // With a lock the window is closed: the check and the write are one instant.
      const isStale = writes.some((written) => written <= arrival);
      if (checks && isStale) operations.push({ ...times, kind: 'refused', stated: `${stated}` });
      else {
        version = next(version, round * 8 + racer);
        operations.push({
          ...times,
          kind: 'accepted',
          stated: `${stated}`,
          resulting: showsResult ? `${version}` : null,
        });
        writes.push(arrival + windowMs);
      }
    });
    operations.push({
      id: `${round}.read`,
      sent: start + 500,
      answered: start + 510,
      kind: 'read',
      shown: `${version}`,
    });
  }
  const calibration = { moved: 8, of: 8 };
  return {
    schemaVersion: 1,
    resource: 'r',
    initial: '0',
    operations,
    calibration,
    soleWriter: true,
    transport: 'none',
  };
}

const schemes = {
  counter: (version: number) => version + 1,
  'counter modulo 5': (version: number) => (version + 1) % 5,
  'content hash': (_: number, serial: number) => 7 + ((serial * 7_919) % 1_000_003),
};
const registers = Object.entries(schemes).flatMap(([scheme, next]) =>
  [true, false].map((showsResult) => ({ scheme, showsResult, next })),
);
const verdictOf = (history: History, useReads: boolean): string =>
  checkHistory(history, { conflictsAreExact: false, useReads }).verdict;

test.each(registers)(
  '$scheme, result shown: $showsResult: 5 ms between check and write are found',
  (register) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const history = raced({ ...register, checks: true, windowMs: 5 }, drawFrom(seed));
      for (const useReads of [true, false])
        expect(verdictOf(history, useReads), `seed ${seed}`).toBe('violation');
    }
  },
);

test.each(registers)('$scheme, result shown: $showsResult: no check at all is found', (register) => {
  const history = raced({ ...register, checks: false, windowMs: 0 }, drawFrom(1));
  expect(verdictOf(history, true)).toBe('violation');
});

test.each(registers)('$scheme, result shown: $showsResult: a locked register is linearizable', (register) => {
  for (let seed = 0; seed < 20; seed += 1) {
    const history = raced({ ...register, checks: true, windowMs: 0 }, drawFrom(seed));
    for (const useReads of [true, false])
      expect(verdictOf(history, useReads), `seed ${seed}`).toBe('linearizable');
  }
});
