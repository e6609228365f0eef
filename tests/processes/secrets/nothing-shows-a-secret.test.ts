import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderingNames } from '../../../reporters/renderings.ts';
import { canaries, canarySettings, control, linedSpellings } from '../../support/canaries/canaries.ts';
import { serveEchoes } from '../../support/canaries/echo-server.ts';
import { secretsIn, showsControl, textsBelow } from '../../support/canaries/found-secrets.ts';
import type { OddServer } from '../../support/servers/odd-server.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { newFolder, run, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const faults = ['version-never-checked', 'head-answers-404-on-a-match'];
let server: OddServer | undefined;
const folder = newFolder();

beforeAll(async () => {
  server = await serveEchoes(faults);
});
afterAll(async () => {
  await server?.close();
});

const settings = (): Record<string, string> => ({
  ...canarySettings,
  CONFORMANCE_BASE_URL: server?.url ?? '',
  CONFORMANCE_SEED: '1',
  CONFORMANCE_SETTLE_MS: '100,200',
  CONFORMANCE_MAX_SECONDS: '100',
});

const start = async (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  await runCommand(folder, args, { ...settings(), ...more });

function expectNothing(ended: Ended, below = folder): void {
  expect(secretsIn(ended.stdout)).toEqual([]);
  expect(secretsIn(ended.stderr)).toEqual([]);
  for (const { path, text } of textsBelow(below)) expect([path, ...secretsIn(text)]).toEqual([path]);
}

/** What can be asked for behind a run, or before it. */
const commands: readonly (readonly string[])[] = [
  ['replay', '4.10/conflict-on-mismatch', '--all'],
  ['replay', '4.10/conflict-on-mismatch', '--json'],
  ['report', 'reports/conformance.json', '--format', renderingNames.join(','), '--report-dir', 'again'],
  ['compare', 'reports/conformance.json', 'reports/conformance.json', '--all'],
  ['compare', 'reports/conformance.json', 'reports/conformance.json', '--format', 'html'],
  ['verify-history', 'reports/conformance.json'],
  ['judge', 'reports/conformance.tape.jsonl.gz', '--json'],
  ['explain', '4.10/conflict-on-mismatch'],
  ['plan'],
  ['plan', '--json'],
  ['run', '--print-settings'],
  ['run', '--print-settings', '--json'],
];

describe('the search', () => {
  test.each(Object.entries(linedSpellings))('finds a planted secret in this spelling: %s', (_name, spell) => {
    for (const secret of canaries) expect(secretsIn(`a ${spell(secret)} b`)).not.toEqual([]);
    expect(showsControl(`a ${spell(control)} b`)).toBe(true);
    expect(secretsIn(`a ${spell(control)} b`)).toEqual([]);
  });
});

describe('against a server that echoes all its input', () => {
  test('no rendering and no stream of a whole run shows a secret', async () => {
    const reporters = ['default', 'verbose', 'junit', 'json', 'blob'];
    const ended = await start(['run', '--reporter', reporters.join(','), '--open', '--matrix'], {
      CONFORMANCE_REPORTS: renderingNames.join(','),
      CONFORMANCE_TAPE: '1',
      GITHUB_ACTIONS: 'true',
    });
    expectNothing(ended);
    expect(ended.code).toBe(1);
    const written = textsBelow(folder);
    for (const ending of ['conformance.json', '.md', '.html', '.junit.xml', '.ctrf.json', '.tape.jsonl.gz'])
      expect([ending, written.some(({ path, text }) => path.endsWith(ending) && showsControl(text))]).toEqual(
        [ending, true],
      );
    expect(showsControl(ended.stdout)).toBe(true);
  });

  test.each(
    rowsPlayed({ table: 'commands', rows: commands, nameOf: (command) => command.join(' '), oneIn: 4 }),
  )('%s %s %s', async (...args) => {
    const ended = await start(args);
    expectNothing(ended);
    expect(ended.stdout + ended.stderr).not.toBe('');
    expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  });

  test('init, in its draft and its notes', async () => {
    const cwd = newFolder();
    const ended = await runCommand(cwd, ['init'], settings());
    expectNothing(ended, cwd);
    expect(ended.stdout + ended.stderr).toContain('conformance.profile.md');
  });

  test('a run that is killed, its ledger, and the output of clean', async () => {
    const cwd = newFolder();
    const ledgers = join(cwd, 'reports/ledgers');
    const started = runCommand(cwd, ['run'], { ...settings(), CONFORMANCE_TAPE: '1' });
    await expect.poll(() => ledgerLines(ledgers).length, { timeout: 50_000 }).toBeGreaterThan(5);
    const [head = ''] = ledgerLines(ledgers);
    process.kill((JSON.parse(head) as { readonly pid: number }).pid, 'SIGKILL');
    expectNothing(await started, cwd);
    expect(ledgerLines(ledgers).join('')).toContain('part of CONFORMANCE_TOKEN_MANAGE_TEST');
    const cleaned = await runCommand(cwd, ['clean'], settings());
    expectNothing(cleaned, cwd);
  });

  test("vitest's own entry", async () => {
    const cwd = newFolder();
    const vitest = join(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs');
    const config = join(import.meta.dirname, '../../../config/vitest.config.ts');
    const args = ['run', '--config', config, '-t', '4.10/', '--reporter', 'verbose', '--reporter', 'junit'];
    const ended = await run(cwd, process.execPath, [vitest, ...args], { env: settings() });
    expectNothing(ended, cwd);
    expect(ended.stdout).toContain('4.10/');
  });
});

function ledgerLines(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return textsBelow(folder).flatMap(({ text }) => text.split('\n').slice(0, -1));
}

describe('a secret in a wrong place', () => {
  const [secret = ''] = canaries;
  test.each([
    ['a command', [secret], {}],
    ['an operand', ['explain', secret], {}],
    ['a path', ['report', secret], {}],
    ['a flag', ['run', `--${secret}`], {}],
    ['the value of a flag', ['run', '--depth', secret], {}],
    ['the value of a setting', ['run'], { CONFORMANCE_CA_FILE: secret }],
    ['the address', ['run'], { CONFORMANCE_BASE_URL: `http://me:${secret}@127.0.0.1` }],
    ['a member of a file', ['run'], { CONFORMANCE_TOKENS: 'tokens.json' }],
  ] as const)('is not printed: %s', async (_where, args, more) => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'tokens.json'), `[{"tokn":"${secret}","scopes":[]}]`);
    const ended = await runCommand(cwd, args, { ...settings(), ...more });
    expect(ended.code).toBe(2);
    expect([...secretsIn(ended.stdout), ...secretsIn(ended.stderr)]).toEqual([]);
  });
});
