/** Draws numbers from 0 to 1, and never 1. */
export type Random = () => number;

/** A small generator (mulberry32): the same seed gives the same draws. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** This many random lower-case hexadecimal digits. */
export function hexDigits(random: Random, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
}
