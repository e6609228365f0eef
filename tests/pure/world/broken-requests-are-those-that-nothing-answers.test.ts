import { describe, expect, test } from 'vitest';
import { Exchange } from '../../../history/exchange.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import type { FailureKind, Request } from '../../../wire/exchange.ts';
import { brokenRequests, mayPass } from '../../../world/weather/broken-requests.ts';
import { historyOf } from '../../support/histories.ts';

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

describe('requests that were never answered', () => {
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
    expect(brokenRequests(historyOf(steps), 'query').map(({ request }) => request.target)).toEqual(open);
  }); // prettier-ignore

  test('are kept in their first form, the first sixty-four of an operation', () => {
    const first = exchangeOf('reset', get('/0'));
    const more = Array.from({ length: 100 }, (_, at) => exchangeOf('reset', get(`/${at}`)));
    const history = historyOf([first, ...more]);
    expect(brokenRequests(history, 'query')[0]).toBe(first);
    expect(brokenRequests(history, 'query')).toHaveLength(64);
    expect(brokenRequests(history, 'search')).toEqual([]);
  });

  test('may pass an intermediary if any request with the method was answered, with a body if they have one', () => {
    const lost = exchangeOf('reset', post('/a', '1'));
    expect(mayPass(historyOf([lost, exchangeOf(200, get('/a'))]), lost)).toBe(false);
    expect(mayPass(historyOf([lost, exchangeOf(503, post('/b', '1'))]), lost)).toBe(false);
    expect(mayPass(historyOf([lost, exchangeOf(401, post('/b', '1'))]), lost)).toBe(true);
  });
});
