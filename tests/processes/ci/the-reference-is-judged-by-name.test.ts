import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { run as runProgram } from '../../../bin/programmatic/run.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { hasReport, newFolder, reportIn, run, runVitest } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

// That of the package: of one that vitest has to bundle first it says how long that took.
const [vitest, config] = [
  join(repository, 'node_modules/vitest/vitest.mjs'),
  join(repository, 'config/vitest.config.ts'),
];

/** In place of the name that tests give the reference. */
const unnamed = { CONFORMANCE_BASE_URL: undefined };

/** As a pipeline has them whose variables and secrets come out empty. */
const lost = {
  CONFORMANCE_BASE_URL: '',
  CONFORMANCE_PROJECT_KEY: '',
  CONFORMANCE_TOKEN_MANAGE_TEST: '',
  CONFORMANCE_CONSENT: 'all',
  CONFORMANCE_WITHOUT: '4.14,4.15,other-project,minted-scopes,no-scope',
};

describe('a pipeline', () => {
  test.for([
    ['that has lost its variables', lost, 'CONFORMANCE_BASE_URL: found it empty'],
    ['without any', unnamed, 'CONFORMANCE_BASE_URL: found no base URL, while CI is set'],
    [
      'that has kept its terms',
      { ...unnamed, CI: '', CONFORMANCE_WITHOUT: '4.14' },
      'CONFORMANCE_WITHOUT: found',
    ],
  ] as const)('%s ends with two lines and exit code 2, by either command', async ([, env, found]) => {
    for (const start of [
      (cwd: string) => runCommand(cwd, ['run'], env),
      (cwd: string) => run(cwd, process.execPath, [vitest, 'run', '--config', config], { env }),
    ]) {
      const cwd = newFolder();
      const { code, stdout, stderr } = await start(cwd);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(found);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
      expect(hasReport(cwd)).toBe(false);
    }
  });

  test('judges the reference by its name, and says that the verdict is about the reference', async () => {
    const cwd = newFolder();
    const env = { CONFORMANCE_REPORTS: 'json,markdown,html,junit,ctrf,badge' };
    const { code, stdout } = await runVitest(cwd, 'small', ['run'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^CONFORMANT of the embedded reference/m);
    expect(reportIn(cwd).target.embedded).toBe(true);
  });

  test('judges it by `npm start` in a clone', async () => {
    const folder = newFolder();
    const args = ['start', '--', '-t', '4.5/no-body', '--report-dir', folder];
    const { code, stdout } = await run(repository, 'npm', args, { env: unnamed });
    expect([code, stdout]).toEqual([
      3,
      expect.stringMatching(/^INCOMPLETE [^]* of\sthe\sembedded\sreference/m),
    ]);
    const refused = await run(repository, 'npm', ['start'], { env: lost });
    expect(refused.code).toBe(2);
  });

  test('merges blobs, which name their target', async () => {
    const cwd = newFolder();
    for (const shard of ['1/2', '2/2'])
      await runVitest(cwd, 'small', ['run', `--shard=${shard}`, '--reporter=blob']);
    const merged = await runVitest(cwd, 'small', ['run', '--merge-reports'], { env: unnamed });
    expect([merged.code, reportIn(cwd).verdict]).toEqual([0, 'CONFORMANT']);
  });

  test('is refused by a program too', async () => {
    const cwd = newFolder();
    for (const env of [{ CI: '1' }, { CONFORMANCE_BASE_URL: '' }])
      await expect(runProgram(env, { cwd })).rejects.toThrow(ConfigurationError);
  });
});

describe('init', () => {
  test('observes only a server that is named', async () => {
    const cwd = newFolder();
    const { code, stderr } = await runCommand(cwd, ['init'], { ...unnamed, CI: '' });
    expect(code).toBe(2);
    expect(stderr).toContain(
      'CONFORMANCE_BASE_URL: found nothing; expected the base URL of the implementation',
    );
    expect(existsSync(join(cwd, '.env'))).toBe(false);
  });
});
