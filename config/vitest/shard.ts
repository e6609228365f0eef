import { createHash } from 'node:crypto';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';

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

/**
 * The shard that `--shard=i/n` names.
 *
 * @throws ConfigurationError where vitest would end with a stack trace
 */
export function shardOf(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index <= shard.count) return shard;
  throw new ConfigurationError({
    setting: '--shard',
    found: quoted(text),
    expected: 'i/n, with i from 1 to n',
    remedy: 'For example: --shard=1/3',
  });
}
