import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../clause/report.ts';
import { pythonIsPresent, StartedServer } from '../support/second-implementation/started-server.ts';
import { rowsPlayed } from '../support/played-rows.ts';
import { runCommand } from '../support/started-command.ts';

/** What an operator of that server would put into `.env`; its methods of 4.14 and 4.15 and a key are not told. */
function environmentOf({ announced }: StartedServer): Record<string, string> {
  const tokens = Object.entries(announced.tokens).map(
    ([name, token]) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token] as const,
  );
  return {
    ...Object.fromEntries(tokens),
    CONFORMANCE_BASE_URL: announced.baseUrl,
    CONFORMANCE_PROJECT_KEY: announced.projectKey,
    CONFORMANCE_OTHER_PROJECT_KEY: announced.otherProjectKey,
    CONFORMANCE_CONSENT: 'all',
    CONFORMANCE_WITHOUT: 'minted-scopes,4.14,4.15,key',
    CONFORMANCE_ENV_FILE: 'none',
    CONFORMANCE_REPORT_DIR: 'reports',
  };
}

async function inFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'second-implementation-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function reportIn(folder: string, name = 'conformance'): Report {
  return JSON.parse(readFileSync(join(folder, `reports/${name}.json`), 'utf8'));
}

/** Faults of that server, each with the clause that it breaks. */
const broken: readonly (readonly [fault: string, clause: string])[] = [
  ['anonymous-list', '4.1/refused-without-token'],
  ['repeated-string-refused', '4.1/repeatable-parameters'],
  ['foreign-token-reads', '4.2/refused-to-other-project'],
  ['head-body', '4.5/no-body'],
  ['head-needs-manage', '4.5/any-one-scope-suffices'],
  ['created-without-version', '4.6/answers-with-a-resource'],
  ['lower-version-accepted', '4.10/conflict-on-mismatch'],
  ['precondition-failed', '4.10/conflict-on-mismatch'],
  ['check-then-act', '4.10/one-winner'],
  ['version-unmoved', '4.10/state-moves-the-version'],
  ['view-may-delete', '4.11/refused-to-other-scopes'],
  ['delete-without-effect', '4.11/has-an-effect'],
  ['decimal-limit-refused', '4.12/equal-numbers-are-taken-alike'],
  ['fractional-cent-amount', 'Resources/cent-amount-is-integer'],
];

/** The lines of a profile that somebody who knows that server would write. */
const byHand = {
  resource: { idSource: 'header:Location' },
  search: { method: 'POST' },
  image: { method: 'PUT' },
  update: { observable: '/notes/someProperty' },
};

/** No resource shows its key there, and overwrites reach nothing: the operator says so. */
const limits = 'minted-scopes,key,4.7,4.8';

function passing({ clauses }: Report): readonly string[] {
  return clauses.filter(({ level, verdict }) => level === 'MUST' && verdict === 'pass').map(({ id }) => id);
}

describe.skipIf(!pythonIsPresent())('an independent implementation', () => {
  test('conforms with the profile that was drafted from it', async () => {
    await using server = await StartedServer.start();
    await inFolder(async (folder) => {
      const env = { ...environmentOf(server), CONFORMANCE_WITHOUT: 'minted-scopes' };
      const drafted = await runCommand(folder, ['init'], env);
      expect(drafted.code, drafted.stderr).toBe(0);
      expect(drafted.stdout).toContain('proposed: "overwrite":{"patch":{"target":"none"}}');
      expect(drafted.stdout).toContain('CONFORMANCE_WITHOUT=minted-scopes,4.7,key');
      const profile = 'conformance.profile.json';
      expect(JSON.parse(readFileSync(join(folder, profile), 'utf8'))).not.toHaveProperty('overwrite');
      const limited = { ...env, CONFORMANCE_WITHOUT: limits };
      await runCommand(folder, ['run'], { ...limited, CONFORMANCE_PROFILE: profile });
      const report = reportIn(folder);
      const { verdict, reasons, counts } = report;
      expect({ verdict, reasons }).toEqual({ verdict: 'CONFORMANT', reasons: [] });
      expect(counts.declared.pass).toBeGreaterThan(40);
      writeFileSync(join(folder, 'by-hand.json'), JSON.stringify(byHand));
      await runCommand(folder, ['run'], { ...limited, CONFORMANCE_PROFILE: 'by-hand.json' });
      const known = passing(report);
      expect(passing(reportIn(folder)).filter((id) => !known.includes(id))).toEqual([]);
    });
  });

  test.each(
    rowsPlayed({ table: 'faults of the second implementation', rows: broken, nameOf: String, oneIn: 6 }),
  )('an implementation with %s fails %s', async (fault, clause) => {
    await using server = await StartedServer.start('--fault', fault);
    await inFolder(async (folder) => {
      const { code } = await runCommand(
        folder,
        ['run', '-t', `${clause.split('/')[0]}/`],
        environmentOf(server),
      );
      const failed = reportIn(folder, 'conformance.selected').clauses.filter(
        ({ verdict }) => verdict === 'fail',
      );
      expect(failed.map(({ id }) => id)).toContain(clause);
      expect(code).toBe(1);
    });
  });
});
