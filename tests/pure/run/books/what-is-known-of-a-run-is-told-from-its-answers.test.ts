import { describe, expect, test } from 'vitest';
import { isSuccess, wasGranted, AnswerBook } from '../../../../run/books/answers.ts';
import { ArrayContents } from '../../../../run/books/arrays.ts';
import { SentBook } from '../../../../run/books/sent.ts';
import { TakenMembers } from '../../../../run/books/taken-members.ts';
import { Exchange } from '../../../../run/exchange.ts';
import type { FailureKind, Outcome } from '../../../../wire/exchange.ts';
import { nobody } from '../../../support/stages/scripted-stage.ts';

interface Told {
  readonly sent?: string;
  readonly target?: string;
  readonly mayNotExist?: boolean;
  readonly as?: string;
}

/** An exchange that came to this status, or to no answer. */
function exchange(
  came: number | FailureKind,
  { sent, target = '/demo/resource', mayNotExist, as }: Told = {},
) {
  const at = { sentAt: 0, answeredAt: 1 };
  const outcome: Outcome =
    typeof came === 'number'
      ? { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...at }
      : { kind: 'failure', failure: came, detail: '', wrote: true, ...at };
  const body = sent === undefined ? {} : { body: new TextEncoder().encode(sent) };
  return new Exchange({
    number: 1,
    caller: as === undefined ? nobody : { ...nobody, label: as },
    request: { method: 'POST', target, headers: [], ...body },
    outcome,
    redirects: 0,
    mayNotExist,
  });
}

describe('a member was taken', () => {
  const taken = (status: number, ...sent: readonly (string | undefined)[]): TakenMembers => {
    const members = new TakenMembers();
    for (const one of sent) members.note(exchange(status, one === undefined ? {} : { sent: one }));
    return members;
  };
  const content = (json: string): string => `{"objectTypeProperty":${json}}`;

  test.each([
    ['with a text', 201, '{"a":"x"}', true],
    ['with an empty text', 201, '{"a":""}', true],
    ['with false', 201, '{"a":false}', true],
    ['with 0', 201, '{"a":0}', true],
    ['with an object without members', 201, '{"a":{}}', true],
    ['with an array of one', 201, '{"a":[1]}', true],
    ['with another status of success', 200, '{"a":1}', true],
    ['not with null', 201, '{"a":null}', false],
    ['not with an empty array', 201, '{"a":[]}', false],
    ['not where another one was sent', 201, '{"b":1}', false],
    ['not where nothing was sent in it', 201, '{}', false],
    ['not where the create was refused', 400, '{"a":1}', false],
    ['not where the create has failed', 500, '{"a":1}', false],
  ])('%s', (_how, status, json, isTaken) => {
    expect(taken(status, content(json)).has('a')).toBe(isTaken);
  });

  test.each([
    ['no body', undefined],
    ['a body that is no JSON', '{"objectTypeProperty":{"a":1}'],
    ['a list', '[{"objectTypeProperty":{"a":1}}]'],
    ['null', 'null'],
    ['no content', '{"a":1}'],
    ['content that is no object', content('["a"]')],
  ])('not with %s', (_what, sent) => {
    expect(taken(201, sent).has('a')).toBe(false);
  });

  test('by any of several creates', () => {
    const members = taken(201, content('{"a":1}'), content('{"a":null,"b":1}'));
    expect(['a', 'b', 'c'].map((name) => members.has(name))).toEqual([true, true, false]);
  });

  test('in an item of the array of objects, whichever it is', () => {
    const members = taken(201, content('{"arrayOfObjectType":[{"one":1},{"two":null},7,null]}'));
    const names = ['arrayOfObjectType', 'one', 'two', 'three'];
    expect(names.map((name) => members.has(name))).toEqual([true, true, true, false]);
  });

  test('and items of other arrays, or what is no array, bring no member of their own', () => {
    const members = taken(201, content('{"other":[{"one":1}],"arrayOfObjectType":{"two":{"three":1}}}'));
    expect(['one', 'two', 'three'].map((name) => members.has(name))).toEqual([false, false, false]);
  });
});

describe('an array of the content', () => {
  const seen = (name: string, ...arrays: readonly unknown[]) => {
    const contents = new ArrayContents();
    for (const array of arrays) contents.note('ObjectTypeProperty', { [name]: array });
    return contents.of(name);
  };
  const strings = 'arrayOfStringExample';

  test.each([
    ['alone', [['a', 'b']], { shortest: 2, longest: 2, repeats: false }],
    ['that is empty', [[]], { shortest: 0, longest: 0, repeats: false }],
    ['after a shorter one', [['a'], ['a', 'b', 'c']], { shortest: 1, longest: 3, repeats: false }],
    ['after a longer one', [['a', 'b', 'c'], ['a']], { shortest: 1, longest: 3, repeats: false }],
    ['after an empty one', [[], ['a']], { shortest: 0, longest: 1, repeats: false }],
    ['with two equal texts', [['a', 'b', 'a']], { shortest: 3, longest: 3, repeats: true }],
    ['after one with two equal texts', [['a', 'a'], ['b']], { shortest: 1, longest: 2, repeats: true }],
    ['equal to another array', [['a'], ['a']], { shortest: 1, longest: 1, repeats: false }],
  ])('%s has its lengths and repetitions', (_what, arrays, expected) => {
    expect(seen(strings, ...arrays)).toEqual(expected);
  });

  test.each([
    ['one number', [[5]], [5, 5]],
    ['several', [[5, -3, 8]], [-3, 8]],
    ['those of several arrays', [[5], [7], [6]], [5, 7]],
    ['smaller ones later', [[5, 6], [4]], [4, 6]],
    ['an empty array later', [[5, 6], []], [5, 6]],
    ['texts beside them', [['9', 5]], [5, 5]],
    ['fractions', [[0.5, 0.25]], [0.25, 0.5]],
  ])('has the extremes of %s', (_what, arrays, [smallest, greatest]) => {
    expect(seen('arrayOfFloatExample', ...arrays)).toMatchObject({ smallest, greatest });
  });

  test.each([
    ['equal numbers', [1, 2, 1], true],
    ['equal objects', [{ a: 1 }, { a: 1 }], true],
    ['equal nulls', [null, null], true],
    ['a number and its text', [1, '1'], false],
    ['unequal objects', [{ a: 1 }, { a: 2 }], false],
    ['nothing', [], false],
  ])('repeats itself or not with %s', (_what, array, repeats) => {
    expect(seen(strings, array)?.repeats).toBe(repeats);
  });

  test.each([
    ['a text', 'a'],
    ['null', null],
    ['an object', { length: 1 }],
  ])('is none that is %s', (_what, value) => {
    expect(seen(strings, value)).toBeUndefined();
  });

  test('is looked at wherever the content stands in a body of several shapes', () => {
    const contents = new ArrayContents();
    contents.note('ExampleResource', { objectTypeProperty: { [strings]: ['a'] } });
    contents.note('ObjectTypeProperty|DateExamples', { [strings]: ['a', 'b'] });
    expect(contents.of(strings)).toMatchObject({ shortest: 1, longest: 2 });
    expect(contents.of('arrayOfObjectType')).toBeUndefined();
  });

  test('is not one of another record', () => {
    const contents = new ArrayContents();
    contents.note('Cart', { lineItems: [{}] });
    contents.note('ExampleResource', { [strings]: ['a'] });
    expect([contents.of('lineItems'), contents.of(strings)]).toEqual([undefined, undefined]);
  });
});

describe('who was answered how', () => {
  test.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
  ])('%i is a success: %s', (status, success) => {
    expect(isSuccess(status)).toBe(success);
    expect(wasGranted(new Set([401, status]))).toBe(success);
  });

  test('nobody is granted anything who was never answered', () => {
    expect([wasGranted(undefined), wasGranted(new Set())]).toEqual([false, false]);
  });

  test('stands under operation, project and caller', () => {
    const book = new AnswerBook('a b');
    book.note('query', exchange(200, { target: '/a%20b/resource', as: 'A' }));
    book.note('query', exchange(403, { target: '/a%20b/resource?limit=1', as: 'A' }));
    book.note('query', exchange(401, { target: '/a%20b/resource', as: 'B' }));
    book.note('query', exchange(204, { target: '/a%20bc/resource', as: 'B' }));
    book.note('search', exchange(404, { target: '/a%20b/resource/search', as: 'B' }));
    const shown = book.sites.map(({ endpoint, project, key, byCaller }) => [
      endpoint,
      project,
      key,
      [...byCaller].map(([label, statuses]) => [label, [...statuses]]),
    ]);
    expect(shown).toEqual([
      ['query', 'here', 'a%20b', [['A', [200, 403]], ['B', [401]]]],
      ['query', 'elsewhere', 'a%20bc', [['B', [204]]]],
      ['search', 'here', 'a%20b', [['B', [404]]]],
    ]); // prettier-ignore
    expect(book.here('query')).toBe(book.sites[0]);
    expect(book.here('create')).toBeUndefined();
    const elsewhere = exchange(200, { target: '/a%20bc/other' });
    expect(book.placeOf('query', elsewhere)).toBe(book.sites[1]);
    expect(book.placeOf('search', elsewhere)).toBeUndefined();
    expect(['A', 'B', 'C'].map((label) => book.wasGranted('query', label))).toEqual([true, false, false]);
    expect(book.wasGranted('search', 'A')).toBe(false);
  });

  test.each([
    ['429', 429],
    ['503', 503],
    ['a server error', 500],
    ['a lost connection', 'reset'],
  ] as const)('tells nothing by %s', (_what, came) => {
    const book = new AnswerBook('demo');
    book.note('query', exchange(came));
    expect(book.sites).toEqual([]);
  });

  test.each([
    ['/demo/resource', true],
    ['/demo/', true],
    ['/demos/resource', false],
    ['/other/resource', false],
    ['/demo', false],
  ])('%s is of the project: %s', (target, isHere) => {
    expect(new AnswerBook('demo').isHere(exchange(200, { target }))).toBe(isHere);
  });
});

describe('what a run has sent', () => {
  test('is counted, and its longest chain is that of any check', () => {
    const book = new SentBook();
    expect([book.requests, book.longestChain]).toEqual([0, 0]);
    book.count();
    book.count();
    const [one, other] = [{ depth: 4 }, { depth: 0 }];
    book.reach(one, 5);
    book.reach(other, 1);
    book.reach(one, 3);
    expect([book.requests, book.longestChain, one.depth, other.depth]).toEqual([2, 5, 5, 1]);
  });
});
