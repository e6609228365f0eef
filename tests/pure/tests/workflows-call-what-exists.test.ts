import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { scriptsIn, stepsOf, workflowFiles, type Step, type Workflow } from '../../support/workflow-files.ts';

const read = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const workflows = workflowFiles();

/** What npm is told to run, by its name in `package.json`. */
function calledIn(script: string): readonly string[] {
  const calls = script.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g);
  return [...calls].map(([, named, short]) => named ?? short ?? '');
}

/** Expressions whose text is in a script, except for that of a matrix, which the workflow itself lists. */
function foreignIn(script: string): readonly string[] {
  return [...script.matchAll(/\$\{\{\s*([^]*?)\s*\}\}/g)].flatMap(([, said = '']) =>
    /^matrix\.\w+$/.test(said) ? [] : [said],
  );
}

/** Whether anything but a person of this repository starts it. */
const startsUnasked = ({ triggers }: Workflow): boolean =>
  triggers.some((trigger) => trigger.startsWith('pull_request') || trigger === 'schedule');

describe.for(workflows)('$file', (workflow) => {
  const lines = scriptsIn(stepsOf(workflow));

  test('calls scripts and files that exist', () => {
    expect(lines.flatMap(calledIn).filter((name) => !(name in scripts))).toEqual([]);
    const files = lines.flatMap((script) => script.match(/(?<![\w/.])\.ci\/[\w.-]+/g) ?? []);
    expect(files.filter((file) => !existsSync(join(packageFolder, file)))).toEqual([]);
  });

  test('puts no outside text into its scripts', () => {
    expect(lines.flatMap(foreignIn)).toEqual([]);
  });
});

describe.for(workflows.filter(startsUnasked))('$file, which starts by itself,', (workflow) => {
  test('does not run twice at once, and only reads', () => {
    expect(workflow.concurrency).toBeDefined();
    expect(workflow.permissions).toEqual({ contents: 'read' });
  });

  test('checks out no code if it may write', () => {
    expect(workflow.triggers).not.toContain('pull_request_target');
    const writing = Object.values(workflow.jobs).filter(({ permissions }) =>
      Object.values(permissions ?? {}).includes('write'),
    );
    const used = writing.flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(used.filter((action) => action.startsWith('actions/checkout@'))).toEqual([]);
  });
});

test('the action puts no outside text into its scripts', () => {
  const { runs } = parse(read('action.yml')) as { runs: { steps: readonly Step[] } };
  expect(scriptsIn(runs.steps).flatMap(foreignIn)).toEqual([]);
});

test('outside text, and called scripts, are found', () => {
  expect(foreignIn('echo "${{ github.event.issue.title }}" ${{inputs.seed}} ${{ matrix.node }}')).toEqual([
    'github.event.issue.title',
    'inputs.seed',
  ]);
  expect(calledIn('npm ci && npm test; .ci/timed npm run --silent test:processes -- x')).toEqual([
    'test',
    'test:processes',
  ]);
});
