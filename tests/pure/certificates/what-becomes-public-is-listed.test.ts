import { expect, test } from 'vitest';
import { publicFacts } from '../../../config/certificates/public-facts.ts';
import { loadSettings } from '../../../config/settings/settings.ts';

const listed = (more: Readonly<Record<string, string>> = {}): ReadonlyMap<string, string> => {
  const env = {
    CONFORMANCE_ENV_FILE: 'none',
    CONFORMANCE_BASE_URL: 'https://staging.example.com/v1',
    CONFORMANCE_PROJECT_KEY: 'shop',
    CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-of-23-characters',
    CONFORMANCE_REPORT_DIR: '/var/somewhere/of-mine',
    ...more,
  };
  return new Map(publicFacts(loadSettings({ env, cwd: process.cwd(), flags: {} })));
};

test('lists all data that a certificate makes public, by kind', () => {
  expect([...listed().keys()]).toEqual([
    'server',
    'projects',
    'profile',
    'tokens',
    'settings',
    'machine',
    'suite',
    'run',
    'traffic',
    'times',
    'not public',
  ]);
});

test('lists tokens by name and scopes, and when they expire', () => {
  const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const jwt = `${encoded({ alg: 'none' })}.${encoded({ exp: 1_800_000_000 })}.signature`;
  expect(listed({ CONFORMANCE_TOKEN_MANAGE_TEST: jwt }).get('tokens')).toContain(
    'CONFORMANCE_TOKEN_MANAGE_TEST: manage_test:shop: expires 2027-01-15T08:00:00.000Z',
  );
});

test('lists values of header fields that are too short to be hidden', () => {
  const headers = JSON.stringify({ 'X-Tenant': 'acme', 'X-Key': 'a-secret-that-is-long' });
  expect(listed({ CONFORMANCE_HEADERS: headers }).get('header fields')).toBe('X-Tenant: acme, X-Key');
});

test('lists neither paths of this machine nor lengths of tokens', () => {
  const all = [...listed()].map(([, text]) => text).join(' ');
  expect(all).not.toMatch(/of-mine|a-token-of|\b24\b/);
});
