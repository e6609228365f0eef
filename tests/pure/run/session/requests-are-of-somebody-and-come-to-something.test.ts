import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { buildRequest, type Ask } from '../../../../run/ask.ts';
import { encodeComponent } from '../../../../wire/target.ts';
import { createCallers } from '../../../../run/callers.ts';
import { isMinted, type Caller } from '../../../../history/caller.ts';
import { lets } from '../../../../world/callers/lets.ts';
import { Exchange } from '../../../../history/exchange.ts';
import type { SuppliedToken } from '../../../../history/caller.ts';
import { clauseSeed, createRandom, hashText } from '../../../../run/random.ts';
import { asksToComeAgain, askedToWait, rateLimitedBy } from '../../../../run/session/retry-after.ts';
import { onlyPart, withRequests, type Dispatch, type Way } from '../../../../run/session/dispatch.ts';
import type { FailureKind, Header, Outcome } from '../../../../wire/exchange.ts';
import { header } from '../../../../wire/media-type.ts';
import { nobody } from '../../../support/stages/scripted-stage.ts';

const token = (scopes: readonly string[], more: Partial<SuppliedToken> = {}): SuppliedToken =>
  ({ label: 'A', token: 'abcDEF012', scopes, ...more }); // prettier-ignore

function callers(...tokens: readonly SuppliedToken[]) {
  return createCallers(tokens, createRandom(1));
}

const one = (supplied: SuppliedToken): Caller => callers(supplied).all[0] ?? nobody;

describe('the purpose of a token', () => {
  type Row = readonly [string, SuppliedToken, EndpointName, ReturnType<typeof lets>];
  test.each<Row>([
    ['one that suffices', token(['view_test:demo']), 'query', 'in'],
    ['the other that suffices', token(['manage_test:demo']), 'query', 'in'],
    ['one that suffices among others', token(['view_products:demo', 'manage_test:demo']), 'create', 'in'],
    ['one that does not', token(['view_test:demo']), 'create', 'out'],
    ['several that do not', token(['view_test:demo', 'view_products:demo']), 'create', 'out'],
    ['none', token([]), 'query', 'out'],
    ['one for another project', token(['view_test:other']), 'query', 'out'],
    ['one for a project of a longer key', token(['view_test:demos']), 'query', 'out'],
    ['one without a project', token(['view_test']), 'query', 'unknown'],
    ['one of the vendor', token(['admin:demo']), 'query', 'unknown'],
    ['one of the vendor beside one of the contract', token(['view_products:demo', 'admin:demo']), 'query', 'unknown'],
    ['one that suffices, expired', token(['view_test:demo'], { expired: true }), 'query', 'unknown'],
    ['one that does not, expired', token(['view_products:demo'], { expired: true }), 'query', 'unknown'],
    ['none of the contract, as it is said', token(['admin:demo'], { noScope: true }), 'query', 'out'],
    ['those of another project, as it is said', token(['admin:other'], { otherProject: true }), 'query', 'out'],
    ['one, where none is shown', token(['view_products:demo']), 'cart', 'unknown'],
    ['none, where none is shown', token([]), 'cart', 'unknown'],
  ])('with scopes: %s', (_what, supplied, name, expected) => {
    expect(lets(name, one(supplied), 'demo')).toBe(expected);
  }); // prettier-ignore

  test('is nothing without a token, or with an unknown token, at operations that list scopes', () => {
    const { none, random, altered } = callers();
    for (const caller of [none, random, altered(one(token(['view_test:demo'])))])
      for (const [name, expected] of [['query', 'out'], ['cart', 'unknown']] as const)
        expect(lets(name, caller, 'demo')).toBe(expected); // prettier-ignore
  });

  test.each([
    ['a scope of the vendor', token(['admin:demo']), true],
    ['a scope of the contract for another project', token(['view_test:other']), true],
    ['a scope of the contract', token(['view_test:demo']), false],
    ['one of both', token(['admin:demo', 'view_test:demo']), false],
    ['no scope', token([]), false],
    ['no scope, as it is said', token(['admin:demo'], { noScope: true }), false],
    ['another project, as it is said', token(['view_test:other'], { otherProject: true }), false],
  ])('is tested by clauses of its own with %s: %s', (_what, supplied, expected) => {
    expect(isMinted(one(supplied), 'demo')).toBe(expected);
  });

  test('is not tested that way without a token', () => {
    const { none, random } = callers();
    expect([none, random].map((caller) => isMinted(caller, 'demo'))).toEqual([false, false]);
  });
});

describe('callers', () => {
  test('are those supplied, except withdrawn callers until they are readmitted', () => {
    const all = callers(token([]), token([], { label: 'B' }), token([], { label: 'C' }));
    const labels = () => all.supplied.map(({ label }) => label).join('');
    const [a, b] = all.all;
    expect([labels(), all.withdrawn.length]).toEqual(['ABC', 0]);
    if (a === undefined || b === undefined) throw new Error('three were supplied');
    all.readmit(a);
    all.withdraw(a, 'refused');
    all.withdraw(b, 'refused');
    expect([labels(), all.withdrawn.map(({ caller }) => caller)]).toEqual(['C', [a, b]]);
    all.readmit(b);
    all.readmit(b);
    expect([labels(), all.withdrawn.map(({ caller }) => caller)]).toEqual(['BC', [a]]);
    expect(all.all).toHaveLength(3);
  });

  test('send the token that they were given last', () => {
    const { all, renew, altered } = callers(token([]), token([], { label: 'B' }));
    const [a, b] = all;
    if (a === undefined || b === undefined) throw new Error('two were supplied');
    renew(a, 'other');
    expect([a.token, b.token]).toEqual(['other', 'abcDEF012']);
    expect(altered(a).token?.slice(0, 4)).toBe('othe');
  });

  test('without supplied tokens are distinguished, and are the same in every run', () => {
    const { none, random, secondRandom } = callers();
    expect([none.token, random.token?.length, secondRandom.token?.length]).toEqual([undefined, 64, 64]);
    expect(random.token).not.toBe(secondRandom.token);
    expect(random.label).toBe(secondRandom.label);
    expect([random.token, secondRandom.token]).toEqual([
      callers().random.token,
      callers().secondRandom.token,
    ]);
  });

  test.each([
    ['abcabcabc', /^abcabc(?!abc)[a-z]{3}$/],
    ['ABCABCABC', /^ABCABC(?!ABC)[A-Z]{3}$/],
    ['123123123', /^123123(?!123)[0-9]{3}$/],
    ['abcabca-Z', /^abcabc[b-z]-[A-Y]$/],
    ['abcdefgh', /^abcdef[a-fh-z][a-gi-z]$/],
    ['aaaaaa---', /^aaaaaa---x$/],
    ['', /^x$/],
  ])('have %j altered only in its last third, character by character', (of, expected) => {
    const hidden: unknown[] = [];
    const { altered, all } = createCallers([token([], { token: of })], createRandom(3), (secret) => hidden.push(secret)); // prettier-ignore
    const caller = altered(all[0] ?? nobody);
    expect(caller.token).toMatch(expected);
    expect(hidden).toMatchObject([{ secret: caller.token }]);
    expect([caller.kind, caller.scopes.size]).toEqual(['altered', 0]);
  });
});

describe('a request', () => {
  const run: Parameters<typeof buildRequest>[2] = { projectKey: 'de mo', headers: [['User-Agent', 'u']] };
  const built = (name: EndpointName, ask: Ask = {}) =>
    buildRequest(name, { as: one(token([])), ...ask }, run);
  const authorization = ['Authorization', 'Bearer abcDEF012'];

  test.each<readonly [string, EndpointName, Ask, string]>([
    ['the list', 'query', {}, 'GET /de%20mo/resource'],
    ['another project', 'query', { projectKey: 'other' }, 'GET /other/resource'],
    ['one resource', 'readById', { path: { id: 'a/b' } }, 'GET /de%20mo/resource/a%2Fb'],
    ['one by its key', 'readByKey', { path: { key: "k'(!*)" } }, 'GET /de%20mo/resource/key=k%27%28%21%2A%29'],
    ['parameters in their order', 'query', { query: [['b', '1 2'], ['a', '&'], ['b', '']] }, 'GET /de%20mo/resource?b=1%202&a=%26&b='],
    ['no parameters', 'query', { query: [] }, 'GET /de%20mo/resource'],
    ['a method that is shown', 'remove', { path: { id: 'a' } }, 'DELETE /de%20mo/resource/a'],
    ['another method', 'query', { method: 'OPTIONS' }, 'OPTIONS /de%20mo/resource'],
    ['what shows no method', 'images', { method: 'POST' }, 'POST /de%20mo/resource/images'],
    ['another target', 'query', { target: '/else', query: [['a', '1']] }, 'GET /else?a=1'],
  ])('is for %s', (_what, name, ask, line) => {
    const { method, target } = built(name, ask);
    expect(`${method} ${target}`).toBe(line);
  }); // prettier-ignore

  test.each<readonly [string, EndpointName, Ask]>([
    ['what shows no method, unless it is named', 'images', {}],
    ['one resource that is not named', 'readById', {}],
    ['one resource that is named otherwise', 'readById', { path: { key: 'a' } }],
  ])('is never for %s', (_what, name, ask) => {
    expect(() => built(name, ask)).toThrow(Error);
  });

  const json = { objectTypeProperty: {} };
  test.each<readonly [string, Ask, readonly (readonly string[])[]]>([
    ['of the run, and the token', {}, [authorization]],
    ['of the request, too', { headers: [['X-A', '1']] }, [['X-A', '1'], authorization]],
    ['in another spelling', { authorizationName: 'AUTHORIZATION' }, [['AUTHORIZATION', 'Bearer abcDEF012']]],
    ['without the token', { authorizationName: null }, []],
    ['without one where there is none', { as: nobody }, []],
    ['with a body', { json }, [authorization, ['Content-Type', 'application/json']]],
    ['with a body that is given', { body: new TextEncoder().encode(JSON.stringify(json)) }, [authorization, ['Content-Type', 'application/json']]],
    ['with a body of another type', { json, contentType: 'text/plain' }, [authorization, ['Content-Type', 'text/plain']]],
    ['with a body of no type', { json, contentType: null }, [authorization]],
    ['with a type and no body', { contentType: 'text/plain' }, [authorization, ['Content-Type', 'text/plain']]],
  ])('carries headers %s', (_which, ask, headers) => {
    expect(built('create', ask).headers).toEqual([['User-Agent', 'u'], ...headers]);
  }); // prettier-ignore

  test.each<readonly [string, Ask, string | undefined]>([
    ['none', {}, undefined],
    ['what is given as JSON', { json }, '{"objectTypeProperty":{}}'],
    ['null', { json: null, bodyIs: 'ill-typed' }, 'null'],
    ['octets rather than JSON', { json, body: new TextEncoder().encode('{"objectTypeProperty":{} }') }, '{"objectTypeProperty":{} }'],
    ['no octets', { body: new Uint8Array(), bodyIs: 'ill-typed' }, ''],
  ])('carries as its body: %s', (_what, ask, expected) => {
    const { body } = built('create', ask);
    expect(body === undefined ? undefined : new TextDecoder().decode(body)).toBe(expected);
  }); // prettier-ignore

  test('is for the origin only on request', () => {
    expect(built('query', { target: '/a', fromOrigin: true }).fromOrigin).toBe(true);
    expect('fromOrigin' in built('query', { target: '/a', fromOrigin: false })).toBe(false);
  });

  test.each([
    ["a-Z_0.9~!'()*", 'a-Z_0.9~%21%27%28%29%2A'],
    ['ä/?#', '%C3%A4%2F%3F%23'],
    ['\ud800', '%EF%BF%BD'],
    ['', ''],
  ])('has %j encoded', (text, expected) => {
    expect(encodeComponent(text)).toBe(expected);
  });
});

function outcomeOf(came: number | FailureKind, headers: readonly Header[] = [], json = ''): Outcome {
  const at = { sentAt: 0, answeredAt: 1 };
  return typeof came === 'number'
    ? { kind: 'answer', status: came, headers, body: new TextEncoder().encode(json), ...at }
    : { kind: 'failure', failure: came, detail: '', wrote: true, ...at };
}

describe('an exchange', () => {
  type More = Partial<ConstructorParameters<typeof Exchange>[0]>;
  const exchange = (came: number | FailureKind, more: More = {}, json = '') =>
    new Exchange({ number: 1, caller: nobody, request: { method: 'GET', target: '/', headers: [] }, outcome: outcomeOf(came, [], json), redirects: 0, ...more }); // prettier-ignore

  test.each([
    ['{"a":1}', true, true],
    ['[1]', true, false],
    ['"a"', true, false],
    ['', false, false],
    ['{', false, false],
  ])('an exchange with the body %j shows a value, and an object', (json, hasValue, hasObject) => {
    const shown = exchange(200, {}, json);
    expect([shown.value !== undefined, shown.object !== undefined]).toEqual([hasValue, hasObject]);
    expect(shown.body).toHaveLength(json.length);
  });

  test('an exchange without an answer has its failure, and neither status nor body', () => {
    const { status, failure, body } = exchange('timeout');
    expect([status, failure?.failure, body.length]).toEqual([undefined, 'timeout', 0]);
    expect(exchange(200).failure).toBeUndefined();
  });

  test('changes only its token once the token has expired', () => {
    const more: More = { endpoint: 'query', redirects: 2, mayNotExist: true, skipped: true, followed303: true, isLimited: true }; // prettier-ignore
    const over = exchange(401, more, '{}').asOver();
    expect(over).toMatchObject({ ...more, number: 1, status: 401, tokenExpired: true });
    expect(exchange(401).asOver().is('expired')).toBe(true);
    expect(exchange(302, { redirect: 'in-a-loop' }).asOver().redirect).toBe('in-a-loop');
  });
});

describe('an answer that asks to wait', () => {
  const now = new Date('2024-01-01T00:00:00Z');
  test.each<readonly [string, readonly Header[], number | undefined]>([
    ['nothing', [], undefined],
    ['seconds', [['Retry-After', '2']], 2_000],
    ['seconds with spaces', [['retry-after', ' 2 ']], 2_000],
    ['no time', [['Retry-After', '0']], undefined],
    ['a fraction', [['Retry-After', '1.5']], undefined],
    ['a word', [['Retry-After', 'soon']], undefined],
    ['a date', [['Retry-After', 'Mon, 01 Jan 2024 00:00:03 GMT']], 3_000],
    ['a date that has passed', [['Retry-After', 'Sun, 31 Dec 2023 00:00:03 GMT']], undefined],
    ['a date by the clock of the server', [['Retry-After', 'Mon, 01 Jan 2024 01:00:03 GMT'], ['Date', 'Mon, 01 Jan 2024 01:00:00 GMT']], 3_000],
    ['a date beside one that is none', [['Retry-After', 'Mon, 01 Jan 2024 00:00:03 GMT'], ['Date', 'today']], 3_000],
  ])('for %s', (_what, headers, ms) => {
    expect(askedToWait({ headers }, now)).toBe(ms);
    expect(asksToComeAgain(outcomeOf(403, headers), now)).toBe(ms !== undefined);
    expect(header(headers, 'retry-after') === undefined).toBe(headers.length === 0);
  }); // prettier-ignore

  const later: readonly Header[] = [['Retry-After', '1']];
  test.each<readonly [string, EndpointName, Outcome, boolean, boolean]>([
    ['429', 'create', outcomeOf(429), true, false],
    ['429 to an update', 'update', outcomeOf(429), true, false],
    ['503 that asks to wait', 'create', outcomeOf(503, later), true, false],
    ['503 that asks an update to wait', 'update', outcomeOf(503, later), false, false],
    ['503', 'create', outcomeOf(503), false, false],
    ['403 that asks to wait', 'create', outcomeOf(403, later), false, true],
    ['403', 'create', outcomeOf(403), false, false],
    ['401 that asks to wait', 'create', outcomeOf(401, later), false, false],
    ['no answer', 'create', outcomeOf('reset'), false, false],
  ])('has left a request unprocessed, or refused it for now: %s', (_what, name, outcome, isLimit, isLater) => {
    expect([rateLimitedBy(name, outcome), asksToComeAgain(outcome, now)]).toEqual([isLimit, isLater]);
  }); // prettier-ignore
});

test.each([
  ['single', true],
  ['raw', true],
  ['in-a-row', false],
] as const)('a dispatch that goes %s has only one request: %s', (kind, isOnly) => {
  const request = { method: 'GET', target: '/a', headers: [] };
  const part = { name: 'query', ask: { as: nobody }, request } as const;
  const way: Way = { kind };
  const dispatch: Dispatch = { parts: [part, part], way, chain: { depth: 0 }, exempt: false };
  expect(onlyPart(dispatch)).toBe(isOnly ? part : undefined);
  const targets = withRequests(dispatch, [{ ...request, target: '/b' }]).parts.map(
    (one) => one.request.target,
  );
  expect(targets).toEqual(['/b', '/a']);
});

test('chance is the same for the same seed, and different for another name', () => {
  const drawn = (seed: number) => {
    const source = createRandom(seed);
    return [1, 2, 3].map(() => source.integer(1, 1_000_000));
  };
  expect(drawn(1)).toEqual(drawn(1));
  expect(drawn(1)).not.toEqual(drawn(2));
  const random = createRandom(7);
  const all = new Set(Array.from({ length: 60 }, () => random.integer(2, 4)));
  expect(all).toEqual(new Set([2, 3, 4]));
  expect(new Set(Array.from({ length: 60 }, () => random.pick(['a', 'b'])))).toEqual(new Set(['a', 'b']));
  expect(() => random.pick([])).toThrow(RangeError);
  for (let time = 0; time < 60; time += 1) expect(random.word(3)).toMatch(/^[a-z][a-z0-9]{2}$/);
  expect(random.word(0)).toBe('');
  expect([hashText(''), hashText('a'), hashText('foobar')]).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  expect(new Set([clauseSeed(1, 'a'), clauseSeed(2, 'a'), clauseSeed(1, 'b')]).size).toBe(3);
});
