import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, run } from '../../support/small-runs/started-run.ts';
import { stepsOf, workflowFiles } from '../../support/workflow-files.ts';

const night = workflowFiles().filter(({ file }) => file === '.github/workflows/night.yml');
const stepCalled = (name: string): string =>
  night.flatMap(stepsOf).find((step) => step.name === name)?.run ?? '';

/** As a build service starts the script of a step. */
const asStep = ['--noprofile', '--norc', '-e', '-c'];

/** Names the open issue, prints its text, and records each call. */
const gh = `#!/usr/bin/env bash
printf '%s\\n' "$*" >> told
case "$1 $2" in
  'issue list') cat open ;;
  'issue view') cat body ;;
  'issue create' | 'issue edit') while [ "$1" != --body-file ]; do shift; done; cat "$2" > body ;;
esac
`;

const hostile = 'a row `$(touch hit)`; "$HOME" \'${{ x }}\'\n';

/** A folder where an issue tracker of its own answers. */
function newTracker(): string {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'gh'), gh);
  chmodSync(join(cwd, 'gh'), 0o755);
  writeFileSync(join(cwd, 'open'), '');
  return cwd;
}

async function tell(cwd: string, summary: string): Promise<readonly string[]> {
  writeFileSync(join(cwd, 'night.md'), summary);
  writeFileSync(join(cwd, 'told'), '');
  const env = { PATH: `${cwd}:${process.env['PATH']}`, RUN: 'https://example.invalid/runs/1' };
  const { code, stderr } = await run(
    cwd,
    'bash',
    [...asStep, stepCalled('Open the issue, or update it')],
    { env }, // prettier-ignore
  );
  expect([code, stderr]).toEqual([0, '']);
  return readFileSync(join(cwd, 'told'), 'utf8')
    .split('\n')
    .map((line) => line.split(' ').slice(0, 3).join(' '))
    .filter((line) => /^issue (?:create|edit)/.test(line));
}

test('the first night opens an issue, later nights update the issue, and earlier entries stay', async () => {
  const cwd = newTracker();
  const body = (): string => readFileSync(join(cwd, 'body'), 'utf8');
  expect(await tell(cwd, hostile)).toEqual(['issue create --title']);
  expect(body()).toBe(`${hostile}\nhttps://example.invalid/runs/1\n`);
  writeFileSync(join(cwd, 'open'), '7\n');
  expect(await tell(cwd, 'another row\n')).toEqual(['issue edit 7']);
  expect(body()).toMatch(/^another row\n[^]*\n---\n/);
  expect(body()).toContain(hostile);
  expect(existsSync(join(cwd, 'hit'))).toBe(false);
});

test('an issue never grows beyond its limit', async () => {
  const cwd = newTracker();
  writeFileSync(join(cwd, 'open'), '7\n');
  writeFileSync(join(cwd, 'body'), 'x'.repeat(65_000));
  await tell(cwd, 'y'.repeat(9_000));
  const body = readFileSync(join(cwd, 'body'), 'utf8');
  expect(body.length).toBeLessThan(65_536);
  expect([body.startsWith('y'.repeat(9_000)), body.endsWith('x'.repeat(40_000))]).toEqual([true, true]);
});

test('a night names the rows that every commit plays from then on, and says whether any row failed', async () => {
  const cwd = newFolder();
  const git = (...args: readonly string[]) =>
    run(cwd, 'git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  const script = stepCalled('Tell what failed');
  const files = { GITHUB_STEP_SUMMARY: join(cwd, 'summary'), GITHUB_OUTPUT: join(cwd, 'output') };
  const ended = async (outcome: string): Promise<string> => {
    for (const file of Object.values(files)) writeFileSync(file, '');
    const { code } = await run(cwd, 'bash', [...asStep, script], { env: { ...files, OUTCOME: outcome } });
    expect(code).toBe(0);
    return readFileSync(files.GITHUB_OUTPUT, 'utf8');
  };
  await git('init', '--quiet');
  await run(cwd, 'mkdir', ['-p', 'tests/regressions']);
  writeFileSync(join(cwd, 'tests/regressions/rows.json'), '{}\n');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'before');

  expect(await ended('failure')).toBe('failed=yes\n');
  expect(readFileSync(join(cwd, 'night.md'), 'utf8')).toContain('without a summary');

  writeFileSync(join(cwd, 'night.md'), 'no surprises\n');
  expect(await ended('success')).toBe('');
  expect(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')).toBe('no surprises\n');

  writeFileSync(join(cwd, 'tests/regressions/rows.json'), '{ "habits": ["a-habit"] }\n');
  expect(await ended('failure')).toBe('failed=yes\n');
  expect(readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8')).toContain('\n+{ "habits": ["a-habit"] }\n');
});
