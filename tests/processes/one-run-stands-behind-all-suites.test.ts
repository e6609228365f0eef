import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../clause/report.ts';
import { hasReport, newFolder, reportIn, runVitest } from '../support/small-runs/started-run.ts';

function observed(report: Report, id: string): { readonly place: number; readonly beside: number } {
  const clause = report.clauses.find((one) => one.id === id);
  return clause?.observed as { readonly place: number; readonly beside: number };
}

function verdicts(report: Report): readonly string[] {
  return report.clauses.map(({ id, verdict }) => `${id} ${verdict}`);
}

describe('one run behind all suites', () => {
  test('runs phase after phase, and the checks of one phase together', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'small', ['run']);
    const report = reportIn(cwd);
    const place = (id: string) => observed(report, id).place;
    expect(code).toBe(0);
    expect(stdout).toContain('CONFORMANT');
    expect(report.verdict).toBe('CONFORMANT');
    expect(place('4.5/first')).toBe(1);
    expect(new Set([place('4.5/one-of-many'), place('4.5/other-of-many')])).toEqual(new Set([2, 3]));
    expect(place('4.2/alone')).toBe(4);
    expect(place('4.2/last')).toBe(5);
    expect(observed(report, '4.5/one-of-many').beside).toBe(2);
    expect(observed(report, '4.2/alone').beside).toBe(1);
    expect(report.leftovers).toEqual([]);
    expect(report.target).toMatchObject({ embedded: true, projectKey: 'demo' });
    expect(existsSync(join(cwd, 'reports/conformance.md'))).toBe(true);
  });

  test('ends by itself without the word run', async () => {
    const cwd = newFolder();
    const { code } = await runVitest(cwd, 'small', []);
    expect(code).toBe(0);
    expect(reportIn(cwd).verdict).toBe('CONFORMANT');
  });

  test('runs what -t selects, and ends INCOMPLETE', async () => {
    const cwd = newFolder();
    const { code } = await runVitest(cwd, 'small', ['run', '-t', '4.2/']);
    const report = reportIn(cwd, 'conformance.selected');
    const judged = report.clauses.filter(({ reason }) => reason?.code !== 'not-selected');
    expect(code).toBe(3);
    expect(report.verdict).toBe('INCOMPLETE');
    expect(report.reasons[0]).toContain('selected 3 of 7 clauses');
    expect(judged.map(({ id }) => id)).toEqual(['4.2/holds', '4.2/last', '4.2/alone']);
    expect(report.clauses).toHaveLength(7);
  });

  test('keeps the last report of all clauses, and with -t leaves it unchanged', async () => {
    const cwd = newFolder();
    await runVitest(cwd, 'small', ['run']);
    const first = reportIn(cwd);
    await runVitest(cwd, 'small', ['run', '-t', '4.2/']);
    expect(reportIn(cwd)).toEqual(first);
    await runVitest(cwd, 'small', ['run']);
    expect(reportIn(cwd).run.id).not.toBe(first.run.id);
    expect(reportIn(cwd, 'conformance.previous')).toEqual(first);
  });

  test('is INCOMPLETE if -t selects nothing, and suggests a clause', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'small', ['run', '-t', '4.2/alown']);
    const report = reportIn(cwd, 'conformance.selected');
    expect(code).toBe(3);
    expect(report.verdict).toBe('INCOMPLETE');
    expect(report.reasons.slice(0, 2)).toEqual([
      'selected 0 of 7 clauses',
      'no clause has an id that matches -t "4.2/alown"; did you mean 4.2/alone?',
    ]);
    expect(report.clauses).toHaveLength(7);
    expect(report.target.baseUrl).toMatch(/^http:/);
    expect(stdout).toContain('INCOMPLETE (selected 0 of 7 clauses)');
    expect(stdout).toMatch(/did you mean\s4\.2\/alone\?/);
  });

  test('is INCOMPLETE if -t selects all clauses, but not their generated evidence', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'generated', ['run', '-t', String.raw`^\S+$`]);
    const report = reportIn(cwd, 'conformance.selected');
    expect(code).toBe(3);
    expect(report.verdict).toBe('INCOMPLETE');
    expect(report.reasons).toEqual(['selected 1 of 1 clauses and 0 of 2 pieces of evidence']);
    expect(stdout).toContain('INCOMPLETE (selected 1 of 1 clauses and 0 of 2 pieces of evidence)');
    expect(report.clauses[0]).toMatchObject({ id: '4.2/is-kept', verdict: 'pass' });
    expect(report.evidence.map(({ reason }) => reason?.code)).toEqual(['not-selected', 'not-selected']);
  });

  test('names generated evidence with too few cases, and leaves the verdict of its clause unchanged', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'generated', ['run']);
    const report = reportIn(cwd);
    expect(code).toBe(0);
    expect(report.verdict).toBe('CONFORMANT');
    expect(report.evidence).toMatchObject([
      { clause: '4.2/is-kept', name: 'cases that hold', verdict: 'pass', premise: 20 },
      { name: 'cases that are too few', verdict: 'inconclusive', minimum: 2, premise: 1 },
    ]);
    expect(stdout).toContain('GENERATED EVIDENCE: TOO FEW CASES (1)');
    expect(stdout).toContain('1 of 2 cases');
  });

  test('reports beside the reporter of the command line, which writes to the folder of the command', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'failing', [
      'run',
      '--reporter=junit',
      '--outputFile=junit.xml',
    ]);
    const report = reportIn(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('NON-CONFORMANT');
    expect(report.verdict).toBe('NON-CONFORMANT');
    expect(existsSync(join(cwd, 'junit.xml'))).toBe(true);
  });

  test('joins a property to its clause: a property that fails decides', async () => {
    const cwd = newFolder();
    await runVitest(cwd, 'failing', ['run']);
    const [clause, ...others] = reportIn(cwd).clauses;
    expect(others).toEqual([]);
    expect(clause).toMatchObject({ id: '4.2/is-broken', verdict: 'fail' });
    expect(clause?.findings).toHaveLength(1);
    expect(JSON.stringify(clause)).not.toMatch(/demo-(manage|view)-/);
    expect(clause?.findings[0]?.exchanges.at(-1)?.curl).toContain('CONFORMANCE_TOKEN_');
  });
});

describe('shards', () => {
  test('merge into the matrix of one run', async () => {
    const cwd = newFolder();
    for (const shard of ['1/2', '2/2']) {
      const { code } = await runVitest(cwd, 'small', ['run', `--shard=${shard}`, '--reporter=blob']);
      expect(code).toBe(0);
      expect(hasReport(cwd)).toBe(false);
    }
    expect(readdirSync(join(cwd, '.vitest-reports'))).toHaveLength(2);
    const merged = await runVitest(cwd, 'small', ['run', '--merge-reports']);
    const whole = newFolder();
    await runVitest(whole, 'small', ['run']);
    expect(merged.code).toBe(0);
    expect(verdicts(reportIn(cwd))).toEqual(verdicts(reportIn(whole)));
    expect(reportIn(cwd).verdict).toBe('CONFORMANT');
    expect(reportIn(cwd).run.shards).toBe(2);
    expect(reportIn(cwd).run.requests).toBeGreaterThan(reportIn(whole).run.requests);
  });

  test('merge even if a shard gets none of the selected clauses', async () => {
    const cwd = newFolder();
    for (const shard of ['1/2', '2/2'])
      await runVitest(cwd, 'small', ['run', '-t', '4.2/alone', `--shard=${shard}`, '--reporter=blob']);
    const { code } = await runVitest(cwd, 'small', ['run', '--merge-reports']);
    const report = reportIn(cwd, 'conformance.selected');
    expect(code).toBe(3);
    expect(report.reasons[0]).toBe('selected 1 of 7 clauses');
    expect(report.run.shards).toBe(2);
    expect(hasReport(cwd)).toBe(false);
  });

  test('shards missing from a merge are an error of the harness', async () => {
    const cwd = newFolder();
    await runVitest(cwd, 'small', ['run', '--shard=1/2', '--reporter=blob']);
    const { code } = await runVitest(cwd, 'small', ['run', '--merge-reports']);
    expect(code).toBe(4);
    expect(reportIn(cwd).verdict).toBe('INCOMPLETE');
    expect(reportIn(cwd).reasons.join()).toContain('shard 2/2 is missing');
  });
});

describe('a run that does not come to its end', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)('cleans up and reports after %s', async (signal) => {
    const cwd = newFolder();
    const { code } = await runVitest(cwd, 'waiting', ['run'], { interrupt: { at: 'waiting', signal } });
    const report = reportIn(cwd);
    expect(code).toBe(3);
    expect(report.run.interrupted).toBe(true);
    expect(report.verdict).toBe('INCOMPLETE');
    expect(report.leftovers).toEqual([]);
    expect(report.clauses[0]).toMatchObject({ id: '4.2/waits', verdict: 'inconclusive' });
  });

  test('lists every clause and exits 4 when its plan cannot be read', async () => {
    const cwd = newFolder();
    const { code } = await runVitest(cwd, 'broken', ['run']);
    const report = reportIn(cwd);
    expect(code).toBe(4);
    expect(report.verdict).toBe('INCOMPLETE');
    expect(report.reasons.join()).toContain('this plan cannot be read');
    expect(report.clauses).toHaveLength(7);
  });

  test('exits 4 with a report when the target cannot be reached', async () => {
    const cwd = newFolder();
    const env = {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-of-no-use',
    };
    const { code, stdout } = await runVitest(cwd, 'small', ['run'], { env });
    expect(code).toBe(4);
    expect(stdout).not.toContain('a-token-of-no-use');
    expect(reportIn(cwd).reasons[0]).toContain('http://127.0.0.1:9');
  });
});

describe('settings that are refused', () => {
  test('end the command with one clear error and exit code 2', async () => {
    const cwd = newFolder();
    const { code, stdout, stderr } = await runVitest(cwd, 'small', ['run'], {
      env: { CONFORMANCE_MAX_RSP: '5' },
    });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('Did you mean CONFORMANCE_MAX_RPS?');
    expect(stderr).not.toContain('    at ');
    expect(hasReport(cwd)).toBe(false);
  });

  test('more shards than suites are refused as well', async () => {
    const { code, stderr } = await runVitest(newFolder(), 'small', ['run', '--shard=1/3', '--reporter=blob']);
    expect(code).toBe(2);
    expect(stderr).toContain('at most 2 shards');
  });
});
