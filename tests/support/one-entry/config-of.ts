import { fileURLToPath } from 'node:url';
import { optionsOrExit } from '../../../config/vitest/options-or-exit.ts';

/** The certified configuration except the clauses, which are those of an entry and a plan in this folder. */
export function configOf(entry: string, plan = entry): ReturnType<typeof optionsOrExit> {
  const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  return optionsOrExit(
    { env: process.env, cwd: process.cwd() },
    {
      plan: path(`${plan}-plan.ts`),
      file: path(`${entry}-entry.ts`),
      shards: [path('small-shard-1.ts'), path('small-shard-2.ts')],
    },
  );
}
