import { describe, expect, test } from 'vitest';
import { acceptsDocumentedParts } from '../../../judging/parameters/documented-parts.ts';
import { eachParameterOptional } from '../../../judging/parameters/each-optional.ts';
import { floatFormsAccepted } from '../../../judging/parameters/equal-numbers.ts';
import { judgeNames } from '../../../judging/parameters/pattern-names.ts';
import { repeatsAccepted } from '../../../judging/parameters/repeated-parameters.ts';
import { bothTruthValuesAccepted, truthValuesUnderstood } from '../../../judging/parameters/truth-values.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { has, judgedByQueries, type Rule } from '../../support/stages/queried-stage.ts';

describe('a stated clause', () => {
  const booleans = [{ name: 'fuzzy' }, { name: 'staged' }] as const;

  test.each([
    [
      () => floatFormsAccepted('sorted', ['limit', 'offset']),
      ['limit', 'offset'],
      ['limit=1.0&offset=1.0', 'limit=10.0&offset=10.0'],
    ],
    [() => repeatsAccepted('sorted'), ['where', 'sort', 'expand', 'var.a'], []],
    [() => bothTruthValuesAccepted('search', booleans), ['fuzzy', 'staged'], ['fuzzy', 'staged']],
    [() => truthValuesUnderstood('search', booleans), ['fuzzy', 'staged'], ['fuzzy', 'staged']],
  ])('names each parameter once, with its requests', (clause, names, sent) => {
    const { statement, sends } = clause();
    expect(names.map((name) => statement.split(name).length)).toEqual(names.map(() => 2));
    expect(sent.filter((part) => !sends.includes(part))).toEqual([]);
  });

  test.each([
    () => acceptsDocumentedParts('sorted', () => Promise.resolve({})),
    () => floatFormsAccepted('sorted', ['limit']),
    () => repeatsAccepted('sorted'),
    () => bothTruthValuesAccepted('search', booleans),
  ])('lists likely causes for implementers', (clause) => {
    expect(clause().causes ?? []).not.toEqual([]);
  });
});

describe('a violation', () => {
  test.each([
    ['limit', eachParameterOptional('sorted'), (query) => (has(query, 'limit=1') ? 200 : 400)],
    ['offset=1.0', floatFormsAccepted('sorted', ['offset']), (query) => (query.endsWith('.0') ? 400 : 200)],
    [
      'limit=1.0&offset=1.0',
      floatFormsAccepted('sorted', ['limit', 'offset']),
      (query) => (query === 'limit=1.0&offset=1.0' ? 400 : 200),
    ],
    [
      'limit=10&offset=10',
      floatFormsAccepted('sorted', ['limit', 'offset']),
      (query) => (query === 'limit=10.0&offset=10.0' ? 400 : 200),
    ],
    [
      'arrayOfString',
      repeatsAccepted('query'),
      (query) => (query.split('arrayOfString=').length > 2 ? 400 : 200),
    ],
    [
      'var.Z',
      { check: (on: Stage) => judgeNames(on, 'sorted', ['var.a', 'var.Z']) },
      (query) => (query.includes('Z') ? 400 : 200),
    ],
    [
      'withTotal=false',
      bothTruthValuesAccepted('sorted', [{ name: 'withTotal' }]),
      (query) => (has(query, 'withTotal=false') ? 400 : 200),
    ],
    [
      'withTotal',
      truthValuesUnderstood('sorted', [{ name: 'withTotal' }]),
      (query) => (query === '' ? 200 : 400),
    ],
  ] as const satisfies readonly (readonly [string, { check: (on: Stage) => Promise<void> }, Rule])[])(
    'names %s',
    async (named, clause, rule) => {
      const { broken } = await judgedByQueries(clause, rule);
      expect(broken.at(-1)?.expected).toContain(named);
    },
  );

  test.each([
    ['404', { check: (on: Stage) => judgeNames(on, 'sorted', ['var.a', 'var.Z']) }],
    ['404,', floatFormsAccepted('sorted', ['limit'])],
    ['limit=1&offset=1', floatFormsAccepted('sorted', ['limit', 'offset'])],
  ] as const)('a missing premise is reported as %s', async (told, clause) => {
    expect((await judgedByQueries(clause, () => 404)).said.at(-1)).toContain(told);
  });
});

describe('a Float parameter', () => {
  const floats = floatFormsAccepted('sorted', ['limit', 'offset']);
  const one = floatFormsAccepted('search', ['fuzzyLevel'], { base: [['fuzzy', 'true']] });

  test.each([
    ['holds where both forms are accepted', () => 200, ['held', 'held']],
    [
      'violates where a point is refused',
      (query) => (query.includes('limit=1.0') ? 400 : 200),
      ['violated', 'held', 'violated'],
    ],
    [
      'violates where a point provokes a server error',
      (query) => (query.includes('limit=1.0') ? 500 : 200),
      ['violated', 'held', 'violated'],
    ],
    [
      'violates where points are refused together alone',
      (query) => (query === 'limit=1.0&offset=1.0' ? 400 : 200),
      ['held', 'held', 'violated'],
    ],
    [
      'passes where points together are otherwise refused once',
      (query, before) => (query === 'limit=1.0&offset=1.0' && before === 0 ? 404 : 200),
      ['held', 'held', 'held'],
    ],
    [
      'is told from a refusal together that passes',
      (query, before) => (query === 'limit=1.0&offset=1.0' && before === 0 ? 400 : 200),
      ['held', 'held', 'passed'],
    ],
    [
      'violates where a point is refused after two digits',
      (query) => (query.includes('limit=10.0') ? 400 : 200),
      ['violated', 'held', 'violated'],
    ],
    [
      'violates where one digit is refused without a point',
      (query) => (/limit=\d(?:&|$)/.test(query) ? 400 : 200),
      ['violated', 'held', 'violated'],
    ],
    [
      'violates where points are refused together after two digits alone',
      (query) => (query === 'limit=10.0&offset=10.0' ? 400 : 200),
      ['held', 'held', 'violated'],
    ],
    [
      'holds where numbers of two digits are refused with a point and without',
      (query) => (query.includes('10') ? 400 : 200),
      ['held', 'held'],
    ],
    [
      'shows nothing where no whole number is accepted',
      () => 400,
      [
        'discarded refused-by-unknown-validation',
        'discarded refused-by-unknown-validation',
        'discarded refused-by-unknown-validation',
      ],
    ],
    [
      'holds with the first whole number that is accepted',
      (query) => (/=(?:10|10[.]0)$/.test(query) ? 200 : 400),
      ['held', 'held', 'discarded refused-by-unknown-validation'],
    ],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(floats, rule)).told).toEqual(told);
    },
  );

  test('is judged without other parameters, except required parameters', async () => {
    const { told, queries } = await judgedByQueries(one, (query) => (query.endsWith('.0') ? 400 : 200));
    expect(told).toEqual(['violated']);
    expect(queries.every((query) => query.startsWith('fuzzy=true&fuzzyLevel='))).toBe(true);
  });

  test('has the value that the vendor declares, if the value is a whole number', async () => {
    const rule: Rule = (query) => (/fuzzyLevel=(?:77|77[.]0)$/.test(query) ? 200 : 400);
    const declaring = (value: string) => ({ samples: { '4.4': { query: { fuzzyLevel: [value] } } } });
    expect((await judgedByQueries(one, rule, declaring('77'))).told).toEqual(['held']);
    const { told, queries } = await judgedByQueries(one, () => 400, declaring('7.5'));
    expect(told).toEqual(['discarded refused-by-unknown-validation']);
    expect(queries.some((query) => query.endsWith('7.5'))).toBe(false);
    const longer = await judgedByQueries(one, () => 400, declaring('12345678'));
    expect(longer.queries.some((query) => query.endsWith('12345678'))).toBe(false);
    const negative = await judgedByQueries(
      one,
      (query) => (query.includes('-3') ? 200 : 400),
      declaring('-3'),
    );
    expect(negative.told).toEqual(['held']);
  });

  test('is sent with one and with two digits, and in no other form if both are accepted', async () => {
    const clause = floatFormsAccepted('sorted', ['limit', 'offset']);
    expect((await judgedByQueries(clause, () => 200)).queries).toEqual([
      'limit=1&offset=1',
      'limit=1.0&offset=1.0',
      'limit=10&offset=10',
      'limit=10.0&offset=10.0',
    ]);
  });

  test('is first sent with the number that was refused with a point', async () => {
    const { told, queries } = await judgedByQueries(one, (query) => (query.endsWith('10.0') ? 400 : 200));
    expect(told).toEqual(['violated']);
    expect(queries.map((query) => query.split('=').at(-1)).slice(0, 9)).toEqual([
      '1',
      '1.0',
      '10',
      '10.0',
      '10',
      '1',
      '2',
      '0',
      '-1',
    ]);
  });

  test('is sent with likely numbers, in that order', async () => {
    const { queries } = await judgedByQueries(one, (query) => (query.endsWith('1.0') ? 400 : 200));
    const likely = ['1', '2', '10', '0', '-1'];
    expect(queries.slice(2, 7).map((query) => query.split('=').at(-1))).toEqual(likely);
    expect(queries[7]).toMatch(/fuzzyLevel=1$/);
  });

  test('is judged by a negative number if no other is accepted', async () => {
    const { told } = await judgedByQueries(one, (query) => (query.endsWith('=-1') ? 200 : 400));
    expect(told).toEqual(['violated']);
  });
});

describe('a repeatable parameter', () => {
  const inTwo = repeatsAccepted('sorted');
  const texts = repeatsAccepted('query');
  const isRepeated = (query: string, name: string): boolean => query.split(`${name}=`).length > 2;

  test.each([
    ['holds where all are accepted twice at once', () => 200, ['held', 'held']],
    [
      'violates where each repetition is refused',
      (query) => (isRepeated(query, 'arrayOfString') ? 400 : 200),
      ['violated', 'held'],
    ],
    [
      'violates where each repetition provokes a server error',
      (query) => (isRepeated(query, 'arrayOfString') ? 501 : 200),
      ['violated', 'held'],
    ],
    [
      'shows nothing where one of the values alone is refused',
      (query) => (query.includes('=b') ? 400 : 200),
      ['discarded premise-failed', 'discarded premise-failed'],
    ],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(texts, rule)).told).toEqual(told);
    },
  );

  test('a repeatable parameter of unknown type is tried with words, and sort alone', async () => {
    const { told, queries } = await judgedByQueries(repeatsAccepted('sorted'), () => 200);
    expect(told).toEqual(['discarded premise-failed', 'held', 'held', 'held', 'held']);
    const others = 'where=a&where=b&expand=a&expand=b&var.a=a&var.a=b&var.a1=a&var.a1=b';
    expect(queries).toEqual(['sort=a&sort=b', others]);
  });

  test('has the two values that a vendor declares, and no fewer', async () => {
    const declaring = (sort: readonly string[]) => ({ samples: { '4.12': { query: { sort } } } });
    const { told, queries } = await judgedByQueries(inTwo, () => 200, declaring(['id asc', 'id desc']));
    expect(told).toEqual(Array.from({ length: 5 }, () => 'held'));
    expect(queries[0]).toContain('sort=id asc&sort=id desc');
    expect((await judgedByQueries(inTwo, () => 200, declaring(['id asc']))).told).toContain(
      'discarded premise-failed',
    );
  });

  test.each([400, 500])(
    'a parameter of unknown type is reported if %i is the answer to words that are accepted one by one',
    async (status) => {
      const failing: Rule = (query) => (isRepeated(query, 'where') ? status : 200);
      expect((await judgedByQueries(inTwo, failing)).told.slice(1)).toEqual([
        'violated',
        'held',
        'held',
        'held',
      ]);
    },
  );

  test('a parameter whose values the vendor declares is reported for a server error', async () => {
    const profile = { samples: { '4.12': { query: { where: ['x', 'y'] } } } };
    const { told } = await judgedByQueries(
      inTwo,
      (query) => (isRepeated(query, 'where') ? 500 : 200),
      profile,
    );
    expect(told.slice(0, 2)).toEqual(['discarded premise-failed', 'violated']);
  });

  test.each([
    'arrayOfString=a&arrayOfString=b',
    'arrayOfString=b&arrayOfString=a',
    'arrayOfString=a&arrayOfString=a',
  ])('is accepted if only %s is', async (accepted) => {
    const rule: Rule = (query) => (isRepeated(query, 'arrayOfString') && query !== accepted ? 400 : 200);
    expect((await judgedByQueries(texts, rule)).told).toEqual(['held', 'held']);
  });
});

describe('a Boolean parameter', () => {
  const booleans = [{ name: 'fuzzy', company: [['text.en', 'a']] }, { name: 'staged' }] as const;
  const both = bothTruthValuesAccepted('search', booleans);
  const understood = truthValuesUnderstood('search', booleans);
  const isLone = (query: string): boolean => !query.includes('text.en');

  test.each([
    ['holds where all take both values', () => 200, ['held', 'held']],
    [
      'violates where one value is refused beside the other',
      (query) => (has(query, 'staged=false') ? 400 : 200),
      ['held', 'violated'],
    ],
    [
      'violates where true is refused beside false',
      (query) => (has(query, 'staged=true') ? 422 : 200),
      ['held', 'violated'],
    ],
    [
      'holds where one value is refused in a way that does not blame it',
      (query) => (has(query, 'staged=false') ? 404 : 200),
      ['held', 'held'],
    ],
    [
      'holds where the value is taken alone, and refused in company',
      (query) => (has(query, 'fuzzy=true') && query !== 'fuzzy=true' ? 400 : 200),
      ['held', 'held'],
    ],
    [
      'shows nothing where both values are refused',
      () => 400,
      Array.from({ length: 2 }, () => 'discarded refused-by-unknown-validation'),
    ],
    [
      'holds where the value is taken in company',
      (query) => (has(query, 'fuzzy=true') && isLone(query) ? 400 : 200),
      ['held', 'held'],
    ],
    [
      'violates where the value is refused in company too',
      (query) => (has(query, 'fuzzy=true') ? 400 : 200),
      ['violated', 'held'],
    ],
    [
      'is undecided where company has another value refused',
      (query) => (has(query, isLone(query) ? 'fuzzy=true' : 'fuzzy=false') ? 400 : 200),
      ['undecided two-readings', 'held'],
    ],
    [
      'is undecided where company has both values refused',
      (query) => (has(query, 'fuzzy=true') || (query.includes('fuzzy') && !isLone(query)) ? 400 : 200),
      ['undecided two-readings', 'held'],
    ],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(both, rule)).told).toEqual(told);
    },
  );

  test('is first sent with all others, as true and as false', async () => {
    expect((await judgedByQueries(both, () => 200)).queries).toEqual([
      'fuzzy=true&staged=true',
      'fuzzy=false&staged=false',
    ]);
  });

  test('a Boolean parameter that needs no other parameter is sent as often as necessary', async () => {
    const { queries } = await judgedByQueries(both, (query) => (has(query, 'staged=false') ? 400 : 200));
    expect(queries.filter((query) => query === 'staged=false').length).toBe(5);
  });

  test.each([
    ['is understood where true is taken', () => 200, ['held', 'held']],
    [
      'is understood where false alone is taken',
      (query) => (has(query, 'staged=true') ? 400 : 200),
      ['held', 'held'],
    ],
    [
      'is not where neither is, and the request is accepted without it',
      (query) => (query.includes('staged') ? 400 : 200),
      ['held', 'violated'],
    ],
    [
      'shows nothing where the request is refused without it as well',
      (query) => (query === '' || query.includes('staged') ? 400 : 200),
      ['held', 'discarded premise-failed'],
    ],
    [
      'is asked for in its company',
      (query) => (query.includes('fuzzy') && isLone(query) ? 400 : 200),
      ['held', 'held'],
    ],
    [
      'is judged beside its company',
      (query) => (query === 'text.en=a' || query.includes('staged') ? 200 : 400),
      ['violated', 'held'],
    ],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(understood, rule)).told).toEqual(told);
    },
  );
});
