import { describe, expect, test } from 'vitest';
import { asksWhetherItIsThere, ledToTheRoute } from '../../../../clause/missing-operations.ts';
import type { ClauseVerdict, Level } from '../../../../clause/judgement.ts';
import type { ReportedClause } from '../../../../clause/report.ts';
import type { ReasonCode } from '../../../../clause/sample.ts';
import { because, entry, judgement } from '../../../support/matrix-fixture.ts';

interface Stated {
  readonly id: string;
  readonly verdict?: ClauseVerdict;
  readonly code?: ReasonCode;
  readonly supply?: string;
  readonly level?: Level;
}

function clause({ id, verdict = 'not-tested', code, supply, level = 'MUST' }: Stated): ReportedClause {
  const reason = code === undefined ? {} : because(code, 'as it was', supply);
  return { ...entry(id, level), ...judgement(verdict), ...reason, limits: [], source: '' };
}

const missing: Stated = { id: '4.4/route-exists', verdict: 'inconclusive', code: 'two-readings' };
const waiting: Stated = { id: '4.4/text-names', code: 'premise-failed' };
const supply = '"samples": {}';

interface Row {
  readonly name: string;
  readonly route?: Stated;
  readonly other?: Stated;
  readonly waits: boolean;
}

const rows: readonly Row[] = [
  { name: 'was not tested', waits: true },
  { name: 'is undecided', other: { ...waiting, verdict: 'inconclusive' }, waits: true },
  { name: 'was refused by a validation', other: { ...waiting, code: 'refused-by-unknown-validation' }, waits: true },
  { name: 'could not be observed', other: { ...waiting, code: 'not-observable' }, waits: true },
  { name: 'asks for a sample', other: { ...waiting, supply }, waits: true },
  { name: 'is open, and asks for nothing', other: { ...waiting, level: 'OPEN' }, waits: true },
  { name: 'is open, and asks for a sample', other: { ...waiting, level: 'OPEN', supply }, waits: false },
  { name: 'wants a token', other: { ...waiting, code: 'no-token' }, waits: false },
  { name: 'was not selected', other: { ...waiting, code: 'not-selected' }, waits: false },
  { name: 'has no reason', other: { id: waiting.id }, waits: false },
  { name: 'ended with an error of the suite', other: { ...waiting, verdict: 'error' }, waits: false },
  { name: 'was observed', other: { ...waiting, verdict: 'observed', level: 'OPEN' }, waits: false },
  { name: 'does not apply', other: { ...waiting, verdict: 'not-applicable' }, waits: false },
  { name: 'is of another section', other: { ...waiting, id: '4.12/text-names' }, waits: false },
  { name: 'has a route that passes', route: { ...missing, verdict: 'pass' }, waits: false },
  { name: 'has a route that fails so', route: { ...missing, verdict: 'fail' }, waits: false },
  { name: 'has a route that is undecided for something else', route: { ...missing, code: 'noise' }, waits: false },
  { name: 'has a route that is undecided for no reason', route: { id: missing.id, verdict: 'inconclusive' }, waits: false },
  { name: 'has no route, but another clause with two readings', route: { ...missing, id: '4.4/answers' }, waits: false },
  { name: 'has a route that was not tested', route: { ...missing, verdict: 'not-tested' }, waits: false },
]; // prettier-ignore

describe('a clause beside an operation that may be missing', () => {
  test.each(rows)(
    'a clause that $name waits for the operation: $waits',
    ({ route = missing, other = waiting, waits }) => {
      const given = [clause(route), clause(other)];
      const [, led] = ledToTheRoute(given);
      expect(led?.reason?.code).toBe(waits ? 'blocked-by' : other.code);
      expect(led?.reason?.claims).toEqual(waits ? [{ kind: 'waits-for', clause: route.id }] : undefined);
      if (!waits) expect(ledToTheRoute(given)).toStrictEqual(given);
      expect(ledToTheRoute(given.toReversed())).toEqual(ledToTheRoute(given).toReversed());
    },
  );

  test.each([[undefined], [supply]])('asks for the means of the route: %j', (asked) => {
    const route = { ...missing, ...(asked === undefined ? {} : { supply: asked }) };
    const [first, led] = ledToTheRoute([clause(route), clause({ ...waiting, supply: 'CONFORMANCE_X=1' })]);
    expect(first).toStrictEqual(clause(route));
    expect(led?.reason?.supply).toBe(asked);
    expect(Object.hasOwn(led?.reason ?? {}, 'supply')).toBe(asked !== undefined);
  });

  test('waits for the route of its own section', () => {
    const other = { ...missing, id: '4.12/route-exists' };
    const led = ledToTheRoute([missing, other, waiting, { ...waiting, id: '4.12/text-names' }].map(clause));
    expect(led.flatMap(({ reason }) => reason?.claims ?? [])).toEqual([
      { kind: 'waits-for', clause: missing.id },
      { kind: 'waits-for', clause: other.id },
    ]);
  });

  test.each([
    ['4.4/route-exists', true],
    ['4.4/route-exists-twice', false],
    ['4.4/answers', false],
  ])('is only about the operation: %s, %s', (id, alone) => {
    expect(asksWhetherItIsThere(id)).toBe(alone);
  });
});
