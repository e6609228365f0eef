import { fileURLToPath } from 'node:url';
import { optionsOrExit } from '../../../config/vitest/options-or-exit.ts';

/** The certified configuration except the clauses: those of a plan in this folder, which its own source states, or others. */
export function configOf(plan: string, sources?: readonly string[]): ReturnType<typeof optionsOrExit> {
  const source = fileURLToPath(new URL(`${plan}-plan.ts`, import.meta.url));
  return optionsOrExit(
    { env: process.env, cwd: process.cwd() },
    {
      // Without a query, what states the clauses would be the test file.
      plan: sources === undefined ? `${source}?source` : source,
      suites: (sources ?? [`${plan}-plan`]).map((name) => `tests/support/small-runs/${name}.ts`),
    },
  );
}
