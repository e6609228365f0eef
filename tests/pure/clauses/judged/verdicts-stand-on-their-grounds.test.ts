import { describe, expect, test } from 'vitest';
import { defined } from '../../../../clause/defined.ts';
import type { ClauseVerdict } from '../../../../clause/judgement.ts';
import type { ReasonCode } from '../../../../clause/sample.ts';
import {
  exitCode,
  selection,
  stateVerdict,
  wasNeverSeen,
  type Abort,
  type ExitCode,
  type JudgedClause,
  type RunEnd,
  type Verdict,
} from '../../../../clause/verdict.ts';

type More = Partial<Omit<JudgedClause, 'id' | 'verdict' | 'reason'>> & { readonly code?: ReasonCode };

function clause(id: string, verdict: ClauseVerdict, { code, ...more }: More = {}): JudgedClause {
  const reason = code === undefined ? undefined : { code, text: `of ${code}\nand more` };
  return { id, level: 'MUST', blocks: 'always', verdict, ...defined({ reason }), ...more };
}

const whole: RunEnd = {
  selected: { count: 9, of: 9 },
  evidence: { count: 3, of: 3 },
  interrupted: false,
  harnessErrors: [],
};
const passing = clause('passes', 'pass');
const failing = clause('fails', 'fail');
const open = clause('open', 'inconclusive', { code: 'flaky' });
const beyond = clause('beyond', 'not-tested', { code: 'read-only' });
const broken = clause('broken', 'error', { code: 'premise-failed' });

/** A clause by its id, anything else by its kind. */
function groundsOf(clauses: readonly JudgedClause[], end: Partial<RunEnd> = {}): readonly string[] {
  return stateVerdict(clauses, { ...whole, ...end }).grounds.map((ground) =>
    ground.kind === 'clause' ? ground.clause : ground.kind,
  );
}

describe('a verdict', () => {
  test.each<[name: string, clauses: readonly JudgedClause[], end: Partial<RunEnd>, verdict: Verdict, grounds: readonly string[]]>([
    ['of a pass', [passing], {}, 'CONFORMANT', []],
    ['of nothing', [], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of what does not apply', [clause('n', 'not-applicable')], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of a recommendation that passes', [clause('s', 'pass', { level: 'SHOULD' })], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of a recommendation that warns', [clause('s', 'warn', { level: 'SHOULD' })], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of a declaration that passes', [clause('d', 'pass', { level: 'DECLARED' })], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of what never occurred', [clause('w', 'not-tested', { blocks: 'when-seen' })], {}, 'INCOMPLETE', ['nothing-tested']],
    ['of nothing, interrupted', [], { interrupted: true }, 'INCOMPLETE', ['interrupted']],
    ['of a fail', [passing, failing], {}, 'NON-CONFORMANT', ['fails']],
    ['of an error, once', [passing, broken], {}, 'INCOMPLETE', ['broken']],
    ['of an error of an open point', [passing, clause('o', 'error', { level: 'OPEN' })], {}, 'INCOMPLETE', ['o']],
    ['of what is open', [passing, open], {}, 'INCOMPLETE', ['open']],
    ['of what has no reason', [passing, clause('x', 'not-tested')], {}, 'INCOMPLETE', ['x']],
    ['of what has no reason in a run that reads', [passing, clause('x', 'not-tested')], { readOnly: 'r' }, 'INCOMPLETE', ['read-only', 'x']],
    ['of a run that reads and passes', [passing], { readOnly: 'r' }, 'INCOMPLETE', ['read-only']],
    ['of all at once', [open, broken, failing, passing], { mistakes: ['m', 'n'], harnessErrors: ['h'], interrupted: true, selected: { count: 8, of: 9 }, readOnly: 'r', events: ['e'] }, 'NON-CONFORMANT', ['mistake', 'mistake', 'fails', 'suite-error', 'broken', 'interrupted', 'selection', 'read-only', 'event', 'open']],
  ])('%s rests on its grounds', (_name, clauses, end, verdict, grounds) => {
    expect(stateVerdict(clauses, { ...whole, ...end }).verdict).toBe(verdict);
    expect(groundsOf(clauses, end)).toEqual(grounds);
    expect(stateVerdict(clauses, { ...whole, ...end }).reasons).toHaveLength(grounds.length);
  }); // prettier-ignore

  test.each<
    [name: string, clauses: readonly JudgedClause[], end: Partial<RunEnd>, grounds: readonly string[]]
  >([
    ['what is beyond reads last', [beyond, open], { readOnly: 'r' }, ['read-only', 'open', 'beyond']],
    ['each once', [open, beyond, open], { readOnly: 'r' }, ['read-only', 'open', 'open', 'beyond']],
    ['as they come where the run writes', [beyond, open], {}, ['beyond', 'open']],
  ])('names %s', (_name, clauses, end, grounds) => {
    expect(groundsOf(clauses, end)).toEqual(grounds);
  });

  test.each<[cause: Abort['cause'], clauses: readonly JudgedClause[], grounds: readonly string[]]>([
    ['unreachable', [failing], ['aborted', 'fails']],
    ['configuration', [failing], ['aborted', 'fails']],
    ['harness', [failing], ['fails', 'aborted']],
    ['harness', [broken], ['aborted', 'broken']],
    ['harness', [open], ['aborted', 'open']],
  ])('a run that was ended by %s puts the weightier reason first', (cause, clauses, grounds) => {
    expect(groundsOf(clauses, { aborted: { cause, text: 'x' } })).toEqual(grounds);
  });

  test('the verdict of a run that broke off says so before naming mistakes, unless something failed', () => {
    const end: Partial<RunEnd> = { aborted: { cause: 'harness', text: 'x' }, mistakes: ['m'] };
    expect(groundsOf([open], end)).toEqual(['aborted', 'mistake', 'open']);
    expect(groundsOf([failing], end)).toEqual(['mistake', 'fails', 'aborted']);
  });

  test.each<[name: string, clauses: readonly JudgedClause[], grounds: readonly string[]]>([
    ['not beside a pass', [passing], []],
    ['not beside a fail', [failing], ['fails']],
    ['not beside an error', [broken], ['broken']],
    ['before what is open', [open], ['event', 'event', 'open']],
  ])('names events only to explain open clauses: %s', (_name, clauses, grounds) => {
    expect(groundsOf(clauses, { events: ['e', 'f'] })).toEqual(grounds);
  });

  test('needs no events to name open clauses', () => {
    expect(groundsOf([open])).toEqual(['open']);
  });
});

/** What is said of the first reason, in words. */
function wordsOf(clauses: readonly JudgedClause[], end: Partial<RunEnd> = {}): string {
  return stateVerdict(clauses, { ...whole, ...end }).reasons[0] ?? '';
}

describe('a reason', () => {
  test.each([
    ['an error of a clause', [broken], {}, 'premise-failed'],
    ['what is open', [open], {}, 'flaky'],
    ['an error of the suite', [passing], { harnessErrors: ['of the suite\nand more'] }, 'suite'],
  ])('is one line, of %s', (_name, clauses, end, word) => {
    expect(wordsOf(clauses, end)).toContain(word);
    expect(wordsOf(clauses, end)).not.toMatch(/\n|more/);
  });

  test('names the suite for an error of the suite', () => {
    expect([broken, open, failing].map((one) => /\bsuite\b/.test(wordsOf([one])))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('distinguishes the kinds of endings, for the same clause', () => {
    const ends = [
      clause('one', 'fail'),
      clause('one', 'fail', { level: 'DECLARED' }),
      clause('one', 'inconclusive'),
      clause('one', 'not-tested'),
      clause('one', 'not-tested', { code: 'flaky' }),
      clause('one', 'error', { code: 'flaky' }),
      clause('one', 'error'),
    ];
    expect(new Set(ends.map((one) => wordsOf([one]))).size).toBe(ends.length);
    expect(ends.map((one) => wordsOf([one]).startsWith('one: '))).toEqual(ends.map(() => true));
    expect(wordsOf([clause('one', 'not-tested')])).toBe('one: not-tested');
  });

  test.each<[end: Partial<RunEnd>, numbers: readonly string[], isPlural: boolean]>([
    [{}, [], false],
    [{ stoppedAfter: 1 }, ['1'], false],
    [{ stoppedAfter: 2 }, ['2'], true],
    [{ stoppedAfterSeconds: 1 }, ['1'], false],
    [{ stoppedAfter: 2, stoppedAfterSeconds: 60 }, ['60'], false],
  ])(
    'the reason of an interrupted run %j counts the failures at which it stopped',
    (end, numbers, isPlural) => {
      const words = wordsOf([passing], { ...end, interrupted: true });
      expect(words.match(/\d+/g) ?? []).toEqual(numbers);
      expect([/\bclauses\b/.test(words), /CONFORMANCE_MAX_SECONDS/.test(words)]).toEqual([
        isPlural,
        end.stoppedAfterSeconds !== undefined,
      ]);
    },
  );

  test('is missing if the run was not interrupted', () => {
    expect(groundsOf([passing], { stoppedAfter: 2, stoppedAfterSeconds: 60 })).toEqual([]);
  });

  test('distinguishes an interrupted run from a stopped run', () => {
    const words = [{}, { stoppedAfter: 1 }].map((end) => wordsOf([passing], { ...end, interrupted: true }));
    expect(words.map((text) => /\bclause\b/.test(text))).toEqual([false, true]);
  });
});

describe('the selection', () => {
  test.each([
    [9, 3, undefined],
    [10, 4, undefined],
    [8, 3, ['8', '9']],
    [9, 2, ['9', '9', '2', '3']],
    [8, 2, ['8', '9', '2', '3']],
    [8, 4, ['8', '9']],
  ])('the selection of %i of 9 clauses and %i of 3 pieces of evidence', (clauses, evidence, numbers) => {
    const told = selection({
      selected: { count: clauses, of: 9 },
      evidence: { count: evidence, of: 3 },
    });
    expect(told?.match(/\d+/g) ?? undefined).toEqual(numbers);
  });
});

describe('a premise that need not occur', () => {
  test.each<ReasonCode>([
    'budget', 'stopped', 'not-selected', 'unreachable', 'read-only', 'consent-missing', 'method-undeclared',
    'no-token', 'no-second-project', 'no-minted-token', 'no-id-source', 'no-key',
  ])('was not looked for with %s', (code) => {
    expect(wasNeverSeen(clause('w', 'not-tested', { blocks: 'when-seen', code }))).toBe(false);
  }); // prettier-ignore

  test('was looked for if no reason is known', () => {
    expect(wasNeverSeen(clause('w', 'not-tested', { blocks: 'when-seen' }))).toBe(true);
    expect(wasNeverSeen(clause('w', 'not-tested'))).toBe(false);
    expect(wasNeverSeen(clause('w', 'inconclusive', { blocks: 'when-seen' }))).toBe(false);
  });
});

type Facts = Parameters<typeof exitCode>[1];
const calm: Facts = { harnessError: false, allowIncomplete: false };
const waived = { isStale: false, isEveryFail: true, elseBlocks: false };
const kept = { worse: undefined };
const failingGate = { worse: 'failing' } as const;
const unknownGate = { worse: 'unknown' } as const;

describe('an exit code', () => {
  test.each<[name: string, verdict: Verdict, facts: Partial<Facts>, code: ExitCode]>([
    ['conforms', 'CONFORMANT', {}, 0],
    ['fails', 'NON-CONFORMANT', {}, 1],
    ['is open', 'INCOMPLETE', {}, 3],
    ['is open and may be', 'INCOMPLETE', { allowIncomplete: true }, 0],
    ['is open beyond reads that pass', 'INCOMPLETE', { readsPass: true }, 0],
    ['is open within reads', 'INCOMPLETE', { readsPass: false }, 3],
    ['fails where reads pass', 'NON-CONFORMANT', { readsPass: true }, 1],
    ['conforms with a stale waiver', 'CONFORMANT', { waived: { ...waived, isStale: true } }, 2],
    ['fails with a stale waiver', 'NON-CONFORMANT', { waived: { ...waived, isStale: true } }, 2],
    ['is unreachable with a stale waiver', 'INCOMPLETE', { aborted: 'unreachable', waived: { ...waived, isStale: true } }, 2],
    ['is unreachable', 'NON-CONFORMANT', { aborted: 'unreachable', waived }, 4],
    ['fails, all waived', 'NON-CONFORMANT', { waived }, 0],
    ['fails, all waived, else open', 'NON-CONFORMANT', { waived: { ...waived, elseBlocks: true } }, 3],
    ['fails, not all waived', 'NON-CONFORMANT', { waived: { ...waived, isEveryFail: false } }, 1],
    ['fails, all waived, with an error', 'NON-CONFORMANT', { waived, harnessError: true }, 0],
    ['is open beside waivers', 'INCOMPLETE', { waived }, 3],
    ['is open beside waivers of which none is needed', 'INCOMPLETE', { waived: { ...waived, elseBlocks: true } }, 3],
    ['conforms beside waivers', 'CONFORMANT', { waived: { ...waived, elseBlocks: true } }, 0],
    ['fails as before', 'NON-CONFORMANT', { gate: kept }, 0],
    ['fails anew', 'NON-CONFORMANT', { gate: failingGate }, 1],
    ['fails anew, all waived', 'NON-CONFORMANT', { gate: failingGate, waived }, 1],
    ['fails as before, all waived, and is known no more', 'NON-CONFORMANT', { gate: unknownGate, waived }, 3],
    ['fails as before, all waived, else open', 'NON-CONFORMANT', { gate: kept, waived: { ...waived, elseBlocks: true } }, 0],
    ['fails as before, and is known no more', 'NON-CONFORMANT', { gate: unknownGate }, 3],
    ['is known no more', 'INCOMPLETE', { gate: unknownGate }, 3],
    ['is known no more and may be', 'INCOMPLETE', { gate: unknownGate, allowIncomplete: true }, 0],
    ['is open as before', 'INCOMPLETE', { gate: kept }, 0],
    ['is as before with an error', 'NON-CONFORMANT', { gate: kept, harnessError: true }, 4],
    ['breaks off', 'INCOMPLETE', { aborted: 'harness', allowIncomplete: true }, 4],
    ['breaks off after a fail', 'NON-CONFORMANT', { aborted: 'harness' }, 1],
    ['breaks off as before', 'NON-CONFORMANT', { aborted: 'harness', gate: kept }, 4],
  ])('of a run that %s', (_name, verdict, facts, code) => {
    expect(exitCode(verdict, { ...calm, ...facts })).toBe(code);
  }); // prettier-ignore
});
