import { describe, expect, test } from 'vitest';
import { inBlocks, tellOnce } from '../../../../clause/blocks/same-exchange.ts';
import type { Deviation } from '../../../../clause/deviation.ts';
import type { ReportedClause } from '../../../../clause/report.ts';
import type { ExchangeEvidence, Finding, Step } from '../../../../clause/sample.ts';
import { entry, finding as plain, judgement } from '../../../support/matrix-fixture.ts';

type Place = Pick<Step, 'pointer' | 'at'>;

function clause(
  id: string,
  findings: readonly Finding[],
  more: Partial<ReportedClause> = {},
): ReportedClause {
  return { ...entry(id), ...judgement('fail', { findings }), limits: [], source: '', ...more };
}

function exchange(number: number | undefined, status = 200): ExchangeEvidence {
  return {
    request: { method: 'GET', target: '/demo/resource', headers: [] },
    answer: { status, headers: [] },
    milliseconds: 1,
    curl: '',
    ...(number === undefined ? {} : { number }),
  };
}

function step(at: number, culprit: boolean, place: Place = {}): Step {
  return { role: 'probe', caller: 'MANAGE_TEST', atMs: 0, tookMs: 1, exchange: at, culprit, ...place };
}

/** A finding on exchanges with these numbers, of which the last is at fault. */
function finding(numbers: readonly (number | undefined)[], place: Place = {}): Finding {
  return {
    expected: '',
    got: '',
    reproduced: '1/1',
    exchanges: numbers.map((number) => exchange(number)),
    story: numbers.map((_, at) => step(at, at === numbers.length - 1, place)),
  };
}

/** Of each clause, what its findings name. */
function named(clauses: readonly ReportedClause[]): readonly (readonly (string | undefined)[])[] {
  return tellOnce(clauses).map(({ findings }) => findings.map(({ sameExchangeAs }) => sameExchangeAs));
}

describe('of two clauses that one exchange violates', () => {
  test.each<[name: string, direct: Finding, other: Finding]>([
    ['where in the body', finding([7], { pointer: '/a' }), finding([7])],
    ['the whole of the body, and the other nothing', finding([7], { pointer: '' }), finding([7])],
    ['it deeper', finding([7], { pointer: '/a/b' }), finding([7], { pointer: '/a' })],
    ['where in a list', finding([7], { pointer: '/a/0' }), finding([7], { pointer: '/longer' })],
    ['where a text stops being JSON', finding([7], { at: 3 }), finding([7])],
    ['so at its first character', finding([7], { at: 0 }), finding([7])],
    ['a value, and the other an offset', finding([7], { pointer: '/a' }), finding([7], { at: 3 })],
    ['it in a shorter story', finding([6, 7]), finding([5, 6, 7])],
    ['it deeper in a longer story', finding([5, 6, 7], { pointer: '/a' }), finding([7])],
    ['an offset in a longer story', finding([6, 7], { at: 3 }), finding([7])],
  ])('the clause that shows %s stays, in either order', (_name, direct, other) => {
    const [one, two] = [clause('4.2/direct', [direct]), clause('4.2/other', [other])];
    expect(named([one, two])).toEqual([[undefined], ['4.2/direct']]);
    expect(named([two, one])).toEqual([['4.2/direct'], [undefined]]);
  });

  test('the first stays if both show it equally', () => {
    const alike = finding([7], { pointer: '/a' });
    expect(named([clause('4.2/one', [alike]), clause('4.2/two', [alike])])).toEqual([
      [undefined],
      ['4.2/one'],
    ]);
  });

  test('each finding is reported alone', () => {
    const told = [
      clause('4.2/one', [finding([1]), finding([2], { pointer: '/a' })]),
      clause('4.2/two', [finding([2]), finding([1], { pointer: '/a' }), finding([3])]),
      clause('4.2/three', [finding([1]), finding([2])]),
    ];
    expect(named(told)).toEqual([
      ['4.2/two', undefined],
      ['4.2/one', undefined, undefined],
      ['4.2/two', '4.2/one'],
    ]);
  });

  test('two findings of one clause are not linked', () => {
    expect(named([clause('4.2/one', [finding([7]), finding([7], { at: 2 })])])).toEqual([
      [undefined, undefined],
    ]);
  });
});

describe('no clause is reported as one obligation', () => {
  const two = finding([6, 7]);
  const several = { ...two, story: [step(0, true), step(1, true)] };
  const nowhere = { ...two, story: [step(2, true)] };
  const faultless = { ...two, story: [step(0, false), step(1, false)] };
  const renumbered = { ...finding([7]), exchanges: [exchange(7, 404)] };
  const asked = { method: 'HEAD', target: '/demo/resource', headers: [] };
  const another = { ...finding([7]), exchanges: [{ ...exchange(7), request: asked }] };

  test.each<[name: string, one: Finding, other: Finding]>([
    ['other exchanges', finding([7]), finding([8])],
    ['the same number in another shard: another answer', finding([7]), renumbered],
    ['the same number in another shard: another request', finding([7]), another],
    ['exchanges without numbers', finding([undefined]), finding([undefined])],
    ['no story', plain, plain],
    ['several steps at fault', several, several],
    ['several steps at fault, one of which is told', several, two],
    ['no step at fault', faultless, faultless],
    ['a step at fault that is not shown', nowhere, nowhere],
  ])('of %s', (_name, one, other) => {
    const clauses = [clause('4.2/one', [one]), clause('4.2/two', [other])];
    expect(tellOnce(clauses)).toStrictEqual(clauses);
  });

  test('a clause that is not violated is not reported', () => {
    const warned = { verdict: 'warn', level: 'SHOULD' } as const;
    const clauses = [
      clause('4.2/should', [finding([7], { pointer: '/a' }), finding([8])], warned),
      clause('4.2/must', [finding([7]), finding([8], { pointer: '/a' })]),
    ];
    expect(named(clauses)).toEqual([
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test('all other members of a clause stay unchanged', () => {
    const [one, two] = [clause('4.2/one', [finding([7], { at: 1 })]), clause('4.2/two', [finding([7])])];
    const passes = clause('4.3/passes', [], { verdict: 'pass' });
    const [first, second, third] = tellOnce([one, two, passes]);
    expect([first, third]).toEqual([one, passes]);
    expect(second).toEqual({ ...two, findings: [{ ...finding([7]), sameExchangeAs: '4.2/one' }] });
  });
});

/** `a<b`: a clause `a` with a finding that names `b`; `a`: with one of its own. Ids are of section 4.2 unless they say. */
function shown(words: string, deviation?: Deviation): ReportedClause {
  const [name = '', ...speakers] = words.split('<');
  const idOf = (word: string): string => (word.includes('/') ? word : `4.2/${word}`);
  const own: Finding = { ...finding([1]), ...(deviation === undefined ? {} : { deviation }) };
  return clause(
    idOf(name),
    (speakers.length === 0 ? ['own'] : speakers).map((speaker) =>
      speaker === 'own' ? own : { ...own, sameExchangeAs: idOf(speaker) },
    ),
  );
}

/** Each block as its clause, those told with it, and its like. */
function blocks(clauses: readonly ReportedClause[]) {
  const ids = (list: readonly ReportedClause[]): readonly string[] => list.map(({ id }) => id);
  return inBlocks(clauses).map(({ clause: { id }, others, alike }) => [id, ids(others), ids(alike)]);
}

describe('a block', () => {
  test.each<[name: string, clauses: readonly string[], expected: ReturnType<typeof blocks>]>([
    ['is of one clause', ['a', 'b'], [['4.2/a', [], []], ['4.2/b', [], []]]],
    ['holds those that show its exchange, before it or after', ['b<a', 'a', 'c<a'], [['4.2/a', ['4.2/b', '4.2/c'], []]]],
    ['is that of the clause that is named', ['x', 'a', 'b<a'], [['4.2/x', [], []], ['4.2/a', ['4.2/b'], []]]],
    ['holds who shows nothing else', ['a', 'b<a<a'], [['4.2/a', ['4.2/b'], []]]],
    ['holds nobody who also shows something of its own', ['a', 'b<a<own'], [['4.2/a', [], []], ['4.2/b', [], []]]],
    ['holds nobody who shows its own between others', ['a', 'b<a<own<a'], [['4.2/a', [], []], ['4.2/b', [], []]]],
    ['holds nobody who shows its own first', ['a', 'b<own<a'], [['4.2/a', [], []], ['4.2/b', [], []]]],
    ['holds nobody in one that is told in another', ['a', 'b<a', 'c<b'], [['4.2/a', ['4.2/b'], []], ['4.2/c', [], []]]],
    ['is a clause of its own where nobody is there that it names', ['b<gone'], [['4.2/b', [], []]]],
  ])('%s', (_name, clauses, expected) => {
    expect(blocks(clauses.map((words) => shown(words)))).toEqual(expected);
  }); // prettier-ignore

  test('may include a clause that proves nothing', () => {
    expect(blocks([clause('4.2/a', []), shown('b<a')])).toEqual([['4.2/a', ['4.2/b'], []]]);
  });
});

describe('one obligation at several operations', () => {
  const missing: Deviation = { kind: 'no-body', exchange: 0 };
  const status: Deviation = { kind: 'status', exchange: 0 };

  test.each<[name: string, clauses: readonly ReportedClause[], expected: ReturnType<typeof blocks>]>([
    ['is one block where it is broken alike', [shown('4.2/is-json', status), shown('4.3/is-json', status), shown('4.10/is-json', status)], [['4.2/is-json', [], ['4.3/is-json', '4.10/is-json']]]],
    ['is one block where nobody knows how it is broken', [shown('4.2/a'), shown('4.10/a')], [['4.2/a', [], ['4.10/a']]]],
    ['is told by its whole name', [shown('4.2/is-json', status), shown('4.3/is-whole', status)], [['4.2/is-json', [], []], ['4.3/is-whole', [], []]]],
    ['is one block for each way of breaking it', [shown('4.2/a', status), shown('4.3/a', missing), shown('4.4/a', status), shown('4.5/a', missing)], [['4.2/a', [], ['4.4/a']], ['4.3/a', [], ['4.5/a']]]],
    ['has a block of its own where others show its exchange', [shown('4.2/a', status), shown('4.3/a', status), shown('4.3/b<4.3/a')], [['4.2/a', [], []], ['4.3/a', ['4.3/b'], []]]],
    ['stands with the first of its kind, also after one with others', [shown('4.2/a', status), shown('4.3/a', status), shown('b<4.3/a'), shown('4.4/a', status)], [['4.2/a', [], ['4.4/a']], ['4.3/a', ['4.2/b'], []]]],
    ['stands with a first that has others', [shown('4.2/a', status), shown('b<a'), shown('4.4/a', status)], [['4.2/a', ['4.2/b'], ['4.4/a']]]],
    ['is none in parts that are no operations', [shown('General/a', status), shown('Errors/a', status), shown('declared/a', status)], [['General/a', [], []], ['Errors/a', [], []], ['declared/a', [], []]]],
    ['is none where a clause shows nothing and another does', [clause('4.2/a', []), shown('4.3/a', status)], [['4.2/a', [], []], ['4.3/a', [], []]]],
  ])('%s', (_name, clauses, expected) => {
    expect(blocks(clauses)).toEqual(expected);
  }); // prettier-ignore
});
