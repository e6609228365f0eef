import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../clause/judgement.ts';
import { createEvidence } from '../../../run/evidence/evidence.ts';
import { Exchange } from '../../../history/exchange.ts';
import { shapeOf, shapeOfBody, shapeOfTarget } from '../../../run/shape.ts';
import { createWithholding } from '../../../run/evidence/withheld.ts';
import { finding, judgement } from '../../support/matrix-fixture.ts';

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('shapes', () => {
  test.each([
    ['{"id":"Müller","version":3,"share":0.5,"is":true,"none":null,"list":[1,2,"a"],"more":{}}',
     '{"id":"string","version":"integer","share":"number","is":"boolean","none":"null","list":["integer","string"],"more":{}}'],
    ['"text"', '"string"'],
    ['no JSON', '(7 octets)'],
    ['', '(0 octets)'],
  ])('of %s', (body, shape) => {
    expect(shapeOfBody(octets(body))).toBe(shape);
  }); // prettier-ignore

  test('are bounded for bodies of any depth or width', () => {
    let deep: unknown = 'secret';
    for (let level = 0; level < 1_000; level += 1) deep = [deep];
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, 'secret']));
    expect(JSON.stringify(shapeOf({ deep, wide })).length).toBeLessThan(10_000);
    expect(JSON.stringify(shapeOf({ deep, wide }))).not.toContain('secret');
  });

  test.each([
    ['/demo/resource/r-17', '/demo/resource/{…}'],
    ['/demo/resource/key=Müller', '/demo/resource/key={…}'],
    ['/demo/resource?stringParameter=a&floatParameter=1&x', '/demo/resource?stringParameter={…}&floatParameter={…}&{…}'],
    ['/demo/resource/images', '/demo/resource/images'],
    ['/demo/resource/artificially-complex/path/uri-parameter-one=a/b', '/demo/resource/artificially-complex/path/uri-parameter-one={…}/{…}'],
  ])('of the target %s', (target, shape) => {
    expect(shapeOfTarget(target)).toBe(shape);
  }); // prettier-ignore
});

const exchange = new Exchange({
  number: 1,
  caller: { label: 'CONFORMANCE_TOKEN_MANAGE_TEST', kind: 'supplied', scopes: new Set() },
  redirects: 0,
  request: { method: 'POST', target: '/demo/resource/secret1', headers: [['Content-Type', 'application/json']], body: octets('{"a":"secret2"}') },
  outcome: { kind: 'answer', status: 200, headers: [['Location', '/secret3'], ['Content-Type', 'application/json']], body: octets('{"b":"secret4"}'), sentAt: 0, answeredAt: 1 },
}); // prettier-ignore

describe('an exchange as evidence', () => {
  const evidenceOf = (evidence: 'full' | 'shape' | 'none') =>
    JSON.stringify(createEvidence({ baseUrl: 'https://a.example', evidence }, (text) => text)(exchange));

  test('shows its values only if evidence is full', () => {
    expect(evidenceOf('full').match(/secret\d/g)).toHaveLength(6);
    for (const evidence of ['shape', 'none'] as const) expect(evidenceOf(evidence)).not.toContain('secret');
  });

  test('shows a place in a body, and its value if evidence is full', () => {
    const flawOf = (evidence: 'full' | 'shape' | 'none') =>
      createEvidence({ baseUrl: 'https://a.example', evidence }, (text) => text)(exchange, '/b').flaw;
    expect(flawOf('full')).toEqual({ pointer: '/b', cut: '{"b":"secret4"}' });
    expect(flawOf('shape')).toEqual({ pointer: '/b' });
    expect(flawOf('none')).toBeUndefined();
  });

  test('shows shapes and the fields without data if evidence is by shape', () => {
    expect(JSON.parse(evidenceOf('shape'))).toMatchObject({
      request: { target: '/demo/resource/{…}', body: '{"a":"string"}' },
      answer: { status: 200, headers: [['Location', '…'], ['Content-Type', 'application/json']], body: '{"b":"string"}' },
      curl: '',
    }); // prettier-ignore
  });
});

const stated = ['An update that states another version than the actual one is answered 409 Conflict.'];
const leaky: Judgement = judgement('fail', {
  reason: { code: 'flaky', text: '"Müller" was answered 404 where 17 had been shown' },
  suspicion: { why: 'Müller is let in.', pin: 'auth.4.10' },
  observed: { statuses: { 'CONFORMANCE_TOKEN_VIEW_TEST': 200 }, name: 'Müller', count: 17, price: '4.5', answer: '404', 'Müller 17': true },
  findings: [{
    ...finding,
    expected: 'the actual version 17 of "Müller", or 409',
    got: '200 for version 17 with v8far26, {"name":"Müller","price":4.5}, and 404 octets',
    counterexample: { name: 'Müller', stated: 17 },
  }],
}); // prettier-ignore

describe.each(['shape', 'none'] as const)('a judgement whose evidence is %s', (evidence) => {
  const shown = createWithholding(evidence, stated)(leaky);
  const text = JSON.stringify(shown);

  test('holds no value of a body, even in texts', () => {
    expect(text).not.toMatch(/Müller|v8far26|4\.5|\b17\b/);
    expect(text).not.toContain('curl -sS');
  });

  test('still has texts of the suite: words, settings, statuses of its exchanges', () => {
    const [only] = shown.findings;
    expect(only?.expected).toBe('the actual version … of "…", or 409');
    expect(only?.got).toMatch(/^200 for version … with ….* and … octets$/);
    expect(shown.reason?.text).toBe('"…" was answered 404 where … had been shown');
    expect(shown.observed).toMatchObject({ statuses: { CONFORMANCE_TOKEN_VIEW_TEST: 200 }, answer: '404', count: '…' });
    expect(shown).toMatchObject({ verdict: 'fail', premise: 3, suspicion: { pin: 'auth.4.10' } });
  }); // prettier-ignore

  test('has exchanges and counterexamples by shape, or none', () => {
    const [only] = shown.findings;
    expect(only?.exchanges).toHaveLength(evidence === 'none' ? 0 : 1);
    expect(only?.counterexample).toEqual(
      evidence === 'none' ? undefined : { name: 'string', stated: 'integer' },
    );
  });
});
