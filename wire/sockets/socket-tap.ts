import type { Socket } from 'node:net';
import { createInterimFilter, type InterimFilter } from './interim-filter.ts';

/** What one exchange has written to and read from the wire; times in milliseconds. */
export interface WireAttempt {
  readonly signal: AbortSignal;
  lastWriteAt: number | undefined;
  socket: Socket | undefined;
  /** Octets that had come over the socket before the request was written. */
  readBefore: number;
  readonly filter: InterimFilter;
}

/** An attempt that has not touched the wire. */
export function newAttempt(signal: AbortSignal): WireAttempt {
  const filter = createInterimFilter();
  return { signal, lastWriteAt: undefined, socket: undefined, readBefore: 0, filter };
}

/**
 * Leaves the use of a socket unchanged, while each write is recorded in the current attempt, before it happens, and
 * interim answers are kept from the reader.
 */
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
