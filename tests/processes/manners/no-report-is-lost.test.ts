import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { newFolder, reportIn, runVitest } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

/** Every file below a folder with its text and the time of its last change. */
function filesIn(folder: string): Readonly<Record<string, readonly [string, number]>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => lstatSync(path).isFile())
      .map((path) => [path, [readFileSync(path, 'utf8'), lstatSync(path).mtimeMs]]),
  );
}

const all = { CONFORMANCE_REPORTS: 'json,markdown,html,junit,ctrf,badge' };
const silent = {
  CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
  CONFORMANCE_PROJECT_KEY: 'demo',
  CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-of-no-use',
};

describe('the report of a run of everything', () => {
  let cwd = '';
  beforeAll(async () => {
    cwd = newFolder();
    await runVitest(cwd, 'small', ['run'], { env: all });
    await runVitest(cwd, 'small', ['run'], { env: all });
    mkdirSync(join(cwd, 'reports/reproduce'));
    writeFileSync(join(cwd, 'reports/reproduce/4.5-no-body.sh'), 'exit 0\n');
    expect(readdirSync(join(cwd, 'reports')).sort()).toEqual(
      ['badge.json', 'ctrf.json', 'html', 'json', 'junit.xml', 'md', 'previous.json']
        .map((ending) => `conformance.${ending}`)
        .concat('reproduce'),
    );
  });

  test.for([
    ['an unknown setting', ['run'], { CONFORMANCE_FOO: '1' }, 2],
    ['a depth that there is not', ['run', '--depth', 'deep'], {}, 2],
    ['an unknown flag', ['run', '--dept', 'ci'], {}, 2],
    ['a profile that is missing', ['run', '--profile', 'none.json'], {}, 2],
    ['an earlier report that is missing', ['run', '--against', 'none.json'], {}, 2],
    ['lost variables', ['run'], { CONFORMANCE_BASE_URL: '' }, 2],
    ['more shards than there may be', ['run', '--shard', '24/24', '--reporter', 'blob'], {}, 2],
    ['settings that are printed', ['run', '--print-settings'], {}, 0],
    ['help', ['run', '--help'], {}, 0],
    ['a plan for a server that is down', ['plan'], silent, 4],
    ['a server that is down', ['run'], silent, 4],
  ] as const)('stays unchanged after %s', async ([, args, env, expected]) => {
    const before = filesIn(cwd);
    const { code } = await runCommand(cwd, args, { ...env });
    expect(filesIn(cwd)).toEqual(before);
    expect(code).toBe(expected);
  });

  test.for([
    ['a file is named in place of clauses', 'small', ['run', 'suites/4.10']],
    ['the entry cannot be read', 'broken', ['run']],
    ['a shard hands on its blob', 'small', ['run', '--shard=1/2', '--reporter=blob', '--outputFile=../blob']],
  ] as const)('stays unchanged if %s', async ([, config, args]) => {
    const reports = join(cwd, 'reports');
    const before = filesIn(reports);
    await runVitest(reports, config, args, { env: { CONFORMANCE_REPORT_DIR: '.' } });
    expect(filesIn(reports)).toEqual(before);
  });

  test('stays after two reported outages', async () => {
    const last = reportIn(cwd, 'conformance.previous');
    const ran = reportIn(cwd);
    for (let time = 0; time < 2; time += 1) {
      const { code, stdout } = await runVitest(cwd, 'small', ['run'], { env: silent });
      expect(code).toBe(4);
      expect(stdout).toContain('nothing was tested');
      expect(stdout).toMatch(/no\sclause\swas\sjudged:\sthe\searlier\sreport\sis\skept/);
      expect(stdout).toContain('kept: reports/conformance.json');
      expect(stdout).not.toContain('report: ');
    }
    expect(reportIn(cwd)).toEqual(ran);
    expect(reportIn(cwd, 'conformance.previous')).toEqual(last);
  });

  test('is replaced as a whole once a run has judged a clause', async () => {
    const ran = reportIn(cwd);
    await runVitest(cwd, 'small', ['run']);
    expect(readdirSync(join(cwd, 'reports'), { recursive: true, encoding: 'utf8' }).sort()).toEqual([
      'conformance.html',
      'conformance.json',
      'conformance.md',
      'conformance.previous.json',
      'reproduce',
    ]);
    expect(reportIn(cwd, 'conformance.previous')).toEqual(ran);
  });
});

describe('a folder without reports', () => {
  test('is not made by refused settings', async () => {
    const cwd = newFolder();
    await runCommand(cwd, ['run', '--shard', '24/24', '--reporter', 'blob']);
    await runCommand(cwd, ['run', '--reporter', 'nobody']);
    expect(existsSync(join(cwd, 'reports'))).toBe(false);
  });

  test('gets the report of a run that judged no clause, until a run judges one', async () => {
    const cwd = newFolder();
    for (let time = 0; time < 2; time += 1) {
      const { stdout } = await runVitest(cwd, 'small', ['run'], { env: silent });
      expect(stdout).toContain('report: reports/conformance.html');
    }
    expect(existsSync(join(cwd, 'reports/conformance.previous.json'))).toBe(false);
    await runVitest(cwd, 'small', ['run']);
    expect(reportIn(cwd).verdict).toBe('CONFORMANT');
    expect(existsSync(join(cwd, 'reports/conformance.previous.json'))).toBe(false);
  });
});
