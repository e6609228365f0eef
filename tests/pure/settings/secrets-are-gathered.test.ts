import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../../config/secrets/secrets-of-settings.ts';

const none = { headers: {}, tls: {}, proxy: {} };
const texts = (settings: Parameters<typeof secretsOf>[0]): readonly string[] =>
  secretsOf(settings, []).map(({ secret }) => secret);

describe('what a run must not show', () => {
  test('holds every token by its name', () => {
    expect(secretsOf(none, [{ label: 'L', token: 'T', scopes: [] }])).toEqual([{ label: 'L', secret: 'T' }]);
  });

  test('holds values of extra headers, and what credentials in base64 say', () => {
    const basic = Buffer.from('me:open-sesame').toString('base64');
    expect(
      texts({ ...none, headers: { 'X-Key': 'k'.repeat(9), 'X-On': 'on', 'X-Auth': `Basic ${basic}` } }),
    ).toEqual(['k'.repeat(9), `Basic ${basic}`, basic, 'me:open-sesame', 'open-sesame']);
  });

  test("holds the client's key without the lines around it", () => {
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\nBBBB\n-----END PRIVATE KEY-----\n';
    expect(texts({ ...none, tls: { key: `Subject: x\n${key}` } })).toEqual(['AAAABBBB']);
  });

  test('holds passwords of proxies, as they are there and as they are meant', () => {
    const proxy = { https: 'http://me:open%40sesame@proxy.invalid:3128', http: 'me:pw@proxy.invalid' };
    expect(texts({ ...none, proxy })).toEqual([
      'me:pw@',
      'open%40sesame',
      'open@sesame',
      'me:open%40sesame@',
      'me:open@sesame',
    ]);
  });
});
