import { expect, test } from 'vitest';
import { gapsOf, uniqueEntries } from '../../../../clause/reported/gaps.ts';
import type { RegisterEntry, ReportInput, RunRecord } from '../../../../clause/report.ts';
import { entry, judgement, record, reportInput } from '../../../support/matrix-fixture.ts';

const pass = judgement('pass');

/** What each gap names, and how many more there are. */
function named(input: ReportInput): readonly (readonly string[])[] {
  return gapsOf(input).map((text) => text.match(/\b(?:4\.\d+|cases)\/\w+|\b\d+(?= more$)/g) ?? []);
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `4.1/${name}`);
const judged = (...all: readonly string[]) => new Map(all.map((id) => [id, pass]));
const registerOf = (...all: readonly string[]) => all.map((id) => entry(id));
const evidenceOf = (...all: readonly string[]) =>
  all.map((name) => ({ clause: '4.1/a', name, limits: [], minimum: 8 }));

interface Row {
  readonly name: string;
  readonly books: Partial<ReportInput>;
  readonly gaps: readonly (readonly string[])[];
}

/** In these books nothing is missing but what a row says. */
const whole = {
  ...reportInput([]),
  register: registerOf('4.1/a', '4.2/b'),
  judgements: judged('4.1/a', '4.2/b'),
  evidence: evidenceOf('cases/one', 'cases/two'),
  gathered: judged('cases/one', 'cases/two'),
  selected: new Set(['4.1/a', '4.2/b', 'cases/one', 'cases/two']),
};

const aborted: RunRecord = { ...record, aborted: { cause: 'unreachable', text: '' } };

const rows: readonly Row[] = [
  { name: 'nothing', books: {}, gaps: [] },
  { name: 'an entry that is stated twice', books: { register: registerOf('4.1/a', '4.2/b', '4.1/a') }, gaps: [['4.1/a']] },
  { name: 'an entry that is stated three times', books: { register: registerOf('4.1/a', '4.2/b', '4.2/b', '4.2/b') }, gaps: [['4.2/b', '4.2/b']] },
  { name: 'a judgement of what nobody states', books: { judgements: judged('4.1/a', '4.2/b', '4.3/c') }, gaps: [['4.3/c']] },
  { name: 'a clause without a judgement', books: { judgements: judged('4.2/b') }, gaps: [['4.1/a']] },
  { name: 'clauses without a judgement', books: { judgements: judged() }, gaps: [['4.1/a', '4.2/b']] },
  { name: 'only what was selected of that', books: { judgements: judged(), selected: new Set(['4.2/b']) }, gaps: [['4.2/b']] },
  { name: 'evidence that nobody states', books: { gathered: judged('cases/one', 'cases/two', 'cases/odd') }, gaps: [['cases/odd']] },
  { name: 'evidence that was not gathered', books: { gathered: judged('cases/two') }, gaps: [['4.1/a', 'cases/one']] },
  { name: 'only what was selected of the evidence', books: { gathered: judged(), selected: new Set(['4.1/a', '4.2/b', 'cases/two']) }, gaps: [['4.1/a', 'cases/two']] },
  { name: 'clauses and evidence', books: { judgements: judged('4.1/a'), gathered: judged('cases/one') }, gaps: [['4.2/b'], ['4.1/a', 'cases/two']] },
  { name: 'a record, and nothing that this explains', books: { record: undefined, judgements: judged(), gathered: judged() }, gaps: [[]] },
  { name: 'nothing that an interruption explains', books: { record: { ...record, interrupted: true }, judgements: judged(), gathered: judged() }, gaps: [] },
  { name: 'nothing that an end before its time explains', books: { record: aborted, judgements: judged(), gathered: judged() }, gaps: [] },
  { name: 'what an interruption does not explain', books: { record: { ...record, interrupted: true }, judgements: judged('4.3/c'), gathered: judged('cases/odd') }, gaps: [['4.3/c'], ['cases/odd']] },
  { name: 'as many as are named', books: { judgements: judged('4.1/a', '4.2/b', ...ids.slice(1, 6)) }, gaps: [ids.slice(1, 6)] },
  { name: 'one more than are named', books: { judgements: judged('4.1/a', '4.2/b', ...ids.slice(1)) }, gaps: [[...ids.slice(1, 6), '1']] },
  { name: 'more than are named', books: { register: registerOf(...ids), judgements: judged(), selected: new Set([...ids, ...whole.evidence.map(({ name }) => name)]) }, gaps: [[...ids.slice(0, 5), '2']] },
]; // prettier-ignore

test.each(rows)('the records of a run lack $name', ({ books, gaps }) => {
  expect(named({ ...whole, ...books })).toEqual(gaps);
});

test('the first of several entries with one id stays', () => {
  const [a, b, again] = [entry('4.1/a'), entry('4.2/b'), entry('4.1/a', 'SHOULD')];
  const levels = (...given: readonly RegisterEntry[]) =>
    Object.fromEntries(uniqueEntries(given).map(({ id, level }) => [id, level]));
  expect(uniqueEntries([a, b])).toEqual([a, b]);
  expect(uniqueEntries([a, b, again])).toHaveLength(2);
  expect(levels(a, b, again)).toEqual({ '4.1/a': 'MUST', '4.2/b': 'MUST' });
  expect(levels(again, a, b, a)).toEqual({ '4.1/a': 'SHOULD', '4.2/b': 'MUST' });
  expect(uniqueEntries([])).toEqual([]);
});
