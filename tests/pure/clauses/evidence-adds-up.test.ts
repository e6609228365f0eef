import { defined } from '../../../clause/defined.ts';
import { describe, expect, test } from 'vitest';
import {
  judgeCheck,
  judgeClause,
  type ClauseVerdict,
  type Judgement,
  type Level,
  type Tally,
} from '../../../clause/judgement.ts';
import type { ReasonCode, Sample } from '../../../clause/sample.ts';
import {
  exitCode,
  preventsConformant,
  stateVerdict,
  wasNeverSeen,
  type Abort,
  type Blocks,
  type ExitCode,
  type JudgedClause,
  type RunEnd,
  type Verdict,
} from '../../../clause/verdict.ts';
import { finding, judgement } from '../../support/matrix-fixture.ts';

const makers: Readonly<Record<string, Sample>> = {
  h: { kind: 'held' },
  v: { kind: 'violated', finding },
  u: { kind: 'undecided', reason: { code: 'two-readings', text: 'two readings survive' } },
  f: { kind: 'undecided', reason: { code: 'flaky', text: 'once in three' } },
  n: { kind: 'noise', text: '503' },
  d: { kind: 'discarded', reason: { code: 'no-token', text: 'no token', supply: 'CONFORMANCE_TOKEN_VIEW_TEST=<token>' } },
  e: { kind: 'discarded', reason: { code: 'vacuous-body', text: 'no documented member' } },
}; // prettier-ignore

/** `h3 v1`: three that held, one violated. */
function samples(text: string): readonly Sample[] {
  return text.split(' ').flatMap((word) => {
    const maker = makers[word[0] ?? ''];
    return maker === undefined ? [] : Array.from({ length: Number(word.slice(1) || 1) }, () => maker);
  });
}

type CheckCase = readonly [
  samples: string, level: Level, minimum: number, verdict: ClauseVerdict, code?: ReasonCode | undefined, more?: Partial<Tally>,
]; // prettier-ignore

const checks: readonly CheckCase[] = [
  // A pass needs what it demands, and at least one.
  ['h1', 'MUST', 1, 'pass'],
  ['h8', 'MUST', 8, 'pass'],
  ['h9', 'MUST', 8, 'pass'],
  ['h7', 'MUST', 8, 'inconclusive', 'reach-too-low'],
  ['h1', 'MUST', 0, 'pass'],
  ['', 'MUST', 0, 'not-tested', 'not-observable'],
  ['', 'MUST', 1, 'not-tested', 'not-observable'],
  // A violation is outvoted by nothing.
  ['v1', 'MUST', 1, 'fail'],
  ['v1 h100', 'MUST', 8, 'fail'],
  ['v1 u5', 'MUST', 1, 'fail'],
  ['v1 n100', 'MUST', 1, 'fail'],
  ['v1 d5', 'MUST', 8, 'fail'],
  ['v1', 'MUST', 1, 'fail', undefined, { error: 'TypeError: x' }],
  ['v1 h9', 'DECLARED', 1, 'fail'],
  // An undecided piece of evidence is not outvoted either.
  ['u1', 'MUST', 1, 'inconclusive', 'two-readings'],
  ['u1 h100', 'MUST', 8, 'inconclusive', 'two-readings'],
  ['f1 u1 h9', 'MUST', 8, 'inconclusive', 'flaky'],
  ['u1 n9', 'MUST', 1, 'inconclusive', 'two-readings'],
  ['u1 d9', 'MUST', 1, 'inconclusive', 'two-readings'],
  // Noise up to a fifth is borne.
  ['h8 n2', 'MUST', 8, 'pass'],
  ['h8 n3', 'MUST', 8, 'inconclusive', 'noise'],
  ['h100 n25', 'MUST', 8, 'pass'],
  ['h100 n26', 'MUST', 8, 'inconclusive', 'noise'],
  ['h1 n1', 'MUST', 1, 'inconclusive', 'noise'],
  ['n1', 'MUST', 1, 'inconclusive', 'noise'],
  ['n1 d4', 'MUST', 1, 'inconclusive', 'noise'],
  ['h5 n1', 'MUST', 8, 'inconclusive', 'reach-too-low'],
  ['h5 n2', 'MUST', 8, 'inconclusive', 'noise'],
  // What was discarded counts for nothing and says what is missing.
  ['d1', 'MUST', 1, 'not-tested', 'no-token'],
  ['d1 e1', 'MUST', 1, 'not-tested', 'no-token'],
  ['e1 d1', 'MUST', 1, 'not-tested', 'vacuous-body'],
  ['h8 d90', 'MUST', 8, 'pass'],
  ['h7 d90', 'MUST', 8, 'inconclusive', 'reach-too-low'],
  ['h8 d2 n2', 'MUST', 8, 'pass'],
  // A recommendation warns where a rule fails.
  ['h1', 'SHOULD', 1, 'pass'],
  ['v1 h9', 'SHOULD', 1, 'warn'],
  ['u1 h9', 'SHOULD', 1, 'inconclusive', 'two-readings'],
  ['d1', 'SHOULD', 1, 'not-tested', 'no-token'],
  // An open point is observed or not, and can be broken by nothing.
  ['', 'OPEN', 1, 'observed', undefined, { observed: { status: 201 } }],
  ['', 'OPEN', 1, 'observed', undefined, { observed: null }],
  ['u1 n9', 'OPEN', 1, 'observed', undefined, { observed: false }],
  ['', 'OPEN', 1, 'not-tested', 'not-observable'],
  ['h1', 'OPEN', 1, 'not-tested', 'not-observable'],
  ['d1', 'OPEN', 1, 'not-tested', 'no-token'],
  ['u1', 'OPEN', 1, 'not-tested', 'two-readings'],
  ['v1', 'OPEN', 1, 'observed'],
  // A suite error's own is no verdict on anybody.
  ['h9', 'MUST', 1, 'error', 'premise-failed', { error: 'TypeError: x' }],
  ['u9', 'MUST', 1, 'error', 'premise-failed', { error: 'TypeError: x' }],
  ['', 'OPEN', 1, 'error', 'premise-failed', { error: 'x', observed: 1 }],
];

describe('samples of a check', () => {
  for (const [text, level, minimum, verdict, code, more] of checks)
    test(`[${text}] ${level}, at least ${minimum}, ${Object.keys(more ?? {}).join()}: ${verdict}`, () => {
      const judged = judgeCheck({ samples: samples(text), ...more }, { level, minimum });
      expect([judged.verdict, judged.reason?.code]).toEqual([verdict, code]);
    });

  test('are counted, and samples that reached the premise are counted apart', () => {
    const judged = judgeCheck({ samples: samples('h3 v2 u1 n4 d5') }, { level: 'MUST', minimum: 1 });
    expect([judged.checks, judged.premise, judged.findings.length]).toEqual([15, 6, 2]);
  });

  test('pass on the means that the operator can supply', () => {
    const judged = judgeCheck({ samples: samples('d1') }, { level: 'MUST', minimum: 1 });
    expect(judged.reason?.supply).toBe('CONFORMANCE_TOKEN_VIEW_TEST=<token>');
  });

  test('make an open point suspect if it would have broken a rule', () => {
    const judged = judgeCheck({ samples: samples('v1') }, { level: 'OPEN', minimum: 1 });
    expect([judged.suspect, judged.findings.length]).toEqual([true, 1]);
  });
});

type JoinCase = readonly [decisive: ClauseVerdict, others: readonly ClauseVerdict[], verdict: ClauseVerdict];

const joins: readonly JoinCase[] = [
  ['pass', [], 'pass'],
  ['pass', ['pass', 'pass'], 'pass'],
  ['pass', ['inconclusive'], 'pass'],
  ['pass', ['not-tested'], 'pass'],
  ['pass', ['fail'], 'fail'],
  ['pass', ['error'], 'error'],
  ['pass', ['warn'], 'warn'],
  ['inconclusive', ['pass', 'pass'], 'inconclusive'],
  ['inconclusive', ['fail'], 'fail'],
  ['inconclusive', ['warn'], 'warn'],
  ['not-tested', ['pass'], 'not-tested'],
  ['not-tested', ['fail'], 'fail'],
  ['not-tested', ['error'], 'error'],
  ['not-applicable', ['pass'], 'not-applicable'],
  ['not-applicable', ['fail'], 'fail'],
  ['fail', ['pass', 'pass'], 'fail'],
  ['fail', ['error'], 'fail'],
  ['error', ['fail'], 'fail'],
  ['error', ['pass'], 'error'],
  ['warn', ['pass'], 'warn'],
  ['warn', ['error'], 'error'],
  ['observed', ['inconclusive'], 'observed'],
];

describe('checks of one clause', () => {
  test.each(joins)('%s beside %j is %s', (decisive, others, verdict) => {
    const joined = judgeClause(
      judgement(decisive),
      others.map((one) => judgement(one)),
    );
    expect(joined.verdict).toBe(verdict);
    expect([joined.premise, joined.checks]).toEqual([3 + 3 * others.length, 3 + 3 * others.length]);
  });

  const deviated = { code: 'flaky', text: 'a mismatch was accepted, but not every time' } as const;

  test.each([
    ['pass', 'inconclusive'],
    ['not-tested', 'inconclusive'],
    ['fail', 'fail'],
    ['warn', 'warn'],
    ['error', 'error'],
    ['not-applicable', 'not-applicable'],
  ] as const)('a deviation that another check of the clause saw makes %s %s', (decisive, verdict) => {
    const other = judgement('inconclusive', { reason: deviated, deviated });
    expect(judgeClause(judgement(decisive), [other]).verdict).toBe(verdict);
  });

  test('report a deviation before a doubt', () => {
    const doubt = { code: 'two-readings', text: 'it may be either' } as const;
    const judged = judgeCheck(
      {
        samples: [
          { kind: 'undecided', reason: doubt },
          { kind: 'undecided', reason: deviated, deviated: true },
        ],
      },
      { level: 'MUST', minimum: 1 },
    );
    expect([judged.reason, judged.deviated]).toEqual([deviated, deviated]);
  });

  test('keep all findings, suspicions and observations', () => {
    const fail = judgement('fail', { findings: [finding], suspect: true });
    const joined = judgeClause(judgement('observed', { observed: 404 }), [fail, fail]);
    expect([joined.findings.length, joined.suspect, joined.observed]).toEqual([2, true, 404]);
  });
});

function clause(
  verdict: ClauseVerdict,
  level: Level = 'MUST',
  blocks: Blocks = 'always',
  code?: ReasonCode,
): JudgedClause {
  const reason = code === undefined ? {} : { reason: { code, text: `because ${code}` } };
  return { id: `4.1/${verdict}-${level.toLowerCase()}`, level, blocks, verdict, ...reason };
}

const passing = clause('pass');
const whole: RunEnd = {
  selected: { count: 9, of: 9 },
  evidence: { count: 3, of: 3 },
  interrupted: false,
  harnessErrors: [],
};
const part = { selected: { count: 8, of: 9 } };
const unreachable: Abort = { cause: 'unreachable', text: 'unreachable' };
const configuration: Abort = { cause: 'configuration', text: 'no token is let in' };
const harness: Abort = { cause: 'harness', text: 'TypeError' };

type VerdictCase = readonly [
  name: string, clauses: readonly JudgedClause[], end: Partial<RunEnd>, verdict: Verdict, code: ExitCode, first?: string,
]; // prettier-ignore

const verdicts: readonly VerdictCase[] = [
  ['all pass', [passing, passing], {}, 'CONFORMANT', 0],
  ['nothing at all', [], {}, 'INCOMPLETE', 3, 'nothing was tested'],
  ['nothing applies', [clause('not-applicable')], {}, 'INCOMPLETE', 3, 'nothing was tested'],
  ['only open points were seen', [clause('observed', 'OPEN')], {}, 'INCOMPLETE', 3, 'nothing was tested'],
  ['only recommendations pass', [clause('pass', 'SHOULD')], {}, 'INCOMPLETE', 3, 'nothing was tested'],
  ['one does not apply', [passing, clause('not-applicable')], {}, 'CONFORMANT', 0],
  ['a rule is broken', [passing, clause('fail')], {}, 'NON-CONFORMANT', 1],
  ['a seldom rule is broken', [passing, clause('fail', 'MUST', 'when-seen')], {}, 'NON-CONFORMANT', 1],
  ['a declaration is broken', [passing, clause('fail', 'DECLARED')], {}, 'NON-CONFORMANT', 1, '4.1/fail-declared: contradicts the declaration in the profile'],
  ['a rule is undecided', [passing, clause('inconclusive')], {}, 'INCOMPLETE', 3],
  ['a seldom rule is undecided', [passing, clause('inconclusive', 'MUST', 'when-seen')], {}, 'INCOMPLETE', 3],
  ['a rule is not tested', [passing, clause('not-tested')], {}, 'INCOMPLETE', 3],
  ['a seldom thing never occurred', [passing, clause('not-tested', 'MUST', 'when-seen', 'field-never-seen')], {}, 'CONFORMANT', 0],
  ['a seldom thing was beyond the budget', [passing, clause('not-tested', 'MUST', 'when-seen', 'budget')], {}, 'INCOMPLETE', 3],
  ['a seldom thing wants a token', [passing, clause('not-tested', 'MUST', 'when-seen', 'no-token')], {}, 'INCOMPLETE', 3],
  ['a seldom thing was cut short', [passing, clause('not-tested', 'MUST', 'when-seen', 'stopped')], {}, 'INCOMPLETE', 3],
  ['a recommendation is not met', [passing, clause('warn', 'SHOULD')], {}, 'CONFORMANT', 0],
  ['a recommendation is undecided', [passing, clause('inconclusive', 'SHOULD')], {}, 'CONFORMANT', 0],
  ['an open point is not tested', [passing, clause('not-tested', 'OPEN')], {}, 'CONFORMANT', 0],
  ['a check throws', [passing, clause('error')], {}, 'INCOMPLETE', 4],
  ['the check of an open point throws', [passing, clause('error', 'OPEN')], {}, 'INCOMPLETE', 4],
  ['a check throws beside a fail', [clause('error'), clause('fail')], {}, 'NON-CONFORMANT', 1, '4.1/fail-must: violated'],
  ['a part is selected and passes', [passing], part, 'INCOMPLETE', 3, 'selected 8 of 9 clauses'],
  ['all clauses and a part of the evidence are selected', [passing], { evidence: { count: 1, of: 3 } }, 'INCOMPLETE', 3, 'selected 9 of 9 clauses and 1 of 3 pieces of evidence'],
  ['a part is selected and fails', [clause('fail')], part, 'NON-CONFORMANT', 1],
  ['interrupted', [passing], { interrupted: true }, 'INCOMPLETE', 3, 'the run was interrupted'],
  ['interrupted after a fail', [clause('fail')], { interrupted: true }, 'NON-CONFORMANT', 1],
  ['unreachable', [clause('not-tested')], { aborted: unreachable }, 'INCOMPLETE', 4, 'unreachable'],
  ['unreachable after passes alone', [passing], { aborted: unreachable }, 'INCOMPLETE', 4, 'unreachable'],
  ['unreachable after a fail', [clause('fail')], { aborted: unreachable }, 'NON-CONFORMANT', 4, 'unreachable'],
  ['a refused configuration', [clause('not-tested')], { aborted: configuration }, 'INCOMPLETE', 2, 'no token is let in'],
  ['a refused configuration after a fail', [clause('fail')], { aborted: configuration }, 'NON-CONFORMANT', 2, 'no token is let in'],
  ['the suite breaks', [passing], { aborted: harness }, 'INCOMPLETE', 4, 'TypeError'],
  ['the suite breaks after a fail', [clause('fail')], { aborted: harness }, 'NON-CONFORMANT', 1, '4.1/fail-must: violated'],
  ['an error outside of clauses', [passing], { harnessErrors: ['y\n at z'] }, 'INCOMPLETE', 4, 'suite error: y'],
  ['an error outside of clauses in an interrupted run', [passing], { harnessErrors: ['y'], interrupted: true }, 'INCOMPLETE', 4, 'suite error: y'],
]; // prettier-ignore

describe('the verdict over all clauses', () => {
  test.each(verdicts.map((one) => [one[0], one] as const))('%s', (_name, one) => {
    const [, clauses, end, verdict, code, first] = one;
    const run: RunEnd = { ...whole, ...end };
    const stated = stateVerdict(clauses, run);
    const harnessError = run.harnessErrors.length > 0 || clauses.some((each) => each.verdict === 'error');
    const facts = {
      harnessError,
      allowIncomplete: false,
      ...(run.aborted === undefined ? {} : { aborted: run.aborted.cause }),
    };
    expect([stated.verdict, exitCode(stated.verdict, facts)]).toEqual([verdict, code]);
    expect(stated.reasons.length > 0).toBe(verdict !== 'CONFORMANT');
    if (first !== undefined) expect(stated.reasons[0]).toBe(first);
  });

  test('is never 1 without a fail', () => {
    const others: readonly ClauseVerdict[] = [
      'pass', 'warn', 'inconclusive', 'not-tested', 'not-applicable', 'observed', 'error',
    ]; // prettier-ignore
    for (const aborted of [undefined, 'unreachable', 'configuration', 'harness'] as const)
      for (const one of others)
        for (const interrupted of [false, true]) {
          const abort = aborted === undefined ? {} : { aborted: { cause: aborted, text: 'x' } };
          const { verdict } = stateVerdict([passing, clause(one)], { ...whole, interrupted, ...abort });
          const facts = { harnessError: one === 'error', allowIncomplete: false, ...defined({ aborted }) };
          expect(exitCode(verdict, facts)).not.toBe(1);
          if (interrupted || aborted !== undefined) expect(verdict).toBe('INCOMPLETE');
        } // prettier-ignore
  });

  test('is 0 for an incomplete run only if that is allowed', () => {
    const facts = { harnessError: false, allowIncomplete: true };
    expect(exitCode('INCOMPLETE', facts)).toBe(0);
    expect(exitCode('NON-CONFORMANT', facts)).toBe(1);
    expect(exitCode('INCOMPLETE', { ...facts, harnessError: true })).toBe(4);
    expect(exitCode('INCOMPLETE', { ...facts, aborted: 'configuration' })).toBe(2);
  });
});

describe('a clause that blocks the verdict', () => {
  test.each<[ClauseVerdict, Level, Blocks, boolean]>([
    ['pass', 'MUST', 'always', false],
    ['not-applicable', 'DECLARED', 'always', false],
    ['inconclusive', 'DECLARED', 'always', true],
    ['not-tested', 'MUST', 'always', true],
    ['not-tested', 'MUST', 'when-seen', false],
    ['observed', 'OPEN', 'always', false],
    ['warn', 'SHOULD', 'always', false],
    ['error', 'SHOULD', 'always', false],
  ])('%s of a %s that blocks %s: %s', (verdict, level, blocks, way) => {
    expect(preventsConformant(clause(verdict, level, blocks, 'field-never-seen'))).toBe(way);
  });

  test('ranks last if the run tested for it and never saw it', () => {
    const seen = (code: ReasonCode): boolean => wasNeverSeen(clause('not-tested', 'MUST', 'when-seen', code));
    expect([seen('field-never-seen'), seen('not-observable'), seen('vacuous-body')]).toEqual([
      true,
      true,
      true,
    ]);
    expect([seen('budget'), seen('stopped'), seen('not-selected'), seen('unreachable')]).toEqual(
      [false, false, false, false],
    ); // prettier-ignore
  });
});

test('a judgement is plain JSON', () => {
  const judged: Judgement = judgeCheck({ samples: samples('h1 v1 d1') }, { level: 'MUST', minimum: 1 });
  expect(JSON.parse(JSON.stringify(judged))).toEqual(judged);
});
