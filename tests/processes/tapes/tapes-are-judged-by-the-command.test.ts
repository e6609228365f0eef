import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { referenceWith } from '../../../faults/catalogue.ts';
import { serve } from '../../../reference/serve.ts';
import { tokenOf } from '../../../reference/tokens.ts';
import { newFolder, reportIn, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const tape = 'reports/conformance.selected.tape.jsonl.gz';
/** Anyone who opens a socket is found out. */
const withoutSockets = {
  NODE_OPTIONS: `--import "data:text/javascript,import net from 'node:net';net.Socket.prototype.connect=()=>{process.exit(99)}"`,
};

const judge = (cwd: string, ...flags: readonly string[]): Promise<Ended> =>
  runCommand(cwd, ['judge', tape, ...flags], withoutSockets);

/** Changes the lines of a tape. */
function change(cwd: string, changed: (lines: readonly string[]) => readonly string[]): void {
  const lines = gunzipSync(readFileSync(join(cwd, tape)))
    .toString()
    .split('\n');
  writeFileSync(join(cwd, tape), gzipSync(changed(lines).join('\n')));
}

/** As anyone who writes the tape ends it: with the digest of its lines. */
function ended(lines: readonly string[]): readonly string[] {
  const [end = '', after = ''] = lines.slice(-2);
  const others = lines.slice(0, -2);
  const digest = createHash('sha256')
    .update(others.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return [...others, end.replace(/"lines":"[0-9a-f]{64}"/, `"lines":"${digest}"`), after];
}

async function recorded(): Promise<string> {
  const cwd = newFolder();
  const { code, stdout } = await runCommand(cwd, ['run', '-t', '4.5/'], {
    CONFORMANCE_TAPE: '1',
    CONFORMANCE_SEED: '1',
  });
  expect(code).toBe(3);
  expect(stdout).toContain(`tape: ${tape}`);
  return cwd;
}

const isUnreleased = (await runCommand(newFolder(), ['--version'])).stdout.includes('unreleased');

/** With another seed it asks for something else. */
const reseeded = ([head = '', ...lines]: readonly string[]): readonly string[] => [
  head.replaceAll('"seed":1,', '"seed":2,'),
  ...lines,
];

describe('a tape of a run over sockets', () => {
  let cwd = '';
  beforeAll(async () => {
    cwd = await recorded();
  });

  test('is readable only by its owner', () => {
    expect(statSync(join(cwd, tape)).mode & 0o777).toBe(0o600);
  });

  test('is judged to the same report, without a socket', async () => {
    const { code, stdout, stderr } = await judge(cwd);
    expect(stderr).toMatch(/^judged again: \d+ of \d+ tests, from \d+ events; the report beside it agrees$/m);
    expect(stdout).toContain('INCOMPLETE');
    expect(code).toBe(0);
  });

  test('is judged for one clause', async () => {
    expect(await judge(cwd, '--clause', '4.5/no-body')).toMatchObject({
      code: 0,
      stdout: '4.5/no-body: pass\n',
    });
    expect((await judge(cwd, '--clause', '4.5/nobody')).code).toBe(2);
  });

  test('gives renderings and JSON', async () => {
    const { stdout } = await judge(cwd, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ run: { id: reportIn(cwd, 'conformance.selected').run.id } });
    await judge(cwd, '--format', 'json,markdown', '--report-dir', 'again');
    expect(existsSync(join(cwd, 'again/conformance.selected.md'))).toBe(true);
  });

  test('does not agree with a report that was changed', async () => {
    const file = join(cwd, 'reports/conformance.selected.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"requests": \d+/, '"requests": 1'));
    const { code, stderr } = await judge(cwd);
    expect(stderr).toMatch(/the report beside it disagrees:\n {2}\/run\/requests$/m);
    expect(code).toBe(1);
    writeFileSync(file, text);
  });
});

describe('a tape from another judge or with changes', () => {
  test('is judged from its exchanges if another judge recorded it', async () => {
    const cwd = await recorded();
    change(cwd, (lines) =>
      ended(reseeded(lines).map((line) => line.replace(/"judge":"[^"]*"/, '"judge":"another"'))),
    );
    const { code, stdout, stderr } = await judge(cwd);
    expect(stderr).toMatch(/^diverged at operation \d+ of \d+ events: this judge sends other requests/m);
    expect(stderr).toMatch(
      /^judged from the exchanges alone: \d+ clauses, of which 0 fail; \d+ not judged again$/m,
    );
    expect(stdout).toBe('');
    expect(code).toBe(3);
    const clause = await judge(cwd, '--clause', '4.5/no-body');
    expect(clause).toMatchObject({ code: 3, stdout: '4.5/no-body: not judged again\n' });
    const { notJudgedAgain } = JSON.parse((await judge(cwd, '--json')).stdout) as {
      readonly notJudgedAgain: readonly string[];
    };
    expect(notJudgedAgain).toContain('4.5/no-body');
  });

  test('is judged from its exchanges if an earlier release recorded it', async () => {
    const old = fileURLToPath(new URL('../../formats/0.2.0/conformance.tape.jsonl.gz', import.meta.url));
    const { code, stderr } = await runCommand(newFolder(), ['judge', old], withoutSockets);
    expect(stderr).toMatch(/^diverged at operation \d+ of 540 events: this judge sends other requests/m);
    expect(stderr).toMatch(/^judged from the exchanges alone: /m);
    expect(code).toBe(3);
  });

  // Where the sources run, nobody can tell one judge from another.
  test.skipIf(isUnreleased)('was changed if the same judge recorded it', async () => {
    const cwd = await recorded();
    change(cwd, reseeded);
    const { code, stderr } = await judge(cwd);
    expect(stderr).toMatch(/^diverged at operation \d+ of \d+ events: the tape was changed$/m);
    expect(code).toBe(1);
  });

  test('ends early if it was cut off', async () => {
    const cwd = await recorded();
    change(cwd, (lines) => [...lines.slice(0, 40), '']);
    const { code, stderr } = await judge(cwd);
    expect(stderr).toContain('the tape ends early');
    expect(code).toBe(3);
  });

  test.each([
    [
      'has more than a run can be given',
      (head: string) => head.replace(/"reach":\d+/, '"reach":1000000000'),
      /its head claims more than/,
    ],
    [
      'tells nothing',
      () => '{"tape":1,"startedAt":"2026-01-01T00:00:00Z","told":{}}',
      /it is no tape of a run/,
    ],
  ] as const)('is no tape if its head %s', async (_what, changed, message) => {
    const cwd = await recorded();
    change(cwd, ([head = '', ...rest]) => [changed(head), ...rest]);
    const { code, stderr } = await judge(cwd);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  test('is no tape', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'none.gz'), 'none');
    const { code, stderr } = await runCommand(cwd, ['judge', 'none.gz'], withoutSockets);
    expect(stderr).toMatch(/found "none.gz": it is not gzip/);
    expect(code).toBe(2);
  });
});

describe('a tape of a run with findings', () => {
  test('is judged to the same report, which names the tried scripts', async () => {
    const served = await serve(referenceWith({ faults: ['mismatch-answered-204'] }));
    const cwd = newFolder();
    try {
      await runCommand(cwd, ['run', '-t', '4.10/conflict-on-mismatch'], {
        CONFORMANCE_BASE_URL: served.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
        CONFORMANCE_TAPE: '1',
      });
    } finally {
      await served.close();
    }
    const findings = reportIn(cwd, 'conformance.selected').clauses.flatMap((clause) => clause.findings);
    expect(findings.map(({ scriptShowed }) => scriptShowed)).toContain('deviation');
    expect(await judge(cwd)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('beside it agrees') as string,
    });
  });
});
