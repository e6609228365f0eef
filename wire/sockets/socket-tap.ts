import type { Socket } from 'node:net';

type InterimFilter = (chunk: Buffer) => Buffer;

/** What one exchange has written and read; times in milliseconds. */
export interface WireAttempt {
  readonly signal: AbortSignal;
  lastWriteAt: number | undefined;
  socket: Socket | undefined;
  /** Octets that came over the socket before the request was written. */
  readBefore: number;
  readonly filter: InterimFilter;
}

/** An attempt that has sent nothing yet. */
export function newAttempt(signal: AbortSignal): WireAttempt {
  const filter = createInterimFilter();
  return { signal, lastWriteAt: undefined, socket: undefined, readBefore: 0, filter };
}

/** Records each write to a socket in the current attempt, before it happens, and skips interim answers. */
export function tapSocket(socket: Socket, attempt: () => WireAttempt | undefined, now: () => number): void {
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  socket.write = (...parameters: unknown[]): boolean => {
    const current = attempt();
    if (current !== undefined) {
      if (current.lastWriteAt === undefined) current.readBefore = socket.bytesRead;
      current.lastWriteAt = now();
      current.socket = socket;
    }
    return write(...parameters);
  };
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size);
      const current = attempt();
      if (chunk === null || current?.socket !== socket) return chunk;
      const passed = current.filter(chunk);
      if (passed.length > 0) return passed;
    }
  };
}

const longestInterim = 65_536;
const interimLine = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r]/;
const statusLine = 'HTTP/1.';
const lineStart = 'HTTP/1.1 100 ';

/** Leaves out unasked interim (1xx) answers (RFC 9110 15.2): undici takes `100 Continue` for a bad response. */
function createInterimFilter(): InterimFilter {
  let held = Buffer.alloc(0);
  let passing = false;
  return (chunk) => {
    if (passing) return chunk;
    held = Buffer.concat([held, chunk]);
    while (interimLine.test(begin(held)) && held.includes('\r\n\r\n')) {
      held = held.subarray(held.indexOf('\r\n\r\n') + 4);
    }
    const early = begin(held);
    const unsure =
      early.length < lineStart.length && statusLine.startsWith(early.slice(0, statusLine.length));
    if ((unsure || interimLine.test(early)) && held.length < longestInterim) return Buffer.alloc(0);
    passing = held.length > 0;
    const rest = held;
    held = Buffer.alloc(0);
    return rest;
  };
}

function begin(octets: Buffer): string {
  return octets.subarray(0, lineStart.length).toString('latin1');
}
