import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshBuild } from '../../../config/packaging/fresh-build.mjs';
import { textsBelow } from '../../support/canaries/found-secrets.ts';
import { runAgainst, type BorneRun, type BorneAt } from '../../support/hostile/borne-run.ts';
import { hostileKinds } from '../../support/hostile/catalogue.ts';
import { unsafeIn } from '../../support/hostile/inert.ts';
import type { HostileKind } from '../../support/hostile/kind.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const mostSeconds = 120;
/** Of the compiled suite; from the sources, those who compile them are resident beside it. */
const mostMb = freshBuild() === undefined ? 600 : 400;
const places: readonly BorneAt[] = ['always', 'at every third request'];
/** One place a kind: what is borne in one is nearly always borne in the other. */
const rows = hostileKinds.map((kind, at) => ({ ...kind, place: places[at % 2] ?? 'always' }));

function expectBorne({ legitimate }: HostileKind, run: BorneRun): void {
  expect(run.stdout + run.stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  expect(run.seconds).toBeLessThan(mostSeconds);
  expect(run.mostMb ?? 0).toBeLessThan(mostMb);
  const { report } = run;
  if (report === undefined) throw new Error(`no report: ${run.stdout}${run.stderr}`);
  expect(report.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([]);
  if (legitimate === true)
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toEqual([]);
  expect(report.reasons[0]?.length ?? 0).toBeGreaterThan(15);
  expect(run.stdout).toContain(report.verdict);
}

function expectInert(run: BorneRun, cwd: string): void {
  expect(unsafeIn('terminal', run.stdout + run.stderr)).toEqual([]);
  for (const { path, latin1 } of textsBelow(cwd).map(({ path, text }) => ({ path, latin1: text }))) {
    expect(unsafeIn(path, Buffer.from(latin1, 'latin1').toString('utf8'))).toEqual([]);
    if (path.endsWith('.sh')) execFileSync('sh', ['-n', path]);
  }
  expect(existsSync('/tmp/owned')).toBe(false);
  expect(existsSync(join(cwd, 'owned'))).toBe(false);
}

describe('hostile answers', () => {
  test('are of many kinds, each with a distinct name', () => {
    expect(new Set(hostileKinds.map(({ name }) => name)).size).toBe(hostileKinds.length);
    expect(hostileKinds.length).toBeGreaterThan(90);
  });

  test.concurrent.each(
    rowsPlayed({ table: 'hostile', rows: rows, nameOf: ({ name, place }) => `${name} ${place}`, oneIn: 60 }),
  )(
    '$name, $place',
    async (kind) => {
      const cwd = newFolder();
      const run = await runAgainst(kind, kind.place, cwd);
      expectBorne(kind, run);
      expectInert(run, cwd);
    },
    150_000,
  );
});
