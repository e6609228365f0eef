import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { scriptsIn, workflowFiles } from '../../support/workflow-files.ts';

const read = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');
const [, block = ''] = /^## Two commands\n[^]*?```sh\n([^]*?)```/m.exec(read('README.md')) ?? [];
const [start, passes] = block.split('\n').map((line) => line.replace(/ +#.*/, ''));

test('the README says how to start and how to test, each with all of its set-up', () => {
  expect([start, passes]).toEqual(['npm ci && npm start', 'npm ci && npm test']);
});

test('a build runs the second command, word for word', () => {
  expect(read('.ci/run')).toContain(`\n(${passes}) 2>&1 |`);
});

test('a pull request must pass it', () => {
  const ci = workflowFiles().find(({ file }) => file === '.github/workflows/ci.yml');
  const run = scriptsIn(ci?.jobs['gate']?.steps ?? []).map((line) => line.replace(/^\.ci\/timed /, ''));
  expect(run.join(' && ')).toBe(passes);
});
