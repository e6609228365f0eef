import { describe, expect, test } from 'vitest';
import {
  allFollowed,
  movedRequest,
  followed,
  redirection,
  type RedirectBounds,
} from '../../../run/session/redirects.ts';
import { askedToWait, asksToComeAgain, rateLimitedBy } from '../../../run/session/retry-after.ts';
import type { Header, Outcome, Request } from '../../../wire/exchange.ts';

const request: Request = { method: 'POST', target: '/demo/resource', headers: [], body: new Uint8Array([1]) };
const read: Request = { method: 'GET', target: '/demo/resource', headers: [] };

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

const at = (baseUrl: string): RedirectBounds => ({ baseUrl, projectKeys: ['demo', 'other'] });

describe('a redirect', () => {
  test.each([
    ['the same operation', '/base/demo/resource?a=1'],
    ['the same operation below another prefix', '/v2/demo/resource/'],
    ['the same operation with an encoded key', '/v2/d%65mo/resource'],
  ])('a redirect to %s is followed', (_what, location) => {
    const next = followed(at('http://api.test/base'), request, answered(307), location);
    expect(next?.request).toMatchObject({ method: 'POST', target: location, fromOrigin: true });
    expect(next?.request.body).toBeDefined();
  });

  test.each([
    ['another path of the resource', '/base/demo/resource/1'],
    ['another project of the run', '/base/other/resource'],
  ])('a redirect to %s is followed only by reads', (_what, location) => {
    const bounds = at('http://api.test/base');
    for (const method of ['GET', 'HEAD'])
      expect(followed(bounds, { ...read, method }, answered(302), location)?.request).toMatchObject({
        method,
        target: location,
      });
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const status of [301, 302, 307, 308])
        expect(followed(bounds, { ...request, method }, answered(status), location)).toBeUndefined();
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('the redirect of a %s is followed if the server wants it repeated', (method) => {
    const to = (status: number) =>
      followed(at('http://api.test'), { ...request, method }, answered(status), '/v2/demo/resource');
    for (const status of [307, 308]) expect(to(status)?.request.method).toBe(method);
    for (const status of [301, 302]) expect(to(status)).toBeUndefined();
  }); // prettier-ignore

  test.each([
    ['their resource', '/demo/resource/theirs'],
    ['their resource below another prefix', '/v2/demo/resource/theirs'],
    ['the collection', '/demo/resource'],
    ['their resource by dots', '/demo/resource/own/../theirs'],
    ['their resource by coded dots', '/demo/resource/own/%2e%2e/theirs'],
    ['an id in another case', '/demo/resource/A%2Fb'],
    ['two segments in place of one', '/demo/resource/a/b'],
    ['another project', '/other/resource/a%2Fb'],
  ])('the redirect of a delete is not followed to %s', (_what, location) => {
    const remove: Request = { method: 'DELETE', target: '/demo/resource/a%2Fb', headers: [] };
    expect(followed(at('http://api.test'), remove, answered(307), location)).toBeUndefined();
    const own = followed(at('http://api.test'), remove, answered(307), '/v2/demo/resource/a%2fb/?version=1');
    expect(own?.request).toMatchObject({ method: 'DELETE', target: '/v2/demo/resource/a%2fb/?version=1' });
  });

  test('a permanent redirect determines the place of the operations from then on', () => {
    const moved = (status: number, location: string) =>
      followed(at('http://api.test/base'), read, answered(status), location)?.movedTo;
    expect(moved(308, '/v2/demo/resource')).toBe('/v2');
    expect(moved(301, '/demo/resource')).toBe('');
    expect(moved(307, '/v2/demo/resource')).toBeUndefined();
    expect(moved(308, '/base/demo/resource/')).toBeUndefined();
    expect(movedRequest('/v2', request)).toMatchObject({ target: '/v2/demo/resource', fromOrigin: true });
    expect(movedRequest(undefined, request)).toBe(request);
  });

  test('leads to a GET without the body after a 303', () => {
    const next = followed(at('http://api.test'), request, answered(303), '/demo/resource/1');
    expect(next?.request).toMatchObject({ method: 'GET', target: '/demo/resource/1' });
    expect(next?.request.body).toBeUndefined();
  });

  test.each([
    'http://other.test/demo/resource',
    'https://api.test/demo/resource',
    'http://[',
    '/login?to=/demo/resource',
    '/stranger/resource',
    '/demo/resources',
    '/v2/demo/resource/1',
  ])('a redirect to %s is never followed', (location) => {
    expect(followed(at('http://api.test'), request, answered(307), location)).toBeUndefined();
  });

  test('redirects of racers are followed only if all are redirected with their bodies', () => {
    const location = [['Location', '/v2/demo/resource']] as const;
    const on = answered(308, location);
    const two = [request, request];
    const bounds = at('http://api.test');
    expect(allFollowed(bounds, two, [on, on])).toHaveLength(2);
    expect(allFollowed(bounds, two, [on, answered(200)])).toBeUndefined();
    expect(allFollowed(bounds, two, [on, answered(303, location)])).toBeUndefined();
  });

  test('needs a redirect status and a place', () => {
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
  ])('a limit that asks to retry after %j asks to wait %j ms', (value, wait) => {
    expect(askedToWait({ headers: [['Retry-After', value]] }, now)).toBe(wait);
  });

  test('a limit that names a date means the date on its own clock', () => {
    const headers = [
      ['Date', 'Thu, 01 Jan 2026 00:10:00 GMT'],
      ['Retry-After', 'Thu, 01 Jan 2026 00:10:02 GMT'],
    ] as const;
    expect(askedToWait({ headers }, now)).toBe(2_000);
  });

  test('has processed nothing if it is 429, or 503 with a hint to anything but an update', () => {
    const hint: Header[] = [['Retry-After', '1']];
    expect(rateLimitedBy('create', answered(429))).toBe(true);
    expect(rateLimitedBy('create', answered(503, hint))).toBe(true);
    expect(rateLimitedBy('create', answered(503))).toBe(false);
    expect(rateLimitedBy('update', answered(503, hint))).toBe(false);
    expect(rateLimitedBy('update', answered(429))).toBe(true);
  });

  test.each([
    ['403 that names a time', 403, '1', true],
    ['403 that names no time', 403, 'soon', false],
    ['403', 403, undefined, false],
    ['401 that names a time', 401, '1', false],
  ] as const)('asks to come again, or is a refusal: %s', (_which, status, after, asks) => {
    const hint: Header[] = after === undefined ? [] : [['Retry-After', after]];
    expect(asksToComeAgain(answered(status, hint), now)).toBe(asks);
  });
});
