import { describe, expect, test } from 'vitest';
import { exchangeKey, rowsOf, type Features, type ProbeRow } from '../../../../clause/causes/probe.ts';
import { coveringRules, familiesOf, perOperation, type Rule } from '../../../../clause/causes/rule.ts';
import { named } from '../../../../clause/causes/names.ts';

function row(features: Features, came: string, more: Partial<ProbeRow> = {}): ProbeRow {
  return {
    probe: 'versions',
    due: '409',
    features,
    came,
    count: 10,
    deviating: came === '409' ? [] : [`${JSON.stringify(features)}`],
    ...more,
  };
}

const all = (): boolean => true;
const conditionsOf = (rules: readonly Rule[]): unknown => rules.map(({ conditions }) => conditions);

describe('the rules of deviating cases', () => {
  const above = { side: 'above', kinds: 'both' };
  const below = { side: 'below', kinds: 'both' };

  test.each<[string, readonly ProbeRow[], readonly ProbeRow[], unknown]>([
    ['are none where nothing was answered as is owed: whatever it was', [row(above, '200'), row(below, '200')], [], [[]]],
    ['are what all of it shares and no other', [row(above, '200')], [row(below, '409')], [[['side', 'above']]]],
    ['prefer one condition to two', [row({ a: '1', b: '1' }, '200')], [row({ a: '2', b: '1' }, '409')], [[['a', '1']]]],
    [
      'are two conditions where no single one tells',
      [row({ a: '1', b: '1' }, '200')],
      [row({ a: '1', b: '2' }, '409'), row({ a: '2', b: '1' }, '409')],
      [[['a', '1'], ['b', '1']]],
    ],
    [
      'are several where no single one covers all',
      [row({ a: '1', b: '2' }, '200'), row({ a: '2', b: '1' }, '200')],
      [row({ a: '2', b: '2' }, '409')],
      [[['a', '1']], [['b', '1']]],
    ],
    ['are none where the same was answered both ways', [row(above, '200')], [row(above, '409')], []],
  ])('%s', (_name, deviating, others, rules) => {
    expect(conditionsOf(coveringRules(deviating, others, all))).toEqual(rules);
  }); // prettier-ignore

  test('explain the cases shown, and similar cases', () => {
    const shown = row({ side: 'above', kinds: 'one' }, '200');
    const like = row({ side: 'above', kinds: 'both' }, '200');
    const [rule, ...rest] = coveringRules([shown, like], [row(below, '409')], (one) => one === shown);
    expect([rule?.rows, rest]).toEqual([[shown, like], []]);
  });

  test('leave out conditions that cannot be distinguished', () => {
    const deviating = [row({ a: '1', b: '1', c: '1' }, '200')];
    const others = [
      row({ a: '1', b: '1', c: '2' }, '409'),
      row({ a: '1', b: '2', c: '1' }, '409'),
      row({ a: '2', b: '1', c: '1' }, '409'),
    ];
    expect(coveringRules(deviating, others, all)).toEqual([]);
  });
});

describe('rows of cases', () => {
  test('are empty if everything was answered as required', () => {
    expect(rowsOf('versions', [{ features: {}, due: '409', came: '409', key: '1@0' }])).toEqual([]);
  });

  test('count cases that are alike, and name cases that deviate', () => {
    const features = { side: 'above' };
    const cases = [
      { features, due: '409', came: '409', key: exchangeKey(1, 0.04) },
      { features, due: '409', came: '200', key: exchangeKey(2, 0.05) },
      { features, due: '409', came: '200', key: exchangeKey(3, 12) },
    ];
    expect(rowsOf('versions', cases)).toEqual([
      { probe: 'versions', features, due: '409', came: '409', count: 1, deviating: [] },
      { probe: 'versions', features, due: '409', came: '200', count: 2, deviating: ['2@0.1', '3@12'] },
    ]);
  });
});

/** A rule on who may do what; what it covers was granted access, unless it says otherwise. */
function access(
  features: Features,
  { due = 'refused', others = [] }: { due?: string; others?: readonly ProbeRow[] } = {},
): Rule {
  const came = due === 'refused' ? 'accepted' : 'refused';
  return {
    conditions: Object.entries(features),
    rows: [row(features, came, { probe: 'access', due, deviating: [] })],
    others,
  };
}

describe('rules of one family', () => {
  const none = { caller: 'no token' };

  test.each<[string, readonly Rule[], readonly number[]]>([
    ['are those of one operation', [access({ operation: '4.2', ...none }), access({ operation: '4.2', caller: 'x' })], [2]],
    ['are those of one operation, also of two kinds', [access({ operation: '4.2', ...none }), access({ operation: '4.2', token: 'M' }, { due: 'accepted' })], [2]],
    ['are not those of two operations: that may be chance', [access({ operation: '4.2', ...none }), access({ operation: '4.3', ...none })], [1, 1]],
    ['are those that say the same of three operations', ['4.2', '4.3', '4.11'].map((operation) => access({ operation, ...none })), [3]],
    ['are not those that say different things of three', ['4.2', '4.3', '4.11'].map((operation) => access({ operation, caller: operation })), [1, 1, 1]],
    ['are each by itself where they are about no operation', [access(none), access({ caller: 'x' }), access({ caller: 'y' })], [1, 1, 1]],
  ])('%s', (_name, rules, sizes) => {
    expect(familiesOf(rules).map(({ length }) => length)).toEqual(sizes);
  }); // prettier-ignore

  test('are made for cases that no rule covers, one for each operation', () => {
    const at = (operation: string, came: string): ProbeRow => row({ operation }, came, { probe: 'access', due: 'refused' });
    const rules = perOperation([at('4.2', 'accepted'), at('4.3', 'accepted')], [at('4.2', 'refused')]);
    expect(rules.map(({ conditions, others }) => [conditions, others.length])).toEqual([
      [[['operation', '4.2']], 1],
      [[['operation', '4.3']], 0],
    ]);
  }); // prettier-ignore
});

describe('a name states', () => {
  const rule = (conditions: Features, others: readonly ProbeRow[] = [row({ side: 'below' }, '409')], came = 'accepted', due = '409'): Rule => ({
    conditions: Object.entries(conditions),
    rows: [row({ ...conditions, side: 'above' }, came, { due })],
    others,
  }); // prettier-ignore

  test.each<[string, readonly Rule[], string]>([
    ['that nothing is compared', [rule({}, [])], '4.10: does not compare the version'],
    ['that it is not known what decides', [rule({})], '4.10: takes other versions than the actual one at times'],
    ['<', [rule({ side: 'above' })], '4.10: compares versions with <'],
    ['no more than was seen', [rule({ side: 'above' }, [row({ side: 'above', x: '1' }, '409')].slice(1))], '4.10: takes versions above the actual one'],
    ['a cut to 8 bits', [rule({ 'low 8 bits': 'equal' })], '4.10: compares the low 8 bits of versions'],
    ['former versions', [rule({ past: 'was the actual one before' })], '4.10: takes former versions'],
    ['what the lists have in common', [rule({ 'actions, at least 5': 'yes' })], '4.10: takes other versions than the actual one, where at least 5 actions'],
    ['two conditions', [rule({ actions: 'one', digits: 'a text of digits' })], '4.10: takes other versions than the actual one, where one action and there is a text of digits'],
    ['another status', [rule({}, [], '412')], '4.10: answers a mismatch with 412 in place of 409'],
    ['a conflict that is none', [rule({}, [], '409', 'accepted')], '4.10: answers 409 to the actual version'],
    ['who is let in', [access({ operation: '4.2', caller: 'no token' })], '4.2: lets in no token'],
    ['which token', [access({ operation: '4.2', caller: 'a token of other scopes', token: 'VIEW' })], '4.2: lets in VIEW'],
    ['everybody', [access({})], 'all operations: lets in everybody'],
    ['any token', [access({ access: 'writes', presents: 'a token' })], 'all writes: lets in any token'],
    ['with parameters alone', [access({ operation: '4.1', query: 'with parameters' })], '4.1: lets in everybody where a parameter is passed'],
    ['who is refused', [access({ operation: '4.1' }, { due: 'accepted' })], '4.1: refuses whom the scopes let in'],
    ['both', [access({ operation: '4.8', token: 'A' }, { due: 'accepted' }), access({ operation: '4.8', token: 'B' })], '4.8: refuses A, and lets in B'],
    ['the operations in the order of the contract', ['4.11', '4.2', '4.1'].map((operation) => access({ operation, caller: 'no token' })), '4.1, 4.2, 4.11: lets in no token'],
    ['how many, where they are many', ['a', 'b', 'c'].map((caller) => access({ operation: '4.2', caller })), '4.2: lets in 3 kinds of callers'],
    ['that it comes and goes', [access({ operation: '4.2' }, { others: [row({ operation: '4.2' }, 'refused')] })], '4.2: lets in everybody at times'],
  ])('%s', (_name, rules, id) => {
    expect(named(rules).id).toBe(id);
  }); // prettier-ignore

  test('the figures on which it rests', () => {
    expect(named([rule({ side: 'above' })]).told).toBe('10 of 10 were accepted; all 10 others answered 409, as is owed');
    expect(named([rule({}, [])]).told).toBe('10 of 10 were accepted');
    expect(named([rule({})]).told).toBe('10 were accepted, 10 others answered 409, as is owed');
  }); // prettier-ignore

  test('no cause without cases', () => {
    expect(() => named([])).toThrow(RangeError);
  });
});
