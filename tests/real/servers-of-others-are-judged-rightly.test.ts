import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../clause/report.ts';
import { newFolder, reportIn, type Ended } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';
import { examples, whyNotHere, whyNotInstalled } from './installed-examples.ts';
import { servers } from './servers.ts';
import { StartedExample } from './started-example.ts';

const missing = whyNotInstalled();

type Judged = Report['clauses'][number];

const idsOf = (clauses: readonly Judged[]): readonly string[] => clauses.map(({ id }) => id).toSorted();

/** What is demanded and was not decided; members that never occur keep no run from CONFORMANT. */
function undecidedIn({ clauses }: Report): readonly Judged[] {
  return clauses.filter(
    ({ level, verdict, reason }) =>
      level === 'MUST' &&
      (verdict === 'inconclusive' || verdict === 'not-tested') &&
      reason?.code !== 'field-never-seen',
  );
}

test.skipIf(missing !== undefined)('the examples keep the types that they state', () => {
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', examples], { encoding: 'utf8' });
  expect(status, stdout).toBe(0);
});

if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

for (const server of servers) {
  const name = `${server.product} ${server.as}`;
  const tooOld = whyNotHere(server.node);
  if (missing === undefined && tooOld !== undefined) process.stdout.write(`skipped, ${name}: ${tooOld}\n`);

  describe.skipIf((missing ?? tooOld) !== undefined)(name, () => {
    let example: StartedExample;
    let report: Report;
    let ended: Ended;

    beforeAll(async () => {
      const folder = newFolder();
      example = await StartedExample.start(server.command, folder);
      // As a user would, in the folder in which the example has written what a run has to know.
      ended = await runCommand(folder, ['run'], { CONFORMANCE_ENV_FILE: '.env' });
      report = reportIn(folder);
      const { requests, durationMs } = report.run;
      process.stdout.write(
        `${name}: ${report.verdict}, ${requests} requests in ${Math.round(durationMs / 1000)} s\n`,
      );
    });

    afterAll(async () => {
      await example?.[Symbol.asyncDispose]();
    });

    test(`is ${server.verdict}`, () => {
      expect(report.verdict, ended.stdout).toBe(server.verdict);
      expect(ended.code).toBe(server.verdict === 'CONFORMANT' ? 0 : 1);
    });

    test('fails the clauses of the table, and no other', () => {
      const failed = report.clauses.filter(({ verdict }) => verdict === 'fail');
      expect(idsOf(failed)).toEqual(server.failed.map(({ clause }) => clause).toSorted());
    });

    test('excuses only what the table excuses', () => {
      expect(idsOf(undecidedIn(report))).toEqual(Object.keys(server.undecided).toSorted());
    });

    test('leaves no resources behind', () => {
      expect(report.leftovers).toEqual([]);
    });

    for (const { clause, because, ask, shows } of server.failed)
      test(`shows ${clause} at its own port`, async () => {
        expect(await ask(example), because).toEqual(shows);
      });

    for (const { that, ask, shows } of server.right)
      test(`${that} at its own port`, async () => {
        expect(await ask(example)).toEqual(shows);
      });
  });
}
