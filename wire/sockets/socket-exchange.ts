import type { Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { decode } from '../content-coding.ts';
import type { Limits, Outcome } from '../exchange.ts';
import { failureFrom, failureOf } from '../failure.ts';
import type { ResponseReader } from './response-reader.ts';

/** The octets from a socket until the answer was complete or could no longer become complete. */
export interface Heard {
  /** Why the answer is incomplete; absent if it is complete. */
  readonly fault?: 'timeout' | { readonly error: unknown };
  readonly any: boolean;
  /** When the header section of the final answer was complete. */
  readonly headAt: number | undefined;
  readonly endedAt: number;
  /** Octets after the answer; collected only with `linger`. */
  readonly trailing: Uint8Array;
}

/**
 * Feeds a socket's octets to a reader until its answer is complete, the stream ends, or `signal` aborts. With
 * `linger`, octets after the answer are kept until the stream ends or nothing comes for `idleMs`.
 */
export function listen(
  socket: Socket,
  reader: ResponseReader,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  linger?: { readonly idleMs: number; readonly maxBytes: number },
): Promise<Heard> {
  return new Promise((resolve) => {
    let any = false;
    let headAt: number | undefined;
    let idle: NodeJS.Timeout | undefined;
    const trailing: Uint8Array[] = [];
    let trailed = 0;
    const settle = (fault?: Heard['fault']): void => {
      clearTimeout(idle);
      socket.off('data', data).off('end', end).off('error', broken).off('close', closed).pause();
      signal.removeEventListener('abort', late);
      const heard = { any, headAt, endedAt: clock.now(), trailing: Buffer.concat(trailing) };
      resolve(fault === undefined || reader.done ? heard : { ...heard, fault });
    };
    const keep = (chunk: Uint8Array): void => {
      if (linger === undefined) return settle();
      trailing.push(chunk.subarray(0, linger.maxBytes - trailed));
      trailed += chunk.length;
      if (trailed >= linger.maxBytes) return settle();
      clearTimeout(idle);
      idle = setTimeout(settle, linger.idleMs);
    };
    const data = (chunk: Uint8Array): void => {
      any = true;
      if (reader.done) return keep(chunk);
      try {
        reader.push(chunk);
      } catch (error) {
        return settle({ error });
      }
      if (reader.head !== undefined) headAt ??= clock.now();
      if (reader.done) keep(linger === undefined ? new Uint8Array() : reader.rest());
    };
    const end = (): void => {
      if (!any) return settle({ error: new Error('closed before an answer') });
      try {
        reader.end();
        settle();
      } catch (error) {
        settle({ error });
      }
    };
    const broken = (error: Error): void => settle({ error });
    const closed = (): void => settle({ error: new Error('closed') });
    const late = (): void => settle('timeout');
    socket.on('data', data).on('end', end).on('error', broken).on('close', closed).resume();
    if (signal.aborted) late();
    else signal.addEventListener('abort', late, { once: true });
    if (socket.destroyed) closed();
  });
}

/** Makes an outcome of the received octets; `sentAt` was taken before the last byte of the request was written. */
export async function outcomeOf(
  reader: ResponseReader,
  heard: Heard,
  sentAt: number,
  limits: Limits,
): Promise<Outcome> {
  const progress = { wrote: true, heard: heard.any, sentAt, answeredAt: heard.endedAt };
  if (heard.fault === 'timeout') {
    return failureOf('timeout', `no complete answer in ${limits.timeoutMs} ms`, progress);
  }
  if (heard.fault !== undefined) return failureFrom(heard.fault.error, progress);
  if (reader.head === undefined) return failureOf('framing', 'no header section', progress);
  const { status, headers } = reader.head;
  const decoding = await decode(reader.body(), headers, limits.maxBytes);
  if (decoding.kind === 'failed') return failureOf(decoding.failure, decoding.detail, progress);
  const answeredAt = heard.headAt ?? heard.endedAt;
  return { kind: 'answer', status, headers, body: decoding.body, sentAt, answeredAt };
}
