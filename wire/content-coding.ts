import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { codeOf } from './sockets/open-socket.ts';
import { headerValues } from './media-type.ts';
import { free, roomFor } from './octets-at-once.ts';
import type { Header } from './exchange.ts';

/** A body without its content codings, or why they could not be removed. */
export type Decoding =
  | { readonly kind: 'decoded'; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly failure: 'too-large' | 'coding'; readonly detail: string };

type Decoder = (body: Uint8Array, limit: { maxOutputLength: number }) => Promise<Uint8Array>;

const inflated: Decoder = promisify(zlib.inflate);
const inflatedRaw: Decoder = promisify(zlib.inflateRaw);

type Unfold = (
  body: Uint8Array,
  limit: { maxOutputLength: number },
  done: (error: Error | null, plain: Uint8Array) => void,
) => void;

/** In Node from 22.15 on. */
const { zstdDecompress } = zlib as { readonly zstdDecompress?: Unfold };

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(zlib.gunzip)],
  ['x-gzip', promisify(zlib.gunzip)],
  ['br', promisify(zlib.brotliDecompress)],
  ...(zstdDecompress === undefined ? [] : [['zstd', promisify(zstdDecompress)] as const]),
  // "deflate" means the zlib format; some servers send bare deflate.
  [
    'deflate',
    (body, limit) => ((body[0] ?? 0) % 16 === 8 ? inflated(body, limit) : inflatedRaw(body, limit)),
  ],
]);

/** The remedy if only newer versions of Node know a coding. */
const newer: ReadonlyMap<string, string> = new Map([['zstd', ': run the suite with Node 22.15 or later']]);

const mostCodings = 5;

/**
 * Removes the content codings that the header fields list, the last applied coding first. It does so for any request:
 * a request without `Accept-Encoding` permits any coding (RFC 9110 12.5.3). Never yields more than `maxBytes` octets.
 *
 * The suite does not use undici's `interceptors.decompress` (7.30, 8.13). It serves one of the five ways to
 * send, fails empty bodies and bare deflate, passes on `gzip, identity` undecoded, and removes the fields
 * that state a coding from the record. Its bound is per answer. Sixteen concurrent answers that unfold to 15
 * MB took 400 MB, 115 MB in the room that is shared here, and 100 MB in this way.
 */
export async function decode(
  body: Uint8Array,
  headers: readonly Header[],
  maxBytes: number,
): Promise<Decoding> {
  const codings = headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || body.length === 0) return { kind: 'decoded', body };
  if (codings.length > mostCodings) return failed('coding', `${codings.length} content codings in a row`);
  let plain = body;
  for (const coding of codings.reverse()) {
    const decoder = decoders.get(coding);
    if (decoder === undefined)
      return failed('coding', `unknown content coding \`${coding.slice(0, 40)}\`${newer.get(coding) ?? ''}`);
    try {
      plain = await unfolded(decoder, plain, Math.max(1, maxBytes));
    } catch (error) {
      const code = codeOf(error);
      if (code === 'ERR_BUFFER_TOO_LARGE') return failed('too-large', `more than ${maxBytes} octets decoded`);
      return failed('coding', `the body does not decode as ${coding} (${code})`);
    }
  }
  return { kind: 'decoded', body: plain };
}

/** A short body is unfolded at once; a longer body waits for room, because a bomb is small until it is unfolded. */
async function unfolded(decoder: Decoder, body: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const little = Math.min(maxBytes, free);
  try {
    return await decoder(body, { maxOutputLength: little });
  } catch (error) {
    if (little === maxBytes || codeOf(error) !== 'ERR_BUFFER_TOO_LARGE') throw error;
  }
  // Twice the room: first for the pieces, then for the whole body.
  const leave = await roomFor(free + 1, 2 * maxBytes);
  try {
    return await decoder(body, { maxOutputLength: maxBytes });
  } finally {
    leave?.();
  }
}

function failed(failure: 'too-large' | 'coding', detail: string): Decoding {
  return { kind: 'failed', failure, detail };
}
