import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCommand } from '../../support/started-command.ts';
import { newFolder, reportIn, runVitest } from '../../support/small-runs/started-run.ts';

/** A file that takes nothing, as a disk that is full. */
const full = '/dev/full';

describe('with a disk to which no report can be written', () => {
  test.skipIf(!existsSync(full))(
    'the verdict is printed, with the reason that the disk is full',
    async () => {
      const cwd = newFolder();
      const { code, stdout, stderr } = await runVitest(cwd, 'small', ['run'], {
        env: { GITHUB_STEP_SUMMARY: full },
      });
      expect(code).toBe(4);
      expect(stdout).toContain('CONFORMANT');
      expect(stderr).toMatch(
        /the report could not be written: .*: the disk is full\. The verdict above is valid/,
      );
      expect(stderr).not.toMatch(/^\s+at /m);
      expect(reportIn(cwd).verdict).toBe('CONFORMANT');
    },
  );

  test('an old report that would stay is named before the first request', async () => {
    const cwd = newFolder();
    const inTheWay = join(cwd, 'reports/conformance.md');
    mkdirSync(inTheWay, { recursive: true });
    const { code, stdout, stderr } = await runVitest(cwd, 'small', ['run']);
    expect(code).toBe(2);
    expect(stderr).toContain(`which holds a folder ${inTheWay} in place of an earlier report`);
    expect(stdout + stderr).not.toMatch(/^\s+at /m);
  });

  test('a folder that cannot be made is reported with its parent', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'a-file'), '');
    const { code, stderr } = await runCommand(cwd, ['run', '--report-dir', 'a-file/reports']);
    expect(code).toBe(2);
    expect(stderr).toContain('CONFORMANCE_REPORT_DIR: found');
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

describe('a run of many requests at once', () => {
  test('prints no warning of Node, even at the greatest depth', async () => {
    const cwd = newFolder();
    const { stdout, stderr } = await runCommand(cwd, ['run', '-t', '4.10/', '--depth', 'certify']);
    expect(stdout).toContain('MUST pass');
    expect(stdout + stderr).not.toMatch(/Warning/);
  });
});
