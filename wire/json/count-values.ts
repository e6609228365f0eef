const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openings: readonly number[] = [0x5b, 0x7b];

/**
 * How many values a JSON text holds, about: what stands before each comma and in each bracket. Strings are passed over.
 * Counts no further than `most`. What is no JSON has some count too.
 */
export function countValues(bytes: Uint8Array, most: number): number {
  let count = 1;
  let isString = false;
  for (let at = 0; at < bytes.length && count <= most; at += 1) {
    const octet = bytes[at] ?? 0;
    if (isString) {
      if (octet === backslash) at += 1;
      else if (octet === quote) isString = false;
    } else if (octet === quote) isString = true;
    else if (octet === comma || openings.includes(octet)) count += 1;
  }
  return count;
}
