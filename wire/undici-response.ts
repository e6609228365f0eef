import type { Dispatcher } from 'undici';
import type { Header } from './exchange.ts';
import { TooLarge } from './failure.ts';
import { GatheredOctets } from './gathered-octets.ts';
import { roomFor } from './octets-at-once.ts';
import { codeOf } from './sockets/open-socket.ts';

/** The parts of a response of undici: fields in order, received body, still coded. */
export interface ResponseContent {
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/**
 * Reads a response that was requested with `responseHeaders: 'raw'` to its end. Throws `TooLarge` beyond `maxBytes`
 * octets, and undici's exceptions.
 */
export async function readResponse(
  response: Dispatcher.ResponseData,
  method: string,
  maxBytes: number,
): Promise<ResponseContent> {
  // With `raw` the type is still the type of the record; the value is the flat list of names and values.
  const headers = pairs(response.headers as unknown as readonly string[]);
  const body = await readAll(response.body, maxBytes).catch(emptyIfNone(response.statusCode));
  return { headers, body: method === 'HEAD' ? new Uint8Array() : body };
}

async function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks = new GatheredOctets();
  let size = 0;
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new TooLarge(`more than ${maxBytes} octets`);
      chunks.push(chunk);
      leave ??= await roomFor(size, maxBytes);
    }
    return chunks.whole();
  } finally {
    leave?.();
  }
}

/** A 204 or 304 has no body, even if it states a length: undici 7 reports a truncated body, undici 8 does not. */
function emptyIfNone(status: number): (error: unknown) => Uint8Array {
  return (error) => {
    const none = status === 204 || status === 304;
    if (none && codeOf(error) === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return new Uint8Array();
    throw error;
  };
}

function pairs(flat: readonly string[]): readonly Header[] {
  const headers: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) headers.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return headers;
}
