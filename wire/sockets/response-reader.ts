import type { Header } from '../exchange.ts';
import { FramingFault, TooLarge } from '../failure.ts';
import { headerValues } from '../media-type.ts';
import { GatheredOctets } from '../gathered-octets.ts';

/** The section of an answer before its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: readonly Header[];
  /** The connection ends after the answer: the answer says so, or is HTTP/1.0 without keep-alive (RFC 9112, 9.3). */
  readonly closes: boolean;
}

/** What a reader expects: whether the answer can have a body, and the greatest size of the body (octets). */
export interface Expected {
  readonly bodyless: boolean;
  readonly maxBytes: number;
}

/** How the end of an answer's body is determined (RFC 9112 6.3): by its length, or otherwise. */
type BodyFraming = number | 'chunked' | 'close';

const longestHead = 65_536;

/** Reads one HTTP/1.1 answer from the chunks of a connection, and skips interim (1xx) answers. */
export class ResponseReader {
  head: ResponseHead | undefined;
  done = false;
  readonly #expected: Expected;
  readonly #body = new GatheredOctets();
  #size = 0;
  #rest: Buffer;
  #framing: BodyFraming = 'close';
  /** The octets that are left of the current chunk, or of the promised length. */
  #left = 0;
  #at: 'data' | 'size' | 'chunk-end' | 'trailers' = 'data';

  /** `rest` is the remainder of an earlier answer on the same connection. */
  constructor(expected: Expected, rest: Uint8Array = new Uint8Array()) {
    this.#expected = expected;
    this.#rest = Buffer.from(rest);
  }

  /** The received body, without chunking, before removal of content codings. */
  body(): Uint8Array {
    return this.#body.whole();
  }

  /** Received octets that belong to no answer so far. */
  rest(): Uint8Array {
    return this.#rest;
  }

  /** Takes octets. Throws `FramingFault` or `TooLarge`. */
  push(chunk: Uint8Array): void {
    this.#rest = this.#rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([this.#rest, chunk]);
    while (!this.done && this.#step());
  }

  /** The stream has ended in an orderly way. Throws `FramingFault` if the answer is not complete. */
  end(): void {
    if (this.done) return;
    if (this.head === undefined) throw new FramingFault('closed within the header section');
    if (this.#framing !== 'close') throw new FramingFault('closed before the end of the body');
    this.done = true;
  }

  /** Reads one further piece; false if it needs more octets. */
  #step(): boolean {
    if (this.head === undefined) return this.#readHead();
    if (this.#framing === 'chunked') return this.#readChunked();
    if (this.#framing === 'close') return this.#keep(this.#rest.length);
    const moved = this.#keep(Math.min(this.#left, this.#rest.length));
    this.done = this.#left === 0;
    return moved;
  }

  #readHead(): boolean {
    const begin = this.#rest.subarray(0, 5).toString('latin1');
    if (begin !== 'HTTP/'.slice(0, begin.length)) throw new FramingFault('no status line');
    const text = this.#before('\r\n\r\n', `a header section of more than ${longestHead} octets`);
    if (text === undefined) return false;
    const head = parseHead(text);
    if (head.status === 101) throw new FramingFault('an upgrade that was not requested');
    if (head.status < 200) return true;
    this.head = head;
    this.#framing = bodyFraming(head.status, head.headers, this.#expected.bodyless);
    if (this.#framing === 'chunked') this.#at = 'size';
    if (typeof this.#framing === 'number') this.#left = this.#framing;
    return true;
  }

  #readChunked(): boolean {
    if (this.#at === 'data') {
      const moved = this.#keep(Math.min(this.#left, this.#rest.length));
      if (this.#left === 0) this.#at = 'chunk-end';
      return moved || this.#left === 0;
    }
    const line = this.#before('\r\n', `a line of more than ${longestHead} octets between chunks`);
    if (line === undefined) return false;
    if (this.#at === 'size') {
      this.#left = chunkSize(line);
      this.#at = this.#left === 0 ? 'trailers' : 'data';
    } else if (this.#at === 'trailers') {
      this.done = line === '';
    } else {
      if (line !== '') throw new FramingFault('a chunk longer than its size');
      this.#at = 'size';
    }
    return true;
  }

  /** Takes the text before a mark; undefined if the mark has not come. */
  #before(mark: string, tooLong: string): string | undefined {
    const end = this.#rest.indexOf(mark);
    if (end > longestHead || (end < 0 && this.#rest.length > longestHead)) throw new TooLarge(tooLong);
    if (end < 0) return undefined;
    const text = this.#rest.subarray(0, end).toString('latin1');
    this.#rest = this.#rest.subarray(end + mark.length);
    return text;
  }

  #keep(octets: number): boolean {
    if (octets === 0) return false;
    this.#size += octets;
    if (this.#size > this.#expected.maxBytes)
      throw new TooLarge(`more than ${this.#expected.maxBytes} octets`);
    this.#body.push(this.#rest.subarray(0, octets));
    this.#rest = this.#rest.subarray(octets);
    this.#left -= octets;
    return true;
  }
}

function parseHead(text: string): ResponseHead {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, status] = /^HTTP\/1\.([01]) (\d{3})(?: |$)/.exec(first) ?? [];
  if (status === undefined) throw new FramingFault('no status line');
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':');
    if (colon < 1 || /\s/.test(line.slice(0, colon))) throw new FramingFault('a header line without a name');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const said = headerValues(headers, 'connection').flatMap((value) => value.toLowerCase().split(/\s*,\s*/));
  const closes = said.includes('close') || (minor === '0' && !said.includes('keep-alive'));
  return { status: Number(status), headers, closes };
}

/** Reads the framing from status and header fields. Throws `FramingFault` for lengths that contradict each other. */
function bodyFraming(status: number, headers: readonly Header[], bodyless: boolean): BodyFraming {
  if (bodyless || status === 204 || status === 304) return 0;
  const codings = headerValues(headers, 'transfer-encoding').flatMap((value) =>
    value.toLowerCase().split(','),
  );
  const lengths = headerValues(headers, 'content-length').flatMap((value) => value.split(','));
  if (codings.length > 0) {
    if (lengths.length > 0) throw new FramingFault('both Transfer-Encoding and Content-Length');
    return codings.at(-1)?.trim() === 'chunked' ? 'chunked' : 'close';
  }
  const distinct = new Set(lengths.map((length) => length.trim()));
  if (distinct.size === 0) return 'close';
  const [length = ''] = distinct;
  if (distinct.size > 1) throw new FramingFault(`${distinct.size} different Content-Length values`);
  if (!/^\d{1,15}$/.test(length)) throw new FramingFault('a Content-Length that is not a number');
  return Number(length);
}

/** The number that a chunk-size line announces: octets of the chunk, 0 for the last chunk. Throws `FramingFault`. */
function chunkSize(line: string): number {
  const digits = /^([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?$/.exec(line)?.[1];
  if (digits === undefined) throw new FramingFault('a chunk without its size');
  return Number.parseInt(digits, 16);
}
