import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WriteEvent } from './recorded-world.ts';
import { mostOctets, mostOfEvent, type TapeEnd, type TapeHead } from './tape.ts';

const flushOctets = 64 * 1024;
const flushMs = 1_000;
/** Longer texts of bodies are written once. */
const shortBody = 256;

export interface TapeWriter {
  /** Whether the file exists. */
  readonly isRecording: boolean;
  readonly write: WriteEvent;
  readonly end: (end: TapeEnd) => void;
}

/** The path of a tape, and the new path of an existing tape. */
interface TapeFiles {
  readonly file: string;
  readonly before: string;
}

/**
 * Begins a tape; an existing tape is kept as the previous one. It is written at least once per second, as a
 * whole each time, so that a killed run leaves earlier events.
 *
 * @param hide - hides in a text everything that a tape must not contain
 */
export function writeTape(
  { file, before }: TapeFiles,
  head: TapeHead,
  hide: (text: string) => string,
): TapeWriter {
  const descriptor = opened(file, before);
  let isOpen = descriptor !== undefined;
  const bodies = new Map<string, number>();
  let waiting: string[] = [];
  let waitingOctets = 0;
  let written = 0;
  let hasLongBody = false;
  let isHidden = false;
  /** Short texts without secrets, because most of them recur often. */
  const clean = new Set<string>();
  const flush = (): void => {
    if (waiting.length === 0) return;
    const octets = gzipSync(Buffer.from(waiting.join('')), { level: 4 });
    waiting = [];
    waitingOctets = 0;
    if (descriptor !== undefined && isOpen) isOpen = isWritten(descriptor, octets);
  };
  const timer = setInterval(flush, flushMs);
  timer.unref();
  const lines = createHash('sha256');
  const put = (text: string): void => {
    const line = `${text}\n`;
    lines.update(line);
    waiting.push(line);
    const octets = Buffer.byteLength(line);
    waitingOctets += octets;
    written += octets;
    if (waitingOctets >= flushOctets) flush();
  };
  const close = (): void => {
    clearInterval(timer);
    if (!isOpen || descriptor === undefined) return;
    flush();
    isOpen = false;
    closeSync(descriptor);
  };
  const shown = (text: string): string => {
    if (clean.has(text)) return text;
    const left = hide(text);
    if (left !== text) isHidden = true;
    else if (text.length <= shortBody) clean.add(text);
    return left;
  };
  const taped = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (name !== 'b' || value.length <= shortBody) return shown(value);
    hasLongBody ||= value.length > mostOfEvent;
    if (hasLongBody) return undefined;
    const digest = createHash('sha256').update(value).digest('base64');
    const known = bodies.get(digest);
    if (known !== undefined) return { like: known };
    bodies.set(digest, bodies.size);
    return { is: bodies.size - 1, text: shown(value) };
  };
  put(JSON.stringify(head, taped));
  return {
    isRecording: isOpen,
    write: (make) => {
      if (!isOpen) return;
      isHidden = false;
      const text = JSON.stringify(make(), taped);
      const isTooLong = hasLongBody || text.length > mostOfEvent;
      if (isTooLong || written + Buffer.byteLength(text) > mostOctets) {
        put(JSON.stringify({ cut: isTooLong ? 'an answer was too long' : 'the run was too long' }));
        return close();
      }
      put(isHidden ? `${text.slice(0, -1)},"hidden":true}` : text);
    },
    end: (end) => {
      if (isOpen) put(JSON.stringify({ end, lines: lines.copy().digest('hex') }));
      close();
    },
  };
}

/** The file of a new tape; undefined if it cannot be made: the run is then judged without a tape. */
function opened(file: string, before: string): number | undefined {
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file)) renameSync(file, before);
    return openSync(file, 'w', 0o600);
  } catch {
    return undefined;
  }
}

/** A disk may become full: the tape then ends. */
function isWritten(descriptor: number, octets: Uint8Array): boolean {
  try {
    writeSync(descriptor, octets);
    return true;
  } catch {
    return false;
  }
}
