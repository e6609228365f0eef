import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder, reportIn, runVitest } from '../../support/small-runs/started-run.ts';

/** Lets the time of day jump so many milliseconds whenever somebody asks for it, in every thread of a process. */
function jumping(ms: number): string {
  return `
    const usual = Date;
    let jumped = 0;
    const now = () => usual.now() + (jumped += ${ms});
    globalThis.Date = class extends usual {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };`;
}

test.for([
  ['back', -3_600_000],
  ['ahead', 86_400_000],
] as const)('a clock that jumps %s ends no run, and makes no duration negative', async ([, ms]) => {
  const cwd = newFolder();
  const path = join(cwd, 'jumping.cjs');
  writeFileSync(path, jumping(ms));
  const began = performance.now();
  const { code, stdout } = await runVitest(cwd, 'small', ['run'], {
    env: { NODE_OPTIONS: `--require ${path}` },
  });
  const took = performance.now() - began;
  const { durationMs, interrupted } = reportIn(cwd).run;
  expect([code, interrupted]).toEqual([0, false]);
  expect(durationMs).toBeGreaterThan(0);
  expect(durationMs).toBeLessThan(took);
  expect(stdout).toMatch(/requests in \d+(?:\.\d+)? m?s/);
});
