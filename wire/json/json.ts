import { detached, leastWindow } from './detached.ts';
import { JsonFault, parseJson } from './json-parser.ts';
import { sameNumber } from './numbers.ts';

/** A number of a JSON text with its source: `1732175009123456789` and `1.0` keep their spelling. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get value(): number {
    return Number(this.source);
  }

  /** Written back unchanged (an object of this kind is serialised by `writeJson`, not by `JSON.stringify`). */
  toString(): string {
    return this.source;
  }
}

/** A JSON object; has no prototype, so that `__proto__` is a member like any other. */
export interface JsonObject {
  [name: string]: Json;
}

/** A JSON value as it was written: numbers keep their source text. */
export type Json = null | boolean | string | JsonNumber | Json[] | JsonObject;

/** Oddities of a text that is JSON nevertheless: a byte order mark, or a repeated name in an object. */
export type JsonOddity = 'bom' | 'duplicate-member';

/** The decoded content of a body. `at` is an offset in the text, in UTF-16 code units. */
export type JsonReading =
  | { readonly kind: 'json'; readonly value: Json; readonly oddities: readonly JsonOddity[] }
  | { readonly kind: 'not-json'; readonly reason: string; readonly at: number }
  | { readonly kind: 'not-utf8' }
  | { readonly kind: 'too-deep' };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Long lists of numbers that were read before, by their text, because many answers show the same list. */
export interface KnownLists {
  get(text: string): Json[] | undefined;
  set(text: string, list: Json[], size: number): void;
}

/**
 * Reads the octets of a body as JSON (RFC 8259, UTF-8), strictly except for a byte order mark, which readers
 * may ignore. Of members with the same name, the last counts. Nesting beyond 2,000 levels is `too-deep`.
 *
 * @param lists - lists among these are not read again, so that several values share them
 */
export function readJson(bytes: Uint8Array, lists?: KnownLists): JsonReading {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return { kind: 'not-utf8' };
  }
  const oddities = new Set<JsonOddity>();
  const marked = text.startsWith('\uFEFF');
  if (marked) oddities.add('bom');
  try {
    const value = parseJson(marked ? text.slice(1) : text, {
      number: (source) => new JsonNumber(source),
      duplicate: () => void oddities.add('duplicate-member'),
      known: (list) => lists?.get(list),
      learn: (list, items) => {
        const isShort = (item: Json): boolean =>
          item instanceof JsonNumber && item.source.length < leastWindow;
        if (items.every(isShort)) lists?.set(detached(list), items, list.length);
      },
    });
    return { kind: 'json', value, oddities: [...oddities] };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    if (error.tooDeep) return { kind: 'too-deep' };
    return { kind: 'not-json', reason: error.message, at: error.at + (marked ? 1 : 0) };
  }
}

/** The input of `writeJson`: JSON as it was read, and plain values; a member that is `undefined` is left out. */
export type JsonInput =
  | null
  | boolean
  | string
  | number
  | JsonNumber
  | readonly JsonInput[]
  | { readonly [name: string]: JsonInput | undefined };

/**
 * Writes a value as JSON text without spaces; a `JsonNumber` as its source. Members keep their order, except
 * that array indices as names come first, as in every JavaScript object. Throws `TypeError` for a number that
 * is not finite.
 */
export function writeJson(value: JsonInput): string {
  if (value instanceof JsonNumber) return value.source;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`Expected a finite number, got \`${value}\``);
    return JSON.stringify(value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : [`${JSON.stringify(name)}:${writeJson(member)}`],
  );
  return `{${members.join(',')}}`;
}

function isArray(value: JsonInput): value is readonly JsonInput[] {
  return Array.isArray(value);
}

/** Whether two values are the same JSON: numbers by their exact value, members in any order. */
export function sameJson(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (a instanceof JsonNumber || b instanceof JsonNumber) {
    return a instanceof JsonNumber && b instanceof JsonNumber && sameNumber(a.source, b.source);
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, at) => {
      const other = b[at];
      return other !== undefined && sameJson(item, other);
    });
  }
  const members = Object.entries(a);
  if (members.length !== Object.keys(b).length) return false;
  return members.every(([name, mine]) => {
    const theirs = Object.hasOwn(b, name) ? b[name] : undefined;
    return theirs !== undefined && sameJson(mine, theirs);
  });
}

/** The value with numbers as doubles, in ordinary objects, because schema validators call their methods. */
export function plain(value: Json): unknown {
  if (value instanceof JsonNumber) return value.value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** A JSON value as an object, if it is an object. */
export function asObject(value: Json | undefined): JsonObject | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    return undefined;
  return value;
}
