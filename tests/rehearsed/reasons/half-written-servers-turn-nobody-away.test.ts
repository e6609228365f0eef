import { expect, test } from 'vitest';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { embeddedTokens } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { operationOf, type Operation } from '../../../reference/routes.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { judgeWhole, optionsOf } from '../../support/whole-run.ts';

const written: readonly (Operation | undefined)[] = ['4.2', '4.6', '4.10', '4.11'];

test('if only 4.2, 4.6, 4.10 and 4.11 are written, no token is reported as refused', async () => {
  const clock = createVirtualClock();
  const inner = createInProcessTransport(referenceWith({}), clock, { latencyMs: 1 });
  const transport: Transport = {
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      if (outcome.kind !== 'answer' || written.includes(operationOf(request))) return outcome;
      return { ...outcome, status: 404, headers: [], body: new Uint8Array() };
    },
  };
  const options = optionsOf('http://half-written.invalid', {
    tokens: embeddedTokens().slice(0, 1),
    profile: {},
  });
  const { report, text } = await judgeWhole({ transport, clock, options });
  expect(report.run.weather?.events ?? []).toEqual([]);
  expect(report.reasons.filter((reason) => reason.includes('refused everywhere'))).toEqual([]);
  expect(text).not.toContain('refused everywhere');
  const decided = report.clauses.filter(({ level, verdict }) => level === 'MUST' && verdict === 'pass');
  expect(decided.map(({ section }) => section)).toEqual(
    expect.arrayContaining(['4.2', '4.6', '4.10', '4.11']),
  );
});
