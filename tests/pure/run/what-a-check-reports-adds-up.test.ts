import { describe, expect, test } from 'vitest';
import type { ExchangeEvidence } from '../../../clause/sample.ts';
import { Inconclusive } from '../../../clause/thrown.ts';
import { Reported } from '../../../run/reporting.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const evidence: ExchangeEvidence = {
  request: { method: 'GET', target: '/demo/resource', headers: [] },
  milliseconds: 1,
  curl: 'curl …',
};
const reported = (): Reported => new Reported(() => evidence);
const all = (samples: readonly unknown[]): never[] => samples as never[];

describe('the report of a check', () => {
  test('is in its tally in order', () => {
    const one = reported();
    one.reporting.held(2);
    one.reporting.noise('503');
    one.reporting.discarded('premise-failed', 'nothing was there', 'SETTING=1');
    expect(one.tally(all).samples).toEqual([
      { kind: 'held' },
      { kind: 'held' },
      { kind: 'noise', text: '503' },
      {
        kind: 'discarded',
        reason: { code: 'premise-failed', text: 'nothing was there', supply: 'SETTING=1' },
      },
    ]);
  });

  test.each([
    ['undecided where the status comes and goes elsewhere', 403, 'undecided'],
    ['violated where another one does', 404, 'violated'],
  ])('a report about the effects of a refused write is %s', (_, comesAndGoes, kind) => {
    const one = new Reported(() => evidence, {
      history: { append: () => undefined },
      passing: { isDisturbance: ({ status }) => status === comesAndGoes },
    });
    one.reporting.violated({
      expected: 'nothing of it',
      deviation: { kind: 'holds', text: 'a text of it' },
      exchanges: [answered([403]), answered([200])],
    });
    expect(one.tally(all).samples).toMatchObject([{ kind }]);
  });

  test('stays suspect, and shows the last observation', () => {
    const one = reported();
    one.reporting.observe({ status: 200 }, { suspect: { why: 'odd' } });
    one.reporting.observe({ status: 404 });
    expect(one.tally(all)).toMatchObject({ suspect: true, observed: { status: 404 } });
  });

  test.each([
    ['undecided where the premise was reached', true, 'undecided'],
    ['discarded where it was not', false, 'discarded'],
  ])('is %s if it throws that it could not decide', (_, tested, kind) => {
    const one = reported();
    one.caught(new Inconclusive({ code: 'flaky', text: 'not every time' }, { tested }));
    expect(one.tally(all).samples).toMatchObject([{ kind }]);
  });

  test('is a suite error if it throws another error', () => {
    const one = reported();
    one.caught(new TypeError('nothing to call'));
    expect(one.tally(all).error).toContain('nothing to call');
    expect(one.tally(all).samples).toEqual([]);
  });
});
