import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../../clause/build-report.ts';
import { differenceOf, sideBySide } from '../../../../clause/compare/side-by-side.ts';
import type { Judgement, Level } from '../../../../clause/judgement.ts';
import type { RegisterEntry, Report } from '../../../../clause/report.ts';
import { because, entry, finding, judgement, reportInput } from '../../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const unselected = judgement('not-tested', because('not-selected', ''));
const untested = judgement('not-tested', because('no-key', ''));
const unseen = judgement('not-tested', because('field-never-seen', ''));
const saw = (observed: unknown): Judgement => judgement('observed', { observed });

type Clauses = readonly (readonly [RegisterEntry, Judgement])[];

const report = (clauses: Clauses): Report => buildReport(reportInput(clauses)).report;

const id = '4.2/answers';

/** Reports of one clause, which is missing if nothing is given. */
function reports(
  each: readonly (Judgement | undefined)[],
  more: Partial<RegisterEntry> = {},
): readonly Report[] {
  return each.map((judged) =>
    report(judged === undefined ? [] : [[entry(id, more.level ?? 'MUST', more), judged]]),
  );
}

describe('a clause in several reports', () => {
  const open = { level: 'OPEN' } as const;
  const seldom = { blocks: 'when-seen' } as const;

  test.each<[name: string, each: readonly (Judgement | undefined)[], differs: boolean, more?: Partial<RegisterEntry>]>([
    ['passes everywhere', [pass, pass, pass], false],
    ['fails in one', [pass, pass, fail], true],
    ['fails in the first', [fail, pass], true],
    ['is missing in one', [pass, undefined], false],
    ['is missing in the first, and differs in others', [undefined, pass, fail], true],
    ['is in one alone', [undefined, pass, undefined], false],
    ['was not selected in one', [pass, unselected], false],
    ['was not selected in the first', [unselected, fail, fail], false],
    ['was not selected in one, and differs in others', [fail, unselected, pass], true],
    ['was selected nowhere', [unselected, unselected], false],
    ['is not tested in one', [pass, untested], true],
    ['never occurred in one, and could not be tested in another', [unseen, untested], true, seldom],
    ['never occurred in any', [unseen, unseen], false, seldom],
    ['was open to the same choice', [saw({ status: 201 }), saw({ status: 201 })], false, open],
    ['was open to another choice', [saw({ status: 201 }), saw({ status: 200 })], true, open],
    ['was open, and took another time', [saw({ status: 201, tookMs: 1 }), saw({ status: 201, tookMs: 2 })], false, open],
    ['was open, and not seen in one', [saw({ status: 201 }), untested], true, open],
    ['passes, whatever was seen', [judgement('pass', { observed: 'a' }), judgement('pass', { observed: 'b' })], false],
  ])('%s', (_name, each, differs, more) => {
    const [compared, ...further] = sideBySide(reports(each, more));
    expect(further).toEqual([]);
    expect([compared?.id, compared?.differs]).toEqual([id, differs]);
    expect(compared?.in.map((clause) => clause?.verdict)).toEqual(
      each.map((judged) => (judged === unselected ? undefined : judged?.verdict)),
    );
  }); // prettier-ignore

  test('has its level from the first report that knows the clause', () => {
    const of = (...levels: readonly Level[]) =>
      sideBySide(levels.map((level) => report([[entry(id, level), pass]]))).map(({ level }) => level);
    expect([of('SHOULD', 'MUST'), of('MUST', 'SHOULD', 'OPEN')]).toEqual([['SHOULD'], ['MUST']]);
  });

  test('keeps its place in all reports', () => {
    const clauses: Clauses = [[entry('4.1/a'), pass], [entry('4.10/c'), pass]]; // prettier-ignore
    const ids = (all: readonly Report[]): readonly string[] => sideBySide(all).map((one) => one.id);
    const added = report([[entry('4.9/b'), pass]]);
    expect(ids([report(clauses), added])[1]).toBe('4.9/b');
    expect(ids([added, report(clauses)])[1]).toBe('4.9/b');
    expect(ids([report(clauses), report(clauses), added])).toHaveLength(3);
  });

  test('is in no report if the run has none', () => {
    expect([sideBySide([]), sideBySide([report([])])]).toEqual([[], []]);
  });
});

describe('two runs differ in', () => {
  interface Row {
    readonly name: string;
    readonly before: Judgement | undefined;
    readonly now: Judgement | undefined;
    readonly level?: Level;
    readonly in: Partial<ReturnType<typeof differenceOf>>;
  }

  const rows: readonly Row[] = [
    { name: 'nothing', before: pass, now: pass, in: {} },
    { name: 'a fail', before: pass, now: fail, in: { newlyFailing: [id] } },
    { name: 'a clause that is new', before: undefined, now: pass, in: { added: [id] } },
    { name: 'an open point that is new', before: undefined, now: saw(1), level: 'OPEN', in: { added: [id] } },
    { name: 'a clause that is gone', before: pass, now: undefined, in: { vanished: [id] } },
    { name: 'another choice', before: saw('a'), now: saw('b'), level: 'OPEN', in: { choices: [id] } },
    { name: 'no choice', before: saw('a'), now: saw('a'), level: 'OPEN', in: {} },
    { name: 'no choice where one was not seen', before: saw('a'), now: untested, level: 'OPEN', in: {} },
    { name: 'no choice where one was seen anew', before: untested, now: saw('a'), level: 'OPEN', in: {} },
    { name: 'no choice where one was not selected', before: unselected, now: saw('a'), level: 'OPEN', in: {} },
    { name: 'no choice where a recommendation is not met', before: pass, now: judgement('warn', { findings: [finding] }), level: 'SHOULD', in: {} },
  ]; // prettier-ignore

  test.each(rows)('$name', ({ before, now, level = 'MUST', in: expected }) => {
    const [one, two] = reports([before, now], { level });
    if (one === undefined || two === undefined) throw new Error('there are two');
    const { newlyFailing, newlyUndecided, vanished, fixed, newlyDecided, added, choices } = differenceOf(
      one,
      two,
    );
    expect({ newlyFailing, newlyUndecided, vanished, fixed, newlyDecided, added, choices }).toEqual({
      newlyFailing: [],
      newlyUndecided: [],
      vanished: [],
      fixed: [],
      newlyDecided: [],
      added: [],
      choices: [],
      ...expected,
    });
  });
});
