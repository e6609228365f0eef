import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { newFolder, run } from '../../support/small-runs/started-run.ts';

const timed = fileURLToPath(new URL('../../../.ci/timed', import.meta.url));

test('a summary shows the duration of a command, and keeps its exit code', async () => {
  const cwd = newFolder();
  const summary = join(cwd, 'summary');
  const env = { GITHUB_STEP_SUMMARY: summary };
  expect((await run(cwd, timed, ['sh', '-c', 'exit 3 # `x`'], { env })).code).toBe(3);
  expect(readFileSync(summary, 'utf8')).toMatch(/^- `sh -c exit 3 # {2}x `: \d+ s, exit code 3\n$/);
  expect((await run(cwd, timed, ['true'], { env: { GITHUB_STEP_SUMMARY: undefined } })).code).toBe(0);
});
