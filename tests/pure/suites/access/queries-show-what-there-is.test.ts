import { describe, expect, test } from 'vitest';
import { queryResources } from '../../../../suites/4.01-query-resources.ts';
import { readById } from '../../../../suites/4.02-read-by-id.ts';
import { readResourceByKey } from '../../../../suites/4.03-read-by-key.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const clauses = [...queryResources.clauses, ...readById.clauses, ...readResourceByKey.clauses];

/** How the query is answered: when, and how often it was before. */
type Query = (at: number, before: number) => Answer;

async function judged(id: string, query: Query, exists = 200, known: Known = {}) {
  let before = 0;
  const stage = storedStage(
    {
      answer: (name, _id, at) => {
        if (name === 'exists') return [exists];
        if (name !== 'query') return undefined;
        before += 1;
        return query(at, before - 1);
      },
    },
    known,
  );
  await clauses.find((one) => one.id === id)?.check?.(stage.on);
  return stage;
}

const declared = (id: string, key: string) =>
  clauses.find((one) => one.id === id)?.declares.find((one) => one.key === key);

const full: Answer = [200, '{"arrayOfStringExample":["a"]}'];
const page: Answer = [200, '{"results":[{"id":"a"}]}'];

describe('while a resource exists, the query', () => {
  test.each([
    ['succeeds', () => full, 200, ['held']],
    ['succeeds with nothing to show', () => [200, '{}'], 200, ['held']],
    ['is lost', () => [503], 200, ['noise']],
    ['finds nothing', () => [404], 200, ['violated']],
    ['is no method', () => [405], 200, ['violated']],
    ['is not implemented', () => [501], 200, ['violated']],
    ['finds nothing, nor does the check', () => [404], 404, ['undecided: premise-failed']],
    ['finds nothing for as long as a lag', (at) => (at < 900 ? [404] : full), 200, ['held']],
    ['finds nothing but for once', (at, before) => (at > 1_000 && before % 2 === 0 ? full : [404]), 200, ['undecided: premise-failed']],
    ['is refused otherwise', () => [400], 200, ['undecided: premise-failed']],
  ] as readonly (readonly [string, Query, number, readonly string[]])[])('%s', async (_what, query, exists, outline) => {
    const { told } = await judged('4.1/existing-resources-are-found', query, exists);
    if (outline[0] === 'undecided: premise-failed') expect(outlineOf(told)).not.toContain('violated');
    else expect(outlineOf(told)).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['shows nothing at all', () => [204, ''], ['violated']],
    ['shows nothing at all with another status', () => [200, ''], ['violated']],
    ['shows nothing for as long as a lag', (at) => (at < 900 ? [204, ''] : full), ['held']],
  ] as readonly (readonly [string, Query, readonly string[]])[])('%s', async (_what, query, outline) => {
    const { told } = await judged('4.1/answers-with-an-object', query);
    expect(new Set(outlineOf(told))).toEqual(new Set(outline));
  }); // prettier-ignore

  test('is not reported if it showed no content until the second read', async () => {
    // At 1,001 ms it is asked for the last time within the lag.
    const { told } = await judged('4.1/answers-with-an-object', (at) => (at <= 1_001 ? [204, ''] : full));
    expect(outlineOf(told)).toEqual(['undecided: flaky', 'held']);
  });

  test.each([
    ['documented members', full, { members: ['arrayOfStringExample'] }, false],
    ['a page', page, { members: [], shape: 'paged' }, true],
    ['an empty page', [200, '{"results":[]}'], { members: [] }, true],
    ['both', [200, '{"arrayOfIntExample":[1],"results":[{}]}'], { members: ['arrayOfIntExample'] }, false],
  ] as readonly (readonly [string, Answer, unknown, boolean])[])('shows its shape: %s', async (_what, answer, value, isSuspect) => {
    const { told } = await judged('4.1/shows-documented-members', () => answer);
    expect(told.map((one) => one.value ?? one.kind)).toEqual([value, ...(isSuspect ? ['suspected'] : [])]);
  }); // prettier-ignore

  test('has further members observed, with their types', async () => {
    const text = '{"arrayOfIntExample":[1],"total":1,"share":1.5,"next":null,"all":[],"is":true,"name":"a","more":{}}';
    const { told } = await judged('4.1/further-members', () => [200, text]);
    const members = { total: 'integer', share: 'number', next: 'null', all: 'array', is: 'boolean', name: 'string', more: 'object' };
    expect(told.map(({ value }) => value)).toEqual([{ members }]);
  }); // prettier-ignore

  test.each([['4.1/shows-documented-members'], ['4.1/further-members']])(
    'has no observation without an object: %s',
    async (id) => {
      expect(outlineOf((await judged(id, () => [200, '[1]'])).told)).toEqual(['discarded: premise-failed']);
    },
  );
});

describe('a declaration', () => {
  test.each([
    ['paged', { members: [], shape: 'paged' }, true],
    ['paged', { members: [] }, undefined],
    ['paged', { members: ['arrayOfIntExample'] }, false],
    ['paged', { members: ['arrayOfIntExample'], shape: 'paged' }, false],
    ['paged', {}, undefined],
  ])('a declaration of the shape %s is kept or broken: %j', (shape, observed, met) => {
    expect(declared('4.1/shows-documented-members', 'query.shape')?.met(shape, observed)).toBe(met);
  });

  test.each([
    [{ total: 'integer' }, { total: 'integer' }, true],
    [{ total: 'number' }, { total: 'integer' }, true],
    [{ total: 'integer' }, { total: 'number' }, false],
    [{ total: 'integer' }, { total: 'string' }, false],
    [{ total: 'integer', next: 'string' }, { total: 'integer' }, true],
    [{ total: 'integer', next: 'string' }, { total: 'integer', next: 'null' }, false],
    [{ total: 'integer' }, {}, false],
    [null, { total: 'integer' }, undefined],
    ['total', { total: 'integer' }, undefined],
  ])('a declaration of paging is kept or broken: %j %j', (paging, members, met) => {
    expect(declared('4.1/further-members', 'query.paging')?.met(paging, { members })).toBe(met);
  });

  test.each([
    [{ meets: true }, true],
    [{ meets: false }, false],
    [{}, undefined],
  ])('a declaration of variants by key is kept or broken: %j', (observed, met) => {
    expect(declared('4.3/variant', 'byKey.variants')?.met([], observed)).toBe(met);
  });

  test.each([
    [{ asById: true }, []],
    [{ asById: false }, undefined],
    [{}, undefined],
  ])('a declaration of variants is drafted if there is none: %j', (observed, draft) => {
    expect(declared('4.3/variant', 'byKey.variants')?.draft?.(observed)).toEqual(draft);
  });
});

describe('a read of an unknown id', () => {
  test.each([
    [404, [{ status: 404 }]],
    [403, [{ status: 403 }]],
    [503, []],
  ])('is observed: %i', async (status, values) => {
    const stage = storedStage({ answer: () => [status] });
    await clauses.find(({ id }) => id === '4.2/unknown-id')?.check?.(stage.on);
    expect(stage.told.flatMap(({ kind, value }) => (kind === 'observed' ? [value] : []))).toEqual(values);
    expect(stage.sent.map(({ name, ask }) => [name, ask.mayNotExist])).toEqual([['readById', true]]);
  });
});
