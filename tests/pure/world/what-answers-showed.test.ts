import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import type { Caller } from '../../../history/caller.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { FailureKind } from '../../../wire/exchange.ts';
import { strays } from '../../../world/callers/strays.ts';
import { crashes } from '../../../world/operations/crashes.ts';
import type { AnsweredBodies } from '../../../world/shapes/answered-bodies.ts';
import { wasTaken } from '../../../world/shapes/taken-members.ts';
import type { World } from '../../../world/world.ts';
import { historyOf, worldOf } from '../../support/histories.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';

const supplied = (label: string, ...scopes: readonly string[]): Caller => ({
  label,
  kind: 'supplied',
  scopes: new Set(scopes),
  supplied: { label, token: label, scopes },
});
const [manage, products] = [supplied('M', 'manage_test:demo'), supplied('P', 'manage_products:demo')];

interface More {
  readonly as?: Caller;
  /** The whole value of Content-Type; null for none. */
  readonly type?: string | null;
  readonly method?: string;
  readonly target?: string;
  readonly sent?: string;
  readonly authorization?: string;
  readonly fields?: Partial<ConstructorParameters<typeof Exchange>[0]>;
}
/** The operation, how it was answered, and with what body. */
type Met = readonly [EndpointName | undefined, number | FailureKind, body?: string | Uint8Array, more?: More];

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What follows from these exchanges, which are numbered from 1. */
function after(...met: readonly Met[]): World {
  const exchanges = met.map(([name, came, body = '', more = {}], index) => {
    const { as = manage, type = 'application/json', target = '/demo/resource', sent, authorization } = more;
    const at = { sentAt: index, answeredAt: index };
    const method = more.method ?? (name === undefined ? 'GET' : (endpoint(name).method ?? 'POST'));
    return new Exchange({
      number: index + 1,
      endpoint: name,
      caller: as,
      request: {
        method,
        target,
        headers: authorization === undefined ? [] : [['AUTHORIZATION', authorization]],
        ...(sent === undefined ? {} : { body: octets(sent) }),
      },
      outcome:
        typeof came === 'number'
          ? { kind: 'answer', status: came, headers: type === null ? [] : [['Content-Type', type]], body: typeof body === 'string' ? octets(body) : body, ...at }
          : { kind: 'failure', failure: came, detail: '', wrote: true, ...at },
      redirects: 0,
      ...more.fields,
    }); // prettier-ignore
  });
  return worldOf(historyOf(exchanges));
}

const resource = '{"version":1,"objectTypeProperty":{"arrayOfStringExample":["a"]}}';

describe('statuses and media types', () => {
  test('are counted, successes apart from refusals', () => {
    const { bodies: shown } = after(
      ['readById', 200, resource],
      ['readById', 200, resource, { type: 'application/hal+json' }],
      ['readById', 203, resource],
      ['readById', 404, '{}', { type: 'application/problem+json' }],
      ['readById', 404, ''],
      ['query', 401, 'no', { type: null }],
    );
    const { statuses, mediaTypes, bodies, json } = shown.successes('readById');
    expect([...statuses]).toEqual([[200, 2], [203, 1]]); // prettier-ignore
    expect([...mediaTypes]).toEqual([['application/json', 2], ['application/hal+json', 1]]); // prettier-ignore
    expect([bodies, json]).toEqual([3, 3]);
    const refusals = shown.refusals('readById');
    expect([...refusals.statuses]).toEqual([[404, 2]]);
    expect([refusals.bodies, [...refusals.mediaTypes]]).toEqual([1, [['application/problem+json', 1]]]);
    expect([...shown.refusals('query').mediaTypes]).toEqual([['none', 1]]);
    expect(shown.successes('query').statuses.size).toBe(0);
    expect(shown.refusals('create').bodies).toBe(0);
  });

  test('are shown by the first answer with each', () => {
    const { first } = after(
      ['readById', 200, resource],
      ['readById', 200, resource],
      ['readById', 201, resource, { type: 'text/plain' }],
    ).bodies.successes('readById');
    const numbers = [...first].map(([key, { number }]) => [key, number]);
    expect(numbers).toEqual([[200, 1], ['application/json', 1], [201, 3], ['text/plain', 3]]); // prettier-ignore
  });

  test('the statuses of a body exclude those of gateways and limits', () => {
    const { statuses, bodies, mediaTypes } = after(['query', 503, '<p>', { type: 'text/html' }]).bodies.refusals('query'); // prettier-ignore
    expect([[...statuses], bodies, mediaTypes.size]).toEqual([[[503, 1]], 0, 0]);
  });

  test.each<readonly [string, Met]>([
    ['no answer', ['readById', 'reset']],
    ['a redirect that leads elsewhere', ['readById', 302, '', { fields: { redirect: 'elsewhere' } }]],
    ['an answer to another method', ['readById', 200, resource, { method: 'OPTIONS' }]],
    ['what is no operation', [undefined, 200, resource]],
  ])('do not exist for %s', (_what, met) => {
    const { bodies, answers } = after(met);
    expect([bodies.successes('readById').statuses.size, bodies.refusals('readById').statuses.size]).toEqual([0, 0]); // prettier-ignore
    expect([answers.wasGrantedAnywhere('readById', 'M'), answers.sites]).toEqual([false, []]);
    expect(bodies.field('ExampleResource.version').seen).toBe(0);
  });

  test('are those of any method if the contract shows none', () => {
    expect(after(['images', 201, '{}', { method: 'PUT', as: products }]).bodies.successes('images').statuses.size).toBe(1); // prettier-ignore
  });

  test('show the targets of redirects', () => {
    const { bodies } = after(
      ['query', 200, '{}', { fields: { redirects: 2 } }],
      ['query', 404, '{}', { fields: { redirects: 1 } }],
      ['query', 200, '{}'],
    );
    expect([bodies.successes('query').redirected, bodies.refusals('query').redirected]).toEqual([1, 1]);
  });
});

describe('the body of a success', () => {
  test('is compared with the schema of its shape if the contract shows one', () => {
    const { bodies } = after(
      ['readById', 200, '{"version":1}'],
      ['readById', 200, '{"version":"1"}'],
      ['readById', 404, '{"version":1}'],
      ['cart', 200, '{}'],
      ['search', 200, '{"results":[]}'],
      ['readById', 200, 'no JSON'],
    );
    expect(bodies.validated).toBe(3);
  });

  type Of = keyof Pick<
    ReturnType<AnsweredBodies['successes']>,
    'empty' | 'notJson' | 'misshapen' | 'mislabelled'
  >;
  const found = (...met: readonly Met[]) => {
    const record = after(...met).bodies.successes(met[0]?.[0] ?? 'query');
    const kinds: readonly Of[] = ['empty', 'notJson', 'misshapen', 'mislabelled'];
    return {
      judged: record.judged,
      vacuous: record.vacuous,
      odd: kinds.filter((kind) => record[kind].length > 0),
      record,
    };
  };
  const doubtful = { fields: { mayNotExist: true } };

  test.each<readonly [string, Met, readonly Of[], judged: number, vacuous: number]>([
    ['as documented', ['readById', 200, resource], [], 1, 0],
    ['empty', ['readById', 200, ''], ['empty'], 1, 0],
    ['no JSON', ['readById', 200, '{'], ['notJson'], 1, 0],
    ['not in UTF-8', ['readById', 200, Uint8Array.of(0x22, 0xff, 0x22)], ['notJson'], 1, 0],
    ['a list', ['readById', 200, '[]'], ['misshapen'], 1, 0],
    ['null', ['readById', 200, 'null'], ['misshapen'], 1, 0],
    ['an object without documented members', ['readById', 200, '{"a":1}'], [], 1, 1],
    ['an object whose documented members are null', ['readById', 200, '{"version":null}'], [], 1, 1],
    ['labelled as another type', ['readById', 200, resource, { type: 'text/plain' }], ['mislabelled'], 1, 0],
    ['not labelled', ['readById', 200, resource, { type: null }], ['mislabelled'], 1, 0],
    ['labelled as a type of JSON', ['readById', 200, resource, { type: 'application/hal+json' }], [], 1, 0],
    ['labelled as UTF-8', ['readById', 200, resource, { type: 'application/json; charset=UTF-8' }], [], 1, 0],
    ['labelled as UTF8', ['readById', 200, resource, { type: 'application/json; charset="utf8"' }], [], 1, 0],
    ['labelled as Latin', ['readById', 200, resource, { type: 'application/json; charset=iso-8859-1' }], ['mislabelled'], 1, 0],
    ['of a HEAD', ['exists', 200, ''], [], 0, 0],
    ['of what shows no response', ['search', 200, '[]'], [], 1, 0],
    ['of a caller who should not be let in', ['readById', 200, '[]', { as: products }], [], 0, 0],
    ['of somebody without a token who should not be', ['readById', 200, '', { as: nobody }], [], 0, 0],
    ['of somebody where no scope is shown', ['cart', 200, '', { as: nobody }], ['empty'], 1, 0],
    ['empty, of what may not exist', ['readById', 200, '', doubtful], [], 0, 0],
    ['no JSON, of what may not exist', ['readById', 200, '{', doubtful], ['notJson'], 0, 0],
    ['an envelope, of what may not exist', ['readById', 200, '{"error":1}', doubtful], [], 0, 0],
    ['a list, of what may not exist', ['readById', 200, '[]', doubtful], [], 0, 0],
    ['a resource, of what may not exist', ['readById', 200, resource, doubtful], [], 1, 0],
    ['half a resource, of what may not exist', ['readById', 200, '{"version":"a"}', doubtful], [], 0, 0],
    ['a resource, of what may be a key', ['readById', 200, resource, { ...doubtful, target: '/demo/resource/key%3Da?b' }], [], 0, 0],
  ])('is %s', (_what, met, odd, judged, vacuous) => {
    expect(found(met)).toMatchObject({ odd, judged, vacuous });
  }); // prettier-ignore

  test('a body that is not JSON says whether it was labelled as JSON', () => {
    const { record } = found(
      ['readById', 200, '{'],
      ['readById', 200, '<p>', { type: 'text/html' }],
      ['readById', 200, Uint8Array.of(0x22, 0xff, 0x22)],
    );
    expect(record.notJson.map(({ labelled, why }) => [labelled, why])).toEqual([[true, 'not-json'], [false, 'not-json'], [true, 'not-utf8']]); // prettier-ignore
    expect(record.json).toBe(0);
  });

  test.each<readonly [Of, Met]>([
    ['empty', ['readById', 200, '']],
    ['notJson', ['readById', 200, '{']],
    ['misshapen', ['readById', 200, '[]']],
    ['mislabelled', ['readById', 200, resource, { type: 'text/plain' }]],
  ])('is kept three times if it is %s', (kind, met) => {
    for (const [count, kept] of [[1, 1], [2, 2], [3, 3], [4, 3]] as const)
      expect(found(...Array.from({ length: count }, () => met)).record[kind]).toHaveLength(kept);
  }); // prettier-ignore

  test('is kept three times for its type, and three times for its charset', () => {
    const odd: Met = ['readById', 200, resource, { type: 'text/plain; charset=latin1' }];
    const { mislabelled } = found(odd, odd, odd, odd).record;
    expect(mislabelled.map(({ what, got }) => `${what} ${got}`).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'charset latin1'),
      ...Array.from({ length: 3 }, () => 'type text/plain'),
    ]);
  });
});

describe('a field', () => {
  const version = 'ExampleResource.version';
  const content = 'ExampleResource.objectTypeProperty';
  const strings = 'ObjectTypeProperty.arrayOfStringExample';
  const create = (came: string, sent?: string): Met => ['create', 201, came, sent === undefined ? {} : { sent }]; // prettier-ignore

  test.each<readonly [string, string, Met, readonly [seen: number, filled: number, absent: number, deviations: number]]>([
    ['is seen and filled', version, ['readById', 200, resource], [1, 1, 0, 0]],
    ['is seen in a member', strings, ['readById', 200, resource], [1, 1, 0, 0]],
    ['is seen, and not filled by an empty array', strings, ['readById', 200, '{"version":1,"objectTypeProperty":{"arrayOfStringExample":[]}}'], [1, 0, 0, 0]],
    ['is absent', content, ['readById', 200, '{"version":1}'], [0, 0, 1, 0]],
    ['is absent where it is required', version, ['readById', 200, '{"objectTypeProperty":{}}'], [0, 0, 1, 1]],
    ['is not seen where it is null', version, ['readById', 200, '{"version":null,"objectTypeProperty":{}}'], [0, 0, 0, 1]],
    ['is ill-typed', version, ['readById', 200, '{"version":"1"}'], [1, 1, 0, 1]],
    ['is not that of a caller who should not be let in', version, ['readById', 200, '{"version":"1"}', { as: products }], [0, 0, 0, 0]],
    ['is not that of a refusal', version, ['readById', 404, '{"version":"1"}'], [0, 0, 0, 0]],
  ])('%s', (_what, field, met, [seen, filled, absent, deviations]) => {
    const record = after(met).bodies.field(field);
    expect([record.seen, record.filled, record.absent, record.deviations.length]).toEqual([seen, filled, absent, deviations]);
  }); // prettier-ignore

  test.each<readonly [string, string, string | undefined, number]>([
    ['as it was given', resource, resource, 1],
    ['otherwise than it was given', resource, '{"version":2,"objectTypeProperty":{}}', 1],
    ['that was not given', resource, '{"objectTypeProperty":{}}', 0],
    ['that was given as null', resource, '{"version":null,"objectTypeProperty":{}}', 0],
    ['that was given ill-typed', resource, '{"version":"1","objectTypeProperty":{}}', 0],
    ['of a body that is no JSON', resource, '{', 0],
    ['without a body', resource, undefined, 0],
    ['as null', '{"version":null,"objectTypeProperty":{}}', resource, 0],
  ])('decides whether a create echoes it: %s', (_what, came, sent, echoed) => {
    expect(after(create(came, sent)).bodies.field(version).echoed).toBe(echoed);
  });

  test('is echoed only by creates', () => {
    expect(after(['readById', 200, resource, { sent: resource }]).bodies.field(version).echoed).toBe(0);
  });

  test.each([
    ['that gave it', '["a"]', true],
    ['that gave it empty', '[]', true],
    ['that did not', undefined, false],
    ['that gave null', 'null', false],
    ['that gave it ill-typed', '"a"', false],
    ['that gave it ill-typed within', '["a",1]', false],
  ])('is null in the answer to a create %s: %s', (_what, sent, given) => {
    const member = sent === undefined ? '' : `"arrayOfStringExample":${sent}`;
    const came = '{"version":1,"objectTypeProperty":{"arrayOfStringExample":null}}';
    const { bodies } = after(create(came, `{"objectTypeProperty":{${member}}}`));
    const { deviations } = bodies.field(strings);
    expect(deviations.map((one) => [one.endpoint, one.grade, one.given])).toEqual([
      ['create', 'null', given],
    ]);
  });

  test.each([
    ['three times of one operation', [4, 0], 3],
    ['once more of another one', [3, 2], 4],
    ['of both where there is room', [1, 1], 2],
  ] as const)('has its deviations kept %s', (_what, [byId, created], kept) => {
    const ill = '{"version":"1"}';
    const { deviations } = after(
      ...Array.from({ length: byId }, (): Met => ['readById', 200, ill]),
      ...Array.from({ length: created }, (): Met => ['create', 201, ill]),
    ).bodies.field(version);
    expect(deviations).toHaveLength(kept);
  });

  test.each<readonly [string, readonly Met[], number]>([
    ['with the members of a read by id', [['readById', 200, resource], ['readByKey', 200, resource]], 2],
    ['with other members', [['readById', 200, resource], ['readByKey', 200, '{"version":1,"objectTypeProperty":{},"key":"a"}']], 1],
    ['before any read by id', [['readByKey', 200, resource], ['readById', 200, resource]], 1],
    ['with the members of a read by id that is half a resource', [['readById', 200, '{"version":1}'], ['readByKey', 200, '{"version":1}']], 1],
  ])('a field of a read by key belongs to a resource only %s', (_what, met, seen) => {
    expect(after(...met).bodies.field(version).seen).toBe(seen);
  }); // prettier-ignore

  test('has lengths of its arrays, except for a page', () => {
    const arrays = '{"arrayOfStringExample":["a","b"]}';
    expect(after(['query', 200, arrays]).bodies.arrays.of('arrayOfStringExample')).toBeUndefined();
    expect(after(['readById', 200, resource]).bodies.arrays.of('arrayOfStringExample')?.longest).toBe(1);
  });
});

describe('the callers with access', () => {
  test.each<readonly [string, Met, strayed: number, isGranted: boolean]>([
    ['who should be', ['create', 201, resource, { as: manage }], 0, true],
    ['who should not be', ['create', 201, resource, { as: products }], 1, true],
    ['without a token', ['create', 201, resource, { as: nobody }], 1, true],
    ['without a caller, by a token in a header of another spelling', ['create', 201, resource, { as: nobody, authorization: 'Bearer x' }], 0, true],
    ['in another project', ['create', 201, resource, { as: nobody, target: '/other/resource' }], 0, true],
    ['where no scope is shown', ['cart', 200, '{}', { as: nobody }], 0, true],
    ['by a scope of the vendor', ['create', 201, resource, { as: supplied('V', 'admin:demo') }], 0, true],
    ['and was not', ['create', 403, '', { as: products }], 0, false],
  ])('%s', (_who, met, strayed, isGranted) => {
    const { history, answers } = after(met);
    const [name = 'query', caller = ''] = [met[0], met[3]?.as?.label];
    expect([strays(history, name).length, strays(history, 'remove').length]).toEqual([strayed, 0]);
    expect(answers.wasGrantedAnywhere(name, caller)).toBe(isGranted);
    expect(answers.wasGrantedAnywhere('remove', caller)).toBe(false);
  }); // prettier-ignore
});

describe('server errors', () => {
  const at = (target: string) => ({ target });
  test.each<readonly [string, readonly Met[], readonly number[]]>([
    ['are kept', [['query', 500, '', at('/demo/resource')]], [1]],
    ['are the last at each path', [['query', 500, '', at('/demo/resource?a')], ['query', 501, '', at('/demo/resource?b')]], [2]],
    ['are those of each path', [['query', 500, '', at('/demo/resource')], ['query', 500, '', at('/other/resource')]], [1, 2]],
    ['are none after a success', [['query', 500, '', at('/demo/resource')], ['query', 200, '{}', at('/demo/resource?a')]], []],
    ['are some after a success elsewhere', [['query', 500, '', at('/demo/resource')], ['query', 200, '{}', at('/other/resource')]], [1]],
    ['are some after a refusal', [['query', 500, '', at('/demo/resource')], ['query', 404, '', at('/demo/resource')]], [1]],
    ['are some after a success of another operation', [['query', 500, '', at('/demo/resource')], ['create', 201, '{}', at('/demo/resource')]], [1]],
    ['are none of a gateway', [['query', 503, '']], []],
    ['are none of another operation', [['create', 500, '']], []],
  ])('%s', (_what, met, numbers) => {
    expect(new Set(crashes(after(...met).history, 'query').map(({ number }) => number))).toEqual(new Set(numbers));
  }); // prettier-ignore
});

test.each<readonly [string, Met, (world: World) => unknown, unknown]>([
  ['members that creates were accepted with', ['create', 201, resource, { sent: '{"objectTypeProperty":{"a":1}}' }], ({ history }) => wasTaken(history, 'a'), true],
  ['but not those of others', ['patch', 200, resource, { sent: '{"objectTypeProperty":{"a":1}}' }], ({ history }) => wasTaken(history, 'a'), false],
  ['that operations are there', ['query', 204, ''], ({ offered }) => offered.witnesses('query'), [204]],
  ['but not those of another project', ['query', 204, '', { target: '/other/resource' }], ({ offered }) => offered.witnesses('query'), []],
  ['resources in lists', ['search', 200, `[${resource}]`], ({ bodies }) => bodies.listed.of('search').hasResources, true],
  ['versions as text in answers to updates', ['update', 200, '{"version":"3","objectTypeProperty":{}}'], ({ bodies }) => [...bodies.listed.of('update').illTyped.keys()], ['ExampleResource.version']],
  ['and to overwrites', ['put', 200, '{"version":"3","objectTypeProperty":{}}'], ({ bodies }) => bodies.listed.of('put').illTyped.size, 1],
  ['but not of what else they show', ['update', 200, '{"version":"3"}'], ({ bodies }) => bodies.listed.of('update').hasResources, false],
  ['but not in what is no list', ['readById', 200, resource], ({ bodies }) => bodies.listed.of('query').hasResources, false],
  ['answers that broke off', ['query', 'framing'], ({ brokenOff, unanswered }) => [brokenOff.broken, unanswered.broken], [['query'], []]],
  ['connections that ended', ['query', 'reset'], ({ brokenOff, unanswered }) => [brokenOff.broken, unanswered.broken], [[], ['query']]],
])('a history shows %s', (_what, met, told, expected) => {
  expect(told(after(met))).toEqual(expected);
}); // prettier-ignore
