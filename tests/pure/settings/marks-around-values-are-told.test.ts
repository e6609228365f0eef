import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { loadSettings, type Settings } from '../../../config/settings/settings.ts';

const cwd = mkdtempSync(join(tmpdir(), 'marks-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const target = { BASE_URL: 'https://api.example.com', PROJECT_KEY: 'demo' };

interface Given {
  readonly env: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
}

/** Settings without the prefix in `env`, files in the current folder. */
function load({ env, files = {} }: Given): Settings {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const prefixed = Object.entries(env).map(([name, value]) => [`CONFORMANCE_${name}`, value] as const);
  return loadSettings({ env: Object.fromEntries(prefixed), cwd });
}

function refusal(given: Given): ConfigurationError {
  try {
    load(given);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('a token', () => {
  test.each([
    ['a space', 'sesame open', 'a value with a space in it'],
    ['a line break', 'sesame\r\nsesame', 'a value with a line break in it'],
    ['a no-break space', 'sesame\u00a0open', 'a value with a no-break space in it'],
    ['a byte order mark', 'sesame\ufeffopen', 'a value with a byte order mark in it'],
    ['what has no width', 'sesame\u200bopen', 'a value with a zero-width character in it'],
    ['a control character', 'sesame\u0007', 'a value with a control character in it'],
    ['a letter beyond ASCII', 'sésame', 'a value with a character that is not ASCII in it'],
    ['the scheme', 'Bearer sesame', 'a value that starts with "Bearer "'],
    ['the whole header', 'Authorization: Bearer sesame', 'a whole header'],
    ['quotation marks', '"sesame"', 'a value in quotation marks'],
    ['quotation marks of a printer', '\u201csesame\u201d', 'a value in quotation marks'],
    ['brackets of a placeholder', '<sesame>', 'a value in angle brackets'],
    ['what holds it', '{"access_token": "sesame"}', 'a JSON object'],
    ['a variable in its place', '${SESAME}', 'the name of a variable'],
  ])('a token with %s is refused without showing it', (_what, token, found) => {
    const error = refusal({ env: { ...target, TOKEN_MANAGE_TEST: token } });
    expect(error).toMatchObject({ setting: 'CONFORMANCE_TOKEN_MANAGE_TEST', found });
    expect(error.message).not.toMatch(/s[eé]same/);
  });

  test.each([
    ['sesame-open\n', 'ends in a line break'],
    ['sesame-open\r\n', 'ends in a line break'],
    [' sesame-open', 'begins with a space'],
    ['\ufeffsesame-open\t', 'begins with a byte order mark and ends in a tab'],
    ['sesame-open\u00a0', 'ends in a no-break space'],
    ['\u200bsesame-open', 'begins with a zero-width character'],
  ])('%j is taken without its invisible characters, which a note reports', (token, cut) => {
    const settings = load({
      env: {
        ...target,
        TOKEN_MANAGE_TEST: token,
        TOKENS: 'tokens.json',
        PROJECT_KEY: token.replace('sesame', 'door'),
      },
      files: { 'tokens.json': JSON.stringify([{ token: token.replace('open', 'shut'), scopes: [] }]) },
    });
    expect(settings.tokens).toEqual([{ name: 'manage_test', token: 'sesame-open' }]);
    expect(settings.manifestTokens).toMatchObject([{ token: 'sesame-shut' }]);
    expect(settings.projectKey).toBe('door-open');
    expect(settings.notes).toEqual([
      `CONFORMANCE_PROJECT_KEY ${cut}, which was left out.`,
      `CONFORMANCE_TOKEN_MANAGE_TEST ${cut}, which was left out.`,
      `CONFORMANCE_TOKENS, entry 1, ${cut}, which was left out.`,
    ]);
  });

  test.each(['t', 'te', 'sesame'])(
    '%s is taken with a note that reports cannot reliably hide it',
    (token) => {
      const { notes } = load({ env: { ...target, TOKEN_MANAGE_TEST: token } });
      expect(notes).toHaveLength(1);
      expect(notes[0]).toMatch(
        /^CONFORMANCE_TOKEN_MANAGE_TEST has \d characters?: reports cannot reliably hide/,
      );
    },
  );

  test('consisting only of invisible characters counts as missing', () => {
    const error = refusal({ env: { ...target, TOKEN_MANAGE_TEST: ' \r\n' } });
    expect(error.found).toMatch(/^it empty/);
  });
});

describe('the value of a header', () => {
  test('is sent without invisible characters at its ends', () => {
    const { headers, notes } = load({ env: { ...target, HEADERS: '{"X-Key": "sesame-open\\n"}' } });
    expect(headers).toEqual({ 'X-Key': 'sesame-open' });
    expect(notes).toEqual(['CONFORMANCE_HEADERS, X-Key, ends in a line break, which was left out.']);
  });
});

describe('quotation marks', () => {
  test('around a base URL are named', () => {
    expect(refusal({ env: { ...target, BASE_URL: '"https://api.example.com"' } })).toMatchObject({
      found: 'a URL in quotation marks',
      remedy: 'Leave the quotation marks out.',
    });
  });

  test('around a project key may be part of it', () => {
    const { projectKey, notes } = load({ env: { ...target, PROJECT_KEY: '"demo"' } });
    expect(projectKey).toBe('"demo"');
    expect(notes).toEqual(['CONFORMANCE_PROJECT_KEY is in quotation marks, which become part of the key.']);
  });
});
