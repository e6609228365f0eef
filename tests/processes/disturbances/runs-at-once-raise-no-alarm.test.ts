import { defined } from '../../../clause/defined.ts';
import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { statedSuite, suitePaths } from '../../../config/register/stated-places.ts';
import { shardsOf } from '../../../config/vitest/shard.ts';
import type { RunOptions } from '../../../run/options.ts';
import { systemClock } from '../../support/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import { servedImplementations } from '../../support/second-implementation/served-implementations.ts';
import { clausesThat, judgeWhole, type WholeRun } from '../../support/whole-run.ts';

/** The clauses of one of two shards, with their evidence. */
function ofShard(index: number): ReadonlySet<string> {
  const suites = suitePaths().map(statedSuite);
  const shards = shardsOf(suites, 2);
  const named = suites.filter(({ path }) => shards.get(path) === index).flatMap(({ stated }) => stated);
  const ours = new Set(named.map(({ name }) => name));
  const isOurs = (id: string): boolean => ours.has(id);
  const ids = plan.sections.flatMap(({ clauses }) => clauses.map(({ id }): string => id)).filter(isOurs);
  return new Set([...ids, ...plan.evidence.filter(({ clause }) => isOurs(clause)).map(({ name }) => name)]);
}

function judged(right: RunOptions, number: number, selected?: ReadonlySet<string>): Promise<WholeRun> {
  const { baseUrl, concurrency: connections } = right;
  return judgeWhole({
    transport: createTransport({ baseUrl, connections, http2: 'off', clock: systemClock }),
    clock: systemClock,
    options: {
      ...right,
      timeoutMs: 5_000,
      seed: number,
      runId: `${number}${'abcdef0'.repeat(5)}`.slice(0, 32),
    },
    ...defined({ selected }),
  });
}

/** What they hold against an implementation that has only met both of them. */
function alarms(runs: readonly WholeRun[]): readonly string[] {
  return runs.flatMap((run) => [...clausesThat('fail', run), ...clausesThat('error', run)]);
}

describe('concurrent runs on one project raise no alarm', () => {
  test.for(servedImplementations)(
    'two whole runs, against the $name implementation',
    async (against, { skip }) => {
      if (!against.isPresent()) return skip();
      const runs = await against.use([], (right) =>
        Promise.all([1, 2].map((number) => judged(right, number))),
      );
      expect(alarms(runs)).toEqual([]);
      for (const { report } of runs)
        for (const { reason, section } of report.clauses)
          if ((section === '4.7' || section === '4.8') && reason?.text.includes('409') === true)
            expect(reason.text).toContain('run again while it is idle');
    },
  );

  test.for(servedImplementations)(
    'two shards of one, against the $name implementation',
    async (against, { skip }) => {
      if (!against.isPresent()) return skip();
      const runs = await against.use([], (right) =>
        Promise.all([1, 2].map((index) => judged(right, index, ofShard(index)))),
      );
      expect(alarms(runs)).toEqual([]);
    },
  );
});
