import { createHash } from 'node:crypto';
import type { Seed } from '../clause/reported/seed.ts';

/** A seeded source of numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number;
  /** One of the values; throws for an empty list. */
  pick<T>(values: readonly T[]): T;
  /**
   * A string of `length` lower-case letters and digits that begins with a letter.
   *
   * @throws UnseenText if the text is not {@link isPlain}
   */
  word(length: number): string;
}

/** A 32-bit hash of a text (FNV-1a), for seeds that belong to a name. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash >>> 0;
}

/** The seed of one clause: its cases depend neither on the selection nor on the order of the run. */
export function clauseSeed(runSeed: Seed, clauseId: string): number {
  const text = `${runSeed}:${clauseId}`;
  // The state of a 32-bit hash could be found by trying, and with it the cases of all clauses.
  return typeof runSeed === 'number'
    ? hashText(text)
    : createHash('sha256').update(text).digest().readUInt32BE();
}

/** The seed of one of several runs that share a seed. */
export function turnOf(seed: Seed, turn: number): number {
  return typeof seed === 'number' ? seed + turn : clauseSeed(seed, `turn ${turn}`);
}

/** A generator of the mulberry32 family. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const signs = `${letters}0123456789`;
  return {
    integer,
    pick: (values) => {
      const value = values[integer(0, values.length - 1)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    word: (length) =>
      Array.from({ length }, (_, at) =>
        (at === 0 ? letters : signs).charAt(integer(0, at === 0 ? 25 : 35)),
      ).join(''),
  };
}
