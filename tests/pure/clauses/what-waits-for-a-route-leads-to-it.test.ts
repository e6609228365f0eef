import { describe, expect, test } from 'vitest';
import { ledToTheRoute } from '../../../clause/missing-operations.ts';
import type { ReportedClause } from '../../../clause/report.ts';

/** A clause of which no more than this matters here. */
function clause(id: string, more: Partial<ReportedClause>): ReportedClause {
  return {
    id,
    section: id.slice(0, id.indexOf('/')),
    level: 'MUST',
    statement: '',
    verdict: 'not-tested',
    blocks: 'always',
    limits: [],
    premise: 0,
    checks: 0,
    suspect: false,
    source: '',
    findings: [],
    ...more,
  };
}

const supply =
  '"samples": {"4.4": {"query": {"<parameter>": "<value>"}}}  (or state the limit: CONFORMANCE_WITHOUT=4.4)';
const route = clause('4.4/route-exists', {
  verdict: 'inconclusive',
  reason: { code: 'two-readings', text: 'everybody was answered 404', supply },
});

function reasonOf(id: string, among: readonly ReportedClause[]): ReportedClause['reason'] {
  return ledToTheRoute(among).find((one) => one.id === id)?.reason;
}

describe('a clause of an operation that looks absent to every caller', () => {
  test.each(['premise-failed', 'refused-by-unknown-validation', 'not-observable'])(
    'waits for the route, and is settled by the same line: %s',
    (code) => {
      const other = clause('4.4/text-names', { reason: { code, text: 'nothing was accepted: 404' } });
      expect(reasonOf(other.id, [route, other])).toEqual({
        code: 'blocked-by',
        text: '4.4/route-exists: nothing was accepted: 404',
        claims: [{ kind: 'waits-for', clause: '4.4/route-exists' }],
        supply,
      });
    },
  );

  test.each([
    ['wants a token', clause('4.4/refused-to-no-scope', { reason: { code: 'no-token', text: '' } })],
    ['is of another section', clause('4.12/text-names', { reason: { code: 'premise-failed', text: '' } })],
    ['passes', clause('4.4/success-status', { verdict: 'pass' })],
    [
      'is open and asks for a sample of its own',
      clause('4.4/declared-values', {
        level: 'OPEN',
        reason: { code: 'premise-failed', text: '', supply: '"samples": {}' },
      }),
    ],
  ])('keeps its reason if it %s', (_, other) => {
    expect(reasonOf(other.id, [route, other])).toEqual(other.reason);
  });

  test('keeps its reason if the route exists', () => {
    const other = clause('4.4/text-names', { reason: { code: 'premise-failed', text: '' } });
    const there = clause('4.4/route-exists', { verdict: 'pass' });
    expect(reasonOf(other.id, [there, other])).toEqual(other.reason);
  });
});
