import { createHash } from 'node:crypto';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Request } from '../../wire/exchange.ts';
import { detached } from '../../wire/json/detached.ts';
import { JsonNumber, type Json } from '../../wire/json/json.ts';

/** Bodies up to so many octets are kept as they are: no text in them is longer than those that are cut in others. */
export const keptWhole = 8 * 1024;
/** Of longer ones so many octets are kept as evidence. */
export const keptOfBody = 24 * 1024;
/** Of requests so many octets of a body: none that the run chooses is longer, those that carry what a server sent may be. */
export const keptOfRequest = 256 * 1024;
/** Texts are kept up to so many characters; of longer ones the beginning, and what tells them apart. */
const keptOfText = keptWhole;

/** Of texts that are hardly longer nothing is cut, so that one that was cut stays as it is. */
const longestMark = 128;

/** Characters that are digested at once. */
const digestedAtOnce = 64 * 1024;

/**
 * Long numbers, each once for as long as somebody needs it: they are sent back as they came, so that none is cut, and
 * many answers show the same one.
 */
export class LongNumbers {
  readonly #byDigest = new Map<string, WeakRef<JsonNumber>>();

  /** The number with this source, in memory of its own. */
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

/**
 * A value of which long texts are cut: two are the same after it if they were before. Short texts are copied, since one
 * that is cut out of a longer one keeps that in memory.
 */
export function keptValue(value: Json, numbers: LongNumbers): Json {
  if (typeof value === 'string') return keptText(value);
  if (value instanceof JsonNumber) return numbers.of(value);
  if (Array.isArray(value)) return value.map((item) => keptValue(item, numbers));
  if (value === null || typeof value !== 'object') return value;
  const members = Object.create(null) as Record<string, Json>;
  for (const [name, member] of Object.entries(value)) members[keptText(name)] = keptValue(member, numbers);
  return members;
}

/**
 * A request of which the beginning of a long body is kept. What creates posted is compared with what comes back, and
 * pictures are told by their size: these stay.
 */
export function keptRequest(request: Request, name: EndpointName | undefined): Request {
  const { body } = request;
  const isWanted = name === 'create' || name === 'images';
  if (isWanted || body === undefined || body.length <= keptOfRequest) return request;
  return { ...request, body: Uint8Array.from(body.subarray(0, keptOfRequest)) };
}

/** A text, or where it is long its beginning and what tells it from others. */
export function keptText(text: string): string {
  if (text.length <= keptOfText + longestMark) return detached(text);
  return `${detached(text.slice(0, keptOfText))}… (${text.length} characters, sha256 ${digestOf(text)})`;
}

function digestOf(text: string): string {
  const hash = createHash('sha256');
  // In pieces, since each is copied.
  for (let at = 0; at < text.length; at += digestedAtOnce)
    hash.update(text.slice(at, at + digestedAtOnce), 'utf16le');
  return hash.digest('base64');
}

/** A text of at most so many characters: of a longer one the beginning, and a mark. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${detached(text.slice(0, most))}…`;
}
