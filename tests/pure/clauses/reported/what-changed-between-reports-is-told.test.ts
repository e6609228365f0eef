import { describe, expect, test } from 'vitest';
import { compareReports, differences, gotWorse } from '../../../../clause/compare/compare-reports.ts';
import { buildReport } from '../../../../clause/build-report.ts';
import type { Judgement, Level } from '../../../../clause/judgement.ts';
import type { ComparedReport, Comparison, RegisterEntry, ReportedClause } from '../../../../clause/report.ts';
import { because, entry, finding, judgement, reportInput } from '../../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const undecided = judgement('inconclusive', because('two-readings', ''));
const untested = judgement('not-tested', because('no-key', ''));
const leftOut = judgement('not-applicable', because('out-of-scope', ''));
const unselected = judgement('not-tested', because('not-selected', ''));

type One = readonly [judged: Judgement, level?: Level] | 'gone';

const id = '4.2/answers';
const blank = buildReport(reportInput([[entry('4.1/answers'), pass]])).report;

function clause(stated: RegisterEntry, judged: Judgement): ReportedClause {
  return { ...stated, ...judged, limits: [], source: '' };
}

/** A report of one clause beside another that always passes. */
function report(one: One): ComparedReport {
  if (one === 'gone') return blank;
  const [judged, level = 'MUST'] = one;
  return { ...blank, clauses: [...blank.clauses, clause(entry(id, level), judged)] };
}

const kinds = ['newlyFailing', 'newlyUndecided', 'vanished', 'fixed', 'newlyDecided'] as const;

function changes(before: ComparedReport, now: ComparedReport): Readonly<Record<string, readonly string[]>> {
  const comparison = compareReports(before, now);
  return Object.fromEntries(
    kinds.filter((kind) => comparison[kind].length > 0).map((kind) => [kind, comparison[kind]]),
  );
}

describe('since an earlier report, for a clause that', () => {
  test.each<[name: string, before: One, now: One, kind: (typeof kinds)[number] | 'nothing']>([
    ['passed, fails', [pass], [fail], 'newlyFailing'],
    ['is new, and fails', 'gone', [fail], 'newlyFailing'],
    ['was not selected, fails', [unselected], [fail], 'newlyFailing'],
    ['was a recommendation, fails', [judgement('warn'), 'SHOULD'], [fail], 'newlyFailing'],
    ['is a declaration, fails', [pass, 'DECLARED'], [fail, 'DECLARED'], 'newlyFailing'],
    ['failed, fails', [fail], [fail], 'nothing'],
    ['passed, is undecided', [pass], [undecided], 'newlyUndecided'],
    ['was left out, is not tested', [leftOut], [untested], 'newlyUndecided'],
    ['failed, is undecided', [fail], [undecided], 'nothing'],
    ['was not selected, is undecided', [unselected], [undecided], 'nothing'],
    ['is new, and undecided', 'gone', [undecided], 'nothing'],
    ['passed, is not selected', [pass], [unselected], 'nothing'],
    ['failed, is not selected', [fail], [unselected], 'nothing'],
    ['passed, is gone', [pass], 'gone', 'vanished'],
    ['passed, is left out', [pass], [leftOut], 'vanished'],
    ['failed, is left out', [fail], [leftOut], 'vanished'],
    ['was undecided, is left out', [undecided], [leftOut], 'nothing'],
    ['is new, and left out', 'gone', [leftOut], 'nothing'],
    ['is a declaration, taken out', [pass, 'DECLARED'], 'gone', 'nothing'],
    ['is a declaration, left out', [pass, 'DECLARED'], [leftOut, 'DECLARED'], 'nothing'],
    ['is a recommendation, gone', [pass, 'SHOULD'], 'gone', 'nothing'],
    ['failed, passes', [fail], [pass], 'fixed'],
    ['failed, is demanded no more', [fail], [pass, 'SHOULD'], 'nothing'],
    ['was undecided, passes', [undecided], [pass], 'newlyDecided'],
    ['was undecided, is demanded no more', [undecided], [pass, 'SHOULD'], 'nothing'],
    ['was not selected, passes', [unselected], [pass], 'nothing'],
    ['is new, and passes', 'gone', [pass], 'nothing'],
  ])('%s', (_name, before, now, kind) => {
    expect(changes(report(before), report(now))).toEqual(kind === 'nothing' ? {} : { [kind]: [id] });
  });
});

describe('the change is', () => {
  const nothing: Comparison = {
    run: '', startedAt: '', differs: [], newlyFailing: [], newlyUndecided: [], vanished: [], fixed: [], newlyDecided: [],
  }; // prettier-ignore

  test.each<[changed: Partial<Comparison>, worse: ReturnType<typeof gotWorse>]>([
    [{}, undefined],
    [{ fixed: [id], newlyDecided: [id] }, undefined],
    [{ newlyFailing: [id] }, 'failing'],
    [{ newlyFailing: [id], newlyUndecided: [id], vanished: [id] }, 'failing'],
    [{ newlyUndecided: [id] }, 'unknown'],
    [{ vanished: [id] }, 'unknown'],
    [{ newlyUndecided: [id], vanished: ['4.3/key'] }, 'unknown'],
  ])('%j: %s', (changed, worse) => {
    expect(gotWorse({ ...nothing, ...changed })).toBe(worse);
  });

  test('measured since the run that it names', () => {
    const { run, startedAt } = compareReports(report([pass]), report([pass]));
    expect([run, startedAt]).toEqual([blank.run.id, blank.run.startedAt]);
  });
});

const stated = (more: Partial<RegisterEntry>): ComparedReport => ({
  ...blank,
  clauses: blank.clauses.map((one) => ({ ...one, ...more })),
});
const { contract: _contract, ...bareSuite } = blank.suite;
const { scope: _scope, ...unscoped } = blank;
const digest = 'cd'.repeat(32);

interface Other {
  readonly name: string;
  readonly report: ComparedReport;
  readonly what: readonly string[];
}

const others: readonly Other[] = [
  { name: 'nothing', report: blank, what: [] },
  { name: 'the address', report: { ...blank, target: { ...blank.target, baseUrl: 'https://b.example' } }, what: ['target'] },
  { name: 'the project', report: { ...blank, target: { ...blank.target, projectKey: 'b' } }, what: ['target'] },
  { name: 'the embedded reference', report: { ...blank, target: { ...blank.target, embedded: true } }, what: ['target'] },
  { name: 'the profile', report: { ...blank, target: { ...blank.target, profileSha256: digest } }, what: ['profile'] },
  { name: 'the depth', report: { ...blank, run: { ...blank.run, depth: 'release' } }, what: ['depth'] },
  { name: 'how much is sent at once', report: { ...blank, run: { ...blank.run, concurrency: 4 } }, what: ['concurrency'] },
  { name: 'what is left out', report: { ...blank, scope: { ...blank.scope, without: ['4.7'] } }, what: ['scope'] },
  { name: 'that a scope is told', report: unscoped, what: [] },
  { name: 'the contract', report: { ...blank, suite: { ...blank.suite, contract: { title: 'A', sha256: digest } } }, what: ['contract'] },
  { name: 'that a contract is told', report: { ...blank, suite: bareSuite }, what: ['contract'] },
  { name: 'the version of the suite', report: { ...blank, suite: { ...blank.suite, version: '9.9.9' } }, what: [] },
  { name: 'the seed', report: { ...blank, run: { ...blank.run, seed: 1 } }, what: [] },
  { name: 'what a clause states', report: stated({ statement: 'Otherwise.' }), what: ['register'] },
  { name: 'how a clause blocks', report: stated({ blocks: 'when-seen' }), what: ['register'] },
  { name: 'how firm a clause is', report: stated({ level: 'SHOULD' }), what: ['register'] },
  { name: 'the id of a clause', report: stated({ id: '4.1/answers-so' }), what: ['register'] },
  { name: 'where a clause stands', report: stated({ source: 'x:1' }), what: [] },
  { name: 'a further clause', report: report([pass]), what: ['register'] },
  { name: 'a further recommendation', report: report([pass, 'SHOULD']), what: ['register'] },
  { name: 'a further declaration', report: report([pass, 'DECLARED']), what: [] },
  { name: 'two things', report: { ...stated({ statement: 'Otherwise.' }), run: { ...blank.run, depth: 'release' } }, what: ['depth', 'register'] },
]; // prettier-ignore

describe('a difference other than the implementation', () => {
  test.each(others)('$name', ({ report: other, what }) => {
    expect(differences(other, blank).map((one) => one.what)).toEqual(what);
    expect(differences(blank, other).map((one) => one.what)).toEqual(what);
    expect(compareReports(other, blank).differs).toEqual(differences(other, blank).map(({ text }) => text));
  });

  test('is not the order of clauses', () => {
    const ids = ['4.1/c', '4.1/a', '4.1/b'];
    const clauses = ids.map((one) => clause(entry(one), pass));
    const [one, two] = [
      { ...blank, clauses },
      { ...blank, clauses: clauses.toReversed() },
    ];
    expect(differences(one, two)).toEqual([]);
    expect(differences(one, { ...blank, clauses: [...clauses.slice(1), ...clauses.slice(0, 1)] })).toEqual(
      [],
    );
  });

  test('does not exist if neither report names its contract', () => {
    const bare = { ...unscoped, suite: bareSuite };
    expect(differences(bare, bare)).toEqual([]);
  });

  /** Both values of the one difference, as far as they are of this form. */
  const shown = (before: ComparedReport, now: ComparedReport, form: RegExp): readonly string[] =>
    differences(before, now).flatMap(({ text }) => [...text.matchAll(form)].map(([value]) => value));

  test('is shown with both values, and digests by their beginning', () => {
    const { target, suite, run, scope } = blank;
    const made = (sha: string): ComparedReport => ({
      ...blank,
      target: { ...target, profileSha256: sha },
      suite: { ...suite, contract: { ...suite.contract, sha256: sha } },
    });
    expect(shown(made(digest), made('ef'.repeat(32)), /[0-9a-f]{8,}/g)).toEqual(
      ['cdcdcdcdcdcd', 'efefefefefef', 'cdcdcdcdcdcd', 'efefefefefef'],
    ); // prettier-ignore
    expect(shown(blank, { ...blank, run: { ...run, concurrency: 4 } }, /\d+/g)).toEqual(['24', '4']);
    expect(shown({ ...blank, scope: { ...scope, without: ['4.7', '4.8'] } }, blank, /4\.\d/g)).toEqual(
      ['4.7', '4.8'],
    ); // prettier-ignore
    const later = { ...stated({ statement: 'Otherwise.' }), suite: { ...suite, version: '9.9.9' } };
    expect(shown(blank, later, /\d\.\d\.\d/g)).toEqual([suite.version, '9.9.9']);
  });

  test('is no change of a clause', () => {
    expect(changes(blank, stated({ statement: 'Otherwise.' }))).toEqual({});
  });
});
