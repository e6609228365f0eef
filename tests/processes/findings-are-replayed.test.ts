import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exchangeLines } from '../../bin/replay-command.ts';
import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { plan } from '../../config/plan.ts';
import {
  differencesOf,
  isRaced,
  replay,
  replaySettings,
  savedFinding,
} from '../../config/runs/replayed-finding.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { loadSettings } from '../../config/settings/settings.ts';
import { referenceProfile, referenceWith } from '../../faults/catalogue.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { serve } from '../../reference/serve.ts';
import { inProcess } from '../support/in-process/in-process-parts.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

const id = '4.11/route-exists';
const fault = 'mismatch-answered-204';

/** A folder in which a run on that target has left a report. */
function folderWithReport(target: { readonly baseUrl: string; readonly embedded: boolean }): string {
  const cwd = newFolder();
  const report = {
    target,
    run: { seed: 7, depth: 'ci' },
    clauses: [{ id }, { id: '4.10/conflict-on-mismatch' }],
  };
  mkdirSync(join(cwd, 'reports'));
  writeFileSync(join(cwd, 'reports/conformance.json'), JSON.stringify(report));
  return cwd;
}

const elsewhere = { baseUrl: 'http://elsewhere.invalid', embedded: false };

describe('the finding to replay', () => {
  const cwd = folderWithReport(elsewhere);
  const reports = join(cwd, 'reports');

  test('is a clause of the last report, or of the report that is named', () => {
    const last = savedFinding(id, cwd, reports);
    expect(last.clause).toBe(id);
    expect(savedFinding(`reports/conformance.json#${id}`, cwd, 'none')).toEqual(last);
  });

  test.for([
    ['4.10/conflict-on-missmatch', 'Did you mean 4.10/conflict-on-mismatch?'],
    [`nowhere.json#${id}`, 'is missing'],
  ] as const)('is refused if it cannot be found: %s', ([named, text]) => {
    const attempt = () => savedFinding(named, cwd, reports);
    expect(attempt).toThrow(ConfigurationError);
    expect(attempt).toThrow(text);
  });

  test('is replayed only with reads if its run had sent only reads, unless writes are allowed again', () => {
    const env = {
      CONFORMANCE_ENV_FILE: 'none',
      CONFORMANCE_BASE_URL: elsewhere.baseUrl,
      CONFORMANCE_PROJECT_KEY: 'demo',
    };
    const finding = savedFinding(id, cwd, reports);
    const readOnly = { decidable: 1, decided: 1, pass: 0 };
    const scope = { without: [], neverSeen: [], suspects: 0, readOnly };
    const only = { ...finding, report: { ...finding.report, scope } };
    const given = loadSettings({ env: { ...env, CONFORMANCE_CONSENT: 'all' }, cwd });
    expect(replaySettings(given, finding)).toMatchObject({ readOnly: false });
    const replayed = replaySettings(given, only);
    expect([replayed.readOnly, [...replayed.consent]]).toEqual([true, []]);
    const writing = loadSettings({ env: { ...env, CONFORMANCE_READ_ONLY: '0' }, cwd });
    expect(replaySettings(writing, only)).toMatchObject({ readOnly: false });
  });

  test('is not searched for on another target', () => {
    const settings = loadSettings({ env: { CONFORMANCE_ENV_FILE: 'none' }, cwd });
    expect(() => replaySettings(settings, savedFinding(id, cwd, reports))).toThrow(
      'http://elsewhere.invalid',
    );
  });

  test('takes seed and depth from the report unless they are given again', () => {
    const finding = savedFinding(id, cwd, reports);
    const set = (env: Record<string, string>) =>
      loadSettings({
        env: {
          CONFORMANCE_ENV_FILE: 'none',
          CONFORMANCE_BASE_URL: 'http://h',
          CONFORMANCE_PROJECT_KEY: 'demo',
          ...env,
        },
        cwd,
      });
    expect(replaySettings(set({}), finding)).toMatchObject({ seed: 7, depth: 'ci' });
    const anew = { CONFORMANCE_SEED: '9', CONFORMANCE_DEPTH: 'release' };
    expect(replaySettings(set(anew), finding)).toMatchObject({ seed: 9, depth: 'release' });
  });

  test('states that the report is about another target, project or profile', () => {
    const finding = savedFinding(id, cwd, reports);
    const now = { baseUrl: elsewhere.baseUrl, projectKey: 'demo', profileSha256: undefined };
    expect(differencesOf(finding, now)).toEqual([]);
    expect(differencesOf(finding, { ...now, baseUrl: 'http://h', profileSha256: 'ab' })).toEqual([
      'the report is about http://elsewhere.invalid',
      'the report was made without a profile',
    ]);
  });
});

describe('a replay', () => {
  test('shows the violation of the run that it repeats', async () => {
    const { judgements } = await rehearse({ plan: { ...plan, evidence: [] }, faults: [fault] });
    const [broken] = [...judgements].find(([, { verdict }]) => verdict === 'fail') ?? [];
    if (broken === undefined) throw new Error(`${fault} breaks nothing`);
    const { judgement, exchanges } = await replay(
      { ...plan, evidence: [] },
      broken,
      inProcess({ faults: [fault] }, {})(1),
    );
    expect(judgement?.verdict).toBe('fail');
    expect(new Set(exchanges.map(({ part }) => part))).toEqual(new Set(['discovery', 'check', 'clean-up']));
  });

  test('shows the violation again that another section has provoked', async () => {
    const provoked = 'General/answers-are-whole';
    const faults = ['mismatch-uncaught'];
    const { judgements } = await rehearse({ plan, faults, profile: referenceProfile });
    const [finding] = judgements.get(provoked)?.findings ?? [];
    expect(finding?.expected).toContain('4.10');
    const alone = await replay(plan, provoked, inProcess({ faults }, {})(1));
    expect(alone.judgement?.verdict).toBe('pass');
    const together = await replay(plan, provoked, inProcess({ faults }, {})(1), finding);
    expect(together.judgement?.verdict).toBe('fail');
  });

  test('sends only the requests of the one clause, and hides tokens', async () => {
    const parts = inProcess({}, {})(1);
    const { judgement, exchanges } = await replay(plan, id, parts);
    const lines = exchangeLines(exchanges, parts.redact);
    expect(judgement?.verdict).toBe('pass');
    expect(exchanges.length).toBeLessThan(80);
    expect(exchanges.filter(({ part }) => part === 'check').length).toBeGreaterThan(0);
    expect(lines.join('\n')).toContain('Bearer <CONFORMANCE_TOKEN_MANAGE_TEST>');
    expect(lines.join('\n')).not.toContain(tokenOf.manageTest);
  });

  test('holds a declared choice to its observations', async () => {
    const declared = 'declared/create.mode';
    const { judgement } = await replay(plan, declared, inProcess({}, { create: { mode: 'upsert' } })(1));
    expect(judgement?.verdict).toBe('fail');
  });

  test('is repeated if races decide', () => {
    const raced = plan.evidence.find(({ phase }) => phase === 'races');
    if (raced !== undefined) expect(isRaced(plan, raced.clause)).toBe(true);
    expect(isRaced(plan, id)).toBe(false);
  });
});

describe('the command', () => {
  test('replays a finding over sockets, says how often it showed, and keeps the report', async () => {
    const served = await serve(referenceWith({ faults: ['delete-not-supported'] }));
    try {
      const cwd = folderWithReport({ baseUrl: served.url, embedded: false });
      const env = {
        CONFORMANCE_BASE_URL: served.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
      };
      const { code, stdout } = await runCommand(cwd, ['replay', id, '--times', '2'], env);
      expect(stdout).toMatch(/> probe +DELETE …\/\S+ as MANAGE_TEST -> 4\d\d/);
      expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
      expect(stdout).toContain('replay rate: 2/2 showed the violation');
      expect(stdout).not.toContain(tokenOf.manageTest);
      expect(code).toBe(1);
      const whole = await runCommand(cwd, ['replay', id, '--all'], env);
      expect(whole.stdout).toContain('DELETE /demo/resource/');
      const told = await runCommand(cwd, ['replay', id, '--json'], env);
      expect(JSON.parse(told.stdout)).toMatchObject({ clause: id, replays: [{ verdict: 'fail' }] });
      const mistyped = await runCommand(cwd, ['replay', '4.11/route-exist'], env);
      expect(mistyped.code).toBe(2);
      expect(savedFinding(id, cwd, join(cwd, 'reports')).clause).toBe(id);
    } finally {
      await served.close();
    }
  });
});
