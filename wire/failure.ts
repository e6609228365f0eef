import type { Failure, FailureKind } from './exchange.ts';
import { ConnectFailure, codeOf } from './sockets/open-socket.ts';

/** What happened in an exchange before it failed; times in milliseconds. */
export interface WireProgress {
  readonly wrote: boolean;
  readonly heard: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The answer breaks HTTP's own framing; thrown by the response reader. */
export class FramingFault extends Error {
  override readonly name = 'FramingFault';
}

/** The answer went beyond the size limit; thrown while it is read. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const tooLarge = new Set(['UND_ERR_HEADERS_OVERFLOW', 'UND_ERR_RES_EXCEEDED_MAX_SIZE']);
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ABORT_ERR', 'UND_ERR_ABORTED']);

const assertion = 'ERR_ASSERTION';

/** Sorts any exception of an exchange into the kinds of failure that the suite knows. */
export function failureFrom(error: unknown, progress: WireProgress): Failure {
  const code = codeOf(error);
  const detail =
    error instanceof ConnectFailure || error instanceof FramingFault || error instanceof TooLarge
      ? error.message
      : describe(error, code);
  return failureOf(kindOf(error, code, progress), detail, progress);
}

/** A failure of a known kind. */
export function failureOf(failure: FailureKind, detail: string, progress: WireProgress): Failure {
  const { wrote, sentAt, answeredAt } = progress;
  return { kind: 'failure', failure, detail, wrote, sentAt, answeredAt };
}

/** The failure of a request before its first octet was written. */
export function unsent(failure: FailureKind, detail: string, at: number): Failure {
  return { kind: 'failure', failure, detail, wrote: false, sentAt: at, answeredAt: at };
}

function kindOf(error: unknown, code: string, progress: WireProgress): FailureKind {
  if (error instanceof ConnectFailure) return error.failure;
  if (error instanceof FramingFault) return 'framing';
  if (error instanceof TooLarge || tooLarge.has(code)) return 'too-large';
  // Not every parser error of undici has its own code.
  if (code.startsWith('HPE_') || (error instanceof Error && error.name === 'HTTPParserError'))
    return 'framing';
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return 'framing';
  // Undici asserts on input that its parser accepts, for example a status below 100.
  if (code === assertion && progress.heard) return 'framing';
  if (timeouts.has(code)) return 'timeout';
  if (unreachable.has(code)) return progress.wrote ? 'reset' : 'unreachable';
  if (code === 'EPROTO' || /^ERR_(?:SSL|TLS|OSSL)_|CERT|SELF_SIGNED/.test(code)) return 'tls';
  // An orderly close: within an answer, it breaks the framing; before an answer, it means that none came.
  if (code === 'UND_ERR_SOCKET' && progress.heard) return 'framing';
  return 'reset';
}

function describe(error: unknown, code: string): string {
  const message = error instanceof Error ? error.message : '';
  // OpenSSL's messages contain addresses and source lines, and add nothing to their code.
  if (code.startsWith('ERR_SSL_')) return code;
  if (code === assertion) return 'an answer that HTTP/1.1 does not define, e.g. a status below 100';
  return message === '' || message === code ? code : `${message.split('\n', 1)[0] ?? ''} (${code})`;
}
