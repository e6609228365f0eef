import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  plainAnswer,
  plainAttempt,
  plainOrFresh,
  readsWithoutServerError,
} from '../../../judging/parameters/bare-answers.ts';
import { acceptsDeclaredSample, sampleValues } from '../../../judging/parameters/declared-sample.ts';
import { observeReactions, parameterReactions } from '../../../judging/parameters/parameter-reactions.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { answered } from '../../support/stages/scripted-stage.ts';
import { queryOf, reportingStage } from '../../support/stages/reporting-stage.ts';

/** How an operation with a query is answered, which may depend on how often it was asked that before. */
type Rule = (name: EndpointName, query: string, before: number) => number;

function met(rule: Rule, profile: Stage['profile'] = {}) {
  const asked: string[] = [];
  const stage = reportingStage(
    (name, ask) => {
      const one = `${name} ${queryOf(ask)}`.trim();
      const before = asked.filter((other) => other === one).length;
      asked.push(one);
      return [rule(name, queryOf(ask), before)];
    },
    {},
    { profile },
  );
  return { ...stage, asked };
}

async function judged(
  { check }: { readonly check: (on: Stage) => Promise<void> },
  rule: Rule,
  profile: Stage['profile'] = {},
) {
  const stage = met(rule, profile);
  await check(stage.on);
  return stage;
}

describe('a plain answer', () => {
  test('is requested once per run', async () => {
    const { on, asked } = met(() => 404);
    expect(await plainAnswer(on, 'query')).toBe(await plainAnswer(on, 'query'));
    await plainAnswer(on, 'search');
    expect(asked).toEqual(['query', 'search']);
  });

  test.each([
    ['is shared where it succeeded', 200, 1],
    ['is asked for anew where it did not', 404, 3],
  ])('%s', async (_, status, times) => {
    const { on, asked } = met(() => status);
    await plainOrFresh(on, 'query');
    await plainOrFresh(on, 'query');
    expect(asked).toHaveLength(times);
  });

  test('counts only as the first attempt, whatever its status', async () => {
    const { on } = met(() => 404);
    const known = await plainAnswer(on, 'query');
    expect(await plainAttempt(on, 'query', 0)).toBe(known);
    expect(await plainAttempt(on, 'query', 1)).not.toBe(known);
  });

  test('a lost plain answer counts as no attempt', async () => {
    const { on } = met((_name, _query, before) => (before === 0 ? 503 : 404));
    await plainAnswer(on, 'query');
    expect((await plainAttempt(on, 'query', 0)).status).toBe(404);
  });
});

describe('a documented read', () => {
  const clause = readsWithoutServerError('query');
  const others =
    (status: number, rest = 500): Rule =>
    (name) =>
      name === 'query' ? rest : status;

  test.each([
    ['holds where it is accepted', () => 200, ['held']],
    ['holds where it is refused', () => 404, ['held']],
    ['is noise where the answer is lost', () => 503, ['noise']],
    ['violates where it fails each time, while others are answered', others(200), ['violated']],
    ['violates where others are refused', others(403), ['violated']],
    ['is undecided where all others fail too', others(500), ['undecided flaky']],
    ['is undecided where all others are lost', others(503), ['undecided flaky']],
    [
      'is undecided where others fail afterwards',
      (name: EndpointName, _: string, before: number) => (name === 'exists' && before === 0 ? 200 : 500),
      ['undecided flaky'],
    ],
    [
      'is undecided where others fail before',
      (name: EndpointName, _: string, before: number) => (name === 'exists' && before > 0 ? 200 : 500),
      ['undecided flaky'],
    ],
    [
      'has passed where it comes right three times',
      (name: EndpointName, _: string, before: number) => (name === 'query' && before === 0 ? 500 : 200),
      ['passed'],
    ],
    [
      'violates where another than the first one answers',
      (name: EndpointName) => (name === 'sorted' ? 200 : 500),
      ['violated'],
    ],
  ] as const)('%s', async (_, rule, told) => {
    expect((await judged(clause, rule)).told).toEqual(told);
  });

  test('is requested with and without a parameter, between reads of another resource', async () => {
    const { asked, broken } = await judged(clause, others(200));
    expect(asked).toEqual(['query', 'exists', 'query arrayOfStringWithDescription=a', 'query', 'exists']);
    expect(broken[0]?.expected).toBeDefined();
  });

  test('is sent plainly if it documents no parameter', async () => {
    const { asked } = await judged(readsWithoutServerError('cart'), (name) => (name === 'cart' ? 500 : 200));
    expect(asked).toEqual(['cart', 'exists', 'cart', 'cart', 'exists']);
  });

  test('is no witness for itself', async () => {
    const { asked, told, shown } = await judged(readsWithoutServerError('sorted'), () => 500);
    expect(asked.slice(0, 3)).toEqual(['sorted', 'exists', 'query']);
    expect(asked[3]).toBe('sorted var.a=a');
    expect([told, shown]).toEqual([['undecided flaky'], [[500]]]);
  });
});

describe('a declared sample', () => {
  const clause = acceptsDeclaredSample('sorted');
  const declared = { samples: { '4.12': { query: { where: ['x', 'y'], limit: '5' } } } };

  test('has values as a list, which is empty if there are none', () => {
    const { on } = met(() => 200, declared);
    expect(sampleValues(on, '4.12', 'where')).toEqual(['x', 'y']);
    expect(sampleValues(on, '4.12', 'limit')).toEqual(['5']);
    expect(sampleValues(on, '4.12', 'sort')).toEqual([]);
    expect(sampleValues(on, '4.1', 'where')).toEqual([]);
    expect(sampleValues(met(() => 200).on, '4.12', 'where')).toEqual([]);
    const bodied = { samples: { '4.6': { body: {} } } };
    expect(sampleValues(met(() => 200, bodied).on, '4.6', 'where')).toEqual([]);
  });

  test('is accepted as a whole', async () => {
    const { observed, asked } = await judged(clause, () => 200, declared);
    expect(observed.map(({ value }) => value)).toEqual([{ accepted: true, parameters: ['where', 'limit'] }]);
    expect(asked).toEqual(['sorted where=x&where=y&limit=5']);
  });

  test('is accepted by parts if the whole is refused', async () => {
    const { observed } = await judged(clause, (_, query) => (query.includes('&limit') ? 400 : 200), declared);
    expect(observed.map(({ value }) => value)).toEqual([
      { accepted: true, parameters: ['where', 'limit'], refused: [] },
    ]);
  });

  test('is refused by its refused part', async () => {
    const { observed, asked } = await judged(
      clause,
      (_, query) => (query.includes('where') ? 400 : 200),
      declared,
    );
    expect(observed.map(({ value }) => value)).toEqual([
      { accepted: false, parameters: ['where', 'limit'], refused: ['where'] },
    ]);
    expect(asked.slice(3)).toEqual([
      'sorted where=x&where=y',
      'sorted where=x&where=y',
      'sorted where=x&where=y',
      'sorted limit=5',
    ]);
  });

  test.each([
    ['third', 2, true],
    ['fourth', 3, false],
  ])('decides whether it is accepted as the %s attempt', async (_, at, accepted) => {
    const { observed } = await judged(
      clause,
      (_name, _query, before) => (before === at ? 200 : 400),
      declared,
    );
    expect(observed[0]?.value).toMatchObject({ accepted });
  });

  test('gives no usable answer if no attempt does', async () => {
    const { told, observed } = await judged(clause, () => 503, declared);
    expect([told, observed]).toEqual([['noise'], []]);
  });

  test('is refused if one attempt is refused, and the answers to the others are lost', async () => {
    const { observed } = await judged(
      clause,
      (_name, _query, before) => (before === 1 ? 400 : 503),
      declared,
    );
    expect(observed[0]?.value).toMatchObject({ accepted: false, refused: ['where', 'limit'] });
  });

  test.each([{}, { samples: {} }, { samples: { '4.12': { body: 1 } } }] as const)(
    'is requested from the vendor if none is declared: %j',
    async (profile) => {
      const { told, asked, said } = await judged(clause, () => 200, profile);
      expect([told, asked]).toEqual([['discarded premise-failed'], []]);
      expect(said[0]).toContain('"4.12"');
    },
  );

  test.each([
    [{ accepted: true }, true],
    [{ accepted: false }, false],
    [{ accepted: 'yes' }, undefined],
    [undefined, undefined],
    [{}, undefined],
  ])('answered %j is kept: %s', (observed, isMet) => {
    const [promise] = clause.declares ?? [];
    expect(clause.declares).toHaveLength(1);
    expect(promise?.key).toBe('samples.4.12');
    expect(promise?.met('anything', observed)).toBe(isMet);
  });
});

describe('a reaction to a parameter', () => {
  const bare = () => Promise.resolve({});

  test('is reported for each parameter, if all are accepted at once', async () => {
    const { observed, asked } = await judged(parameterReactions('sorted', bare), () => 200);
    const value = { limit: 'accepted', offset: 'accepted', withTotal: 'accepted', 'var.a': 'accepted' };
    expect(observed).toEqual([{ value, isSuspect: false, why: '' }]);
    expect(asked).toHaveLength(1);
  });

  test('is the reaction to the parameter alone, if all together are refused', async () => {
    const { observed } = await judged(parameterReactions('sorted', bare), (_, query) =>
      query.startsWith('offset') ? 404 : query.includes('&') ? 400 : 200,
    );
    expect(observed[0]?.value).toEqual({
      limit: 'accepted',
      offset: '404',
      withTotal: 'accepted',
      'var.a': 'accepted',
    });
  });

  test.each([
    ['every value is refused', 400, [], true],
    ['every value provokes a server error', 500, [], true],
    ['another value is accepted', 400, ['withTotal=false'], false],
    ['yet another value is accepted', 400, ['withTotal=1'], false],
    ['the last value is accepted', 400, ['withTotal=yes'], false],
  ] as const)('is suspect or not if %s', async (_, status, taken, isSuspect) => {
    const { observed } = await judged(parameterReactions('sorted', bare), (_name, query) =>
      query.includes('withTotal') && !taken.some((one) => one === query) ? status : 200,
    );
    expect(observed[0]?.isSuspect).toBe(isSuspect);
    expect(observed[0]?.value).toMatchObject({ limit: 'accepted' });
  });

  test.each([
    ['limit', ['0', '2', '10', '100']],
    ['var.a', ['abc', '1', 'true', 'en']],
  ] as const)(
    'a reaction to %s is requested with other values, including the plain value',
    async (name, values) => {
      for (const value of values) {
        const { observed } = await judged(parameterReactions('sorted', bare), (_, query) =>
          query.includes(name) && query !== `${name}=${value}` ? 400 : 200,
        );
        expect(observed[0]?.isSuspect).toBe(false);
      }
      const { asked } = await judged(parameterReactions('sorted', bare), (_, query) =>
        query.includes(name) ? 400 : 200,
      );
      // Alone with the others, and then as the first of several values: a refusal may pass.
      expect(asked.filter((one) => one.startsWith(`sorted ${name}=`) && !one.includes('&'))).toHaveLength(6);
    },
  );

  test('is requested with the values that the vendor declares', async () => {
    const profile = { samples: { '4.12': { query: { limit: ['33'] } } } };
    const { observed } = await judged(
      parameterReactions('sorted', bare),
      (_, query) => (query.includes('limit') && query !== 'limit=33' ? 400 : 200),
      profile,
    );
    expect(observed[0]?.isSuspect).toBe(false);
  });

  test('is requested with the parameters that it requires, and for no second name of a pattern', async () => {
    const { observed, asked } = await judged(parameterReactions('search', bare), (_, query) =>
      query.includes('fuzzyLevel') && !query.startsWith('fuzzy=true&text.en=a&fuzzyLevel=2') ? 400 : 200,
    );
    expect(Object.keys(Object(observed[0]?.value))).toEqual(['fuzzy', 'fuzzyLevel', 'staged', 'text.en']);
    expect(observed[0]?.isSuspect).toBe(false);
    expect(asked).toContain('search fuzzy=true&text.en=a&fuzzyLevel=2');
  });

  test.each([
    ['is noise where the request without is lost', 503, 'noise'],
    ['has no premise where the request without is refused', 404, 'discarded premise-failed'],
  ])('%s', async (_, status, told) => {
    const stage = await judged(parameterReactions('sorted', bare), () => status);
    expect([stage.told, stage.observed]).toEqual([[told], []]);
  });

  test('names the requests that are sent if no other knowledge exists', async () => {
    const { on, observed } = met(() => 200);
    const sent: string[] = [];
    const send = ([name, value]: readonly [string, string]) => {
      sent.push(`${name}=${value}`);
      return Promise.resolve(answered([name === 'b' ? 400 : 200]));
    };
    await observeReactions(
      on,
      [
        ['a', 'x'],
        ['b', 'x'],
        ['c', 'x'],
      ],
      send,
      {
        known: ([name]) => (name === 'c' ? answered([404]) : undefined),
      },
    );
    expect(sent.toSorted()).toEqual(['a=x', 'b=x', 'b=x'].toSorted());
    expect(observed[0]?.value).toMatchObject({ a: 'accepted', c: '404' });
    expect(observed[0]?.isSuspect).toBe(true);
    expect(observed[0]?.why).toMatch(/^b\b/);
  });

  test('is stated with its requests', () => {
    const { statement, sends } = parameterReactions('sorted', bare);
    expect([statement === '', sends?.includes('/sorted-query-parameters')]).toEqual([false, true]);
  });
});
