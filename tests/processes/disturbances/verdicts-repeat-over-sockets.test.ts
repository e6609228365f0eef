import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { systemClock } from '../../support/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { servedImplementations } from '../../support/second-implementation/served-implementations.ts';
import { judgeWhole, type WholeRun } from '../../support/whole-run.ts';
import type { RunOptions } from '../../../run/options.ts';

const open = new Set<string>(
  plan.sections.flatMap(({ clauses }) => clauses.flatMap(({ id, level }) => (level === 'OPEN' ? [id] : []))),
);

/** The verdict of the run, and of all that the contract determines or recommends. */
function verdictsOf({ report, judgements }: WholeRun): Readonly<Record<string, string>> {
  return {
    run: report.verdict,
    ...Object.fromEntries(
      [...judgements].flatMap(([id, { verdict }]) => (open.has(id) ? [] : [[id, verdict] as const])),
    ),
  };
}

function judged(right: RunOptions, number: number): Promise<WholeRun> {
  const { baseUrl, concurrency: connections } = right;
  const runId = `${number}${'abcdef0'.repeat(5)}`.slice(0, 32);
  return judgeWhole({
    transport: createTransport({ baseUrl, connections, http2: 'off', clock: systemClock }),
    clock: systemClock,
    options: { ...right, timeoutMs: 5_000, seed: number * 7_919, runId },
  });
}

describe('three successive runs on one server', () => {
  test.for(servedImplementations)(
    'end with the same verdict for all seeds: the $name implementation',
    async (against, { skip }) => {
      if (!against.isPresent()) return skip();
      await against.use([], async (right) => {
        const first = verdictsOf(await judged(right, 1));
        for (const number of [2, 3]) expect(verdictsOf(await judged(right, number))).toEqual(first);
      });
    },
  );
});
