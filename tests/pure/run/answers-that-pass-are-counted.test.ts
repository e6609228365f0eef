import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { PassingAnswers } from '../../../run/books/passing-answers.ts';
import { Exchange } from '../../../run/exchange.ts';

let number = 0;

function answered(endpoint: EndpointName, status: number, target = `/${endpoint}`): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: { method: endpoint === 'create' ? 'POST' : 'GET', target, headers: [] },
    outcome: { kind: 'answer', status, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 0 },
    redirects: 0,
  });
}

function bookOf(...exchanges: readonly Exchange[]): PassingAnswers {
  const book = new PassingAnswers();
  exchanges.forEach((exchange) => book.note(exchange));
  return book;
}

const course = (endpoint: EndpointName, ...statuses: readonly number[]): readonly Exchange[] =>
  statuses.map((status) => answered(endpoint, status));

describe('an answer that came and went', () => {
  test('is counted by status and operation', () => {
    expect(bookOf(...course('query', 200, 500, 200, 500, 500, 200)).all).toEqual([
      { operation: 'GET /{projectKey}/resource', status: 500, count: 3 },
    ]);
  });

  test.each([
    ['nothing was answered as due before', [404, 200]],
    ['nothing is answered as due after', [200, 404]],
    ['the network spoke', [200, 503, 200]],
  ])('is none where %s', (_title, statuses) => {
    expect(bookOf(...course('query', ...statuses)).all).toEqual([]);
  });

  test('is none where another path was asked for', () => {
    const one = [
      answered('readById', 200, '/a'),
      answered('readById', 404, '/b'),
      answered('readById', 200, '/a'),
    ];
    expect(bookOf(...one).all).toEqual([]);
  });

  test('is none where another header was sent', () => {
    const other = answered('query', 400);
    const bare = new Exchange({
      number: 1_000,
      endpoint: 'query',
      caller: other.caller,
      request: { ...other.request, headers: [['Accept', 'text/html']] },
      outcome: other.outcome,
      redirects: 0,
    });
    expect(bookOf(answered('query', 200), bare, answered('query', 200)).all).toEqual([]);
  });

  test('is counted once where a check says so as well', () => {
    const refused = answered('query', 500);
    const book = bookOf(answered('query', 200), refused, answered('query', 200));
    book.passed(refused);
    expect(book.all.map(({ count }) => count)).toEqual([1]);
  });
});

describe('what is told of it', () => {
  test('is nothing where it came and went at one operation alone, whose own it may be', () => {
    expect(bookOf(...course('query', 200, 422, 200, 422, 200)).told).toEqual([]);
  });

  test('is its share and where it stood, where that is at two', () => {
    const book = bookOf(...course('query', 200, 500, 200), ...course('sorted', 200, 500, 200));
    expect(book.told).toEqual([
      '2 of 6 answers were 500 in the place of one that came out right when asked again (GET /{projectKey}/resource, GET /{projectKey}/resource/sorted-query-parameters): run again without what answers so',
    ]);
  });
});

describe('a status', () => {
  test('is weather where it came and went twice at other operations', () => {
    const book = bookOf(...course('query', 200, 400, 200, 400, 200));
    expect(book.isWeather(400, 'update')).toBe(true);
    expect(book.isWeather(400, 'query')).toBe(false);
    expect(book.isWeather(404, 'update')).toBe(false);
  });

  test('is none where it did once', () => {
    expect(bookOf(...course('query', 200, 400, 200)).isWeather(400, 'update')).toBe(false);
  });

  test('tells something only beside three hundred answers as due', () => {
    const book = bookOf(...Array.from({ length: 299 }, () => answered('create', 201)));
    expect(book.isTelling).toBe(false);
    book.note(answered('create', 201));
    expect(book.isTelling).toBe(true);
  });
});
