import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hasReport, newFolder, reportIn, run, runVitest } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with what somebody may merge by mistake. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'blobs'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, 'blobs', name), text);
  return cwd;
}

const refused: readonly (readonly [what: string, cwd: () => string, args: readonly string[], says: RegExp])[] = [
  ['a merge of a folder that is missing', newFolder, ['--merge-reports=none'], /^resource-conformance: --merge-reports: found ".*none", which is missing;/],
  ['a merge of an empty folder', () => folderWith({}), ['--merge-reports=blobs'], /which is empty; expected the blobs of all shards/],
  ['a merge of what is no blob', () => folderWith({ 'a.json': '{}' }), ['--merge-reports=blobs'], /"a\.json" in .*, which is not from a blob reporter/],
  ['a merge of what is no JSON', () => folderWith({ 'a.txt': 'x' }), ['--merge-reports=blobs'], /"a\.txt" in/],
  ['a merge beside a blob', () => folderWith({ 'a.txt': 'x' }), ['--merge-reports=blobs', '--reporter=blob'], /Leave out --reporter=blob/],
  ['a shard beyond the last', newFolder, ['--shard=3/2', '--reporter=blob'], /--shard: found "3\/2"; expected i\/n, with i from 1 to n/],
  ['a reporter that is not known', newFolder, ['--reporter=junitt'], /--reporter: found "junitt".*\nDid you mean junit\?/],
  ['a reporter that is not installed', newFolder, ['--reporter=html'], /its package @vitest\/ui is not installed/],
  ['a file for no reporter', newFolder, ['--output-file=x.xml'], /--output-file: found a file, but no reporter that writes to it/],
]; // prettier-ignore

describe('the command refuses in two lines, with exit code 2', () => {
  test.each(refused)('%s', async (_what, cwd, args, says) => {
    const { code, stdout, stderr } = await runCommand(cwd(), ['run', ...args]);
    expect(stderr).toMatch(says);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('vitest with our configuration refuses in two lines as well', () => {
  test.each([
    ['a shard beyond the last', ['--shard=3/2', '--reporter=blob'], /--shard: found "3\/2"/],
    ['a merge of nothing', ['--merge-reports=none'], /which is missing/],
    ['a file for no reporter', ['--outputFile=x.xml'], /no reporter that writes to it/],
  ])('%s', async (_what, args, says) => {
    const { code, stderr } = await runVitest(newFolder(), 'small', ['run', ...args]);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('    at ');
    expect(code).toBe(2);
  });

  test('exits 1 only for a fail: an error of vitest itself is an error of the harness', async () => {
    const cwd = newFolder();
    writeFileSync(
      join(cwd, 'broken.mjs'),
      'export default class { onTestRunEnd() { throw new Error("no"); } }\n',
    );
    const reporter = join(cwd, 'broken.mjs');
    const { code } = await runVitest(cwd, 'small', ['run', `--reporter=${reporter}`]);
    expect(hasReport(cwd) && reportIn(cwd).clauses.some(({ verdict }) => verdict === 'fail')).toBe(false);
    expect(code).not.toBe(1);
  });
});

describe('a Node that is too old', () => {
  test.each(['18.20.4', '20.18.1', '22.11.0', '23.5.0'])('%s ends each command in two lines', async (node) => {
    const versions = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${node}'}})`;
    for (const name of ['resource-conformance', 'reference']) {
      const command = join(repository, 'bin', `${name}.mjs`);
      const { code, stderr } = await run(newFolder(), process.execPath, ['--import', versions, command, '--help']);
      expect(stderr).toMatch(/^resource-conformance: found Node [\d.]+; expected \^20\.19\.0 /);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
      expect(code).toBe(2);
    }
  }); // prettier-ignore
});

describe('a library that cannot be loaded', () => {
  /** A package of ours with these libraries, and with nothing compiled but what is given. */
  function packageWith(libraries: Readonly<Record<string, object>>, main: string): string {
    const folder = newFolder();
    for (const name of ['package.json', 'bin', 'config/packaging'])
      cpSync(join(repository, name), join(folder, name), { recursive: true });
    for (const [name, described] of Object.entries(libraries)) {
      mkdirSync(join(folder, 'node_modules', name), { recursive: true });
      writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify(described));
    }
    mkdirSync(join(folder, 'dist/bin'), { recursive: true });
    writeFileSync(join(folder, 'dist/bin/main.js'), main);
    return folder;
  }
  const right = { undici: { version: '7.30.2' }, vite: { version: '8.3.8' }, vitest: { version: '4.1.12' } };

  test.for([
    [
      'of another Node',
      { ...right, undici: { version: '8.12.4', engines: { node: '>=99' } } },
      'export const main = () => {};',
      /^resource-conformance: found undici 8\.12\.4, which needs Node >=99, on Node [\d.]+; expected undici \^7/,
    ],
    [
      'that is missing',
      { undici: right.undici, vite: right.vite },
      'export const main = () => {};',
      /^resource-conformance: found no vitest, on Node [\d.]+; expected vitest \^4/,
    ],
    [
      'that the command needs',
      right,
      'import "of-another-platform";',
      /^resource-conformance: cannot be loaded on Node [\d.]+: Cannot find package 'of-another-platform'/,
    ],
  ] as const)('%s is reported in two lines, with exit code 2', async ([, libraries, main, told]) => {
    const folder = packageWith(libraries, main);
    const command = join(folder, 'bin/resource-conformance.mjs');
    const { code, stdout, stderr } = await run(newFolder(), process.execPath, [command, 'run']);
    expect(stderr).toMatch(told);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('a reader who closes the pipe', () => {
  test.each([
    ['resource-conformance', ['explain', '--list']],
    ['reference', ['--list']],
  ] as const)('a closed pipe of %s causes no error', async (name, args) => {
    const command = join(repository, 'bin', `${name}.mjs`);
    const child = spawn(process.execPath, [command, ...args], { cwd: newFolder(), stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, stderr]).toEqual([0, '']);
  }); // prettier-ignore
});
