import { describe, expect, test } from 'vitest';
import { givenRedaction } from '../../../config/secrets/given-secrets.ts';
import { withoutSecretLooks } from '../../../config/input/secret-looks.ts';
import { loadSettings } from '../../../config/settings/settings.ts';
import { parseArguments } from '../../../config/settings/arguments.ts';

const jwt = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjb25mb3JtYW5jZSJ9.Zx81kQmP0aVbT4c_Rw-9YqLn';
const hex = '9f86d081884c7d659a2feaa0c55ad015';
const uuid = '3f2b8c1e-9d47-4a6b-b0e5-71c29f8ad364';

describe('an error about an input', () => {
  test.each([jwt, hex, uuid, `Bearer ${jwt}`, `--token=${hex}`, `"${jwt.slice(0, 60)}..."`])(
    'shows no part of %s',
    (text) => {
      const shown = withoutSecretLooks(`found "${text}"; expected a path`);
      expect(shown).toContain('characters that look like a secret)');
      for (const secret of [jwt, hex, uuid])
        for (let at = 0; at + 8 <= secret.length; at += 1)
          expect(shown).not.toContain(secret.slice(at, at + 8));
    },
  );

  test.each([
    '/srv/builds/api/reports/conformance-2026-11-22.json',
    'C:/Users/someone/AppData/Local/conformance.profile.json',
    'https://api.europe-west1.gcp.example.com/v1',
    'CONFORMANCE_TOKEN_VIEW_PUBLISHED_PRODUCTS',
    'arrays.arrayOfIntExample in ExampleResource.objectTypeProperty',
    '4.10/changes-the-named-resource,General/resources-change-in-their-project-only',
    '--test-name-pattern',
    'a file without "-----BEGIN …"',
    'an integer from -2147483648 to 2147483647',
    'staging-tokens-rendered-FvJkds',
  ])('shows %s', (text) => expect(withoutSecretLooks(text)).toBe(text));

  test('shows a path except the part that looks like a secret', () => {
    expect(withoutSecretLooks(`"/var/tokens/${hex}/token.json"`)).toBe(
      '"/var/tokens/(32 characters that look like a secret)/token.json"',
    );
  });

  test.each([
    ['the value of a setting', () => loadSettings({ env: { CONFORMANCE_DEPTH: jwt }, cwd: '/' })],
    ['the path of a file', () => loadSettings({ env: { CONFORMANCE_PROFILE: jwt }, cwd: '/' })],
    ['the path of a PEM file', () => loadSettings({ env: { CONFORMANCE_CA_FILE: hex }, cwd: '/' })],
    ['the environment file', () => loadSettings({ env: { CONFORMANCE_ENV_FILE: jwt }, cwd: '/' })],
    ['a flag', () => parseArguments([`--${hex}`])],
    ['the value of a flag that takes none', () => parseArguments([`--help=${jwt}`], help)],
  ])('says nothing about a token in place of %s', (_where, give) => {
    expect(give).toThrow(/look like a secret/);
    expect(give).not.toThrow(new RegExp(`${jwt.slice(0, 12)}|${hex.slice(0, 12)}`));
  });

  test('hides a value of any form that was given as a secret elsewhere', () => {
    const hides = givenRedaction({
      env: {
        CONFORMANCE_TOKEN_VIEW_TEST: 'a-token-of-words',
        CONFORMANCE_HEADERS: '{"X-Pass":"open sesame","X-Short":"on"}',
      },
      cwd: '/',
      flags: { 'token-no-scope': 'another-of-words' },
    });
    expect(hides('on a-token-of-words, open sesame, another-of-words')).toBe(
      'on <CONFORMANCE_TOKEN_VIEW_TEST>, <CONFORMANCE_HEADERS>, <CONFORMANCE_TOKEN_NO_SCOPE>',
    );
  });
});

const help = [{ name: 'help', takesValue: false }];
