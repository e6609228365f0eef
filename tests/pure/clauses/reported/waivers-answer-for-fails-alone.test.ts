import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../../clause/build-report.ts';
import type { ClauseVerdict } from '../../../../clause/judgement.ts';
import { unwaived, waivedOf, waiversOf } from '../../../../clause/reported/waived.ts';
import type { Comparison } from '../../../../clause/report.ts';
import {
  stateWaivers,
  type ReportedWaiver,
  type Waiver,
  type WaivedRun,
} from '../../../../clause/waivers.ts';
import { because, entry, finding, judgement, reportInput } from '../../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const undecided = judgement('inconclusive', because('flaky', ''));
const id = '4.10/conflict';
const waiver: Waiver = { clause: id, reason: '', owner: '', expires: '2030-01-01', depth: 'ci' };
const stated = (state: ReportedWaiver['state'], clause: string = id): ReportedWaiver => ({
  ...waiver,
  clause,
  state,
});

describe('a waiver', () => {
  const whole: Omit<WaivedRun, 'clauses'> = { isWhole: true, depth: 'release', isByChance: () => false };

  interface Row {
    readonly name: string;
    readonly verdict: ClauseVerdict | 'gone';
    readonly waiver?: Partial<Waiver>;
    readonly run?: Partial<WaivedRun>;
    readonly state: ReportedWaiver['state'];
  }

  const rows: readonly Row[] = [
    { name: 'of a fail', verdict: 'fail', state: 'applied' },
    { name: 'of a fail in a part of a run', verdict: 'fail', run: { isWhole: false }, state: 'applied' },
    { name: 'of a fail by chance', verdict: 'fail', waiver: { chance: true }, state: 'applied' },
    { name: 'of a pass', verdict: 'pass', state: 'stale' },
    { name: 'of a pass at its depth', verdict: 'pass', waiver: { depth: 'release' }, state: 'stale' },
    { name: 'of a pass at less than its depth', verdict: 'pass', waiver: { depth: 'certify' }, state: 'idle' },
    { name: 'of a pass at a depth of no name', verdict: 'pass', run: { depth: 'deep' }, state: 'idle' },
    { name: 'of a pass in a part of a run', verdict: 'pass', run: { isWhole: false }, state: 'idle' },
    { name: 'of a pass that may be chance', verdict: 'pass', waiver: { chance: true }, state: 'idle' },
    { name: 'of a pass that hangs on chance', verdict: 'pass', run: { isByChance: (one) => one === id }, state: 'idle' },
    { name: 'of a pass beside what hangs on chance', verdict: 'pass', run: { isByChance: (one) => one !== id }, state: 'stale' },
    { name: 'of what is undecided', verdict: 'inconclusive', state: 'idle' },
    { name: 'of what does not apply', verdict: 'not-applicable', state: 'idle' },
    { name: 'of a warning', verdict: 'warn', state: 'idle' },
    { name: 'of no clause', verdict: 'gone', state: 'idle' },
  ]; // prettier-ignore

  test.each(rows)('$name is $state', ({ verdict, waiver: more = {}, run = {}, state }) => {
    const clauses = verdict === 'gone' ? [] : [{ id, verdict }];
    const given = { ...waiver, ...more };
    expect(stateWaivers([given], { ...whole, clauses, ...run })).toEqual([{ ...given, state }]);
  });
});

describe('a waiver covers', () => {
  const [bug, other] = ['4.10/conflict', '4.10/odd'];
  const fails = { verdict: 'fail' } as const;
  const waits = (...waitsFor: readonly string[]) => ({ verdict: 'inconclusive', waitsFor }) as const;
  type Clauses = Readonly<Record<string, Omit<WaivedRun['clauses'][number], 'id'>>>;

  const behind = (clauses: Clauses, ...waived: readonly string[]): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      stateWaivers(
        waived.map((clause) => ({ ...waiver, clause })),
        {
          clauses: Object.entries(clauses).map(([one, more]) => ({ id: one, ...more })),
          isWhole: true,
          depth: 'ci',
          isByChance: () => false,
        },
      ).map((one) => [one.clause, one.behind ?? one.state]),
    );

  test.each<readonly [string, Clauses, readonly string[], Readonly<Record<string, unknown>>]>([
    ['what waits for its fail', { [bug]: fails, a: waits(bug) }, [bug], { [bug]: ['a'] }],
    ['nothing where nothing waits', { [bug]: fails, a: { verdict: 'inconclusive' } }, [bug], { [bug]: 'applied' }],
    ['nothing that waits for another fail as well', { [bug]: fails, [other]: fails, a: waits(bug, other) }, [bug], { [bug]: 'applied' }],
    ['with another what waits for both', { [bug]: fails, [other]: fails, a: waits(bug, other) }, [bug, other], { [bug]: ['a'], [other]: ['a'] }],
    ['what waits for what it covers', { b: waits('a'), [bug]: fails, a: waits(bug) }, [bug], { [bug]: ['a', 'b'] }],
    ['nothing where two wait for each other', { [bug]: fails, a: waits('b'), b: waits('a') }, [bug], { [bug]: 'applied' }],
    ['nothing where it does not fail', { [bug]: { verdict: 'inconclusive' }, a: waits(bug) }, [bug], { [bug]: 'idle' }],
    ['what has a waiver of its own, which is stale', { [bug]: fails, a: waits(bug) }, [bug, 'a'], { [bug]: ['a'], a: 'stale' }],
  ])('%s', (_what, clauses, waived, covered) => {
    expect(behind(clauses, ...waived)).toEqual(covered);
  }); // prettier-ignore
});

describe('a waiver in a report', () => {
  const passing = [entry(id), pass] as const;
  const raced = [entry(id, 'MUST', { isRaced: true }), pass] as const;
  const generated = { name: 'cases', limits: [], minimum: 8 };

  test.each([
    ['is stale', reportInput([passing]), true, 'stale'],
    ['is idle where the run is not whole', reportInput([passing]), false, 'idle'],
    ['is idle where races judge the clause', reportInput([raced]), true, 'idle'],
    ['is idle where cases are generated for it', reportInput([passing], { evidence: [{ ...generated, clause: id }] }), true, 'idle'],
    ['is stale where cases are generated for another', reportInput([passing], { evidence: [{ ...generated, clause: '4.2/b' }] }), true, 'stale'],
    ['is idle at less than its depth', reportInput([passing], { waivers: [{ ...waiver, depth: 'release' }] }), true, 'idle'],
  ] as const)('%s', (_name, input, isWhole, state) => {
    const given = { waivers: [waiver], ...input };
    const { report } = buildReport(given);
    expect(waiversOf(given, report, isWhole)?.map((one) => one.state)).toEqual([state]);
  }); // prettier-ignore

  test('is missing if no waiver was given', () => {
    const input = reportInput([passing]);
    expect(waiversOf(input, buildReport(input).report, true)).toBeUndefined();
    expect(waiversOf({ ...input, waivers: [] }, buildReport(input).report, true)).toEqual([]);
  });
});

test('a gate ignores a new clause that is undecided because of a waived fail', () => {
  const clauses = [
    [entry(id), fail],
    [entry('4.2/b'), judgement('not-tested', { ...because('blocked-by', ''), waitsFor: [id] })],
  ] as const;
  const against = buildReport(
    reportInput([
      [entry(id), pass],
      [entry('4.2/b'), pass],
    ]),
  ).report;
  const { report, exitCode } = buildReport(reportInput(clauses, { waivers: [waiver], against }));
  expect([report.against?.newlyUndecided, exitCode]).toEqual([['4.2/b'], 0]);
});

describe('a gate does not ignore a new fail', () => {
  const against: Comparison = {
    run: '',
    startedAt: '',
    differs: [],
    newlyFailing: [id, '4.2/b'],
    newlyUndecided: [id],
    vanished: [],
    fixed: [],
    newlyDecided: [],
  };

  test.each<[name: string, waivers: readonly ReportedWaiver[] | undefined, news: readonly string[]]>([
    ['news where there are no waivers', undefined, [id, '4.2/b']],
    ['no news where somebody answers for it', [stated('applied')], ['4.2/b']],
    ['no news of several', [stated('applied'), stated('applied', '4.2/b')], []],
    ['news where a waiver says nothing', [stated('idle')], [id, '4.2/b']],
    ['news where a waiver is of the past', [stated('stale')], [id, '4.2/b']],
  ])('%s', (_name, waivers, newlyFailing) => {
    expect(unwaived(against, waivers)).toEqual({ ...against, newlyFailing });
  });
});

describe('waivers change a verdict', () => {
  const failing = [entry(id), fail] as const;
  const other = [entry('4.2/b'), fail] as const;
  const open = [entry('4.2/b'), undecided] as const;
  const waiting = [
    entry('4.2/b'),
    judgement('not-tested', { ...because('blocked-by', ''), waitsFor: [id] }),
  ] as const;
  const covering = [{ ...stated('applied'), behind: ['4.2/b'] }];
  const warned = [entry('4.2/b', 'SHOULD'), judgement('warn', { findings: [finding] })] as const;
  const passing = [entry('4.1/a'), pass] as const;
  const applied = [stated('applied')];

  interface Row {
    readonly name: string;
    readonly waivers: readonly ReportedWaiver[];
    readonly clauses: Parameters<typeof reportInput>[0];
    readonly harnessError?: true;
    readonly left: readonly (keyof ReturnType<typeof waivedOf>)[];
  }

  const rows: readonly Row[] = [
    { name: 'nothing where all that fails is waived', waivers: applied, clauses: [failing], left: ['isEveryFail'] },
    { name: 'nothing where only a warning is beside it', waivers: applied, clauses: [failing, warned], left: ['isEveryFail'] },
    { name: 'a fail that is not waived', waivers: applied, clauses: [failing, other], left: [] },
    { name: 'a fail whose waiver says nothing', waivers: [stated('idle')], clauses: [failing], left: [] },
    { name: 'nothing to waive where nothing fails', waivers: [stated('idle')], clauses: [passing], left: [] },
    { name: 'nothing to waive where there is only a warning', waivers: [stated('idle', '4.2/b')], clauses: [passing, warned], left: [] },
    { name: 'what is undecided', waivers: applied, clauses: [failing, open], left: ['isEveryFail', 'elseBlocks'] },
    { name: 'nothing where what is undecided waits for what is waived', waivers: covering, clauses: [failing, waiting], left: ['isEveryFail'] },
    { name: 'what is undecided for another cause', waivers: covering, clauses: [failing, waiting, [entry('4.2/c'), undecided]], left: ['isEveryFail', 'elseBlocks'] },
    { name: 'what is undecided where nothing fails', waivers: [stated('idle')], clauses: [open], left: ['elseBlocks'] },
    { name: 'an error of the suite', waivers: applied, clauses: [failing], harnessError: true, left: ['isEveryFail', 'elseBlocks'] },
    { name: 'one that is needed no more', waivers: [stated('applied'), stated('stale', '4.2/b')], clauses: [failing], left: ['isStale', 'isEveryFail'] },
  ]; // prettier-ignore

  test.each(rows)('$name', ({ waivers, clauses, harnessError = false, left }) => {
    const facts = waivedOf(waivers, buildReport(reportInput(clauses)).report, harnessError);
    expect(facts).toEqual({
      isStale: left.includes('isStale'),
      isEveryFail: left.includes('isEveryFail'),
      elseBlocks: left.includes('elseBlocks'),
    });
  });
});

describe('a waiver of a cause', () => {
  const cause = '4.10: compares versions with <';
  const ofCause: Waiver = { ...waiver, clause: cause, cause };
  const made = (causes: readonly { readonly id: string; readonly lead: string; readonly others: readonly string[] }[], verdict: ClauseVerdict = 'fail') => {
    const input = reportInput([
      [entry(id), verdict === 'fail' ? fail : pass],
      [entry('4.10/odd'), verdict === 'fail' ? fail : pass],
    ]);
    const { report } = buildReport(input);
    return { input: { ...input, waivers: [ofCause] }, report: { ...report, causes: causes.map((one) => ({ ...one, alike: [] })) } };
  }; // prettier-ignore
  const states = ({ input, report }: ReturnType<typeof made>): unknown =>
    waiversOf(input, report, true)?.map(({ clause, state }) => [clause, state]);

  test('covers each clause of the cause', () => {
    expect(states(made([{ id: cause, lead: id, others: ['4.10/odd'] }]))).toEqual([
      [id, 'applied'],
      ['4.10/odd', 'applied'],
    ]);
  });

  test('covers no clause of another cause', () => {
    const other = { id: '4.10: does not compare the version', lead: id, others: ['4.10/odd'] };
    expect(states(made([other]))).toEqual([[cause, 'idle']]);
  });

  test('is stale if no clause fails at its operations', () => {
    expect(states(made([], 'pass'))).toEqual([[cause, 'stale']]);
  });
});
