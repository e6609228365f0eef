import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { referenceWith } from '../../faults/catalogue.ts';
import { serve } from '../../reference/serve.ts';
import { newFolder, reportIn } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

let served: Awaited<ReturnType<typeof serve>> | undefined;

beforeAll(async () => {
  served = await serve(referenceWith({ faults: ['version-never-checked'] }));
});

afterAll(async () => {
  await served?.close();
});

/** Ids and keys as the reference makes them; a report of them holds values of bodies. */
const idOfReference = /\br[0-9a-f]{12}\b/;

test.each([
  ['full', true],
  ['shape', false],
  ['none', false],
])('evidence %s: every rendering and the terminal show values: %s', async (evidence, shows) => {
  const cwd = newFolder();
  const { code, stdout } = await runCommand(
    cwd,
    ['run', '-t', '4.10/(conflict-on|one-winner|stale)', '--evidence', evidence, '--reports', 'markdown,junit', '--open'],
    { CONFORMANCE_BASE_URL: served?.url ?? '', CONFORMANCE_PROJECT_KEY: 'demo', CONFORMANCE_TOKEN_MANAGE_TEST: 'demo-manage-test' },
  );
  expect(code).toBe(1);
  const reports = join(cwd, 'reports');
  const files = readdirSync(reports, { recursive: true, encoding: 'utf8' }).filter((name) => /\.\w+$/.test(name) && name !== 'reproduce.selected');
  const [scripts, renderings] = [files.filter((name) => name.endsWith('.sh')), files.filter((name) => !name.endsWith('.sh'))];
  expect(scripts.length > 0).toBe(shows);
  const texts = [stdout, ...renderings.map((name) => readFileSync(join(reports, name), 'utf8'))];
  // What a script is about it makes itself.
  for (const name of scripts) expect(readFileSync(join(reports, name), 'utf8')).not.toMatch(idOfReference);
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) {
    expect(idOfReference.test(text)).toBe(shows);
    if (!shows) expect(text).not.toMatch(/curl -sS|--data-raw/);
  }
  const findings = reportIn(cwd, 'conformance.selected').clauses.flatMap((clause) => clause.findings);
  expect(findings.length).toBeGreaterThan(2);
  if (evidence === 'none') expect(findings.every(({ exchanges }) => exchanges.length === 0)).toBe(true);
}); // prettier-ignore
