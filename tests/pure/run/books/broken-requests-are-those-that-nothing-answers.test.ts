import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { BrokenRequests } from '../../../../run/books/broken-requests.ts';
import { createCallers } from '../../../../run/caller.ts';
import { Exchange } from '../../../../run/exchange.ts';
import { createRandom } from '../../../../run/random.ts';
import type { FailureKind, Request } from '../../../../wire/exchange.ts';

const { none, random } = createCallers([], createRandom(1));
const get = (target: string): Request => ({ method: 'GET', target, headers: [] });
const post = (target: string, text: string): Request => ({
  method: 'POST',
  target,
  headers: [],
  body: new TextEncoder().encode(text),
});

function exchangeOf(came: number | FailureKind, request: Request, as = none): Exchange {
  const times = { sentAt: 0, answeredAt: 1 };
  return new Exchange({
    number: 1,
    endpoint: 'query',
    caller: as,
    request,
    outcome:
      typeof came === 'number'
        ? { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...times }
        : { kind: 'failure', failure: came, detail: '', wrote: true, ...times },
    redirects: 0,
  });
}

/** What is left open of these, and the book. */
function booked(...steps: readonly Exchange[]) {
  const book = new BrokenRequests();
  const name: EndpointName = 'query';
  for (const one of steps) book.note(name, one);
  return { book, open: book.of(name).map(({ request }) => request.target) };
}

describe('requests that nothing has answered', () => {
  test.each([
    ['met the end of the connection', [exchangeOf('reset', get('/a'))], ['/a']],
    ['were broken off', [exchangeOf('framing', get('/a'))], ['/a']],
    ['took too long', [exchangeOf('timeout', get('/a'))], ['/a']],
    ['were answered by a gateway', [exchangeOf(502, get('/a'))], ['/a']],
    ['were limited, or met nobody', [exchangeOf(429, get('/a')), exchangeOf('unreachable', get('/a'))], []],
    ['were answered later, by whatever status', [exchangeOf('reset', get('/a')), exchangeOf(404, get('/a'))], []],
    ['were answered before', [exchangeOf(200, get('/a')), exchangeOf('reset', get('/a'))], ['/a']],
    ['were answered to another caller', [exchangeOf('reset', get('/a')), exchangeOf(401, get('/a'), random)], ['/a']],
    ['were answered with another body', [exchangeOf('reset', post('/a', '1')), exchangeOf(409, post('/a', '2'))], ['/a']],
  ] as const)('%s', (_what, steps, open) => {
    expect(booked(...steps).open).toEqual(open);
  }); // prettier-ignore

  test('are kept as they were first met, the first sixty-four of an operation', () => {
    const first = exchangeOf('reset', get('/0'));
    const more = Array.from({ length: 100 }, (_, at) => exchangeOf('reset', get(`/${at}`)));
    const { book } = booked(first, ...more);
    expect(book.of('query')[0]).toBe(first);
    expect(book.of('query')).toHaveLength(64);
    expect(book.of('search')).toEqual([]);
  });

  test('may pass where any with the method was answered, with a body where they have one', () => {
    const lost = exchangeOf('reset', post('/a', '1'));
    expect(booked(lost, exchangeOf(200, get('/a'))).book.mayPass(lost)).toBe(false);
    expect(booked(lost, exchangeOf(503, post('/b', '1'))).book.mayPass(lost)).toBe(false);
    expect(booked(lost, exchangeOf(401, post('/b', '1'))).book.mayPass(lost)).toBe(true);
  });
});
