import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { asAnnotations } from '../../../reporters/ci/as-annotations.ts';
import { renderingNames } from '../../../reporters/renderings.ts';
import { visible } from '../../../reporters/visible.ts';
import { textsBelow } from '../../support/canaries/found-secrets.ts';
import { everyCommand, serveCommands } from '../../support/hostile/commanding-server.ts';
import { commandsTakenFrom } from '../../support/hostile/log-commands.ts';
import type { OddServer } from '../../support/servers/odd-server.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { newFolder, reportIn, run, runVitest, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const selected = '^(4.2|4.5|4.6|4.10|4.11)/|^General/|^Resources/(id|key|version)';
const tokens = Object.fromEntries(
  embeddedTarget().tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
);

let server: OddServer;
let cwd: string;
let judged: Ended;

/** The command with these words, against the server that gives orders. */
function command(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return runCommand(cwd, args, {
    ...tokens,
    CONFORMANCE_BASE_URL: server.url,
    CONFORMANCE_PROJECT_KEY: 'demo',
    CONFORMANCE_OTHER_PROJECT_KEY: 'other',
    CONFORMANCE_CONSENT: 'all',
    CONFORMANCE_SEED: '1',
    CONFORMANCE_SETTLE_MS: '200,400',
    CONFORMANCE_MAX_SECONDS: '120',
    CONFORMANCE_REPORTS: renderingNames.join(','),
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
    ...more,
  });
}

function expectNoOrders(...texts: readonly string[]): void {
  for (const text of texts) expect(commandsTakenFrom(text)).toEqual([]);
}

const octets = (text: string): string => Buffer.from(text, 'latin1').toString('utf8');

beforeAll(async () => {
  server = await serveCommands();
  cwd = newFolder();
  judged = await command(['run', '-t', selected, '--open', '--matrix', '--reporter', 'default,verbose,tap,json,junit,blob']); // prettier-ignore
});

afterAll(async () => {
  await server.close();
});

describe('a run against a server that gives orders', () => {
  test('prints and writes no order of the server, only its own annotations', () => {
    const annotations = asAnnotations(reportIn(cwd, 'conformance.selected'));
    expect(annotations).toMatch(/^::error title=/);
    expect(judged.stdout).toContain(annotations);
    expect(commandsTakenFrom(annotations, 'annotations')).toEqual([]);
    expectNoOrders(judged.stdout.replace(annotations, ''), judged.stderr);
    const files = textsBelow(cwd);
    expect(files.length).toBeGreaterThan(8);
    for (const { path, text } of files) expect([path, commandsTakenFrom(octets(text))]).toEqual([path, []]);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('&#92;u0023&#35;');
  });

  test('shows the place of each order, and writes it unchanged to JSON', () => {
    expect(judged.stdout).toContain(visible(everyCommand).slice(0, 20));
    const report = reportIn(cwd, 'conformance.selected');
    const kept = report.clauses.flatMap(({ findings }) => findings.flatMap(({ exchanges }) => exchanges));
    const fields = kept.flatMap(({ answer }) => answer?.headers ?? []);
    expect(fields).toContainEqual(['X-Order', everyCommand]);
    const bodies = kept.map(({ answer }) => answer?.body ?? '');
    expect(bodies.some((body) => body.includes(everyCommand.slice(0, 100)))).toBe(true);
    expect(report.clauses.some(({ verdict }) => verdict === 'fail')).toBe(true);
  });

  test('writes scripts without build-service commands either', async () => {
    const folder = join(cwd, 'reports/reproduce.selected');
    const scripts = readdirSync(folder);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) {
      const { stdout, stderr } = await run(cwd, 'sh', [join(folder, script)], {
        env: { ...tokens, CONFORMANCE_CONSENT: 'all', CONFORMANCE_SETTLE_MS: '100,100' },
      });
      expect(stdout).not.toBe('');
      expectNoOrders(stdout, stderr);
    }
  });
});

test('vitest also shows errors that quote an answer as text', async () => {
  const folder = newFolder();
  const { code, stdout, stderr } = await runVitest(folder, 'ordering/ordering', [
    'run',
    '--reporter=default',
    '--reporter=tap',
  ]);
  expect(code).toBe(4);
  expect(stdout).toContain('\\u0023#vso[task.prependpath]/x');
  expect(stdout + stderr).toContain('nobody caught it');
  expectNoOrders(stdout, stderr);
  for (const { path, text } of textsBelow(folder))
    expect([path, commandsTakenFrom(octets(text))]).toEqual([path, []]);
});

test('Node also shows uncaught errors and warnings as text', async () => {
  const thrower = `
    const text = '#' + '#vso[task.prependpath]/x';
    let looks = 0;
    setInterval(() => {
      if (process.listenerCount('uncaughtExceptionMonitor') === 0 && (looks += 1) < 1000) return;
      process.emitWarning(text);
      setImmediate(() => { throw new Error(text); });
    }, 5);`;
  const { code, stdout, stderr } = await command(['plan'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(thrower)}`,
  });
  expect(code).not.toBe(0);
  expect(stderr).toContain('Warning: \\u0023#vso[task.prependpath]/x');
  expect(stderr).toContain('Error: \\u0023#vso[task.prependpath]/x');
  expectNoOrders(stdout, stderr);
});

describe('every other command', () => {
  const reports = (): string => join(cwd, 'reports/conformance.selected.json');
  const failing = (): string =>
    reportIn(cwd, 'conformance.selected').clauses.find(({ verdict }) => verdict === 'fail')?.id ?? '';
  const rows: readonly (readonly [string, readonly number[], () => readonly string[]])[] = [
    ['run --print-settings', [0], () => ['run', '--print-settings']],
    ['run --print-settings --json', [0], () => ['run', '--print-settings', '--json']],
    ['plan', [0], () => ['plan']],
    ['plan --json', [0], () => ['plan', '--json']],
    ['init', [0], () => ['init', '--force']],
    ['explain', [0], () => ['explain', failing()]],
    ['explain --json', [0], () => ['explain', failing(), '--json']],
    ['explain of what is not known', [2], () => ['explain', everyCommand]],
    ['replay', [0, 1, 3], () => ['replay', `${reports()}#${failing()}`, '--all', '--times', '7']],
    ['replay --json', [0, 1, 3], () => ['replay', `${reports()}#${failing()}`, '--json', '--times', '7']],
    ['replay of what is not known', [2], () => ['replay', everyCommand]],
    ['report', [0], () => ['report', reports(), '--format', renderingNames.filter((name) => name !== 'github').join(','), '--report-dir', join(cwd, 'again')]],
    ['compare', [0], () => ['compare', reports(), reports(), '--all']],
    ['compare as Markdown', [0], () => ['compare', reports(), reports(), '--all', '--format', 'markdown']],
    ['compare as a page', [0], () => ['compare', reports(), reports(), '--all', '--format', 'html']],
    ['verify-history of what is none', [2], () => ['verify-history', join(cwd, 'orders.json')]],
    ['judge of what is none', [2], () => ['judge', everyCommand]],
    ['verify of what is none', [2], () => ['verify', everyCommand]],
    ['a command that is not known', [2], () => [everyCommand]],
    ['a flag that is not known', [2], () => ['run', `--${everyCommand}`]],
    ['run --shard', [0], () => ['run', '--shard', '1/2', '--reporter', 'blob', '-t', '^4.5/']],
  ]; // prettier-ignore

  test.each(rowsPlayed({ table: 'orders', rows: rows, nameOf: ([name]) => name, oneIn: 3 }))('prints and writes no orders: %s', async (_, codes, words) => {
    writeFileSync(join(cwd, 'orders.json'), everyCommand);
    const { stdout, stderr, ...ended } = await command(words());
    rmSync(join(cwd, 'orders.json'));
    expect(codes).toContain(ended.code);
    expect(stdout + stderr).not.toBe('');
    expectNoOrders(stdout, stderr);
    for (const { path, text } of textsBelow(cwd))
      expect([path, commandsTakenFrom(octets(text))]).toEqual([path, []]);
  }); // prettier-ignore

  test('clean, with a ledger that contains orders', async () => {
    const folder = join(cwd, 'reports/ledgers');
    mkdirSync(folder, { recursive: true });
    const head = {
      kind: 'run',
      runId: 'a'.repeat(32),
      mark: 'a'.repeat(12),
      startedAt: everyCommand,
      host: everyCommand,
      pid: 1,
      baseUrl: everyCommand,
      projectKey: everyCommand,
    };
    const made = { kind: 'made', projectKey: 'demo', id: everyCommand, created: everyCommand };
    const path = join(folder, 'run-a.jsonl');
    const lines = (one: object): string => `${JSON.stringify(one)}\n${JSON.stringify(made)}\n`;
    const here = { ...head, host: hostname(), pid: 2 ** 30, baseUrl: server.url, projectKey: 'demo' };
    for (const one of [head, here, { ...head, host: hostname(), pid: 2 ** 30 }]) {
      writeFileSync(path, lines(one));
      const { stdout, stderr } = await command(['clean']);
      expect(stdout + stderr).not.toBe('');
      expectNoOrders(stdout, stderr);
      if (existsSync(path)) rmSync(path);
    }
  });

  test.each(rowsPlayed({ table: 'files of orders', rows: ['PROFILE', 'WAIVERS', 'AGAINST', 'TOKENS', 'ENV_FILE'], nameOf: String, oneIn: 3 }))('a file of orders as %s', async (name) => {
    const path = join(cwd, 'orders.json');
    for (const text of [
      everyCommand,
      JSON.stringify({ [everyCommand]: everyCommand }),
      JSON.stringify([{ [everyCommand]: everyCommand, clause: everyCommand }]),
      `CONFORMANCE_BASE_URL="${everyCommand}"`,
    ]) {
      writeFileSync(path, text);
      const { stdout, stderr } = await command(['plan'], { [`CONFORMANCE_${name}`]: path });
      expectNoOrders(stdout, stderr);
    }
    rmSync(path);
  }); // prettier-ignore
});
