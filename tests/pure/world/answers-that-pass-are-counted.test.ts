import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Entry } from '../../../history/history.ts';
import { weather } from '../../../world/circumstances/other-answers.ts';
import type { World } from '../../../world/world.ts';
import { passingAnswers, type PassingAnswers } from '../../../world/weather/passing-answers.ts';
import { historyOf } from '../../support/histories.ts';

let number = 0;

interface Asked {
  readonly target?: string;
  readonly body?: string;
  readonly mayNotExist?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
}

function answered(
  name: EndpointName,
  status: number,
  { target = `/${name}`, body = status < 300 ? '{}' : '', mayNotExist = false, headers = [] }: Asked = {},
): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint: name,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set(), token: 'abc' },
    request: { method: endpoint(name).method ?? 'POST', target, headers },
    outcome: {
      kind: 'answer',
      status,
      headers: [],
      body: new TextEncoder().encode(body),
      sentAt: 0,
      answeredAt: 0,
    },
    redirects: 0,
    mayNotExist,
  });
}

function passing(...entries: readonly Entry[]): PassingAnswers {
  return passingAnswers(historyOf(entries));
}

const course = (endpoint: EndpointName, ...statuses: readonly number[]): readonly Exchange[] =>
  statuses.map((status) => answered(endpoint, status));

describe('a status that came and went', () => {
  test('is counted by status and operation', () => {
    expect(passing(...course('query', 200, 500, 200, 500, 500, 200)).all).toEqual([
      { operation: 'GET /{projectKey}/resource', status: 500, count: 3 },
    ]);
  });

  test.each([
    ['nothing was answered as due before', [404, 200]],
    ['nothing is answered as due after', [200, 404]],
    ['the network spoke', [200, 503, 200]],
  ])('does not count if %s', (_title, statuses) => {
    expect(passing(...course('query', ...statuses)).all).toEqual([]);
  });

  test('does not count if another path was requested', () => {
    const one = [
      answered('readById', 200, { target: '/a' }),
      answered('readById', 404, { target: '/b' }),
      answered('readById', 200, { target: '/a' }),
    ];
    expect(passing(...one).all).toEqual([]);
  });

  test('does not count if another header was sent', () => {
    const other = answered('query', 400);
    const bare = new Exchange({
      number: 1_000,
      endpoint: 'query',
      caller: other.caller,
      request: { ...other.request, headers: [['Accept', 'text/html']] },
      outcome: other.outcome,
      redirects: 0,
    });
    expect(passing(answered('query', 200), bare, answered('query', 200)).all).toEqual([]);
  });

  test('is counted once if a check also reports it', () => {
    const refused = answered('query', 500);
    const entries = [answered('query', 200), refused, answered('query', 200)];
    const { all } = passing(...entries, { kind: 'came right', exchange: refused });
    expect(all.map(({ count }) => count)).toEqual([1]);
  });

  test('may be an empty list in place of a list with content', () => {
    const empty = answered('query', 204, { body: '' });
    expect(passing(...course('query', 200), empty, ...course('query', 200)).all).toEqual([
      { operation: 'GET /{projectKey}/resource', status: 204, count: 1 },
    ]);
    expect(passing(answered('query', 204, { body: '' }), ...course('query', 200)).all).toEqual([]);
  });

  test('may be another success of an existence check', () => {
    expect(passing(...course('exists', 204, 200)).all).toMatchObject([{ status: 204, count: 1 }]);
    expect(passing(...course('exists', 404, 200)).all).toEqual([]);
  });

  test('may be an odd refusal of a request that is later refused on its own', () => {
    expect(passing(...course('exists', 400, 404)).all).toMatchObject([{ status: 400, count: 1 }]);
    expect(passing(...course('exists', 400, 400)).all).toEqual([]);
  });

  test('may be a delete that found nothing after a read had', () => {
    const one = { target: '/r/1' };
    const read = (status: number): Exchange => answered('readById', status, one);
    const remove = (status: number): Exchange => answered('remove', status, one);
    expect(passing(read(200), remove(404), remove(200)).all).toMatchObject([{ status: 404, count: 1 }]);
    expect(passing(read(200), remove(404), read(404)).all).toMatchObject([{ status: 404, count: 1 }]);
    expect(passing(remove(404), remove(200), remove(404), read(404)).all).toEqual([]);
  });

  test('does not count at a delete after an answered delete, even if lagging replicas still show the resource', () => {
    const one = { target: '/one' };
    const read = answered('readById', 200, one);
    const remove = (status: number): Exchange => answered('remove', status, one);
    const gone = passing(read, remove(200), read, remove(404));
    expect([gone.all, gone.vainDeletes]).toEqual([[], []]);
    const back = passing(read, remove(200), answered('update', 200, one), remove(404), remove(200));
    expect([back.all.length, back.vainDeletes.length]).toEqual([1, 1]);
  });

  test.each([400, 403, 500])('does not count if %i says that a deleted resource is gone', (status) => {
    const at = (name: EndpointName, came: number) => answered(name, came, { target: '/a' });
    const gone = [at('remove', status), at('readById', status), at('remove', status)];
    expect(passing(at('readById', 200), at('remove', 200), ...gone).all).toEqual([]);
    expect(passing(at('readById', 200), at('readById', status), at('readById', 200)).all).toHaveLength(1);
  });

  test.each([401, 403])(
    'may be the refusal %i of a token, if the same request is answered later',
    (status) => {
      const headers = [['Authorization', 'Bearer abc']] as const;
      const one = { target: '/r/1', headers };
      const refused = answered('readById', status, one);
      expect(passing(refused, answered('readById', 200, one)).all).toMatchObject([{ status, count: 1 }]);
      expect(passing(refused, answered('readById', 200, { ...one, target: '/r/2' })).all).toEqual([]);
    },
  );

  test.each([400, 403, 422])('does not count if another content is accepted after %i', (status) => {
    const create = (content: string, came: number) => {
      const { caller, outcome, request } = answered('create', came);
      const body = new TextEncoder().encode(content);
      return new Exchange({ number: (number += 1), endpoint: 'create', caller, outcome, request: { ...request, body }, redirects: 0 });
    };
    expect(passing(create('{"a":1}', status), create('{"a":2}', 201)).all).toEqual([]);
    expect(passing(create('{"a":1}', status), create('{"a":1}', 201)).all).toMatchObject([{ status, count: 1 }]);
  }); // prettier-ignore
});

describe('a method, or JSON,', () => {
  const json = { headers: [['Content-Type', 'application/json']] } as const;

  test('counts as no longer supported if it was supported, and no success has followed', () => {
    const history = historyOf([answered('create', 201, json), answered('create', 415, json)]);
    expect(passingAnswers(history).unsupportedSince('create').at(-1)).toMatchObject({ status: 415 });
    history.append(answered('create', 201, json));
    expect(passingAnswers(history).unsupportedSince('create')).toEqual([]);
    expect(passingAnswers(history).all).toMatchObject([{ status: 415, count: 1 }]);
  });

  test.each([
    ['it never was', [answered('create', 405, json)]],
    [
      'another label is refused',
      [answered('create', 201, json), answered('create', 415, { headers: [['Content-Type', 'text/plain']] })],
    ],
    [
      'nobody knows what is named',
      [answered('readById', 200, {}), answered('readById', 405, { mayNotExist: true })],
    ],
  ])('proves nothing if %s', (_title, exchanges) => {
    for (const name of ['create', 'readById'] as const)
      expect(passing(...exchanges).unsupportedSince(name)).toEqual([]);
  });
});

describe('a request that is repeated at the end', () => {
  test('is a refused read, until it gets another answer', () => {
    const a = { target: '/query?arrayOfString=a' };
    const history = historyOf([
      answered('query', 400, a),
      answered('create', 400),
      answered('readById', 404),
    ]);
    expect(passingAnswers(history).unresolved.map(({ request }) => request.target)).toEqual([a.target]);
    history.append(answered('query', 200, a));
    expect(passingAnswers(history).unresolved).toEqual([]);
  });

  test('is like another request if both name the same parameters', () => {
    const [a, b] = ['a', 'b'].map((value) => ({ target: `/query?arrayOfString=${value}` }));
    const refused = answered('query', 400, a);
    expect(passing(refused, answered('query', 200, b)).isAnsweredAlike(refused)).toBe(true);
    expect(passing(refused, answered('query', 200)).isAnsweredAlike(refused)).toBe(false);
  });
});

describe('the report about it', () => {
  test('is empty if the status came and went only at one operation, which may cause it', () => {
    expect(
      weather.tells?.({ passing: passing(...course('query', 200, 422, 200, 422, 200)) } as World),
    ).toEqual([]);
  });

  test('is its share and its places, if it occurred at two', () => {
    const came = passing(...course('query', 200, 500, 200), ...course('sorted', 200, 500, 200));
    expect(weather.tells?.({ passing: came } as World)).toEqual([
      '2 of 6 answers were 500, and came out right on a second request (GET /{projectKey}/resource, GET /{projectKey}/resource/sorted-query-parameters): remove what sends them, and run again',
    ]);
  });
});

describe('a status', () => {
  test('is a disturbance if it came and went twice at other operations', () => {
    const came = passing(...course('query', 200, 400, 200, 400, 200));
    expect(came.isDisturbance({ status: 400, endpoint: 'update' })).toBe(true);
    expect(came.isDisturbance({ status: 400, endpoint: 'query' })).toBe(false);
    expect(came.isDisturbance({ status: 404, endpoint: 'update' })).toBe(false);
    expect(came.isDisturbance({ status: undefined, endpoint: 'update' })).toBe(false);
    expect(came.isDisturbance({ status: 400, endpoint: undefined })).toBe(false);
  });

  test('is no disturbance if it did once', () => {
    expect(
      passing(...course('query', 200, 400, 200)).isDisturbance({ status: 400, endpoint: 'update' }),
    ).toBe(false);
  });

  test('is significant only with three hundred answers as due', () => {
    const history = historyOf(Array.from({ length: 299 }, () => answered('create', 201)));
    expect(passingAnswers(history).isTelling).toBe(false);
    history.append(answered('create', 201));
    expect(passingAnswers(history).isTelling).toBe(true);
  });
});
