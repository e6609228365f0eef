import { describe, expect, test } from 'vitest';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { operationOf, type Operation } from '../../../reference/routes.ts';
import { attention } from '../../../reporters/attention.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { judgeWhole, optionsOf, type WholeRun } from '../../support/whole-run.ts';

/** The reference, but that everybody is answered alike at some operations. */
async function judgedWithout(operations: readonly Operation[], status: number): Promise<WholeRun> {
  const clock = createVirtualClock();
  const inner = createInProcessTransport(referenceWith({}), clock, { latencyMs: 1 });
  const transport: Transport = {
    ...inner,
    send: async (request, options) => {
      const outcome = await inner.send(request, options);
      const operation = operationOf(request);
      if (outcome.kind !== 'answer' || operation === undefined || !operations.includes(operation))
        return outcome;
      return { ...outcome, status, headers: [], body: new Uint8Array() };
    },
  };
  return await judgeWhole({ transport, clock, options: optionsOf('http://missing.invalid') });
}

const missing: readonly (readonly [string, readonly Operation[], number])[] = [
  ['4.3', ['4.3'], 404],
  ['4.4', ['4.4'], 404],
  ['4.7', ['4.7'], 404],
  ['4.8', ['4.8'], 501],
  ['4.9', ['4.9'], 404],
  ['4.12', ['4.12'], 405],
  ['4.13', ['4.13'], 404],
  ['4.14', ['4.14'], 404],
  ['4.14', ['4.14'], 405],
  ['4.15', ['4.15'], 404],
  ['4.16', ['4.16.GET', '4.16.POST'], 404],
  ['4.17', ['4.17'], 404],
  ['4.18', ['4.18'], 404],
];

describe('nothing passes where nothing is', () => {
  test.each(missing)('%s, %j answered %i', async (section, operations, status) => {
    const { report } = await judgedWithout(operations, status);
    const passing = report.clauses.filter(
      (clause) => clause.section === section && (clause.verdict === 'pass' || clause.verdict === 'warn'),
    );
    expect(passing.map(({ id }) => id)).toEqual([]);
    const { limits } = attention(report);
    if (status === 404) expect(limits?.line).toContain(section);
    expect(limits?.costly.map(({ limit }) => limit) ?? []).not.toContain(section);
  });

  test('of two operations, one that is missing passes nothing beside the other', async () => {
    const { judgements } = await judgedWithout(['4.16.GET'], 404);
    expect(judgements.get('4.16/read-without-server-error')?.verdict).toBe('not-tested');
    expect(judgements.get('4.16/write-without-server-error')?.verdict).toBe('pass');
  });

  test.each([
    ['4.10', 404],
    ['4.11', 404],
  ] as const)('%s is none that can be left out, and passes nothing', async (section, status) => {
    const { report } = await judgedWithout([section], status);
    const passing = report.clauses.filter(
      (clause) =>
        clause.section === section && clause.verdict === 'pass' && !clause.id.endsWith('/route-exists'),
    );
    expect(passing.map(({ id }) => id)).toEqual([]);
  });
});
