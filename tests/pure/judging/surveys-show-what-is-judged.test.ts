import { describe, expect, test } from 'vitest';
import { notTested } from '../../../clause/thrown.ts';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { namesWith } from '../../../contract/traits.ts';
import { laterPages, showsAll } from '../../../judging/surveys/later-pages.ts';
import { surveyedNames, surveyReads, provokedErrors } from '../../../judging/surveys/read-survey.ts';
import { surveyResources, surveyTheLatest } from '../../../judging/surveys/resources.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Ask } from '../../../run/ask.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import { requestFlaws } from '../../../schemas/request-flaws.ts';
import { readJson, writeJson } from '../../../wire/json/json.ts';
import { answered, nobody, type Answer } from '../../support/stages/scripted-stage.ts';
import { queryOf, reportingStage, type Script } from '../../support/stages/reporting-stage.ts';

const optionsOf = (more: object): Partial<Stage> => ({
  options: {
    projectKey: 'demo',
    without: new Set(),
    readOnly: false,
    ...more,
  } as unknown as Stage['options'],
});

describe('the reads of a survey', () => {
  async function surveyed(known: Partial<Learnt> = {}, more: Partial<Stage> = {}, status = 200) {
    const stage = reportingStage(
      (name) => (name === 'create' ? [201, '{"id":"r1"}'] : [status]),
      known,
      more,
    );
    const reads = await surveyReads(stage.on);
    return { ...stage, reads, names: reads.map(({ read }) => read.endpoint) };
  }

  test('are all documented reads except reads by key, once per run', async () => {
    const { on, sent, names, reads, kept } = await surveyed();
    expect(names).toEqual(surveyedNames);
    expect(names).toEqual(namesWith('method', 'GET').filter((name) => endpoint(name).needs !== 'key'));
    expect(reads.map(({ read, exchange }) => [read.endpoint, exchange.endpoint, exchange.status])).toEqual(
      names.map((name) => [name, name, 200]),
    );
    expect(kept).toEqual(['r1']);
    const requests = sent.length;
    expect(await surveyReads(on)).toBe(reads);
    expect(sent).toHaveLength(requests);
  });

  test('have their required parts, and continue without answers', async () => {
    const { reads, sent } = await surveyed();
    for (const { read } of reads)
      expect(read.ask).toEqual(
        read.endpoint === 'readById'
          ? { path: { id: 'r1' } }
          : read.endpoint === 'cartWithHeaders'
            ? {
                headers: [
                  ['Accept', 'application/json'],
                  ['Service-Locale', 'en-US'],
                ],
              }
            : {},
      );
    const asks = sent.filter(({ name }) => name !== 'create').map(({ ask }) => ask.whenSilent);
    expect(new Set(asks)).toEqual(new Set(['go-on']));
  });

  test('exclude sections that are left out', async () => {
    const { names } = await surveyed({}, optionsOf({ without: new Set(['4.4', '4.18']) }));
    expect(names).toEqual(surveyedNames.filter((name) => name !== 'search' && name !== 'cartWithHeaders'));
  });

  test.each([
    ['are asked for with a fixture', {}, { profile: { resource: { fixture: { id: 'f1' } } } }, 'f1', 0],
    ['name no resource in a run that only reads', {}, optionsOf({ readOnly: true }), undefined, 0],
    [
      'name no resource where there is none',
      { noResource: { code: 'no-id-source', text: 't' } },
      {},
      undefined,
      0,
    ],
    ['name what is made for them', {}, {}, 'r1', 1],
    ['name what is made for them where there is no fixture', {}, { profile: { resource: {} } }, 'r1', 1],
    [
      'name no resource where none can be made',
      {},
      { create: () => Promise.reject(notTested({ code: 'no-token', text: 't' })) },
      undefined,
      0,
    ],
    [
      'name no resource where its create shows none',
      {},
      { create: () => Promise.resolve({ exchange: answered([201]), own: undefined }) },
      undefined,
      0,
    ],
  ] as const)('%s', async (_, known, more, id, creates) => {
    const { reads, sent } = await surveyed(known, more);
    const byId = reads.find(({ read }) => read.endpoint === 'readById');
    expect(byId?.read.ask.path?.['id']).toBe(id);
    expect(sent.filter(({ name }) => name === 'create')).toHaveLength(creates);
  });
});

describe('provoked errors', () => {
  const token = (label: string, more = {}) => ({ label, token: label, scopes: [], ...more });

  async function provoked(
    script: Script = () => [404],
    {
      known = { writer: nobody },
      tokens = [],
      more = {},
    }: {
      readonly known?: Partial<Learnt>;
      readonly tokens?: readonly ReturnType<typeof token>[];
      readonly more?: Partial<Stage>;
    } = {},
  ) {
    const callers = createCallers(tokens, createRandom(3));
    const stage = reportingStage(script, known, { callers, ...more });
    return { ...stage, callers, errors: await provokedErrors(stage.on) };
  }

  test('come from requests without a token, with an unknown token, an unknown id and a malformed body', async () => {
    const { on, sent, callers, errors } = await provoked();
    expect(sent.map(({ name, ask }) => [name, ask.as])).toEqual([
      ['query', callers.none],
      ['query', callers.random],
      ['readById', undefined],
      ['create', nobody],
    ]);
    expect(errors).toHaveLength(4);
    expect(sent[2]?.ask.mayNotExist).toBe(true);
    expect(sent[2]?.ask.path?.['id']).toMatch(/^unknown-[a-z][a-z0-9]{11}$/);
    expect(sent[3]?.ask).toMatchObject({ contentType: 'application/json', bodyIs: 'ill-typed' });
    expect(readJson(sent[3]?.ask.body ?? new Uint8Array()).kind).not.toBe('json');
    await provokedErrors(on);
    expect(sent).toHaveLength(4);
  });

  test('provoked errors include errors for a token without a scope', async () => {
    const { sent, callers } = await provoked(() => [403], {
      tokens: [token('a'), token('b', { noScope: true }), token('c', { noScope: false })],
    });
    expect(sent[2]?.ask.as).toBe(callers.supplied[1]);
    expect(sent).toHaveLength(5);
  });

  test.each([
    ['by reads alone where the run only reads', { more: optionsOf({ readOnly: true }) }],
    ['by reads alone where nobody writes', { known: { writer: undefined } }],
  ])('%s', async (_, given) => {
    const { sent, errors } = await provoked(() => [404], given);
    expect(sent.map(({ name }) => name)).toEqual(['query', 'query', 'readById']);
    expect(errors).toHaveLength(3);
  });

  test('are only refusals', async () => {
    const { errors } = await provoked((name, ask) =>
      name === 'create' ? [500] : name === 'readById' ? [404] : ask.as?.kind === 'none' ? [503] : [200],
    );
    expect(errors.map(({ status }) => status)).toEqual([404]);
  });

  test('note only the resource that a malformed body creates', async () => {
    const { noted, errors } = await provoked(() => [200]);
    expect([noted.map(({ endpoint: name }) => name), errors]).toEqual([['create'], []]);
    expect((await provoked(() => [400])).noted).toEqual([]);
  });
});

describe('lists show all resources', () => {
  const list = (...texts: readonly string[]) => answered([200, JSON.stringify({ results: texts })]);
  const made = [1, 2, 3, 4, 5, 6, 7].map((at) => ({ id: `r${at}`, canary: `first${at}`, at }));
  const showing = (lists: readonly ReturnType<typeof list>[], gone: readonly string[] = []) =>
    showsAll(reportingStage(() => [200], {}, { made, gone: new Set(gone) }).on, lists, 'last');

  test.each([
    ['where one shows the last and one of the first', [list('x'), list('last', 'first5')], true],
    ['not where the two are in different ones', [list('last'), list('first1')], false],
    ['not where the last is missing', [list('first1', 'first2')], false],
    ['not where only later ones are there', [list('last', 'first6')], false],
    ['not where there is none', [], false],
  ])('%s', (_, lists, all) => {
    expect(showing(lists)).toBe(all);
  });

  test('lists show every resource that is not gone', () => {
    expect(showing([list('last', 'first1')], ['r1'])).toBe(false);
    expect(showing([list('last', 'first6')], ['r1'])).toBe(true);
  });
});

describe('later pages', () => {
  const items = Array.from({ length: 25 }, (_, at) => `i${at}`);
  const pageOf = (list: readonly string[], from: number, size: number): Answer => [
    200,
    JSON.stringify({ total: list.length, results: list.slice(from, from + size), facets: { none: [] } }),
  ];
  const numberIn = (ask: Ask, name: string): number | undefined => {
    const found = ask.query?.find(([one]) => one === name)?.[1];
    return found === undefined ? undefined : Number(found);
  };

  async function paged(script: Script, more: Partial<Stage> = {}) {
    const stage = reportingStage(script, {}, more);
    const pages = await laterPages(stage.on);
    return { ...stage, pages, queries: stage.sent.map(({ ask }) => queryOf(ask)) };
  }

  test('lead from each page to the next, with the accepted page size', async () => {
    const { pages, queries, sent } = await paged((_, ask) => pageOf(items, numberIn(ask, 'offset') ?? 0, 10));
    expect(queries).toEqual(['0', '10', '20', '25'].map((offset) => `limit=100&offset=${offset}`));
    expect(pages).toHaveLength(3);
    expect(sent.every(({ name }) => name === 'sorted')).toBe(true);
  });

  test('are requested without a size if a size is refused', async () => {
    const { pages, queries } = await paged((_, ask) =>
      numberIn(ask, 'limit') === undefined ? pageOf(items, numberIn(ask, 'offset') ?? 0, 20) : [400],
    );
    expect(queries).toEqual(['limit=100&offset=0', 'offset=0', 'offset=20', 'offset=25']);
    expect(pages).toHaveLength(2);
  });

  test('are missing if no list is accepted', async () => {
    const { pages, queries } = await paged(() => [400, JSON.stringify({ results: items })]);
    expect([pages, queries]).toEqual([[], ['limit=100&offset=0', 'offset=0']]);
  });

  test('are at most eight', async () => {
    const { pages, queries } = await paged((_, ask) =>
      pageOf([...items, ...items], numberIn(ask, 'offset') ?? 0, 1),
    );
    expect([pages.length, queries.length]).toEqual([8, 8]);
  });

  test('end if the same content is shown again', async () => {
    const { pages, queries } = await paged(() => pageOf(items, 0, 10));
    expect([pages.length, queries.length]).toEqual([1, 2]);
  });

  test('end if a page is not JSON', async () => {
    const { pages } = await paged((_, ask) =>
      numberIn(ask, 'offset') === 0 ? pageOf(items, 0, 10) : [200, 'x'],
    );
    expect(pages).toHaveLength(1);
  });

  test.each([
    ['an array', JSON.stringify(items.slice(0, 3))],
    ['an array within objects', JSON.stringify({ a: { b: ['x'], c: ['x', 'y', 'z'] }, d: ['x'] })],
    ['an array of arrays', JSON.stringify([['x', 'y', 'z', 'v', 'w'], [], []])],
  ])('count the elements of the longest list: %s', async (_, json) => {
    const { queries } = await paged((_name, ask) => [200, numberIn(ask, 'offset') === 0 ? json : '[]']);
    expect(queries).toEqual(['limit=100&offset=0', 'limit=100&offset=3']);
  });

  test('are missing if the section is left out', async () => {
    const { pages, queries } = await paged(
      () => pageOf(items, 0, 10),
      optionsOf({ without: new Set(['4.12']) }),
    );
    expect([pages, queries]).toEqual([[], []]);
  });
});

/** A survey of resources on a collection whose ids count up, unless it is said otherwise. */
async function surveyedResources({
  status = () => 201,
  idOf = (nth: number) => `r${nth}`,
  read = () => undefined,
  known = {},
  more = {},
  version = 1,
}: {
  readonly status?: (text: string) => number;
  readonly idOf?: (nth: number) => string;
  readonly read?: (id: string, at: number, born: number) => Answer | undefined;
  readonly known?: Partial<Learnt>;
  readonly more?: Partial<Stage>;
  readonly version?: number | string;
} = {}) {
  let nth = 0;
  const born = new Map<string, number>();
  const asked: {
    readonly name: EndpointName;
    readonly id: string;
    readonly ask: Ask;
    readonly at: number;
  }[] = [];
  const script: Script = (name, ask, at) => {
    if (name === 'create') {
      const came = status(writeJson(ask.json ?? null));
      if (came >= 300) return [came];
      nth += 1;
      born.set(idOf(nth), at);
      return [came, JSON.stringify({ id: idOf(nth), version })];
    }
    const id = ask.path?.['id'] ?? '';
    asked.push({ name, id, ask, at });
    return read(id, at, born.get(id) ?? 0) ?? [200, JSON.stringify({ id, version: 1, key: `k${id}` })];
  };
  const stage = reportingStage(
    script,
    {
      reader: nobody,
      writer: nobody,
      updates: 'accepted',
      idSource: { kind: 'body', at: '/id', declared: false },
      ...known,
    },
    more,
  );
  const creates = await surveyResources(stage.on);
  const ofSurvey = (name: EndpointName) =>
    asked.filter((one) => one.name === name && !stage.kept.includes(one.id));
  return {
    ...stage,
    creates,
    asked,
    ofSurvey,
    idsOf: (name: EndpointName) => ofSurvey(name).map(({ id }) => id),
  };
}

describe('a survey of resources', () => {
  test('creates with all contents, reads each, and updates and deletes a few', async () => {
    const { on, creates, ofSurvey, idsOf, noted, sent } = await surveyedResources();
    expect(creates).toHaveLength(20);
    expect(creates.filter(({ plain }) => plain)).toHaveLength(4);
    expect(creates.every(({ exchange }) => exchange.status === 201)).toBe(true);
    expect(noted).toHaveLength(20);
    const ids = idsOf('readById');
    expect(new Set(ids).size).toBe(20);
    expect(ids).toHaveLength(20);
    expect(idsOf('update')).toEqual(ids.slice(0, 3));
    expect(idsOf('remove')).toEqual(ids.slice(0, 3));
    expect(ofSurvey('readById').every(({ ask }) => ask.mayNotExist === true)).toBe(true);
    expect(ofSurvey('remove').every(({ ask }) => ask.as === nobody)).toBe(true);
    const bodies = sent
      .filter(({ name, ask }) => name === 'create' && ask.as === nobody)
      .map(({ ask }) => ask.bodyIs);
    expect(bodies.filter((one) => one === 'ill-typed')).toHaveLength(12);
    expect(bodies.filter((one) => one === 'well-typed')).toHaveLength(8);
    const requests = sent.length;
    expect(await surveyResources(on)).toBe(creates);
    expect(sent).toHaveLength(requests);
  });

  test('has a part of its own: a query right after a create with integers of every size', async () => {
    const { on, sent } = await surveyedResources();
    const before = sent.length;
    await surveyTheLatest(on);
    await surveyTheLatest(on);
    const [create, query, ...more] = sent.slice(before);
    expect([create?.name, query?.name, more]).toEqual(['create', 'query', []]);
    expect(writeJson(create?.ask.json ?? null)).toContain('[0,7,-7,1000,65536,1234567,-1234567]');
  });

  test.each([
    ['in a run that only reads', { more: optionsOf({ readOnly: true }) }, ['query']],
    [
      'where creates land on one resource',
      { known: { upserts: true }, more: { own: (use) => use(new OwnResource('r1', 0)) } },
      ['query'],
    ],
    ['where nobody reads', { known: { reader: undefined } }, []],
  ] satisfies readonly (readonly [string, Parameters<typeof surveyedResources>[0], readonly string[]])[])(
    'requests only the latest %s',
    async (_, given, names) => {
      const { on, sent } = await surveyedResources(given);
      const before = sent.length;
      await surveyTheLatest(on);
      expect(sent.slice(before).map(({ name }) => name)).toEqual(names);
    },
  );

  test('updates with the version that the create has shown', async () => {
    const { ofSurvey } = await surveyedResources({ version: 7 });
    const bodies = ofSurvey('update').map(({ ask }) => JSON.parse(writeJson(ask.json ?? null)) as unknown);
    expect(bodies).toHaveLength(3);
    for (const body of bodies)
      expect(body).toEqual({
        version: 7,
        actions: [{ action: 'changeSomeProperty', someProperty: expect.any(String) as unknown }],
      });
    expect(ofSurvey('update').every(({ ask }) => ask.mayNotExist === true && ask.as === nobody)).toBe(true);
  });

  test('updates only resources that show a version', async () => {
    expect((await surveyedResources({ version: 'none' })).idsOf('update')).toEqual([]);
  });

  test.each([
    ['versions move together', { siblingsMove: true }],
    ['updates are refused', { updates: 'refused' }],
  ] as const)('updates no resource if %s', async (_, known) => {
    const { idsOf } = await surveyedResources({ known });
    expect([idsOf('update'), idsOf('remove').length]).toEqual([[], 3]);
  });

  test('tries the parts of a body that is refused as a whole', async () => {
    const status = (text: string): number => (text.includes('-9007199254740993') ? 400 : 201);
    const { creates, noted, idsOf } = await surveyedResources({ status });
    // Both parts hold such a number.
    expect(creates.map(({ exchange }) => exchange.status).filter((one) => one === 400)).toHaveLength(3);
    expect([creates.length, noted.length, idsOf('readById').length]).toEqual([22, 19, 19]);
    expect(creates.filter(({ plain }) => plain)).toHaveLength(4);
  });

  test('names the parts, and whether they are plain like the whole', async () => {
    const { creates } = await surveyedResources({ status: (text) => (text.includes('-1,-1') ? 500 : 201) });
    expect(creates.map(({ plain, exchange }) => [plain, exchange.status])).toContainEqual([true, 500]);
    expect(creates).toHaveLength(24);
    expect(creates.filter(({ plain }) => plain)).toHaveLength(8);
    expect(new Set(creates.map(({ content }) => writeJson(content))).size).toBe(24);
  });

  test('tries no parts of a body that was lost', async () => {
    const { creates } = await surveyedResources({ status: () => 503 });
    expect(creates).toHaveLength(20);
  });

  test.each([
    ['in a run that only reads', { more: optionsOf({ readOnly: true }) }],
    ['where nobody writes', { known: { writer: undefined } }],
  ])('creates no resource %s', async (_, given) => {
    const { creates, idsOf } = await surveyedResources(given);
    expect([creates, idsOf('readById')]).toEqual([[], []]);
  });

  test.each([
    ['creates show no ids', { idSource: undefined }],
    ['no resource can be read', { readable: false }],
  ])('reads and deletes no resource if %s', async (_, known) => {
    const { creates, idsOf } = await surveyedResources({ known });
    expect([creates.length, idsOf('readById'), idsOf('update'), idsOf('remove')]).toEqual([20, [], [], []]);
  });

  test.each([
    ['as many ids as half of the contents', 10, 3],
    ['fewer', 9, 0],
  ])('stops writing to resources that are not its own: %s', async (_, different, writes) => {
    const idOf = (nth: number): string => `r${nth % different}`;
    const { idsOf } = await surveyedResources({ idOf, more: { keep: () => undefined } });
    expect([idsOf('update').length, idsOf('remove').length]).toEqual([writes, writes]);
  });

  test.each([
    ['half of the others have ids', 4, 3],
    ['fewer have', 3, 0],
  ])('does not count ill-typed content that is refused: %s', async (_, different, writes) => {
    const { idsOf } = await surveyedResources({
      status: (text) => (requestFlaws('4.6', JSON.parse(text)).length > 0 ? 422 : 201),
      idOf: (nth: number): string => `r${nth % different}`,
      more: { keep: () => undefined },
    });
    expect([idsOf('update').length, idsOf('remove').length]).toEqual([writes, writes]);
  });

  test('runs without concurrent checks if creates update one resource, and then writes no more to it', async () => {
    let isHeld = false;
    const held: boolean[] = [];
    const { idsOf, creates } = await surveyedResources({
      status: () => {
        held.push(isHeld);
        return 201;
      },
      known: { upserts: true },
      more: {
        own: async (use) => {
          isHeld = true;
          const done = await use(new OwnResource('r1', 0));
          isHeld = false;
          return done;
        },
      },
    });
    expect([creates.length, held.length, held.every(Boolean)]).toEqual([20, 20, true]);
    expect([idsOf('update'), idsOf('remove'), idsOf('readById').length]).toEqual([[], [], 20]);
  });

  test('needs no exclusive access if creates make resources of their own', async () => {
    const own: Stage['own'] = () => Promise.reject(new Error('nobody is to be kept away'));
    expect((await surveyedResources({ more: { own } })).creates).toHaveLength(20);
  });

  test('reads some by their keys, if the place of keys is known', async () => {
    const { asked, idsOf } = await surveyedResources({ known: { keyPointer: '/key' } });
    const keys = asked.filter(({ name }) => name === 'readByKey').map(({ ask }) => ask.path?.['key']);
    const ids = idsOf('readById');
    expect(keys).toEqual([`k${ids[1]}`, `k${ids[5]}`]);
    const without = await surveyedResources();
    expect(without.asked.some(({ name }) => name === 'readByKey')).toBe(false);
    const keyless = await surveyedResources({ known: { keyPointer: '/none' } });
    expect(keyless.asked.some(({ name }) => name === 'readByKey')).toBe(false);
    const few = await surveyedResources({
      known: { keyPointer: '/key' },
      status: (text) => (text.includes('"integerExample":1,') ? 201 : 400),
    });
    expect(few.asked.filter(({ name }) => name === 'readByKey').length).toBeLessThan(2);
  });

  describe('reads again, once no lag hides it,', () => {
    const odd = (statuses: { readonly status?: () => number } = {}, how: { readonly reads?: number } = {}) =>
      surveyedResources({
        ...statuses,
        read: (id, at, born) =>
          id === 'r5' && at - born < 500 ? [how.reads ?? 200, '{"error":"not yet"}'] : undefined,
      });

    test('a survey reads again after a 2xx answer that is no resource', async () => {
      const { ofSurvey } = await odd();
      const looks = ofSurvey('readById').filter(({ id }) => id === 'r5');
      expect(looks.map(({ ask }) => ask.mayNotExist)).toEqual([true, undefined]);
      expect((looks[1]?.at ?? 0) - (looks[0]?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
      expect(ofSurvey('readById')).toHaveLength(21);
    });

    test('a survey does not read again after a deferred create', async () => {
      const { ofSurvey, on } = await odd({ status: () => 202 });
      expect(ofSurvey('readById')).toHaveLength(20);
      expect(on.clock.now()).toBeLessThan(1_000);
    });

    test('a survey does not read again after a refusal', async () => {
      const { ofSurvey, on } = await odd({}, { reads: 404 });
      expect(ofSurvey('readById')).toHaveLength(20);
      expect(on.clock.now()).toBeLessThan(1_000);
    });

    test('a survey does not read again after an answer with a foreign resource', async () => {
      const { ofSurvey } = await surveyedResources({
        idOf: (nth) => `r${nth % 4}`,
        read: () => [200, '{}'],
        more: { keep: () => undefined },
      });
      expect(ofSurvey('readById').filter(({ ask }) => ask.mayNotExist === undefined)).toEqual([]);
    });
  });

  test.each([
    ['the reader is known', nobody, 1],
    ['nobody reads', undefined, 0],
  ])('queries if %s', async (_, reader, times) => {
    const { asked } = await surveyedResources({ known: { reader } });
    expect(asked.filter(({ name }) => name === 'query')).toHaveLength(times);
  });

  test.each([
    ['with a reader', nobody, 1],
    ['without', undefined, 0],
  ])('reads a fixture %s', async (_, reader, times) => {
    const profile = { resource: { fixture: { id: 'f1' } } };
    const { asked } = await surveyedResources({ known: { reader }, more: { profile } });
    const reads = asked.filter(({ id }) => id === 'f1');
    expect(reads.map(({ name, ask }) => [name, ask.mayNotExist])).toEqual(
      Array.from({ length: times }, () => ['readById', true]),
    );
  });

  test('reads no fixture if the vendor provides none', async () => {
    const { asked, creates } = await surveyedResources({ more: { profile: { resource: {} } } });
    expect(creates).toHaveLength(20);
    expect(asked.filter(({ name, id }) => name === 'readById' && id === '')).toEqual([]);
  });

  test('reads a resource that is kept, once more if it shows no version', async () => {
    const readsOfKept = async (answer: Answer | undefined) => {
      const { asked, kept } = await surveyedResources({
        read: (id, at, born) => (id === 'r1' && at > born + 1 ? answer : undefined),
      });
      expect(kept).toEqual(['r1']);
      return asked.filter(({ id }) => id === 'r1').map(({ at }) => at);
    };
    const usual = await readsOfKept(undefined);
    const odd = await readsOfKept([200, '{"error":"not yet"}']);
    expect(odd).toHaveLength(usual.length + 1);
    expect((odd.at(-1) ?? 0) - (odd.at(-2) ?? 0)).toBeGreaterThanOrEqual(900);
  });
});
