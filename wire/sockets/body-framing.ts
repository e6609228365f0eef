import type { Header } from '../exchange.ts';
import { FramingFault } from '../failure.ts';
import { headerValues } from '../media-type.ts';

/** How the end of an answer's body is determined (RFC 9112 6.3). */
export type BodyFraming =
  | { readonly kind: 'length'; readonly length: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

/** Reads the framing from status and header fields. Throws `FramingFault` for lengths that contradict each other. */
export function bodyFraming(status: number, headers: readonly Header[], bodyless: boolean): BodyFraming {
  if (bodyless || status === 204 || status === 304) return { kind: 'length', length: 0 };
  const codings = headerValues(headers, 'transfer-encoding').flatMap((value) =>
    value.toLowerCase().split(','),
  );
  const lengths = headerValues(headers, 'content-length').flatMap((value) => value.split(','));
  if (codings.length > 0) {
    if (lengths.length > 0) throw new FramingFault('both Transfer-Encoding and Content-Length');
    return codings.at(-1)?.trim() === 'chunked' ? { kind: 'chunked' } : { kind: 'close' };
  }
  const distinct = new Set(lengths.map((length) => length.trim()));
  if (distinct.size === 0) return { kind: 'close' };
  const [length = ''] = distinct;
  if (distinct.size > 1) throw new FramingFault(`${distinct.size} different Content-Length values`);
  if (!/^\d{1,15}$/.test(length)) throw new FramingFault('a Content-Length that is not a number');
  return { kind: 'length', length: Number(length) };
}

/** The number that a chunk-size line announces: octets of the chunk, 0 for the last one. Throws `FramingFault`. */
export function chunkSize(line: string): number {
  const digits = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line)?.[1];
  if (digits === undefined) throw new FramingFault('a chunk without its size');
  return Number.parseInt(digits, 16);
}
