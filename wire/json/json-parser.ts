import { detached } from './detached.ts';

/** The place at which a text stops being JSON, and the reason; thrown by `parseJson`. */
export class JsonFault extends Error {
  /** Offset in the text, in UTF-16 code units. */
  readonly at: number;
  readonly tooDeep: boolean;

  constructor(reason: string, at: number, tooDeep = false) {
    super(reason);
    this.name = 'JsonFault';
    this.at = at;
    this.tooDeep = tooDeep;
  }
}

const deepest = 2_000;

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 forbids exactly these in a string
const plainPattern = /[^"\\\u0000-\u001f]*/y;
const spacePattern = /[ \t\n\r]*/y;
/** A part of a longer text gets separate memory, so that a kept word does not keep the whole text. */
const longText = 64 * 1024;
/** Lists of numbers with at least this many characters may have been read before. */
const longList = 2_000;
const numbersPattern = /[-+.,eE\d \t\n\r]*/y;
const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;
const hexPattern = /[0-9a-fA-F]{4}/y;

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '"': '"',
    '\\': '\\',
    '/': '/',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  }),
);

/** The content of a text; the caller decides how numbers are represented. */
export type Parsed<N> = null | boolean | string | N | Parsed<N>[] | ParsedObject<N>;

interface ParsedObject<N> {
  [name: string]: Parsed<N>;
}

/** What the parser passes to its caller while it reads. */
export interface JsonSink<N> {
  number(source: string): N;
  /** A name recurs in its object at offset `at`; `values` are its previous value and the new value, which wins. */
  duplicate(name: string, values: readonly [Parsed<N> | undefined, Parsed<N>], at: number): void;
  /** The earlier result for a long list of numbers, by its text after the bracket; undefined without such a result. */
  known?(text: string): Parsed<N>[] | undefined;
  learn?(text: string, list: Parsed<N>[]): void;
}

/** Parses a JSON text strictly by RFC 8259. Throws `JsonFault`. */
export function parseJson<N>(text: string, sink: JsonSink<N>): Parsed<N> {
  let at = 0;
  const match = (pattern: RegExp): string => {
    const from = at;
    pattern.lastIndex = at;
    // Tests without a record of the match, because a text may have a million numbers.
    if (pattern.test(text)) at = pattern.lastIndex;
    return text.slice(from, at);
  };
  const space = (): void => {
    // Most texts have no white space here: a comparison is cheaper than a match.
    if (text.charCodeAt(at) <= 0x20) match(spacePattern);
  };
  const own = (part: string): string =>
    text.length > longText && part.length < text.length / 2 ? detached(part) : part;
  const fault = (expected: string): JsonFault => {
    const got = at < text.length ? JSON.stringify(text.charAt(at)) : 'the end';
    return new JsonFault(`expected ${expected}, got ${got}`, at);
  };
  const take = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };

  const escaped = (): string => {
    const letter = text.charAt(at);
    if (letter === 'u') {
      at += 1;
      const digits = match(hexPattern);
      if (digits === '') throw fault('four hexadecimal digits');
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const meant = escapes.get(letter);
    if (meant === undefined) throw fault('an escape');
    at += 1;
    return meant;
  };
  const string = (): string => {
    const parts: string[] = [];
    for (;;) {
      parts.push(match(plainPattern));
      if (take('"')) return own(parts.join(''));
      if (!take('\\')) throw fault('the end of a string');
      parts.push(escaped());
    }
  };
  const object = (depth: number): ParsedObject<N> => {
    const members = Object.create(null) as ParsedObject<N>;
    space();
    if (take('}')) return members;
    for (;;) {
      space();
      if (!take('"')) throw fault('a member name');
      const from = at;
      const name = string();
      space();
      if (!take(':')) throw fault('":"');
      const member = value(depth);
      if (name in members) sink.duplicate(name, [members[name], member], from);
      members[name] = member;
      if (take('}')) return members;
      if (!take(',')) throw fault('"," or "}"');
    }
  };
  const array = (depth: number): Parsed<N>[] => {
    const from = at;
    const list = match(numbersPattern);
    const isLong = list.length >= longList && text[at] === ']';
    const known = isLong ? sink.known?.(list) : undefined;
    at = known === undefined ? from : at + 1;
    if (known !== undefined) return known;
    const items = elements(depth);
    if (isLong) sink.learn?.(list, items);
    return items;
  };
  const elements = (depth: number): Parsed<N>[] => {
    const items: Parsed<N>[] = [];
    space();
    if (take(']')) return items;
    for (;;) {
      items.push(value(depth));
      if (take(']')) return items;
      if (!take(',')) throw fault('"," or "]"');
    }
  };
  const scalar = (): Parsed<N> => {
    if (take('"')) return string();
    for (const [word, meant] of literals) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return meant;
      }
    }
    const source = match(numberPattern);
    if (source === '') throw fault('a value');
    return sink.number(own(source));
  };
  const value = (depth: number): Parsed<N> => {
    space();
    const opening = text[at];
    if (opening === '{' || opening === '[') {
      if (depth === deepest) throw new JsonFault(`nested deeper than ${deepest}`, at, true);
      at += 1;
    }
    const read = opening === '{' ? object(depth + 1) : opening === '[' ? array(depth + 1) : scalar();
    space();
    return read;
  };

  const read = value(0);
  if (at < text.length) throw fault('the end');
  return read;
}
