import { expect, test } from 'vitest';
import { Exchange } from '../../../history/exchange.ts';
import { idFrom, idSources } from '../../../implementation/id-source.ts';

/** A create that was answered with those headers. */
const created = (...headers: readonly (readonly [string, string])[]): Exchange =>
  new Exchange({
    number: 1,
    endpoint: 'create',
    caller: { label: 'CONFORMANCE_TOKEN_MANAGE_TEST', kind: 'supplied', scopes: new Set() },
    request: { method: 'POST', target: '/api/demo/resource', headers: [] },
    outcome: { kind: 'answer', status: 201, headers, body: new Uint8Array(), sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });

const idsOf = (exchange: Exchange): readonly string[] =>
  idSources({}).flatMap((source) => idFrom(exchange, source) ?? []);

test.each(['Location', 'Content-Location', 'content-location'])(
  '%s names a resource by its last segment',
  (name) => {
    expect(idsOf(created([name, 'https://host.example/api/demo/resource/a%20b?x=1#y']))).toEqual(['a b']);
    expect(idsOf(created([name, 'resource/ab/']))).toEqual(['ab']);
  },
);

test.each(['/api/demo/resource', 'https://host.example/api/demo/resource/', '/api/demo/resource?id=5'])(
  'a Content-Location that equals the request address names no resource: %s',
  (address) => {
    expect(idsOf(created(['Content-Location', address]))).toEqual([]);
  },
);

test('an address that does not decode names no resource', () => {
  expect(idsOf(created(['Content-Location', '/api/demo/resource/%E0%A4%A']))).toEqual([]);
});
