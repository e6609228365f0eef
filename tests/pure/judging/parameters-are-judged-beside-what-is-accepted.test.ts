import { describe, expect, test } from 'vitest';
import { plainAnswer } from '../../../judging/parameters/bare-answers.ts';
import { acceptsDocumentedParts, surveyParts } from '../../../judging/parameters/documented-parts.ts';
import { eachParameterOptional } from '../../../judging/parameters/each-optional.ts';
import { judgeNames } from '../../../judging/parameters/pattern-names.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { has, judgedByQueries, queriedStage, type Rule } from '../../support/stages/queried-stage.ts';

describe('documented parts', () => {
  const parts = acceptsDocumentedParts('sorted', () => Promise.resolve({}));
  const all = 'limit=1&offset=1&withTotal=true&var.a=a';

  test.each([
    ['hold where all are accepted, also with another letter', () => 200, ['held']],
    [
      'hold where all are refused, and each alone as well',
      (query) => (query === '' ? 200 : 400),
      Array.from({ length: 4 }, () => 'held'),
    ],
    ['are discarded where nothing is accepted without them', () => 400, ['discarded premise-failed']],
    ['are noise where the answer without them is lost', () => 503, ['noise']],
    [
      'are violated by one that fails alone, and the others hold',
      (query) => (has(query, 'offset=1') ? 500 : 200),
      ['held', 'violated', 'held', 'held'],
    ],
    [
      'are violated by one that fails in the company of others alone',
      (query) => (has(query, 'limit=1') && has(query, 'var.a=a') ? 500 : 200),
      ['held', 'held', 'held', 'held', 'violated'],
    ],
    [
      'are undecided where all of them together fail once, and nothing fails afterwards',
      (query, before) => (query === all && before === 0 ? 500 : 200),
      ['held', 'held', 'held', 'held', 'undecided server-error'],
    ],
    [
      'are noise where one alone is lost',
      (query) => (query === 'limit=1' ? 503 : query === all ? 400 : 200),
      ['noise', 'held', 'held', 'held'],
    ],
    [
      'are undecided where all fail together, and no part is accepted',
      (query) => (query === all ? 500 : query === '' ? 200 : 400),
      ['held', 'held', 'held', 'held', 'undecided server-error'],
    ],
    [
      'say no more of all of them where one fails by itself',
      (query) => (query === all || query === 'var.a=a' ? 500 : query === '' ? 200 : 400),
      ['held', 'held', 'held', 'violated'],
    ],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(parts, rule)).told).toEqual(told);
    },
  );

  test('are requested once more without any parameter if the request without parameters was refused at first', async () => {
    const { told, queries } = await judgedByQueries(parts, (query, before) =>
      query === '' && before === 0 ? 400 : 200,
    );
    expect(told).toEqual(['held']);
    expect(queries.filter((query) => query === '')).toHaveLength(2);
  });

  test('are sent with the required parts, and compared with a request that has only these', async () => {
    const based = acceptsDocumentedParts('search', () => Promise.resolve({ query: [['filter', 'x']] }));
    const { told, queries } = await judgedByQueries(based, (query) =>
      has(query, 'staged=true') ? 500 : 200,
    );
    expect(told).toContain('violated');
    expect(queries.every((query) => has(query, 'filter=x'))).toBe(true);
  });

  test('violate with a letter beyond ASCII, if an ASCII letter is accepted', async () => {
    const { told, broken } = await judgedByQueries(parts, (query) => (query.includes('é') ? 500 : 200));
    expect(told).toEqual(['held', 'violated']);
    expect(broken[0]?.reproduced).toBe('3/3');
  });

  test('do not violate with a letter if the ASCII letter is refused too', async () => {
    const rule: Rule = (query) => (query.includes('é') ? 500 : query === 'var.a=a' ? 400 : 200);
    expect((await judgedByQueries(parts, rule)).told).toEqual([
      'held',
      'discarded premise-failed',
      'undecided server-error',
    ]);
  });

  test('failing parts are named, with the parts beside them', async () => {
    const alone = await judgedByQueries(parts, (query) => (has(query, 'offset=1') ? 500 : 200));
    expect(alone.broken[0]?.expected).toContain('offset=1');
    const beside = await judgedByQueries(parts, (query) =>
      has(query, 'limit=1') && has(query, 'var.a=a') ? 500 : 200,
    );
    expect(beside.broken[0]?.expected).toContain('var.a=a');
    expect(beside.broken[0]?.expected).toContain('limit=1&offset=1&withTotal=true');
  });

  test('do not violate with a letter that is refused', async () => {
    expect((await judgedByQueries(parts, (query) => (query.includes('é') ? 400 : 200))).told).toEqual([
      'held',
    ]);
  });

  test('parts that are no texts are sent without letters', async () => {
    const { queries } = await judgedByQueries(parts, () => 200);
    expect(queries).toEqual([
      '',
      all,
      all.replace('=a', '=é%'),
      all.replace('=true', '=false'),
      all.replace('limit=1', 'limit=10').replace('offset=1', 'offset=7'),
      'where=a&sort=a&expand=a&where=b',
    ]);
  });

  test('are sent with letters beyond ASCII only if one of them takes text', async () => {
    const { queries } = await judgedByQueries(
      acceptsDocumentedParts('remove', () => Promise.resolve({ path: { id: 'r1' } })),
      () => 200,
    );
    expect(queries).toEqual(['', '']);
  });

  test('show the largest accepted set, and the parts that fail beside it', async () => {
    const { on } = queriedStage((query) =>
      has(query, 'offset=1') && query !== 'offset=1' ? 500 : query === 'withTotal=true' ? 400 : 200,
    );
    const { alone, most, culprit } = await surveyParts(on, 'sorted');
    expect(alone.map(({ exchange }) => exchange.status)).toEqual([200, 200, 400, 200]);
    expect(most?.pairs).toEqual([
      ['limit', '1'],
      ['var.a', 'a'],
    ]);
    expect(most?.exchange.succeeded).toBe(true);
    expect(culprit?.company).toEqual([['limit', '1']]);
    expect(culprit?.pair).toEqual(['offset', '1']);
  });

  test('parts that are refused together are not at fault', async () => {
    const { on } = queriedStage((query) => (query.includes('&') ? 400 : 200));
    const { most, culprit } = await surveyParts(on, 'sorted');
    expect([most?.pairs, culprit]).toEqual([[['limit', '1']], undefined]);
  });

  test('are sent together as often as needed, and once alone', async () => {
    const { on, queries } = queriedStage((query) => (query === all ? 400 : 200));
    await surveyParts(on, 'sorted');
    expect(queries).toEqual([
      all,
      ...all.split('&'),
      'limit=1&offset=1',
      'limit=1&offset=1&withTotal=true',
      all,
    ]);
  });

  test('are added to a request that another check may have sent already', async () => {
    const { on, queries } = queriedStage(() => 200);
    await plainAnswer(on, 'sorted');
    await parts.check(on);
    expect(queries.filter((query) => query === '')).toHaveLength(1);
  });

  test('parts that fail only together are shown', async () => {
    const { shown } = await judgedByQueries(parts, (query) =>
      query === all ? 500 : query === '' ? 200 : 400,
    );
    expect(shown).toEqual([[500]]);
  });

  test('parts that are all accepted need no single requests', async () => {
    const { on, queries } = queriedStage(() => 200);
    const { alone, most } = await surveyParts(on, 'sorted');
    expect([alone, most?.pairs.length, queries]).toEqual([[], 4, [all]]);
  });
});

describe('a parameter that is left out', () => {
  const optional = eachParameterOptional('sorted', { together: [['limit', 'offset']] });

  test.each([
    ['leaves the request accepted', () => 200, ['held', 'held', 'held']],
    [
      'may make it end otherwise than by what blames the request',
      (query) => (has(query, 'withTotal=true') ? 200 : 404),
      ['held', 'held', 'held'],
    ],
    [
      'is noise where the answer is lost',
      (query) => (has(query, 'withTotal=true') ? 200 : 503),
      ['held', 'noise', 'held'],
    ],
    [
      'violates where it is missed each time',
      (query) => (has(query, 'withTotal=true') ? 200 : 422),
      ['held', 'violated', 'held'],
    ],
    ['shows nothing where all together are refused', () => 400, ['discarded premise-failed']],
    ['shows nothing where all together are lost', () => 503, ['noise']],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(optional, rule)).told).toEqual(told);
    },
  );

  test('is left out with the parameters that it needs, and each of the others alone', async () => {
    const { queries } = await judgedByQueries(optional, () => 200);
    expect(queries).toEqual([
      'limit=1&offset=1&withTotal=true&var.a=a',
      'withTotal=true&var.a=a',
      'limit=1&offset=1&var.a=a',
      'limit=1&offset=1&withTotal=true',
    ]);
  });

  test('is left out alone unless stated otherwise', async () => {
    const { queries } = await judgedByQueries(eachParameterOptional('sorted'), () => 200);
    expect(queries).toHaveLength(5);
    expect(queries[1]).toBe('offset=1&withTotal=true&var.a=a');
  });

  test('is judged between requests with all parameters', async () => {
    const { queries } = await judgedByQueries(optional, (query) =>
      has(query, 'withTotal=true') ? 200 : 400,
    );
    const whole = queries[0];
    expect(queries.filter((query) => query === whole)).toHaveLength(6);
    // One that was seen before any control request does not count.
    expect(queries.filter((query) => query === 'limit=1&offset=1&var.a=a')).toHaveLength(5);
  });
});

describe('names of one pattern', () => {
  const names = ['var.a', 'var.Z', 'var.7'];
  const judge = { check: (on: Stage) => judgeNames(on, 'sorted', names) };

  test.each([
    ['hold, each of them, where all are accepted at once', () => 200, ['held', 'held', 'held']],
    [
      'hold where each is accepted alone',
      (query) => (query.includes('&') ? 400 : 200),
      ['held', 'held', 'held'],
    ],
    [
      'violate where one is refused each time and another is not',
      (query) => (query.includes('var.Z') ? 400 : 200),
      ['held', 'violated', 'held'],
    ],
    [
      'violate where one provokes a server error',
      (query) => (query.includes('var.Z') ? 500 : 200),
      ['held', 'violated', 'held'],
    ],
    [
      'hold where one is not found',
      (query) => (query.includes('var.Z') ? 404 : 200),
      ['held', 'held', 'held'],
    ],
    [
      'are noise where one is lost',
      (query) => (query.includes('var.Z') ? 503 : 200),
      ['held', 'noise', 'held'],
    ],
    ['show nothing where none is accepted', () => 400, ['discarded refused-by-unknown-validation']],
  ] as const satisfies readonly (readonly [string, Rule, readonly string[]])[])(
    '%s',
    async (_, rule, told) => {
      expect((await judgedByQueries(judge, rule)).told).toEqual(told);
    },
  );

  test('are judged beside the first accepted name', async () => {
    const { queries } = await judgedByQueries(judge, (query) => (query === 'var.Z=a' ? 200 : 400));
    expect(queries.slice(0, 4)).toEqual(['var.a=a&var.Z=a&var.7=a', 'var.a=a', 'var.Z=a', 'var.7=a']);
    const series = queries.slice(4, 13);
    expect(series.map((query) => (query === 'var.Z=a' ? 't' : 'p')).join('')).toMatch(/^tp[tp]*t$/);
    expect(series.filter((query) => query === 'var.a=a')).toHaveLength(4);
    expect(series.filter((query) => query === 'var.Z=a')).toHaveLength(5);
  });
});
