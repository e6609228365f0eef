import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import { compareReports, gotWorse } from '../../../clause/compare/compare-reports.ts';
import type { Judgement, Level } from '../../../clause/judgement.ts';
import type { Comparison, Report, ReportInput } from '../../../clause/report.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asText } from '../../../reporters/as-text.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const undecided = judgement('inconclusive', because('two-readings', 'seen both'));
const untested = judgement('not-tested', because('no-key', 'no key is known'));
const unseen = judgement('not-tested', because('field-never-seen', 'it never occurred'));
const leftOut = judgement('not-applicable', because('out-of-scope', 'out of scope (4.14)'));
const broke = judgement('error', because('premise-failed', 'TypeError'));

const id = '4.2/answers';
type One = Judgement | 'gone' | 'not selected';

/** A report of one clause beside one that always passes. */
function input(one: One, level: Level, more: Parameters<typeof reportInput>[1] = {}): ReportInput {
  const other = [entry('4.1/answers'), pass] as const;
  if (one === 'gone') return reportInput([other], more);
  const stated = entry(id, level, level === 'MUST' && one === unseen ? { blocks: 'when-seen' } : {});
  if (one !== 'not selected') return reportInput([other, [stated, one]], more);
  return reportInput([other, [stated, undefined]], { ...more, selected: new Set(['4.1/answers']) });
}

function report(one: One, level: Level = 'MUST'): Report {
  return buildReport(input(one, level)).report;
}

const kinds = ['newlyFailing', 'newlyUndecided', 'vanished', 'fixed', 'newlyDecided'] as const;
const kindsOf = (comparison: Comparison) => kinds.filter((kind) => comparison[kind].includes(id));

interface Row {
  readonly name: string;
  readonly before: One;
  readonly now: One;
  readonly level?: Level;
  readonly is: (typeof kinds)[number] | 'as it was';
  readonly code: number;
}

const rows: readonly Row[] = [
  { name: 'passed, fails', before: pass, now: fail, is: 'newlyFailing', code: 1 },
  { name: 'was undecided, fails', before: undecided, now: fail, is: 'newlyFailing', code: 1 },
  { name: 'was left out, fails', before: leftOut, now: fail, is: 'newlyFailing', code: 1 },
  { name: 'is new, and fails', before: 'gone', now: fail, is: 'newlyFailing', code: 1 },
  { name: 'was not selected, fails', before: 'not selected', now: fail, is: 'newlyFailing', code: 1 },
  { name: 'is a declaration, kept before, now broken', before: pass, now: fail, level: 'DECLARED', is: 'newlyFailing', code: 1 },
  { name: 'failed, fails', before: fail, now: fail, is: 'as it was', code: 0 },
  { name: 'passed, is undecided', before: pass, now: undecided, is: 'newlyUndecided', code: 3 },
  { name: 'passed, is not tested', before: pass, now: untested, is: 'newlyUndecided', code: 3 },
  { name: 'was left out, is undecided', before: leftOut, now: undecided, is: 'newlyUndecided', code: 3 },
  { name: 'is a declaration, kept before, now undecided', before: pass, now: undecided, level: 'DECLARED', is: 'newlyUndecided', code: 3 },
  { name: 'failed, is undecided', before: fail, now: undecided, is: 'as it was', code: 0 },
  { name: 'was undecided, is not tested', before: undecided, now: untested, is: 'as it was', code: 0 },
  { name: 'passed, never occurred and need not', before: pass, now: unseen, is: 'as it was', code: 0 },
  { name: 'passed, is gone from the register', before: pass, now: 'gone', is: 'vanished', code: 3 },
  { name: 'failed, is gone from the register', before: fail, now: 'gone', is: 'vanished', code: 3 },
  { name: 'was undecided, is gone from the register', before: undecided, now: 'gone', is: 'vanished', code: 3 },
  { name: 'passed, is left out', before: pass, now: leftOut, is: 'vanished', code: 3 },
  { name: 'failed, is left out', before: fail, now: leftOut, is: 'vanished', code: 3 },
  { name: 'was undecided, is left out', before: undecided, now: leftOut, is: 'as it was', code: 0 },
  { name: 'failed, never occurred and need not', before: fail, now: unseen, is: 'as it was', code: 0 },
  { name: 'is a declaration, taken out of the profile', before: pass, now: 'gone', level: 'DECLARED', is: 'as it was', code: 0 },
  { name: 'failed, passes', before: fail, now: pass, is: 'fixed', code: 0 },
  { name: 'was undecided, passes', before: undecided, now: pass, is: 'newlyDecided', code: 0 },
  { name: 'was a suite error, passes', before: broke, now: pass, is: 'newlyDecided', code: 0 },
  { name: 'is new, and passes', before: 'gone', now: pass, is: 'as it was', code: 0 },
  { name: 'passed, is a suite error', before: pass, now: broke, is: 'newlyUndecided', code: 4 },
  { name: 'passed, passes', before: pass, now: pass, is: 'as it was', code: 0 },
  { name: 'is a recommendation, heeded before, now not', before: pass, now: judgement('warn'), level: 'SHOULD', is: 'as it was', code: 0 },
  { name: 'is an open point that is not seen any more', before: judgement('observed'), now: untested, level: 'OPEN', is: 'as it was', code: 0 },
  { name: 'fails, and was not selected', before: fail, now: 'not selected', is: 'as it was', code: 0 },
]; // prettier-ignore

describe('a change since an earlier report', () => {
  test.each(rows)('a clause that $name is $is: exit $code', ({ before, now, level = 'MUST', is, code }) => {
    const against = report(before, level);
    const built = buildReport({ ...input(now, level), against });
    const comparison = built.report.against;
    if (comparison === undefined) throw new Error('it was held against another one');
    expect(kindsOf(comparison)).toEqual(is === 'as it was' ? [] : [is]);
    expect(built.exitCode).toBe(code);
    expect(comparison.newlyFailing.length > 0).toBe(gotWorse(comparison) === 'failing');
  });

  test('clauses that are no longer known end with 0 if the gate allows them, but new fails never do', () => {
    const settings = { allowIncomplete: true };
    const end = (now: One) =>
      buildReport({ ...input(now, 'MUST', { settings }), against: report(pass) }).exitCode;
    expect(end(undecided)).toBe(0);
    expect(end('gone')).toBe(0);
    expect(end(fail)).toBe(1);
  });

  test('the verdict stays unchanged', () => {
    const built = buildReport({ ...input(fail, 'MUST'), against: report(fail) });
    expect(built).toMatchObject({ exitCode: 0, report: { verdict: 'NON-CONFORMANT' } });
  });

  test('a run that could not be made does not pass the gate', () => {
    const aborted = { cause: 'unreachable', text: 'no answer' } as const;
    const end = buildReport({
      ...input(pass, 'MUST', { record: { ...record, aborted } }),
      against: report(pass),
    });
    expect(end.exitCode).toBe(4);
  });
});

describe('a difference other than the implementation', () => {
  const base = input(pass, 'MUST');
  const { target, settings, suite } = base;
  const differs = (before: Partial<ReportInput>): readonly string[] =>
    compareReports(buildReport({ ...base, ...before }).report, buildReport(base).report).differs;

  test.each([
    ['nothing', {}, []],
    ['the base URL', { target: { ...target, baseUrl: 'https://b.example' } }, [/^different target: https:\/\/b.example, project demo before, /]],
    ['the project', { target: { ...target, projectKey: 'other' } }, [/^different target: .*, project other before, .*, project demo now$/]],
    ['the embedded reference', { target: { ...target, embedded: true } }, [/^different target: the embedded reference before/]],
    ['the profile', { target: { ...target, profileSha256: 'cd'.repeat(32) } }, [/^different profile: cdcdcdcdcdcd before, none now$/]],
    ['the depth', { settings: { ...settings, depth: 'certify' } }, [/^different depth: certify before, ci now$/]],
    ['the seed', { settings: { ...settings, seed: 9 } }, []],
    ['the version of the suite alone', { suite: { ...suite, version: '0.0.9' } }, []],
    ['what a clause states', { register: base.register.map((one) => ({ ...one, statement: 'Otherwise.' })) }, [/^different register of clauses: suite 0.1.0 before, suite 0.1.0 now$/]],
    ['how a clause blocks', { register: base.register.map((one) => ({ ...one, blocks: 'when-seen' as const })) }, [/^different register/]],
    ['where a clause stands in the code', { register: base.register.map((one) => ({ ...one, source: 'x:1' })) }, []],
    ['the declarations alone', { register: [...base.register, entry('declared/success.4.6', 'DECLARED')] }, []],
  ] as const)('is reported: %s', (_what, then, expected) => {
    const found = differs(then);
    expect(found).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(found[at]).toMatch(pattern);
  }); // prettier-ignore
});

describe('what has changed', () => {
  const clauses = (first: Judgement, second: Judgement, third: Judgement) =>
    reportInput([
      [entry('4.1/a'), first],
      [entry('4.2/b'), second],
      [entry('4.3/c'), third],
    ]);
  const against = buildReport(clauses(pass, fail, pass)).report;

  test('is listed in a terminal and in Markdown, first the changes for the worse', () => {
    const { report: one } = buildReport({ ...clauses(fail, pass, undecided), against });
    const text = asText(one, { columns: 80, color: false });
    expect(text).toContain(
      'SINCE 2026-01-02 03:04\n  newly failing    4.1/a\n  newly undecided  4.3/c\n  fixed            4.2/b\n',
    );
    expect(text).toContain('since 2026-01-02 03:04: 1 newly failing, 1 newly undecided, 1 fixed');
    const markdown = asMarkdown(one, { maxBytes: Infinity });
    expect(markdown).toContain('- newly failing: 4.1/a\n- newly undecided: 4.3/c\n- fixed: 4.2/b\n');
  });

  test('is reported as no regression if nothing got worse', () => {
    const { report: one } = buildReport({ ...clauses(pass, fail, pass), against });
    const text = asText(one, { columns: 80, color: false });
    expect(text).toContain('SINCE 2026-01-02 03:04\n  nothing got worse\n');
    expect(text).toContain('since 2026-01-02 03:04: nothing got worse');
    expect(asMarkdown(one, { maxBytes: Infinity })).toContain('- nothing got worse\n');
  });
});
