import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../../config/secrets/secrets-of-settings.ts';

const none = { headers: {}, tls: {}, proxy: {} };
const texts = (settings: Parameters<typeof secretsOf>[0]): readonly string[] =>
  secretsOf(settings, []).map(({ secret }) => secret);

describe('the secrets of a run', () => {
  test('include every token by its name', () => {
    expect(secretsOf(none, [{ label: 'L', token: 'T', scopes: [] }])).toEqual([{ label: 'L', secret: 'T' }]);
  });

  test('include values of extra headers, and credentials that base64 encodes', () => {
    const basic = Buffer.from('me:open-sesame').toString('base64');
    expect(
      texts({ ...none, headers: { 'X-Key': 'k'.repeat(9), 'X-On': 'on', 'X-Auth': `Basic ${basic}` } }),
    ).toEqual(['k'.repeat(9), `Basic ${basic}`, basic, 'me:open-sesame', 'open-sesame']);
  });

  test('include the key of the client without the lines around it', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\nBBBB\n-----END PRIVATE KEY-----\n';
    expect(texts({ ...none, tls: { key: `Subject: x\n${key}` } })).toEqual(['AAAABBBB']);
  });

  test('include passwords of proxies, as written and as decoded', () => {
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
