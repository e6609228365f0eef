import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Reference } from '../../../reference/create.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { inTurn, withLaggingCopy } from '../../support/in-process/lagging-copy.ts';
import { draftThenJudge, inTheWay } from '../../support/in-process/drafted-then-judged.ts';

/** Resources show their key as `slug` inside `meta`, beside members that are none. */
function keysInside(inner: Transport): Transport {
  return {
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      if (outcome.kind !== 'answer') return outcome;
      const text = new TextDecoder().decode(outcome.body);
      if (!text.includes('"objectTypeProperty"')) return outcome;
      const moved = text.replaceAll(/"key":("[^"]*")/g, '"meta":{"colour":"red","slug":$1},"owner":"nobody"');
      const body = new TextEncoder().encode(moved);
      const headers = outcome.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
      return { ...outcome, headers, body };
    },
  };
}

/** Creates do not say where they are. */
function withoutLocation(inner: Transport): Transport {
  return {
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      if (outcome.kind !== 'answer') return outcome;
      return { ...outcome, headers: outcome.headers.filter(([name]) => !/^location$/i.test(name)) };
    },
  };
}

/** Habits that used to want a line of the profile written by hand. */
const habits = [
  'product-search-by-get',
  'images-by-put',
  'keys-are-the-ids',
  'overwrites-reach-a-singleton',
  'paths-of-records-are-numbers',
  'records-name-a-resource',
  'overwrites-reach-the-id-in-the-body',
  'overwrites-reach-the-key-in-the-query',
  'predicates-in-a-language',
  'reads-lag-1000-ms',
  'strings-from-a-list',
];

describe('a draft, without a manual line,', () => {
  test.each(rowsPlayed({ table: 'drafted habits', rows: habits, nameOf: (name) => name, oneIn: 5 }))(
    'leaves no clause of %s undecided',
    async (name) => {
      const { judgements } = await draftThenJudge([name]);
      expect(inTheWay(judgements)).toEqual([]);
    },
  );

  test('names an unusual place of keys, in fewer requests than two runs take', async () => {
    const { draft, judgements, requests } = await draftThenJudge([], keysInside);
    expect(draft.profile['resource']).toMatchObject({ keySource: 'body:/meta/slug' });
    expect(inTheWay(judgements)).toEqual([]);
    const { record } = await rehearse({ plan, profile: referenceProfile });
    expect(requests.observed).toBeLessThan(2 * record.requests);
  });

  test.each([
    ['body:/_links/self/href', '"_links":{"self":{"href":"/demo/resource/$1"}}'],
    ['body:/links/0/href', '"links":[{"rel":"self","href":"/demo/resource/$1"}]'],
  ])('names the place of links that contain the id: %s', async (place, links) => {
    const linked = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        const outcome = await withoutLocation(inner).send(request, limits);
        if (outcome.kind !== 'answer') return outcome;
        const text = new TextDecoder().decode(outcome.body);
        const moved = text.replaceAll(/"meta":\{"id":"([^"]*)"\}/g, links);
        const headers = outcome.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
        return { ...outcome, headers, body: new TextEncoder().encode(moved) };
      },
    });
    const { draft, judgements } = await draftThenJudge(['id-inside-meta'], linked);
    expect(draft.profile['resource']).toMatchObject({ idSource: place });
    expect(inTheWay(judgements)).toEqual([]);
  }); // prettier-ignore

  test('names an unusual place of ids', async () => {
    const { draft, judgements } = await draftThenJudge(['id-inside-meta'], withoutLocation);
    expect(draft.profile['resource']).toMatchObject({ idSource: 'body:/meta/id' });
    expect(inTheWay(judgements)).toEqual([]);
  });

  test('names only places of keys that a read confirms', async () => {
    const nowhere = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        const target = request.target.replace('/resource/key=', '/resource/key=none-');
        return await inner.send({ ...request, target }, limits);
      },
    });
    const { draft, judgements } = await draftThenJudge([], nowhere);
    expect(draft.profile['resource']).not.toHaveProperty('keySource');
    const failed = [...judgements].filter(([, { verdict }]) => verdict === 'fail');
    expect(failed.map(([id]) => id)).toEqual([]);
  });

  test.each([
    ['deletes-need-a-version-parameter', 'version'],
    ['deletes-need-the-actual-version', 'expectedVersion'],
    ['deletes-need-if-match', 'header:If-Match'],
  ])('names the parameter by which a delete states the version: %s', async (name, parameter) => {
    const { draft, judgements } = await draftThenJudge([name]);
    expect(draft.profile['delete']).toMatchObject({ versionParam: parameter });
    expect(inTheWay(judgements)).toEqual([]);
  });

  test('says that the collection is answered with pages', async () => {
    const { draft, judgements } = await draftThenJudge(['collection-is-a-page-of-resources']);
    expect(draft.profile['query']).toMatchObject({ shape: 'paged' });
    expect(inTheWay(judgements)).toEqual([]);
  });

  test('proposes limits that leave clauses out, but writes none', async () => {
    const { draft } = await draftThenJudge(['overwrites-have-no-target', 'key-not-shown']);
    expect(draft.proposed.map(({ key, value }) => [key, value])).toEqual([
      ['overwrite.patch.target', 'none'],
      ['overwrite.put.target', 'none'],
    ]);
    expect(JSON.stringify(draft.profile['overwrite'] ?? {})).not.toContain('target');
    expect(draft.profile['resource']).not.toHaveProperty('keySource');
  });

  test.each([
    [200, true],
    [1_000, false],
  ])('leaves no clause undecided if one of two replicas lags %i ms', async (lagMs, lagsFirst) => {
    const wrap = (reference: Reference): Reference => withLaggingCopy(reference, lagMs, inTurn(lagsFirst));
    const { judgements } = await draftThenJudge([], (transport) => transport, wrap);
    expect(inTheWay(judgements)).toEqual([]);
  });
});
