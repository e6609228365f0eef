/** One reading of a text, with the place of each of its UTF-16 code units in the original. */
export interface Reading {
  readonly text: string;
  /** For each unit, the first unit of the original; without a list, the same index. */
  readonly starts?: Uint32Array;
  /** For each unit, the unit after its last unit in the original. */
  readonly ends?: Uint32Array;
}

/** A stretch of a text, from its first unit to the unit after its last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The place in the original of a stretch of a reading. */
export function originOf({ starts, ends }: Reading, { from, to }: Stretch): Stretch {
  return { from: starts?.[from] ?? from, to: ends?.[to - 1] ?? to };
}

const escapes =
  /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^ux]|&#\d{1,7};|&#x[0-9a-f]{1,6};|&[a-z]{2,6};/gi;

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    plus: '+',
    equals: '=',
    sol: '/',
    period: '.',
    lowbar: '_',
    dash: '-',
    hyphen: '-',
    colon: ':',
  }),
);
const controls = 'bfnrt';

/** The reading without one level of escapes of URLs, JSON and HTML; undefined if it has no escapes. */
export function unescaped(reading: Reading): Reading | undefined {
  return rewritten(reading, escapes, (escape) => {
    if (escape.startsWith('%') || escape.startsWith('\\x')) return unit(escape.slice(-2), 16);
    if (escape.startsWith('\\u')) return unit(escape.slice(2), 16);
    if (escape.startsWith('\\')) return controls.includes(escape.slice(1)) ? '\n' : escape.slice(1);
    if (escape.startsWith('&#x') || escape.startsWith('&#X')) return unit(escape.slice(3, -1), 16);
    if (escape.startsWith('&#')) return unit(escape.slice(2, -1), 10);
    return named.get(escape.slice(1, -1).toLowerCase());
  });
}

function unit(digits: string, base: number): string {
  return String.fromCharCode(Number.parseInt(digits, base));
}

/** Marks the place at which the suite cut a text. */
export const cutMark = '…';

const cutEscapes = /(?:%[0-9a-f]?|\\(?:[ux][0-9a-f]{0,3})?|&(?:#x?[0-9a-f]{0,7}|[a-z]{0,6}))(?=…)/gi;

/** The reading without escapes that a cut made incomplete. */
export function withoutCutEscapes(reading: Reading): Reading {
  return reading.text.includes(cutMark) ? (rewritten(reading, cutEscapes, () => '') ?? reading) : reading;
}

/** Also matches the UTF-8 octets of these characters, if a text has octets as characters. */
const notShown =
  /(?:[\s\p{Cc}\p{Cf}]|\u00c2[\u0080-\u00a0\u00ad]|\u00e2\u0080[\u0080-\u008f\u00a8-\u00af]|\u00e2\u0081[\u009f-\u00af]|\u00e3\u0080\u0080|\u00ef\u00bb\u00bf)+/gu;

/** The reading without separating characters: spaces, line breaks, NULs, zero-width characters. */
export function joined(reading: Reading): Reading {
  return rewritten(reading, notShown, () => '') ?? reading;
}

/** The reading in lower case. */
export function lowered(reading: Reading): Reading {
  return { ...reading, text: lowerCase(reading.text) };
}

/** In lower case, unit by unit, so that all positions stay the same. */
export function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[^]/g, (one) => (one.toLowerCase().length === 1 ? one.toLowerCase() : one));
}

/** The reading in the standard alphabet of base64. */
export function inOneAlphabet(reading: Reading): Reading {
  return { ...reading, text: reading.text.replaceAll('-', '+').replaceAll('_', '/') };
}

/** Replaces each match of a pattern by at most one unit; undefined if nothing changes. */
function rewritten(
  reading: Reading,
  pattern: RegExp,
  replace: (found: string) => string | undefined,
): Reading | undefined {
  const { text } = reading;
  if (text.search(pattern) < 0) return undefined;
  const starts = new Uint32Array(text.length);
  const ends = new Uint32Array(text.length);
  let length = 0;
  const put = (from: number, to: number): void => {
    const origin = originOf(reading, { from, to });
    starts[length] = origin.from;
    ends[length] = origin.to;
    length += 1;
  };
  const pieces: string[] = [];
  let behind = 0;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const made = replace(found);
    if (made === undefined) continue;
    pieces.push(text.slice(behind, index), made);
    for (let at = behind; at < index; at += 1) put(at, at + 1);
    if (made !== '') put(index, index + found.length);
    behind = index + found.length;
  }
  if (pieces.length === 0) return undefined;
  pieces.push(text.slice(behind));
  for (let at = behind; at < text.length; at += 1) put(at, at + 1);
  return { text: pieces.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) };
}
