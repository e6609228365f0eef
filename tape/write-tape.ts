import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { WriteEvent } from './recorded-world.ts';
import { mostOctets, mostOfEvent, type TapeEnd, type TapeHead } from './tape.ts';

const flushOctets = 64 * 1024;
const flushMs = 1_000;
/** Texts of bodies that are longer are written once. */
const shortBody = 256;

/** A tape that is being written. */
export interface TapeWriter {
  readonly write: WriteEvent;
  readonly end: (end: TapeEnd) => void;
}

/**
 * Begins a tape; one that is there already is kept beside it, and one before that is let go. It is written at least once a
 * second, each time as a whole, so that a run that is killed leaves what came before.
 *
 * @param hide - hides in a line what no tape may hold
 */
export function writeTape(file: string, head: TapeHead, hide: (text: string) => string): TapeWriter {
  mkdirSync(dirname(file), { recursive: true });
  if (existsSync(file)) renameSync(file, tapeBefore(file));
  const descriptor = openSync(file, 'w', 0o600);
  const bodies = new Map<string, number>();
  let waiting: string[] = [];
  let waitingOctets = 0;
  let written = 0;
  let isOpen = true;
  let hasLongBody = false;
  const flush = (): void => {
    if (waiting.length === 0) return;
    writeSync(descriptor, gzipSync(Buffer.from(waiting.join('')), { level: 4 }));
    waiting = [];
    waitingOctets = 0;
  };
  const timer = setInterval(flush, flushMs);
  timer.unref();
  const put = (text: string): void => {
    const line = `${text}\n`;
    waiting.push(line);
    waitingOctets += line.length;
    written += line.length;
    if (waitingOctets >= flushOctets) flush();
  };
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(timer);
    flush();
    closeSync(descriptor);
  };
  const once = (name: string, value: unknown): unknown => {
    if (name !== 'b' || typeof value !== 'string' || value.length <= shortBody) return value;
    hasLongBody ||= value.length > mostOfEvent;
    if (hasLongBody) return undefined;
    const digest = createHash('sha256').update(value).digest('base64');
    const known = bodies.get(digest);
    if (known !== undefined) return { like: known };
    bodies.set(digest, bodies.size);
    return { is: bodies.size - 1, text: value };
  };
  put(hide(JSON.stringify(head)));
  return {
    write: (make) => {
      if (!isOpen) return;
      const event = make();
      const text = JSON.stringify(event, once);
      const isTooLong = hasLongBody || text.length > mostOfEvent;
      if (isTooLong || written + text.length > mostOctets) {
        put(JSON.stringify({ cut: isTooLong ? 'an answer was too long' : 'the run was too long' }));
        return close();
      }
      const shown = hide(text);
      put(shown === text ? text : JSON.stringify({ ...parsed(shown), at: event.at, hidden: true }));
    },
    end: (end) => {
      if (isOpen) put(JSON.stringify({ end }));
      close();
    },
  };
}

/** Where the tape before this one is. */
export function tapeBefore(file: string): string {
  return file.replace(/(\.jsonl\.gz)?$/, '.before$1');
}

/** A line of which something was hidden is JSON as before, unless what was hidden went beyond a text. */
function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}
