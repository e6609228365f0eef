import type { StatedSuite } from '../register/stated-places.ts';
import { quoted, refusal } from '../input/configuration-error.ts';

/** One of several runs that share the clauses; counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/**
 * The shard of each suite, by its path: the largest suites first, each to the shard with the fewest clauses so far. The
 * selection does not change the shards, so each clause is in exactly one.
 */
export function shardsOf(suites: readonly StatedSuite[], count: number): ReadonlyMap<string, number> {
  const loads = Array.from({ length: count }, () => 0);
  const bySize = suites.toSorted((one, other) => other.stated.length - one.stated.length);
  return new Map(
    bySize.map(({ path, stated }) => {
      const at = loads.indexOf(Math.min(...loads));
      loads[at] = (loads[at] ?? 0) + stated.length;
      return [path, at + 1];
    }),
  );
}

/** The shard that `--shard=i/n` names. @throws ConfigurationError if vitest would end with a stack trace */
export function shardOf(text: string): Shard {
  const [, index, count] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (shard.index <= shard.count) return shard;
  throw refusal('--shard', quoted(text), 'i/n, with i from 1 to n', 'For example: --shard=1/3');
}
