import { describe, expect, test } from 'vitest';
import { allFollowed, followed, redirection } from '../../../run/session/redirects.ts';
import { askedToWait, turnedAwayByLimit } from '../../../run/session/retry-after.ts';
import type { Header, Outcome, Request } from '../../../wire/exchange.ts';

const request: Request = { method: 'POST', target: '/demo/resource', headers: [], body: new Uint8Array([1]) };

function answered(status: number, headers: readonly Header[] = []): Outcome {
  return {
    kind: 'answer',
    status,
    statusText: '',
    httpVersion: '1.1',
    headers,
    trailers: [],
    body: new Uint8Array(),
    wrote: true,
    sentAt: 0,
    answeredAt: 1,
  } as unknown as Outcome;
}

describe('a redirect', () => {
  test('is followed below the path of the base URL', () => {
    const next = followed('http://api.test/base', request, answered(307), '/base/other/resource?a=1');
    expect(next).toMatchObject({ method: 'POST', target: '/other/resource?a=1' });
    expect(next?.body).toBeDefined();
  });

  test('leads to a GET without the body after a 303', () => {
    const next = followed('http://api.test', request, answered(303), '/demo/resource/1');
    expect(next).toMatchObject({ method: 'GET', target: '/demo/resource/1' });
    expect(next?.body).toBeUndefined();
  });

  test.each(['http://other.test/demo/resource', 'https://api.test/demo/resource', 'http://['])(
    'to %s is not followed',
    (location) => {
      expect(followed('http://api.test', request, answered(307), location)).toBeUndefined();
    },
  );

  test('of racers is followed only where all are sent on with their bodies', () => {
    const on = answered(308, [['Location', '/elsewhere']]);
    const two = [request, request];
    expect(allFollowed('http://api.test', two, [on, on])).toHaveLength(2);
    expect(allFollowed('http://api.test', two, [on, answered(200)])).toBeUndefined();
    expect(
      allFollowed('http://api.test', two, [on, answered(303, [['Location', '/elsewhere']])]),
    ).toBeUndefined();
  });

  test('needs a status that says so and a place', () => {
    expect(redirection(answered(302, [['location', '/a']]))).toBe('/a');
    expect(redirection(answered(302))).toBeUndefined();
    expect(redirection(answered(200, [['location', '/a']]))).toBeUndefined();
  });
});

describe('an answer of a limit', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');

  test.each([
    ['2', 2_000],
    [' 3 ', 3_000],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5_000],
    ['0', undefined],
    ['soon', undefined],
    ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
  ])('that asks to retry after %j asks to wait %j ms', (value, wait) => {
    expect(askedToWait(value, now)).toBe(wait);
  });

  test('has processed nothing where it is 429, or 503 with a hint to anything but an update', () => {
    const hint: Header[] = [['Retry-After', '1']];
    expect(turnedAwayByLimit('create', answered(429))).toBe(true);
    expect(turnedAwayByLimit('create', answered(503, hint))).toBe(true);
    expect(turnedAwayByLimit('create', answered(503))).toBe(false);
    expect(turnedAwayByLimit('update', answered(503, hint))).toBe(false);
    expect(turnedAwayByLimit('update', answered(429))).toBe(true);
  });
});
