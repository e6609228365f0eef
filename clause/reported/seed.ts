/** The seed of a run: a 32-bit integer, or 32 hexadecimal digits, which nobody finds by trying. */
export type Seed = number | string;

/** Whether a value that was read from a file is a seed. */
export function isSeed(value: unknown): value is Seed {
  return typeof value === 'number' || (typeof value === 'string' && longSeed.test(value));
}

/** Of 16 octets, in lower case. */
export const longSeed = /^[0-9a-f]{32}$/;
