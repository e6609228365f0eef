import { createHash } from 'node:crypto';

/** One of several runs among which the clauses are divided; counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** As many shards as there are entries in `config/vitest/entries`. */
export const mostShards = 16;

/** Whether a clause falls to the shard: by its id alone, so that each falls to exactly one. */
export function fallsTo(shard: Shard | undefined, clauseId: string): boolean {
  if (shard === undefined) return true;
  const digest = createHash('sha256').update(clauseId).digest();
  return digest.readUInt32BE(0) % shard.count === shard.index - 1;
}
