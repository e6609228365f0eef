import { describe, expect, test } from 'vitest';
import { buildReport, withAsked } from '../../../../clause/build-report.ts';
import type { ClauseVerdict, Judgement, Level } from '../../../../clause/judgement.ts';
import type { Profile } from '../../../../clause/profile.ts';
import type { RegisterEntry, ReportedClause, ReportInput, RunRecord } from '../../../../clause/report.ts';
import type { ReasonCode } from '../../../../clause/sample.ts';
import type { Waiver } from '../../../../clause/waivers.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const id = '4.2/answers';
const other = [entry('4.1/answers'), pass] as const;

/** The one clause that matters, as it is in the report. */
function reported(
  judged: Judgement | undefined,
  more: Partial<RegisterEntry> = {},
  rest: Parameters<typeof reportInput>[1] = {},
): ReportedClause {
  const { report } = buildReport(reportInput([other, [entry(id, more.level ?? 'MUST', more), judged]], rest));
  const found = report.clauses.find((clause) => clause.id === id);
  if (found === undefined) throw new Error('it is stated');
  return found;
}

const kindsOf = (input: ReportInput) => (buildReport(input).report.grounds ?? []).map(({ kind }) => kind);

describe('a report of a run states', () => {
  const weather = {
    serverErrors: 1,
    resets: 0,
    rateLimited: 0,
    retries: 0,
    slowest: [],
    events: ['a storm'],
  };
  const timeline = { endMs: 9, phases: [], requests: { sliceMs: 1, counts: [3] }, waits: [] };
  const told: Partial<RunRecord> = {
    requests: 7,
    bytes: { written: 8, read: 9 },
    longestChain: 5,
    interrupted: true,
    stoppedAfter: 3,
    stoppedAfterSeconds: 60,
    races: ['one', 'two'],
    raced: { rounds: 4, racers: 2, excludedShare: null, confidence: 0.95 },
    waits: [{ for: 'the clock', ms: 1_000 }],
    weather,
    timeline,
    shardTimelines: [{ shard: 1, startMs: 0, timeline }],
  };

  test('all data that the run recorded', () => {
    const leftovers = [{ id: 'r1', created: '2026-01-02T03:04:05Z', why: 'refused' }];
    const { report } = buildReport(
      reportInput([other], { record: { ...record, ...told, leftovers, neverSeen: ['4.2/where'] } }),
    );
    expect(report.run).toMatchObject(told);
    expect([report.leftovers, report.scope.neverSeen]).toEqual([leftovers, ['4.2/where']]);
  });

  test('only data that the run recorded', () => {
    const { run, scope } = buildReport(reportInput([other])).report;
    const absent = [
      'stoppedAfter', 'stoppedAfterSeconds', 'aborted', 'races', 'raced', 'waits', 'weather', 'timeline', 'shardTimelines',
    ]; // prettier-ignore
    expect(absent.filter((name) => Object.hasOwn(run, name))).toEqual([]);
    expect(['recordsOmit', 'consent', 'readOnly'].filter((name) => Object.hasOwn(scope, name))).toEqual([]);
  });

  test('a report of an empty run states only that the run left no record', () => {
    const { report, exitCode } = buildReport(
      reportInput([other, [entry(id), undefined]], { record: undefined }),
    );
    expect(report.run).toMatchObject({
      requests: 0,
      bytes: { written: 0, read: 0 },
      longestChain: 0,
      interrupted: false,
    });
    expect([report.leftovers, report.scope.neverSeen, exitCode]).toEqual([[], [], 4]);
    expect(report.grounds?.map(({ kind }) => kind)).toEqual(['suite-error', 'clause']);
    expect(report.clauses.find((clause) => clause.id === id)?.reason?.code).toBe('stopped');
  });

  test.each(['unreachable', 'configuration', 'harness'] as const)(
    'the reason why it could not go on: %s',
    (cause) => {
      const { report } = buildReport(
        reportInput([other], { record: { ...record, aborted: { cause, text: '' } } }),
      );
      expect([report.run.aborted, report.grounds?.[0]?.kind]).toEqual([cause, 'aborted']);
    },
  );

  test.each<[name: string, more: Partial<RunRecord>, kinds: readonly string[]]>([
    ['nothing', {}, []],
    ['that it was interrupted', { interrupted: true }, ['interrupted']],
    ['what is to be mended', { mistakes: ['a', 'b'] }, ['mistake', 'mistake']],
    ['what happened, where nothing is open', { weather }, []],
  ])('the verdict states as its grounds %s', (_name, more, kinds) => {
    expect(kindsOf(reportInput([other], { record: { ...record, ...more } }))).toEqual(kinds);
  });

  test('the events of the run, if a clause is open', () => {
    const open = judgement('inconclusive', because('noise', ''));
    const input = reportInput([other, [entry(id), open]], { record: { ...record, weather } });
    expect(kindsOf(input)).toEqual(['event', 'clause']);
  });

  test('the means with which it was made', () => {
    const inForce = [{ name: 'CONFORMANCE_DEPTH', value: 'ci', source: 'default' }];
    const settings = { inForce, consent: ['overwrite'], without: ['4.7'] };
    const { report } = buildReport(
      reportInput([other], { settings, profile: { records: { omits: ['a'] }, query: { shape: 'paged' } } }),
    );
    expect(report.settings).toEqual(inForce);
    expect(report.scope).toMatchObject({ without: ['4.7'], consent: ['overwrite'], recordsOmit: ['a'] });
    expect(report.scope.readings).toHaveLength(2);
    expect(Object.hasOwn(buildReport(reportInput([other])).report, 'settings')).toBe(false);
  });

  test.each([
    ['all', [id], ['cases'], []],
    ['a part of the clauses', [], ['cases'], ['selection', 'clause']],
    ['a part of the evidence', [id], [], ['selection']],
  ] as const)('how much of it was selected: %s', (_name, clauses, evidence, kinds) => {
    const input = reportInput([other, [entry(id), clauses.length === 0 ? undefined : pass]], {
      evidence: [{ clause: id, name: 'cases', limits: [], minimum: 1 }],
      gathered: new Map([['cases', pass]]),
      selected: new Set(['4.1/answers', ...clauses, ...evidence]),
    });
    expect(kindsOf(input)).toEqual(kinds);
  });
});

describe('a clause in a report', () => {
  const findings = (count: number) => Array.from({ length: count }, () => finding);

  test('is as it was stated', () => {
    const stated = {
      sends: 'GET /{projectKey}',
      field: 'Cart.key',
      rows: ['4.2/id'],
      limits: ['4.2'],
      source: 'x:1',
    };
    const { sends, field, rows, limits, source } = reported(pass, stated);
    expect({ sends, field, rows, limits, source }).toEqual(stated);
  });

  test('has only stated members', () => {
    const clause = reported(pass);
    const absent = ['sends', 'field', 'rows', 'causes', 'reason', 'suspicion', 'observed', 'furtherFindings'];
    expect(absent.filter((name) => Object.hasOwn(clause, name))).toEqual([]);
    expect([clause.limits, clause.source, clause.findings]).toEqual([[], '', []]);
  });

  test.each<[verdict: ClauseVerdict, level: Level, count: number, shown: boolean]>([
    ['fail', 'MUST', 1, true],
    ['warn', 'SHOULD', 2, true],
    ['pass', 'MUST', 0, false],
    ['inconclusive', 'MUST', 0, false],
  ])(
    'names likely causes if it was violated: %s of %s with %d findings, %s',
    (verdict, level, count, shown) => {
      const causes = ['a?', 'b?'];
      const clause = reported(judgement(verdict, { findings: findings(count) }), { level, causes });
      expect(clause.causes).toEqual(shown ? causes : undefined);
      expect(Object.hasOwn(reported(fail), 'causes')).toBe(false);
    },
  );

  test.each([
    [1, 1, undefined],
    [24, 24, undefined],
    [25, 25, undefined],
    [26, 25, 1],
    [40, 25, 15],
  ])('a clause with %d findings shows %d, and counts %s', (count, shown, further) => {
    const clause = reported(judgement('fail', { findings: findings(count) }));
    expect([clause.findings.length, clause.furtherFindings]).toEqual([shown, further]);
    expect(Object.hasOwn(clause, 'furtherFindings')).toBe(further !== undefined);
  });

  test('shows generated and observed data as plain values', () => {
    const generated = { ...finding, counterexample: 10n ** 20n };
    const { findings: [shown] } = reported(judgement('fail', { findings: [generated] })); // prettier-ignore
    expect(shown?.counterexample).toBe('100000000000000000000');
    const { counterexample: _counterexample, ...bare } = finding;
    const [plain] = reported(judgement('fail', { findings: [bare] })).findings;
    expect(plain).toStrictEqual(bare);
    expect(reported(judgement('observed', { observed: 10n }), { level: 'OPEN' }).observed).toBe('10');
    expect(
      Object.hasOwn(reported(judgement('observed', { observed: false }), { level: 'OPEN' }), 'observed'),
    ).toBe(true);
  });

  interface Unjudged {
    readonly name: string;
    readonly more: NonNullable<Parameters<typeof reportInput>[1]>;
    readonly verdict: ClauseVerdict;
    readonly code: ReasonCode;
  }

  const unjudged: readonly Unjudged[] = [
    { name: 'it was not selected', more: { selected: new Set() }, verdict: 'not-tested', code: 'not-selected' },
    { name: 'it was left out', more: { settings: { without: ['4.3', '4.2'] } }, verdict: 'not-applicable', code: 'out-of-scope' },
    { name: 'something else was left out', more: { settings: { without: ['4.3'] } }, verdict: 'not-tested', code: 'stopped' },
    { name: 'nobody could be reached', more: { record: { ...record, aborted: { cause: 'unreachable', text: '' } } }, verdict: 'not-tested', code: 'unreachable' },
    { name: 'the run was refused', more: { record: { ...record, aborted: { cause: 'configuration', text: '' } } }, verdict: 'not-tested', code: 'stopped' },
    { name: 'the run was interrupted', more: { record: { ...record, interrupted: true } }, verdict: 'not-tested', code: 'stopped' },
  ]; // prettier-ignore

  test.each(unjudged)('a clause that was not judged says why: $name', ({ more, verdict, code }) => {
    const clause = reported(undefined, { limits: ['4.2'] }, more);
    expect([clause.verdict, clause.reason?.code, clause.premise, clause.checks]).toEqual([
      verdict,
      code,
      0,
      0,
    ]);
    expect([clause.suspect, clause.findings]).toEqual([false, []]);
  });

  test.each<[verdict: ClauseVerdict, code: ReasonCode, becomes: ClauseVerdict]>([
    ['not-tested', 'out-of-scope', 'not-applicable'],
    ['inconclusive', 'out-of-scope', 'not-applicable'],
    ['fail', 'out-of-scope', 'fail'],
    ['pass', 'out-of-scope', 'pass'],
    ['error', 'out-of-scope', 'error'],
    ['not-tested', 'no-key', 'not-tested'],
    ['inconclusive', 'noise', 'inconclusive'],
  ])('a clause that is %s because of %s is %s', (verdict, code, becomes) => {
    const found = verdict === 'fail' ? { findings: [finding] } : {};
    expect(reported(judgement(verdict, { ...because(code, ''), ...found })).verdict).toBe(becomes);
  });

  test.each<[name: string, pin: string | undefined, kept: ClauseVerdict, suspect: boolean]>([
    ['a declaration that is kept', 'success.4.6', 'pass', false],
    ['a declaration that is broken', 'success.4.6', 'fail', true],
    ['a declaration that is undecided', 'success.4.6', 'inconclusive', true],
    ['another declaration', 'success.4.7', 'pass', true],
    ['no declaration', undefined, 'pass', true],
  ])('is suspect or not together with %s', (_name, pin, kept, suspect) => {
    const suspicion = { why: '', ...(pin === undefined ? {} : { pin }) };
    const declared = entry('declared/success.4.6', 'DECLARED');
    const { report } = buildReport(
      reportInput([
        [declared, judgement(kept, kept === 'fail' ? { findings: [finding] } : {})],
        [entry(id, 'OPEN'), judgement('observed', { observed: 201, suspect: true, suspicion })],
      ]),
    );
    const clause = report.clauses.find((one) => one.id === id);
    expect([clause?.suspect, clause !== undefined && 'suspicion' in clause]).toEqual([suspect, suspect]);
    expect(report.scope.suspects).toBe(suspect ? 1 : 0);
  });
});

describe('the reason that a clause waits for', () => {
  const wanting = (supply?: string): Judgement => judgement('not-tested', because('no-key', '', supply));
  const asked = '"resource": {"keySource": "none"}';

  test.each<[name: string, supply: string | undefined, profile: Profile | undefined, asks: boolean]>([
    ['is data', asked, undefined, true],
    ['is data where the profile says something else', asked, { resource: { keySource: 'body:/key' } }, true],
    ['is left out where the profile says it', asked, { resource: { keySource: 'none' } }, false],
    [
      'is a setting whatever the profile says',
      'CONFORMANCE_X=<x>',
      { resource: { keySource: 'none' } },
      true,
    ],
    ['is nothing where nothing is asked for', undefined, undefined, false],
  ])('%s', (_name, supply, profile, asks) => {
    const { reason } = reported(wanting(supply), {}, profile === undefined ? {} : { profile });
    expect([reason?.code, reason?.supply]).toEqual(['no-key', asks ? supply : undefined]);
    expect(reason?.asks?.line).toBe(asks ? supply : undefined);
  });

  test('does not exist if the clause does not wait', () => {
    for (const clause of [reported(pass), reported(wanting())]) expect(withAsked(clause)).toBe(clause);
  });
});

describe('generated evidence in a report', () => {
  const stated = { clause: id, name: 'cases', limits: ['4.2'], minimum: 8 };

  test.each<[name: string, judged: Judgement | undefined, expected: object]>([
    ['is counted', judgement('pass', { premise: 9, held: 8, checks: 12 }), { verdict: 'pass', premise: 9, held: 8, checks: 12, drawn: 12 }],
    ['of which nothing held', judgement('inconclusive', { ...because('noise', ''), checks: 2 }), { verdict: 'inconclusive', held: 0, drawn: 2 }],
    ['that was not gathered says why', undefined, { verdict: 'not-tested', premise: 0, held: 0, checks: 0, drawn: 0 }],
  ])('%s', (_name, judged, expected) => {
    const { report } = buildReport(
      reportInput([other], {
        evidence: [stated],
        gathered: new Map(judged === undefined ? [] : [[stated.name, judged]]),
      }),
    );
    expect(report.evidence).toMatchObject([{ clause: id, name: 'cases', minimum: 8, ...expected }]);
    expect(report.evidence[0]?.reason?.code).toBe(judged === undefined ? 'not-selected' : judged.reason?.code);
    expect(Object.hasOwn(report.evidence[0] ?? {}, 'reason')).toBe(judged?.verdict !== 'pass');
  }); // prettier-ignore

  test('is out of scope with its section', () => {
    const { report } = buildReport(
      reportInput([other], {
        evidence: [stated],
        selected: new Set(['4.1/answers', 'cases']),
        settings: { without: ['4.2'] },
      }),
    );
    expect(report.evidence[0]?.verdict).toBe('not-applicable');
  });
});

describe('counts of a report', () => {
  const verdicts: readonly ClauseVerdict[] = [
    'pass', 'fail', 'warn', 'inconclusive', 'not-tested', 'not-applicable', 'observed', 'error',
  ]; // prettier-ignore
  const levels = { must: 'MUST', should: 'SHOULD', open: 'OPEN', declared: 'DECLARED' } as const;

  test.each(Object.entries(levels))('are of one level: %s', (name, level) => {
    const clauses = verdicts.flatMap((verdict, at) =>
      Array.from(
        { length: at + 1 },
        (_, turn) => [entry(`4.2/${verdict}-${turn}`, level), judgement(verdict)] as const,
      ),
    );
    const { counts } = buildReport(reportInput(clauses)).report;
    const expected = Object.fromEntries(verdicts.map((verdict, at) => [verdict, at + 1]));
    const none = Object.fromEntries(verdicts.map((verdict) => [verdict, 0]));
    for (const other of Object.keys(levels))
      expect(Object.entries(counts)).toContainEqual(
        [other, other === name ? { total: 36, ...expected } : { total: 0, ...none }],
      ); // prettier-ignore
  });
});

describe('premises that never occurred', () => {
  const unseen = judgement('not-tested', because('field-never-seen', ''));

  test('are named by field or clause, each once', () => {
    const seldom = { blocks: 'when-seen' } as const;
    const { scope } = buildReport(
      reportInput(
        [
          other,
          [entry('4.2/a', 'MUST', { ...seldom, field: 'Cart.key' }), unseen],
          [entry('4.2/b', 'MUST', { ...seldom, field: 'Cart.key' }), unseen],
          [entry('4.2/c', 'MUST', seldom), unseen],
          [entry('4.2/d', 'MUST', { field: 'Cart.id' }), unseen],
        ],
        { record: { ...record, neverSeen: ['4.2/c', '4.2/where'] } },
      ),
    ).report;
    expect(new Set(scope.neverSeen)).toEqual(new Set(['Cart.key', '4.2/c', '4.2/where']));
    expect(scope.neverSeen).toHaveLength(3);
  });
});

describe('a run is whole', () => {
  const waiver: Waiver = { clause: id, reason: '', owner: '', expires: '2030-01-01', depth: 'ci' };
  const evidence = [{ clause: '4.1/answers', name: 'cases', limits: [], minimum: 1 }];
  const gathered = new Map([['cases', pass]]);
  const selected = new Set(['4.1/answers', id, 'cases']);

  interface Row {
    readonly name: string;
    readonly more: Partial<ReportInput>;
    readonly whole: boolean;
    readonly code: number;
  }

  const rows: readonly Row[] = [
    { name: 'where it came to its end', more: {}, whole: true, code: 2 },
    { name: 'where nothing is generated', more: { evidence: [], gathered: new Map() }, whole: true, code: 2 },
    { name: 'unless it left no record', more: { record: undefined }, whole: false, code: 4 },
    { name: 'unless it was interrupted', more: { record: { ...record, interrupted: true } }, whole: false, code: 3 },
    { name: 'unless it could not go on', more: { record: { ...record, aborted: { cause: 'harness', text: '' } } }, whole: false, code: 4 },
    { name: 'unless a clause was not selected', more: { selected: new Set([id, 'cases']) }, whole: false, code: 3 },
    { name: 'unless evidence was not selected', more: { selected: new Set(['4.1/answers', id]) }, whole: false, code: 3 },
  ]; // prettier-ignore

  test.each(rows)('$name: a waiver that is not needed is stale, $whole', ({ more, whole, code }) => {
    const input = {
      ...reportInput([other, [entry(id), pass]]),
      evidence,
      gathered,
      selected,
      waivers: [waiver],
    };
    const { report, exitCode } = buildReport({ ...input, ...more });
    expect(report.waivers?.map(({ state }) => state)).toEqual([whole ? 'stale' : 'idle']);
    expect(exitCode).toBe(code);
  });

  test('has no waivers if none were given', () => {
    expect(Object.hasOwn(buildReport(reportInput([other])).report, 'waivers')).toBe(false);
  });
});

describe('a run that only reads', () => {
  const means = { readsWith: 'nothing' } as const;
  const readable = [entry('4.1/answers', 'MUST', means), pass] as const;
  const untold = judgement('not-tested', because('no-key', ''));
  const beyond = judgement('not-tested', because('read-only', ''));
  const open = judgement('inconclusive', because('noise', ''));

  interface Row {
    readonly name: string;
    readonly clauses: Parameters<typeof reportInput>[0];
    /** All that pass, those that reads can decide, and those that are beyond them. */
    readonly numbers: readonly [pass: number, decidable: number, beyond: number];
    readonly code: number;
  }

  const rows: readonly Row[] = [
    { name: 'decides all that reads can', clauses: [], numbers: [1, 1, 0], code: 0 },
    { name: 'leaves rules and declarations to others', clauses: [[entry('4.6/a'), untold], [entry('4.6/b'), beyond], [entry('declared/success.4.6', 'DECLARED'), untold]], numbers: [1, 1, 3], code: 0 },
    { name: 'leaves no recommendation to others', clauses: [[entry('4.6/a', 'SHOULD'), beyond], [entry('4.6/b', 'OPEN'), beyond]], numbers: [1, 1, 0], code: 0 },
    { name: 'leaves open what reads could decide', clauses: [[entry('4.2/a', 'MUST', means), open]], numbers: [1, 2, 0], code: 3 },
    { name: 'sees a fail', clauses: [[entry('4.2/a', 'MUST', means), fail]], numbers: [1, 2, 0], code: 1 },
  ]; // prettier-ignore

  test.each(rows)('$name', ({ clauses, numbers, code }) => {
    const settings = { readOnly: { gate: true } };
    const { report, exitCode } = buildReport(reportInput([readable, ...clauses], { settings }));
    const at = report.grounds?.findIndex(({ kind }) => kind === 'read-only') ?? -1;
    expect(report.reasons[at]?.match(/\d+/g)?.map(Number)).toEqual(numbers);
    expect(report.scope.readOnly).toMatchObject({ pass: numbers[0], decidable: numbers[1], gate: true });
    expect(exitCode).toBe(code);
  });

  test.each<[name: string, gate: boolean, more: Partial<ReportInput>, code: number]>([
    ['is asked as a gate', true, {}, 0],
    ['is not asked as a gate', false, {}, 3],
    ['was interrupted', true, { record: { ...record, interrupted: true } }, 3],
    ['left no record', true, { record: undefined }, 4],
    ['rests on a mistake', true, { record: { ...record, mistakes: ['a'] } }, 3],
    ['decides nothing', true, { register: [entry('4.6/a')], judgements: new Map([['4.6/a', untold]]), selected: new Set(['4.6/a']) }, 3],
  ])('a run that %s ends with its code: gate %s', (_name, gate, more, code) => {
    const input = reportInput([readable, [entry('4.6/a'), untold]], { settings: { readOnly: { gate } } });
    const { report, exitCode } = buildReport({ ...input, ...more });
    expect([exitCode, report.scope.readOnly?.gate]).toEqual([code, gate ? true : undefined]);
  }); // prettier-ignore

  test.each<[name: string, clauses: Parameters<typeof reportInput>[0], code: number]>([
    ['and what is beyond reads blocks no waiver', [[entry('4.6/a'), untold]], 0],
    ['and what reads could decide does', [[entry('4.2/b', 'MUST', means), open]], 3],
    ['and an error of the suite does', [[entry('4.2/b', 'OPEN'), judgement('error', because('premise-failed', ''))]], 3],
  ])('fails if it is waived, %s', (_name, clauses, code) => {
    const waivers = [{ clause: id, reason: '', owner: '', expires: '2030-01-01', depth: 'ci' as const }];
    const input = reportInput([readable, [entry(id, 'MUST', means), fail], ...clauses], {
      waivers,
      settings: { readOnly: { gate: true } },
    });
    expect(buildReport(input).exitCode).toBe(code);
  }); // prettier-ignore
});

describe('a run that is compared with an earlier one', () => {
  const report = (judged: Judgement) => buildReport(reportInput([other, [entry(id), judged]])).report;

  test.each<[name: string, before: Judgement, now: Judgement, allowIncomplete: boolean, code: number]>([
    ['a fail that is new', pass, fail, true, 1],
    ['a fail that was there', fail, fail, false, 0],
    ['what is known no more', pass, judgement('inconclusive', because('noise', '')), false, 3],
    [
      'what is known no more, where that is allowed',
      pass,
      judgement('inconclusive', because('noise', '')),
      true,
      0,
    ],
    ['an error of the suite', pass, judgement('error', because('premise-failed', '')), true, 4],
  ])('ends by %s', (_name, before, now, allowIncomplete, code) => {
    const input = reportInput([other, [entry(id), now]], {
      against: report(before),
      settings: { allowIncomplete },
    });
    const built = buildReport(input);
    expect([built.exitCode, built.report.against?.run]).toEqual([code, report(before).run.id]);
  });

  test('is compared with no run if none was given', () => {
    expect(Object.hasOwn(report(pass), 'against')).toBe(false);
  });
});
