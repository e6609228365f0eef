import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { AnswerSite } from '../../../world/callers/answers.ts';
import { isAlike, type Said } from '../../../implementation/callers/same-answers.ts';
import { claimsOf } from '../../../config/runs/supplied-tokens.ts';
import { contradictingScopes, expiredAt } from '../../../implementation/callers/token-claims.ts';
import { isDead, isKnown, provesScope, deniedAt } from '../../../implementation/callers/token-evidence.ts';

type Answers = Readonly<Record<string, number | readonly number[]>>;

function place(
  endpoint: EndpointName,
  answers: Answers,
  project: AnswerSite['project'] = 'here',
): AnswerSite {
  const byCaller = new Map(
    Object.entries(answers).map(([label, statuses]) => [label, new Set([statuses].flat())] as const),
  );
  return { endpoint, project, key: project === 'here' ? 'demo' : 'invented', byCaller };
}

const stranger = 'unknown token';

describe('a scope is proven', () => {
  test.each([
    ['a read', 'view_test', [place('sorted', { A: 200, [stranger]: 401 })], true],
    ['a write', 'manage_test', [place('remove', { A: 204, [stranger]: 401 })], true],
    [
      'a read, which is no proof of manage_test',
      'manage_test',
      [place('query', { A: 200, [stranger]: 401 })],
      false,
    ],
    ['what everybody gets', 'view_test', [place('query', { A: 200, [stranger]: 200 })], false],
    ['what no unknown token was asked for', 'view_test', [place('query', { A: 200 })], false],
    ['a scope that every object has', 'constructor', [place('query', { A: 200, [stranger]: 401 })], false],
    ['an endpoint without scopes', 'view_test', [place('cart', { A: 200, [stranger]: 401 })], false],
    ['another project', 'view_test', [place('query', { A: 200, [stranger]: 401 }, 'elsewhere')], false],
  ] as const)('decides whether a scope is proven by %s', (_by, scope, places, proven) => {
    expect(provesScope(places, 'A', scope)).toBe(proven);
  });
});

describe('a token', () => {
  test('is known by an answer that unknown tokens never had at the same place', () => {
    expect(isKnown([place('query', { A: 403, [stranger]: 401 })], 'A')).toBe(true);
    expect(isKnown([place('query', { A: 401, [stranger]: 401 })], 'A')).toBe(false);
    expect(isKnown([place('query', { A: 403 }), place('sorted', { [stranger]: 401 })], 'A')).toBe(false);
  });

  test('is denied if it was refused for its scopes and never granted access', () => {
    const places = [
      place('query', { A: 403 }),
      place('search', { A: [403, 200] }),
      place('sorted', { A: 404 }),
      place('readById', { A: 404 }),
    ];
    const among = ['query', 'search', 'sorted', 'readById'] as const;
    expect(deniedAt(places, 'A', among)).toEqual([
      ['query', 403],
      ['sorted', 404],
    ]);
  });
});

describe('a token counts as expired', () => {
  const dead = (places: readonly AnswerSite[], declared: readonly number[] = []): boolean =>
    isDead(places, { label: 'A', insufficientAt: () => ['A', 'B'], declared });
  const asStrangers = place('query', { A: 401, [stranger]: 401 });
  const toldApart = place('query', { A: 401, B: 403, [stranger]: 401 }, 'elsewhere');

  test('a token is expired if it is answered like unknown tokens, and another insufficient token is not', () => {
    expect(dead([asStrangers, toldApart])).toBe(true);
    expect(dead([asStrangers, toldApart, place('cart', { A: 200, [stranger]: 200 })])).toBe(true);
  });

  test.each([
    ['nobody is told apart', [asStrangers]],
    ['it is answered otherwise once', [asStrangers, toldApart, place('cart', { A: 403, [stranger]: 401 })]],
    ['it was let in', [asStrangers, toldApart, place('cart', { A: 200, [stranger]: 401 })]],
    ['the other one is let in', [asStrangers, place('create', { A: 401, B: 201, [stranger]: 401 })]],
    [
      'another is told apart where it was not asked',
      [asStrangers, place('put', { B: 403, [stranger]: 401 })],
    ],
  ])('a token is not expired if %s', (_where, places) => {
    expect(dead(places)).toBe(false);
  });

  test('a status that is declared for insufficient tokens shows no expiry', () => {
    expect(dead([asStrangers, toldApart], [401])).toBe(false);
  });
});

describe('an answer is like two others', () => {
  const said = (text: string, status = 401): Said => ({ status, mediaType: 'text/html', text });

  test.each([
    ['word for word', 'no token', 'no token', 'no token', true],
    ['but for what varies', 'no token (c3)', 'no token (a1)', 'no token (b2)', true],
    [
      'in the middle of which any number of words varies',
      'no x y z token',
      'no a token',
      'no b c token',
      true,
    ],
    ['not where other words differ', 'no scope (c3)', 'no token (a1)', 'no token (b2)', false],
    ['not where it ends otherwise', 'no x y scope', 'no a token', 'no b c token', false],
  ])('%s', (_how, own, first, second, alike) => {
    expect(isAlike(said(own), said(first), said(second))).toBe(alike);
  });

  test('two answers are alike only if their statuses are equal too', () => {
    expect(isAlike(said('no', 403), said('no'), said('no'))).toBe(false);
  });
});

describe('a JWT', () => {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = (claims: unknown): string => `${part({ alg: 'none' })}.${part(claims)}.c2ln`;
  const supplied = (token: string, scopes: readonly string[]) => ({
    label: 'A',
    token,
    scopes,
    claims: claimsOf(token) ?? {},
  });

  test('says when it expires', () => {
    const now = new Date('2026-01-01T00:00:00Z');
    expect(expiredAt(claimsOf(jwt({ exp: now.getTime() / 1_000 - 1 })), now)).toBe(
      '2025-12-31T23:59:59.000Z',
    );
    expect(expiredAt(claimsOf(jwt({ exp: now.getTime() / 1_000 + 1 })), now)).toBeUndefined();
    expect(expiredAt(claimsOf(jwt({ exp: 'soon' })), now)).toBeUndefined();
  });

  test.each(['abc', 'a.b', 'a.b.c', '..', `${part([])}.${part({})}.x`])('is not %s', (token) => {
    expect(claimsOf(token)).toBeUndefined();
  });

  test.each([
    ['as its setting says', 'openid view_test:demo', undefined],
    ['in another form', 'read write', undefined],
    ['another scope', 'view_products:demo', ['view_products:demo']],
    ['more than its setting says', 'view_test:demo manage_test:demo', ['view_test:demo', 'manage_test:demo']],
    ['another project', 'view_test:prod', []],
  ])('claims scopes: %s', (_what, scope, found) => {
    expect(contradictingScopes(supplied(jwt({ scope }), ['view_test:demo']), 'demo')).toEqual(found);
    expect(contradictingScopes(supplied(jwt({ scp: scope.split(' ') }), ['view_test:demo']), 'demo')).toEqual(
      found,
    );
  });
});
