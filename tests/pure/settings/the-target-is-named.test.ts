import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { asEnvExample } from '../../../config/pages/documents.ts';
import { loadSettings, type Settings } from '../../../config/settings/settings.ts';
import type { SettingInput } from '../../../config/settings/sources.ts';
import { refuseUnnamedReference } from '../../../config/settings/address/named-target.ts';

const root = mkdtempSync(join(tmpdir(), 'target-'));
afterAll(() => rmSync(root, { recursive: true }));

type Variables = Readonly<Record<string, string>>;

/** Settings of variables in a fresh folder, with the text of an environment file if there is to be one. */
function load(env: Variables, file?: string, more: Partial<SettingInput> = {}): Settings {
  const cwd = mkdtempSync(join(root, 'case-'));
  if (file !== undefined) writeFileSync(join(cwd, '.env'), file);
  return loadSettings({ env, cwd, ...more });
}

function refusal(...given: Parameters<typeof load>): ConfigurationError {
  try {
    load(...given);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

const target = { CONFORMANCE_BASE_URL: 'https://api.example.com', CONFORMANCE_PROJECT_KEY: 'demo' };

const ofTarget = [
  'REGION',
  'CLOUD_PROVIDER',
  'TOKEN_MANAGE_TEST',
  'TOKEN_VIEW_TEST',
  'TOKEN_MANAGE_PRODUCTS',
  'TOKEN_VIEW_PRODUCTS',
  'TOKEN_VIEW_PUBLISHED_PRODUCTS',
  'TOKEN_NO_SCOPE',
  'TOKEN_OTHER_PROJECT',
  'OTHER_PROJECT_KEY',
  'TOKENS',
  'TOKENS_COMMAND',
];

describe('a setting of the target that is empty', () => {
  test.each(ofTarget)('%s is refused beside a target, and without one', (name) => {
    const empty = { [`CONFORMANCE_${name}`]: '' };
    for (const env of [empty, { ...target, ...empty }]) {
      const { setting, message } = refusal(env);
      expect(setting).toBe(`CONFORMANCE_${name}`);
      expect(message).toContain('found it empty; expected a value, or no such variable');
      expect(message.split('\n')).toHaveLength(2);
    }
  });

  test('is named with all other mistakes, so that they can be mended together', () => {
    const lost = refusal({
      CONFORMANCE_BASE_URL: '',
      CONFORMANCE_PROJECT_KEY: '',
      CONFORMANCE_TOKEN_MANAGE_TEST: '',
      CONFORMANCE_CONSENT: 'all',
      CONFORMANCE_WITHOUT: '4.14',
    });
    expect(lost.message).toBe(
      'CONFORMANCE_BASE_URL: found it empty, as CONFORMANCE_PROJECT_KEY, CONFORMANCE_TOKEN_MANAGE_TEST are; expected a value, or no such variable.\n' +
        'Is a variable or secret of the pipeline missing? Fill it in, or remove it; CONFORMANCE_BASE_URL=reference judges the embedded reference.',
    );
  });

  test('is ignored if a flag or the file gives it', () => {
    const file = 'CONFORMANCE_TOKEN_VIEW_TEST=v\n';
    expect(load({ ...target, CONFORMANCE_TOKEN_VIEW_TEST: '' }, file).tokens).toHaveLength(1);
    const flags = { 'base-url': 'https://api.example.com', 'project-key': 'demo' };
    const env = { CONFORMANCE_BASE_URL: '', CONFORMANCE_PROJECT_KEY: '' };
    expect(load(env, undefined, { flags }).baseUrl).toBe('https://api.example.com');
  });

  test('is unset as a line of the file that was not filled in, except the base URL', () => {
    expect(load(target, asEnvExample()).tokens).toEqual([]);
    expect(refusal({}, asEnvExample()).message).toBe(
      'CONFORMANCE_BASE_URL: found it empty (.env); expected a value, or no such variable.\n' +
        'Fill it in, or remove the line; CONFORMANCE_BASE_URL=reference judges the embedded reference.',
    );
  });

  test('is refused to a program as well, also with a reason without a base URL', () => {
    for (const withoutBaseUrl of ['reference', 'merged'] as const)
      expect(refusal({ CONFORMANCE_BASE_URL: '' }, undefined, { withoutBaseUrl }).setting).toBe(
        'CONFORMANCE_BASE_URL',
      );
  });
});

describe('settings of a run without a target', () => {
  const files = {
    'profile.json': '{}',
    'waivers.json': '[]',
    'last.json': JSON.stringify({
      schemaVersion: 1,
      suite: { version: '1' },
      target: { baseUrl: 'http://h' },
      run: { id: 'a', startedAt: 'b', depth: 'ci' },
      clauses: [],
    }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);

  test.each([
    ['CONSENT', 'all'],
    ['WITHOUT', '4.14'],
    ['PROFILE', join(root, 'profile.json')],
    ['AGAINST', join(root, 'last.json')],
    ['WAIVERS', join(root, 'waivers.json')],
  ])('%s is refused, but accepted if the reference is named', (name, value) => {
    const env = { [`CONFORMANCE_${name}`]: value };
    expect(refusal(env)).toMatchObject({
      setting: `CONFORMANCE_${name}`,
      found: expect.stringContaining(', but no CONFORMANCE_BASE_URL'),
    });
    expect(refusal(env, undefined, { withoutBaseUrl: 'reference' }).setting).toBe(`CONFORMANCE_${name}`);
    expect(load({ ...env, CONFORMANCE_BASE_URL: 'reference' }).baseUrl).toBeUndefined();
    expect(load(env, undefined, { withoutBaseUrl: 'merged' }).baseUrl).toBeUndefined();
  });
});

describe('the embedded reference', () => {
  test.each(['1', 'true', 'yes'])('is judged only by its name if CI is %s', (CI) => {
    expect(refusal({ CI }).message).toBe(
      'CONFORMANCE_BASE_URL: found no base URL, while CI is set; expected the base URL of the implementation under test, or reference.\n' +
        'Set it; CONFORMANCE_BASE_URL=reference judges the embedded reference.',
    );
    expect(load({ CI, CONFORMANCE_BASE_URL: 'reference' })).not.toHaveProperty('baseUrl');
    expect(load({ CI }, undefined, { flags: { 'base-url': 'reference' } })).not.toHaveProperty('baseUrl');
    expect(load({ CI }, undefined, { withoutBaseUrl: 'reference' })).not.toHaveProperty('baseUrl');
  });

  test.each([{}, { CI: '' }, { CI: 'false' }])('is judged without a name with %j', (env) => {
    expect(load({ ...env } as Variables)).not.toHaveProperty('baseUrl');
  });

  test('takes all consents when it is named, and no settings of another target', () => {
    const named = { CONFORMANCE_BASE_URL: 'reference' };
    expect(load(named).consent.size).toBe(4);
    expect(refusal({ ...named, CONFORMANCE_PROJECT_KEY: 'demo' }).message).toContain(
      'CONFORMANCE_PROJECT_KEY: found a value, beside CONFORMANCE_BASE_URL=reference',
    );
  });

  test('is observed only by its name', () => {
    expect(() => refuseUnnamedReference(load({}))).toThrow(ConfigurationError);
    for (const env of [target, { CONFORMANCE_BASE_URL: 'reference' }])
      expect(() => refuseUnnamedReference(load(env))).not.toThrow();
  });
});
