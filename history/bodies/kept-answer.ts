import { createHash } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Request } from '../../wire/exchange.ts';
import { detached } from '../../wire/json/detached.ts';
import { JsonNumber, type Json } from '../../wire/json/json.ts';

/** The longest body, in octets, that is kept unchanged: none of its texts would be cut. */
export const keptWhole = 8 * 1024;
/** The octets that are kept of a longer body as evidence. */
export const keptOfBody = 24 * 1024;
/** The octets that are kept of a request body: a longer body holds texts of a server. */
export const keptOfRequest = 256 * 1024;
/** The longest text that is kept, in characters; of a longer text, the beginning and a mark. */
const keptOfText = keptWhole;

/** Texts that exceed the limit by no more than this mark stay whole, so that a cut text is not cut again. */
const longestMark = 128;

const digestedAtOnce = 64 * 1024;

/** Long numbers, each stored once while in use: the suite sends them back, so no number may be cut. */
export class LongNumbers {
  readonly #byDigest = new Map<string, WeakRef<JsonNumber>>();

  of({ source }: JsonNumber): JsonNumber {
    if (source.length <= keptOfText) return new JsonNumber(detached(source));
    const digest = digestOf(source);
    const known = this.#byDigest.get(digest)?.deref();
    if (known !== undefined) return known;
    const number = new JsonNumber(detached(source));
    this.#byDigest.set(digest, new WeakRef(number));
    return number;
  }
}

/** A value with its long texts cut, so that equal values stay equal, and with its short texts copied. */
export function keptValue(value: Json, numbers: LongNumbers): Json {
  if (typeof value === 'string') return keptText(value);
  if (value instanceof JsonNumber) return numbers.of(value);
  if (value === null || typeof value !== 'object') return value;
  return mapped(value, (member) => keptValue(member, numbers));
}

/** An array, or an object. */
export type Structure<V> = V[] | { [name: string]: V };

/** The same array or object with changed values; only the beginning of long names. */
export function mapped<A, B>(value: Structure<A>, change: (member: A) => B): Structure<B> {
  if (Array.isArray(value)) return value.map(change);
  const members = Object.create(null) as Record<string, B>;
  for (const [name, member] of Object.entries(value)) members[keptText(name)] = change(member);
  return members;
}

/** A request with the beginning of a long body; whole if later answers are compared with it, or its size shows it. */
export function keptRequest(request: Request, name: EndpointName | undefined): Request {
  const { body } = request;
  const isWanted = name === 'create' || name === 'images';
  if (isWanted || body === undefined || body.length <= keptOfRequest) return request;
  return { ...request, body: Uint8Array.from(body.subarray(0, keptOfRequest)) };
}

function keptText(text: string): string {
  if (text.length <= keptOfText + longestMark) return detached(text);
  return `${detached(text.slice(0, keptOfText))}… (${text.length} characters, sha256 ${digestOf(text)})`;
}

function digestOf(text: string): string {
  const hash = createHash('sha256');
  // In pieces, because each is copied.
  for (let at = 0; at < text.length; at += digestedAtOnce)
    hash.update(text.slice(at, at + digestedAtOnce), 'utf16le');
  return hash.digest('base64');
}

/** A text of at most this length: of a longer text the beginning, and a mark. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${detached(text.slice(0, most))}…`;
}
