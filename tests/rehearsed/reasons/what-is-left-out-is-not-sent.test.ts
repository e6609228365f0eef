import { describe, expect, test } from 'vitest';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { operationOf } from '../../../reference/routes.ts';
import { attention } from '../../../reporters/attention.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { judgeWhole, optionsOf } from '../../support/whole-run.ts';

describe('operations that a limit of scope leaves out are not sent, whatever the consent', () => {
  test.each(['4.7', '4.8', '4.9', '4.13', '4.14', '4.15', '4.16', '4.17', '4.18'])('%s', async (limit) => {
    const clock = createVirtualClock();
    const inner = createInProcessTransport(referenceWith({}), clock, { latencyMs: 1 });
    const sent: string[] = [];
    const { report } = await judgeWhole({
      transport: {
        ...inner,
        send: (request, options) => {
          if (operationOf(request)?.startsWith(limit) === true) sent.push(request.target);
          return inner.send(request, options);
        },
      },
      clock,
      options: optionsOf('http://left-out.invalid', { without: new Set([limit]) }),
    });
    expect(sent).toEqual([]);
    const ofSection = (clause: string): boolean => clause.startsWith(`${limit}/`);
    expect(attention(report).short.filter(({ clause }) => ofSection(clause))).toEqual([]);
    const verdicts = report.evidence.filter(({ clause }) => ofSection(clause)).map(({ verdict }) => verdict);
    expect(verdicts.filter((verdict) => verdict !== 'not-applicable')).toEqual([]);
  });
});
