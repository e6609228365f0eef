import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { whileServed } from '../../bench/timed-run.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { hasReport, newFolder, reportIn, run, runVitest } from '../support/small-runs/started-run.ts';

describe('a run that is compared with an earlier one', () => {
  test('exits 0 if the same clauses fail, and 1 if other clauses fail', async () => {
    const cwd = newFolder();
    expect((await runVitest(cwd, 'failing', ['run'])).code).toBe(1);
    const last = join(cwd, 'last.json');
    copyFileSync(join(cwd, 'reports/conformance.json'), last);
    const again = await runVitest(cwd, 'failing', ['run'], { env: { CONFORMANCE_AGAINST: 'last.json' } });
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('nothing got worse');
    expect(reportIn(cwd)).toMatchObject({ verdict: 'NON-CONFORMANT', against: { newlyFailing: [] } });
    const report = reportIn(cwd);
    const clauses = report.clauses.map((clause) => ({ ...clause, verdict: 'pass', findings: [] }));
    writeFileSync(last, JSON.stringify({ ...report, clauses }));
    const worse = await runVitest(cwd, 'failing', ['run'], { env: { CONFORMANCE_AGAINST: 'last.json' } });
    expect(worse.code).toBe(1);
    expect(reportIn(cwd).against?.newlyFailing).toEqual(['4.2/is-broken']);
  });

  test('may be compared with the report that it replaces', async () => {
    const cwd = newFolder();
    await runVitest(cwd, 'failing', ['run']);
    const env = { CONFORMANCE_AGAINST: 'reports/conformance.json' };
    expect((await runVitest(cwd, 'failing', ['run'], { env })).code).toBe(0);
  });

  test.each([
    ['nothing', undefined, /which is missing/],
    ['no report', '{"clauses": []}', /a file that is not a report of this suite/],
    ['no JSON', 'x', /a file that is not a report of this suite/],
  ])('is refused if that report is %s', async (_what, text, says) => {
    const cwd = newFolder();
    if (text !== undefined) writeFileSync(join(cwd, 'last.json'), text);
    const { code, stderr } = await runVitest(cwd, 'failing', ['run'], { env: { CONFORMANCE_AGAINST: 'last.json' } });
    expect(stderr).toMatch(says);
    expect([code, hasReport(cwd)]).toEqual([2, false]);
  }); // prettier-ignore
});

describe('a run that stops at a number of failures', () => {
  test('cleans up, reports this, and leaves the rest undecided', async () => {
    const cwd = newFolder();
    const { code, stdout } = await runVitest(cwd, 'enduring', ['run'], { env: { CONFORMANCE_MAX_FAILURES: '1' } });
    const report = reportIn(cwd);
    expect(code).toBe(1);
    expect(stdout).toContain('NON-CONFORMANT (stopped after 1 failing clause)');
    expect(report.run).toMatchObject({ interrupted: true, stoppedAfter: 1 });
    expect(report.leftovers).toEqual([]);
    expect(report.clauses.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['4.2/is-broken fail', '4.2/waits inconclusive']);
  }); // prettier-ignore

  test('does not stop for clauses that failed before', async () => {
    const cwd = newFolder();
    await runVitest(cwd, 'failing', ['run']);
    const env = { CONFORMANCE_AGAINST: 'reports/conformance.json', CONFORMANCE_MAX_FAILURES: '1' };
    const { code } = await runVitest(cwd, 'failing', ['run'], { env });
    expect([code, reportIn(cwd).run.interrupted]).toEqual([0, false]);
  });
});

describe('a run with waivers', () => {
  const suite = fileURLToPath(new URL('../../bin/resource-conformance.mjs', import.meta.url));
  const waived = (expires: string) => [
    { clause: '4.5/refused-without-token', reason: 'ticket 12', owner: 'the api team', expires },
  ];

  test('an expired waiver ends the run before its first request', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify(waived('2020-01-01')));
    const { code, stderr } = await run(cwd, process.execPath, [suite, '--waivers', 'waivers.json']);
    expect([code, hasReport(cwd)]).toEqual([2, false]);
    expect(stderr).toContain('4.5/refused-without-token on 2020-01-01 (the api team)');
  });

  test('a stale waiver is reported at the end of the run', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'waivers.json'), JSON.stringify(waived('9999-01-01')));
    const { code, stdout } = await run(cwd, process.execPath, [suite, '--waivers', 'waivers.json']);
    expect(stdout).toContain('CONFORMANT (1 stale waiver (4.5/refused-without-token))');
    expect([code, reportIn(cwd).verdict]).toEqual([2, 'CONFORMANT']);
    expect(reportIn(cwd).waivers?.map(({ state }) => state)).toEqual(['stale']);
  });

  test('waivers that cover every fail let the run end like a run without fails', async () => {
    const cwd = newFolder();
    const fault = { faults: ['head-open-without-token'] };
    await whileServed(referenceWith(fault), 0, async (env) => {
      writeFileSync(join(cwd, 'waivers.json'), JSON.stringify(waived('9999-01-01')));
      const args = [suite, '-t', '4.5/refused-without-token', '--waivers', 'waivers.json'];
      const { code, stdout } = await run(cwd, process.execPath, args, { env });
      expect(stdout).toMatch(/1 of 1\s+fails\s+waived/);
      // A look at some clauses is no run of everything: that is in the way.
      expect(code).toBe(3);
    });
  });
});

describe('a run that exceeds its time limit', () => {
  test('stops early enough for its clean-up, reports this, and is INCOMPLETE', async () => {
    const cwd = newFolder();
    const env = { CONFORMANCE_MAX_SECONDS: '4' };
    const { code, stdout } = await runVitest(cwd, 'waiting', ['run'], { env });
    const report = reportIn(cwd);
    expect(code).toBe(3);
    expect(stdout).toContain('INCOMPLETE (stopped after 4 s');
    expect(report.run).toMatchObject({ interrupted: true, stoppedAfterSeconds: 4 });
    expect(report.reasons.join()).toContain('CONFORMANCE_MAX_SECONDS');
    expect(report.leftovers).toEqual([]);
  });
});
