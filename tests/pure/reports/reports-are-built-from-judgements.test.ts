import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Finding } from '../../../clause/sample.ts';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report, ReportInput } from '../../../clause/report.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { addStandardFormats } from '../../../schemas/standard-formats.ts';
import { JsonNumber } from '../../../wire/json/json.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../../reporters/report.schema.json', import.meta.url), 'utf8'),
);
const validate = addStandardFormats(
  new Ajv2020({ strict: true, allErrors: true, strictRequired: false }),
).compile(schema as object);

/** Every report that a test builds meets the published schema, as it is written. */
function build(input: ReportInput): { report: Report; exitCode: number } {
  const built = buildReport(input);
  validate(JSON.parse(asJson(built.report)));
  expect(validate.errors ?? []).toEqual([]);
  if (built.exitCode === 1) expect(built.report.clauses.some(({ verdict }) => verdict === 'fail')).toBe(true);
  return built;
}

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const untested = judgement(
  'not-tested',
  because('no-key', 'no key is known', '"resource": {"keySource": "none"}'),
);
const broken = judgement('error', because('premise-failed', 'TypeError: x\n    at y'));
const one = entry('4.1/answers');
const two = entry('4.2/answers');

const cases = { clause: one.id, name: 'any bodies', limits: [], minimum: 8 };

interface Row {
  readonly name: string;
  readonly input: ReportInput;
  readonly verdict: Report['verdict'];
  readonly code: number;
  readonly reason?: string;
}

const unreachable = { ...record, aborted: { cause: 'unreachable', text: 'no answer from x' } } as const;
const rows: readonly Row[] = [
  { name: 'all pass', input: reportInput([[one, pass], [two, pass]]), verdict: 'CONFORMANT', code: 0 },
  { name: 'one fails', input: reportInput([[one, pass], [two, fail]]), verdict: 'NON-CONFORMANT', code: 1, reason: '4.2/answers: violated' },
  { name: 'a declaration is contradicted', input: reportInput([[one, pass], [entry('declared/success.4.6', 'DECLARED'), fail]]), verdict: 'NON-CONFORMANT', code: 1, reason: 'declared/success.4.6: contradicts the declaration in the profile' },
  { name: 'one is not tested', input: reportInput([[one, pass], [two, untested]]), verdict: 'INCOMPLETE', code: 3, reason: '4.2/answers: not-tested (no key is known)' },
  { name: 'one is not tested, and that is allowed', input: reportInput([[one, pass], [two, untested]], { settings: { allowIncomplete: true } }), verdict: 'INCOMPLETE', code: 0 },
  { name: 'nothing was selected, and incomplete is allowed', input: reportInput([[one, undefined]], { selected: new Set(), settings: { allowIncomplete: true } }), verdict: 'INCOMPLETE', code: 3 },
  { name: 'one fails, and incomplete is allowed', input: reportInput([[one, fail], [two, untested]], { settings: { allowIncomplete: true } }), verdict: 'NON-CONFORMANT', code: 1 },
  { name: 'the configuration is refused in mid-run', input: reportInput([[one, pass]], { record: { ...record, aborted: { cause: 'configuration', text: 'no token is let in' } } }), verdict: 'INCOMPLETE', code: 2, reason: 'no token is let in' },
  { name: 'the configuration is refused after a fail', input: reportInput([[one, fail]], { record: { ...record, aborted: { cause: 'configuration', text: 'no token is let in' } } }), verdict: 'NON-CONFORMANT', code: 2, reason: 'no token is let in' },
  { name: 'the target cannot be reached', input: reportInput([[one, undefined]], { record: unreachable }), verdict: 'INCOMPLETE', code: 4, reason: 'no answer from x' },
  { name: 'the target is lost after a fail', input: reportInput([[one, fail], [two, undefined]], { record: unreachable }), verdict: 'NON-CONFORMANT', code: 4, reason: 'no answer from x' },
  { name: 'the suite itself breaks', input: reportInput([[one, pass]], { record: { ...record, aborted: { cause: 'harness', text: 'TypeError: z' } } }), verdict: 'INCOMPLETE', code: 4, reason: 'TypeError: z' },
  { name: 'a check throws', input: reportInput([[one, pass], [two, broken]]), verdict: 'INCOMPLETE', code: 4, reason: '4.2/answers: suite error: TypeError: x' },
  { name: 'a check throws beside a fail', input: reportInput([[one, fail], [two, broken]]), verdict: 'NON-CONFORMANT', code: 1, reason: '4.1/answers: violated' },
  { name: 'a suite error outside of clauses', input: reportInput([[one, pass]], { harnessErrors: ['shard 2/3 is missing\n  at z'] }), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: shard 2/3 is missing' },
  { name: 'a suite error, and incomplete is allowed', input: reportInput([[one, pass]], { harnessErrors: ['x'], settings: { allowIncomplete: true } }), verdict: 'INCOMPLETE', code: 4 },
  { name: 'a suite error beside a fail', input: reportInput([[one, fail]], { harnessErrors: ['x'] }), verdict: 'NON-CONFORMANT', code: 1, reason: '4.1/answers: violated' },
  { name: 'interrupted', input: reportInput([[one, pass], [two, undefined]], { record: { ...record, interrupted: true } }), verdict: 'INCOMPLETE', code: 3, reason: 'the run was interrupted' },
  { name: 'interrupted after a fail', input: reportInput([[one, fail], [two, undefined]], { record: { ...record, interrupted: true } }), verdict: 'NON-CONFORMANT', code: 1 },
  { name: 'a selection in which all pass', input: reportInput([[one, pass], [two, undefined]], { selected: new Set([one.id]) }), verdict: 'INCOMPLETE', code: 3, reason: 'selected 1 of 2 clauses' },
  { name: 'a selection in which one fails', input: reportInput([[one, fail], [two, undefined]], { selected: new Set([one.id]) }), verdict: 'NON-CONFORMANT', code: 1 },
  { name: 'nothing was heard of the run', input: reportInput([[one, undefined]], { record: undefined }), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: the run left no record of its end' },
  { name: 'a selected clause has no judgement', input: reportInput([[one, pass], [two, undefined]]), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: selected, but never judged: 4.2/answers' },
  { name: 'all clauses are selected, and none of the evidence', input: reportInput([[one, pass]], { evidence: [cases] }), verdict: 'INCOMPLETE', code: 3, reason: 'selected 1 of 1 clauses and 0 of 1 pieces of evidence' },
  { name: 'generated evidence fell short', input: reportInput([[one, pass]], { evidence: [cases], gathered: new Map([[cases.name, untested]]), selected: new Set([one.id, cases.name]) }), verdict: 'CONFORMANT', code: 0 },
  { name: 'selected evidence was not gathered', input: reportInput([[one, pass]], { evidence: [cases], selected: new Set([one.id, cases.name]) }), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: selected, but never gathered: 4.1/answers / any bodies' },
  { name: 'evidence is gathered that nobody states', input: reportInput([[one, pass]], { gathered: new Map([[cases.name, pass]]) }), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: gathered, but never stated: any bodies' },
  { name: 'a clause is stated twice', input: reportInput([[one, pass], [one, pass]]), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: stated twice: 4.1/answers' },
  { name: 'something is judged that nobody states', input: reportInput([[one, pass]], { judgements: new Map([[one.id, pass], ['4.2/x', pass]]) }), verdict: 'INCOMPLETE', code: 4, reason: 'suite error: judged, but missing from the register: 4.2/x' },
  { name: 'everything is out of scope', input: reportInput([[entry('4.14/x'), judgement('not-applicable', because('out-of-scope', 'out of scope (4.14)'))]], { settings: { without: ['4.14'] } }), verdict: 'INCOMPLETE', code: 3, reason: 'nothing was tested' },
  { name: 'an empty register', input: reportInput([]), verdict: 'INCOMPLETE', code: 3, reason: 'nothing was tested' },
  { name: 'warnings and open points alone beside a pass', input: reportInput([[one, pass], [entry('4.2/s', 'SHOULD'), judgement('warn', { findings: [finding] })], [entry('4.2/o', 'OPEN'), untested]]), verdict: 'CONFORMANT', code: 0 },
]; // prettier-ignore

describe('verdict and exit code', () => {
  test.each(rows)('$name: $verdict, $code', ({ input, verdict, code, reason }) => {
    const { report, exitCode } = build(input);
    expect([report.verdict, exitCode]).toEqual([verdict, code]);
    if (reason !== undefined) expect(report.reasons[0]).toBe(reason);
    if (verdict !== 'CONFORMANT') expect(report.reasons.length).toBeGreaterThan(0);
    expect(report.clauses.map(({ id }) => id)).toEqual([...new Set(input.register.map(({ id }) => id))]);
  });
});

describe('clauses', () => {
  test('are in document order, declared choices last in their section', () => {
    const ids = [
      'declared/success.4.6', 'Versioning/a', '4.10/a', 'Errors/a', '4.6/b', '4.2/a', 'General/a', '4.6/a',
      'Authentication/a', 'Resources/a', '4.18/a',
    ]; // prettier-ignore
    const { report } = build(
      reportInput(ids.map((id) => [entry(id, id.startsWith('declared/') ? 'DECLARED' : 'MUST'), pass])),
    );
    expect(report.clauses.map(({ id }) => id)).toEqual([
      'General/a', 'Resources/a', '4.2/a', '4.6/b', '4.6/a', 'declared/success.4.6', '4.10/a', '4.18/a',
      'Authentication/a', 'Errors/a', 'Versioning/a',
    ]); // prettier-ignore
  });

  test.each([
    ['not selected', { selected: new Set<string>() }, 'not-tested', 'not-selected'],
    ['stopped', { record: { ...record, interrupted: true } }, 'not-tested', 'stopped'],
    ['unreachable', { record: unreachable }, 'not-tested', 'unreachable'],
    ['left out', { settings: { without: ['4.15'] } }, 'not-applicable', 'out-of-scope'],
  ] as const)('say why they were not judged: %s', (_name, more, verdict, code) => {
    const { report } = build(reportInput([[entry('4.15/x', 'MUST', { limits: ['4.15'] }), undefined]], more));
    expect(report.clauses[0]).toMatchObject({ verdict, reason: { code }, premise: 0, checks: 0 });
  });

  test('a declaration about a part that is left out does not apply', () => {
    const away = judgement('inconclusive', because('out-of-scope', 'out of scope (4.15)'));
    const { report } = build(
      reportInput(
        [
          [one, pass],
          [entry('declared/success.4.15', 'DECLARED'), away],
        ],
        {
          settings: { without: ['4.15'] },
        },
      ),
    );
    expect(report.verdict).toBe('CONFORMANT');
  });

  test('a limit of scope hides no fail', () => {
    const { exitCode } = build(
      reportInput([[entry('4.15/x', 'MUST', { limits: ['4.15'] }), fail]], {
        settings: { without: ['4.15'] },
      }),
    );
    expect(exitCode).toBe(1);
  });

  test('fields that never occurred are named and do not block', () => {
    const seldom = entry('Resources/cart-codes', 'MUST', {
      field: 'Cart.discountCodes',
      blocks: 'when-seen',
    });
    const unseen = judgement('not-tested', because('field-never-seen', 'it never occurred'));
    const { report } = build(
      reportInput(
        [
          [one, pass],
          [seldom, unseen],
        ],
        { record: { ...record, neverSeen: ['4.2/where'] } },
      ),
    );
    expect(report.verdict).toBe('CONFORMANT');
    expect(report.scope.neverSeen).toEqual(['Cart.discountCodes', '4.2/where']);
  });

  test('each reason has its ground', () => {
    const { report } = build(
      reportInput(
        [
          [one, fail],
          [two, untested],
          [entry('4.3/x'), undefined],
        ],
        {
          record: { ...record, interrupted: true, mistakes: ['mend it'], weather: { serverErrors: 0, resets: 0, rateLimited: 0, retries: 0, slowest: [], events: ['a storm'] } },
          harnessErrors: ['odd'],
          selected: new Set([one.id, two.id]),
          settings: { readOnly: { gate: false } },
        },
      ),
    ); // prettier-ignore
    expect(report.grounds?.map((ground) => (ground.kind === 'clause' ? ground.clause : ground.kind))).toEqual(
      ['mistake', one.id, 'suite-error', 'interrupted', 'selection', 'read-only', 'event', '4.3/x', two.id],
    );
    expect(report.reasons).toHaveLength(9);
    expect(build(reportInput([[entry('4.6/x', 'OPEN'), judgement('observed')]])).report.grounds).toEqual([
      { kind: 'nothing-tested' },
    ]);
  });

  test('clauses that the budget left out count as not tested for', () => {
    const seldom = entry('Resources/cart-codes', 'MUST', { blocks: 'when-seen' });
    const left = judgement('not-tested', because('budget', 'the budget was used up'));
    const { report } = build(
      reportInput([
        [one, pass],
        [seldom, left],
      ]),
    );
    expect([report.verdict, report.scope.neverSeen]).toEqual(['INCOMPLETE', []]);
  });

  test('name their requests, and likely causes only if the clause was violated', () => {
    const told = { sends: 'GET /{projectKey}/resource', causes: ['Is the cache asked first?'] };
    const { report } = buildReport(
      reportInput([
        [entry('4.1/answers', 'MUST', told), judgement('fail', { findings: [finding] })],
        [entry('4.2/answers', 'MUST', told), judgement('pass')],
      ]),
    );
    expect(report.clauses).toMatchObject([told, { sends: told.sends }]);
    expect(report.clauses[1]).not.toHaveProperty('causes');
  });

  test('are counted by level and verdict', () => {
    const { report } = build(
      reportInput([
        [one, pass],
        [two, fail],
        [entry('4.2/b'), untested],
        [entry('4.2/s', 'SHOULD'), judgement('warn', { findings: [finding] })],
        [entry('4.2/o', 'OPEN'), judgement('observed', { observed: 1, suspect: true })],
      ]),
    );
    expect(report.counts.must).toMatchObject({ total: 3, pass: 1, fail: 1, 'not-tested': 1, error: 0 });
    expect([report.counts.should.warn, report.counts.open.observed, report.scope.suspects]).toEqual([
      1, 1, 1,
    ]);
  });
});

describe('a value that a server or a generator chose', () => {
  test('is cut if it is deep, wide or long, and keeps its numbers', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    const observed = {
      deep,
      many: Array.from({ length: 100_000 }, () => 0),
      long: 'x'.repeat(1e6),
      of: 10n ** 30n,
    };
    const counterexample = new JsonNumber('1732175009123456789');
    const { report } = build(
      reportInput([
        [entry('4.2/o', 'OPEN'), judgement('observed', { observed })],
        [two, judgement('fail', { findings: [{ ...finding, counterexample }] })],
      ]),
    );
    expect(asJson(report).length).toBeLessThan(100_000);
    expect(report.clauses.find(({ id }) => id === two.id)?.findings[0]?.counterexample).toBe(
      '1732175009123456789',
    );
  });

  test('is in the file without control characters, and reads back unchanged', () => {
    const observed = 'a\u001b[31m\u009b\u202e\u2028\ud800\n\u{e0041}"\\';
    const { report } = build(reportInput([[entry('4.2/o', 'OPEN'), judgement('observed', { observed })]]));
    const text = asJson(report);
    expect(text).not.toMatch(/[^\P{C}\n]|\u2028/u);
    expect(JSON.parse(text)).toEqual(report);
  });

  test('begins with the finding that reads fastest: the fewest exchanges, then the shortest request', () => {
    const [exchange] = finding.exchanges;
    const of = (count: number, body: string) => ({
      ...finding,
      got: `${count} ${body}`,
      exchanges: Array.from({ length: count }, () => ({
        ...exchange,
        request: { method: 'POST', target: '/', headers: [], body },
      })) as unknown as Finding['exchanges'],
      story: [{ role: 'probe', caller: '', atMs: 0, tookMs: 0, exchange: count - 1, culprit: true }] as const,
    });
    const findings = [of(3, 'a'), of(2, 'long'), of(2, 'b')];
    const { report } = build(reportInput([[one, judgement('fail', { findings })]]));
    expect(report.clauses[0]?.findings.map(({ got }) => got)).toEqual(['2 b', '2 long', '3 a']);
  });

  test('is bounded: the first findings are shown, further findings counted', () => {
    const findings = Array.from({ length: 1_000 }, () => finding);
    const { report } = build(reportInput([[one, judgement('fail', { findings })]]));
    expect([report.clauses[0]?.findings.length, report.clauses[0]?.furtherFindings]).toEqual([25, 975]);
  });
});

describe('the schema', () => {
  const { report } = buildReport(
    reportInput([
      [one, fail],
      [two, untested],
    ]),
  );
  const [first, second] = report.clauses;
  test.each<[string, object]>([
    ['a verdict of other words', { ...report, verdict: 'OK' }],
    ['an unknown member', { ...report, extra: 1 }],
    ['no reasons beside INCOMPLETE', { ...report, verdict: 'INCOMPLETE', reasons: [] }],
    ['reasons beside CONFORMANT', { ...report, verdict: 'CONFORMANT' }],
    ['a fail without a finding', { ...report, clauses: [{ ...first, findings: [] }] }],
    ['an open point that fails', { ...report, clauses: [{ ...first, level: 'OPEN' }] }],
    ['untested without a reason', { ...report, clauses: [{ ...second, reason: undefined }] }],
    ['a section of no contract', { ...report, clauses: [{ ...second, section: '4.19' }] }],
    ['a negative count', { ...report, run: { ...report.run, requests: -1 } }],
  ])('refuses %s', (_name, wrong) => {
    expect(validate(JSON.parse(JSON.stringify(wrong)))).toBe(false);
  });
});
