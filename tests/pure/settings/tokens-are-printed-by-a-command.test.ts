import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { briefRun } from '../../../config/runs/run-brief.ts';
import { renewedTokens, tokenRenewal } from '../../../config/runs/supplied-tokens.ts';
import { loadSettings } from '../../../config/settings/settings.ts';
import type { SuppliedToken } from '../../../history/caller.ts';

let cwd = '';
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tokens-'));
});
afterAll(() => rmSync(cwd, { recursive: true }));

const env = (more: Readonly<Record<string, string>>): Record<string, string | undefined> => ({
  PATH: process.env['PATH'],
  CONFORMANCE_BASE_URL: 'https://api.example.com',
  CONFORMANCE_PROJECT_KEY: 'demo',
  CONFORMANCE_ENV_FILE: 'none',
  ...more,
});

const viewing = (token: string) => [{ token, scopes: ['view_test:demo'] }];

function print(token: string): void {
  writeFileSync(join(cwd, 'printed.json'), JSON.stringify(viewing(token)));
}

describe('a command that prints tokens', () => {
  test('adds them to tokens from other settings', () => {
    print('sesame');
    const settings = loadSettings({ env: env({ CONFORMANCE_TOKENS_COMMAND: 'cat printed.json' }), cwd });
    expect(settings.commandTokens).toEqual([{ token: 'sesame', scopes: ['view_test:demo'], expired: false }]);
    const { options } = briefRun(settings, {
      id: '1'.repeat(32),
      seed: 1,
      suite: { name: 's', version: '1' },
    });
    expect(options.tokens.map(({ label }) => label)).toEqual(['CONFORMANCE_TOKENS_COMMAND entry 1']);
  });

  test('may repeat a token from a setting', () => {
    print('sesame');
    const given = env({
      CONFORMANCE_TOKENS_COMMAND: 'cat printed.json',
      CONFORMANCE_TOKEN_VIEW_TEST: 'sesame',
    });
    expect(loadSettings({ env: given, cwd }).commandTokens).toEqual([]);
  });

  test.each([
    ['echo sesame; exit 3', /^a command that ended with 3/],
    ['echo sesame', /^text that is not JSON \(line 1\) in what the command printed/],
    ['echo \'[{"token":"sesame"}]\'', /^no "scopes" that are .* \(entry 1\) in what the command printed/],
    ['yes sesame', /^a command that prints more than a mebibyte/],
  ])('is refused if it is %s, without showing its output', (command, found) => {
    const load = () => loadSettings({ env: env({ CONFORMANCE_TOKENS_COMMAND: command }), cwd });
    expect(load).toThrow(ConfigurationError);
    try {
      load();
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      expect(error.setting).toBe('CONFORMANCE_TOKENS_COMMAND');
      expect(error.found).toMatch(found);
      expect(error.message).not.toContain('sesame');
    }
  });

  test('is run again to renew a token, and its new output is hidden', async () => {
    print('sesame-1');
    const given = env({ CONFORMANCE_TOKENS_COMMAND: 'cat printed.json' });
    const { tokenSources } = loadSettings({ env: given, cwd });
    if (tokenSources === undefined) throw new Error('the tokens come from nowhere');
    const hidden: unknown[] = [];
    const renew = tokenRenewal(tokenSources, (secret) => void hidden.push(secret));
    const label = 'CONFORMANCE_TOKENS_COMMAND entry 1';
    const current = [{ label, token: 'sesame-1', scopes: ['view_test:demo'] }];
    expect(await renew(current)).toEqual(new Map());
    print('sesame-2');
    expect(await renew(current)).toEqual(new Map([[label, 'sesame-2']]));
    expect(hidden).toEqual([{ label, secret: 'sesame-2' }]);
    writeFileSync(join(cwd, 'printed.json'), '[{"tok');
    expect(await renew(current)).toEqual(new Map());
  });
});

describe('tokens that are read again', () => {
  const one = (label: string, token: string, scopes: readonly string[]): SuppliedToken => ({
    label,
    token,
    scopes,
  });

  test('replace tokens of the same name, or else tokens with the same scopes', () => {
    const current = [one('A', 'a', ['x:p']), one('B', 'b', ['y:p', 'z:p']), one('C', 'c', ['z:p'])];
    const fresh = [one('A', 'a2', ['x:p']), one('B', 'b', ['y:p', 'z:p']), one('D', 'd', ['z:p'])];
    expect([...renewedTokens(current, fresh)]).toEqual([
      ['A', 'a2'],
      ['C', 'd'],
    ]);
  });

  test('neither renew nor are renewed by a token that is supplied as expired', () => {
    const expired = { ...one('A', 'a', ['x:p']), expired: true };
    expect([...renewedTokens([expired], [one('A', 'a2', ['x:p'])])]).toEqual([]);
    expect([...renewedTokens([one('A', 'a', ['x:p'])], [{ ...expired, token: 'a2' }])]).toEqual([]);
  });
});
