import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { command, stillThere } from '../../support/leftovers/interrupted-run.ts';
import { leftResources, mark, runId, type LeftResources } from '../../support/leftovers/left-resources.ts';
import { run, type Ended } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const clean = ({ cwd, env }: LeftResources): Promise<Ended> => runCommand(cwd, ['clean'], env);

/** One line about the ledger, and nothing of the suite's own inside. */
function expectToldOnce({ code, stdout, stderr }: Ended, what: RegExp): void {
  expect(stdout.split('\n').filter((line) => what.test(line))).toHaveLength(1);
  expect(stdout + stderr).not.toMatch(/^\s+at |undefined/m);
  expect(code).toBe(3);
}

const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

describe('clean removes the resources of a ledger, and reports', () => {
  test('no resource of a complete ledger', async () => {
    const left = await leftResources(3);
    left.write(`${left.lines.join('\n')}\n`);
    const { code, stdout, stderr } = await clean(left);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^run 5ca1ab1e of \S+: 3 removed\n$/);
    expect(stillThere(left.reference)).toEqual([]);
    expect(existsSync(left.path)).toBe(false);
  });

  test.each([
    ['missing', ([, ...lines]: readonly string[]) => lines],
    ['cut', ([head = '', ...lines]: readonly string[]) => [head.slice(0, 40), ...lines]],
    [
      'without the time at which the run began',
      ([head = '', ...lines]: readonly string[]) => [head.replace('startedAt', 'stopped'), ...lines],
    ],
    [
      'with an empty mark',
      ([head = '', ...lines]: readonly string[]) => [head.replace(`"${mark}"`, '""'), ...lines],
    ],
  ])('it reports that the head of a ledger is %s', async (_what, damaged) => {
    const left = await leftResources(3);
    const theirs = await left.create(['theirs']);
    const line = JSON.stringify({ kind: 'made', id: theirs, projectKey: 'demo', created: '2026-01-02T03:04:05.000Z' });
    left.write(`${[...damaged(left.lines), line].join('\n')}\n`);
    const ended = await clean(left);
    expectToldOnce(ended, /ledger .* has no first line that names its target/);
    expect(ended.stdout).toContain('3 removed, 1 may be left');
    expect(stillThere(left.reference).map(({ id }) => id)).toEqual([theirs]);
    expect(readFileSync(left.path, 'utf8')).toContain(theirs);
  }); // prettier-ignore

  test.each([
    ['null', 'null'],
    ['lists without end', deep],
  ])('it reports an odd line in a ledger: %s', async (_what, odd) => {
    const left = await leftResources(3);
    const [head, first, ...rest] = left.lines;
    left.write(`${[head, first, odd, ...rest].join('\n')}\n`);
    const ended = await clean(left);
    expectToldOnce(ended, /ledger .* has a line that no run writes \(line 3\): look by hand for .*, and remove the file$/);
    expect(ended.stdout).toContain('3 removed');
    expect(stillThere(left.reference)).toEqual([]);
    expectToldOnce(await clean(left), /line 3/);
  }); // prettier-ignore

  test('it reports a ledger whose last line is cut off, and removes that line', async () => {
    const left = await leftResources(3);
    left.write(`${left.lines.join('\n')}\n{"kind":"sent","numb`);
    expectToldOnce(await clean(left), /ledger .* has a last line that is cut off$/);
    expect(stillThere(left.reference)).toEqual([]);
    expect(await clean(left)).toMatchObject({ code: 0, stdout: 'no earlier run left anything\n' });
  });

  test.each([
    ['is empty', (path: string) => writeFileSync(path, '')],
    ['is a folder', (path: string) => mkdirSync(path)],
    ['is a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['does not name its run', (path: string) => writeFileSync(path, 'text\n')],
  ])('it reports that another ledger %s', async (what, make) => {
    const left = await leftResources(3);
    left.write(`${left.lines.join('\n')}\n`);
    make(join(dirname(left.path), 'another.jsonl'));
    const ended = await clean(left);
    expectToldOnce(ended, new RegExp(`^ledger .*another\\.jsonl ${what}`));
    expect(ended.stdout).toContain('3 removed');
    expect(stillThere(left.reference)).toEqual([]);
  });

  test('it reports that the folder of ledgers is no folder', async () => {
    const left = await leftResources(0);
    mkdirSync(join(left.cwd, 'reports'));
    writeFileSync(dirname(left.path), '');
    expectToldOnce(await clean(left), /^ledger .*reports\/ledgers is below a file, not a folder/);
  });
});

describe('with a full disk', () => {
  /** A file system of a few kilobytes, which only what is started in it sees. */
  const apart = ['--user', '--map-root-user', '--mount'];
  const onFullDisk =
    'mount -t tmpfs -o size=16k none "$0" && cp "$1" "$0/" && touch -d "1 hour ago" "$0/$2.jsonl" && ' +
    '{ cat /dev/zero > "$0/rest" 2> /dev/null; "$3" "$4" clean; }';
  const canMount = spawnSync('unshare', [...apart, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

  test.skipIf(!canMount)('clean removes leftovers nevertheless, and says so', async () => {
    const left = await leftResources(3);
    left.write('');
    const ledger = join(left.cwd, `${runId}.jsonl`);
    // To the end of a page, so that nothing more has room.
    writeFileSync(ledger, `${left.lines.join('\n')}\n`.padEnd(4_095).concat('\n'));
    const ended = await run(
      left.cwd,
      'unshare',
      [...apart, 'sh', '-c', onFullDisk, dirname(left.path), ledger, runId, process.execPath, command],
      { env: left.env },
    );
    expectToldOnce(ended, /ledger .* is on a full disk, so the removals are missing from it$/);
    expect(ended.stdout).toContain('3 removed');
    expect(stillThere(left.reference)).toEqual([]);
  }); // prettier-ignore
});
