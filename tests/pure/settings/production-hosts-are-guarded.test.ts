import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { briefRun } from '../../../config/runs/run-brief.ts';
import { runMark } from '../../../clause/mark.ts';
import { loadSettings, type Settings } from '../../../config/settings/settings.ts';

function load(more: Readonly<Record<string, string>>): Settings {
  const env = {
    CONFORMANCE_BASE_URL: 'https://api.eu.prod.example.com:8443/v1',
    CONFORMANCE_PROJECT_KEY: 'demo',
    CONFORMANCE_ENV_FILE: 'none',
    ...more,
  };
  return loadSettings({ env, cwd: process.cwd(), flags: {} });
}

function refused(more: Readonly<Record<string, string>>): ConfigurationError | undefined {
  try {
    load(more);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

const hosts = (text: string) => ({ CONFORMANCE_PRODUCTION_HOSTS: text });

describe('a production host', () => {
  test.each([
    'api.eu.prod.example.com',
    '*.prod.example.com',
    'other.example.com, *.PROD.example.com',
    '*:8443',
  ])('is refused if it is called %s', (text) => {
    const error = refused(hosts(text));
    expect(error?.message).toContain('CONFORMANCE_BASE_URL');
    expect(error?.message).toContain('CONFORMANCE_CONFIRM=api.eu.prod.example.com:8443');
  });

  test.each(['', 'prod.example.com', 'api*prod.example.org', 'apiXeu.prod.example.com'])(
    'is not meant by "%s"',
    (text) => {
      expect(refused(hosts(text))).toBeUndefined();
    },
  );

  test.each(['api.eu.prod.example.com', 'API.eu.prod.example.com:8443'])('may be written to: %s', (host) => {
    expect(refused({ ...hosts('*.prod.example.com'), CONFORMANCE_CONFIRM: host })).toBeUndefined();
  });

  test('is not confirmed by the name of another host', () => {
    const more = { ...hosts('*.prod.example.com'), CONFORMANCE_CONFIRM: 'api.us.prod.example.com' };
    expect(refused(more)).toBeDefined();
  });

  test('may be read', () => {
    expect(refused({ ...hosts('*'), CONFORMANCE_READ_ONLY: '1' })).toBeUndefined();
  });

  test.each(['https://api.example.com', 'a b', 'api.example.com/v1'])(
    'is named as a host, not as %s',
    (text) => {
      expect(refused(hosts(text))?.message).toContain('CONFORMANCE_PRODUCTION_HOSTS');
    },
  );
});

describe('the User-Agent', () => {
  const identity = { id: 'abc', seed: 1, suite: { name: 'suite', version: '1.2.3' } };
  const userAgentOf = (settings: Settings): string => briefRun(settings, identity).options.userAgent;

  test('names the suite and the run', () => {
    expect(userAgentOf(load({}))).toBe(`suite/1.2.3 (run abc; mark ${runMark('abc')})`);
  });

  test('names a contact', () => {
    const settings = load({ CONFORMANCE_CONTACT: 'api-team@example.com' });
    expect(userAgentOf(settings)).toBe(`suite/1.2.3 (run abc; mark ${runMark('abc')}; api-team@example.com)`);
  });

  test('does not name the suite if the reader wants no trace', () => {
    const env = {
      CONFORMANCE_ENV_FILE: 'none',
      CONFORMANCE_BASE_URL: 'https://api.example.com',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_CONTACT: 'a@example.com',
    };
    const settings = loadSettings({ env, cwd: process.cwd(), flags: {}, quiet: true });
    const { userAgent, trace } = briefRun(settings, identity).options;
    expect([userAgent, trace]).toEqual(['node', false]);
    expect(briefRun(load({}), identity).options.trace).toBe(true);
  });

  test.each(['a\nb', 'a (b)', 'é', 'x'.repeat(101)])('takes no contact like %j', (contact) => {
    expect(refused({ CONFORMANCE_CONTACT: contact })?.message).toContain('CONFORMANCE_CONTACT');
  });
});
