import { constants, gunzipSync } from 'node:zlib';
import type { TapeEvent } from './events.ts';
import {
  mostEvents,
  mostOctets,
  mostOfEvent,
  UnreadableTape,
  type Tape,
  type TapeEnd,
  type TapeHead,
} from './tape.ts';

/** Each line is bounded when it is written; what was hidden adds a word to it. */
const longestLine = mostOfEvent + 1_024;

/** Reads a tape. Throws `UnreadableTape`, with the reason, for what is none or goes beyond the bounds of one. */
export function readTape(octets: Uint8Array): Tape {
  const bodies = new Map<number, string>();
  // So many tell that there are too many: of line feeds alone a list would be eight times as large as the text.
  const lines = unfolded(octets).split('\n', mostEvents + 2);
  // The last line of a run that was killed may be half a line.
  const last = lines.pop();
  if (lines.length > mostEvents) throw new UnreadableTape(`it has more than ${mostEvents} lines`);
  if (lines.some(({ length }) => length > longestLine))
    throw new UnreadableTape(`it has a line of more than ${longestLine} characters`);
  const read = lines.map((line, at) => lineOf(line, at, bodies));
  const [head, ...rest] = read;
  if (!isHead(head)) throw new UnreadableTape('its first line is no head of a tape that this release reads');
  const events: TapeEvent[] = [];
  const hidden: number[] = [];
  let [end, cut]: [TapeEnd | undefined, string | undefined] = [undefined, undefined];
  for (const [at, line] of rest.entries()) {
    if (end !== undefined || cut !== undefined)
      throw new UnreadableTape(`line ${at + 2} comes behind its end`);
    if (isEnd(line)) end = line.end;
    else if (isCut(line)) cut = line.cut;
    else if (isEvent(line)) events.push(line);
    else if (!isHidden(line)) throw new UnreadableTape(`line ${at + 2} is no event`);
    if (isHidden(line)) hidden.push(typeof line.n === 'number' ? line.n : 0);
  }
  if (end === undefined) cut ??= last === '' ? 'the run was not seen to end' : 'its last line is cut off';
  return {
    head,
    events,
    hidden,
    ...(end === undefined ? {} : { end }),
    ...(cut === undefined ? {} : { cut }),
  };
}

function unfolded(octets: Uint8Array): string {
  try {
    // A run that was killed leaves a last part that is not whole.
    return gunzipSync(octets, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostOctets + mostOfEvent,
    }).toString();
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    throw new UnreadableTape(isTooLong ? `it unfolds to more than ${mostOctets} octets` : 'it is not gzip');
  }
}

function lineOf(line: string, at: number, bodies: Map<number, string>): unknown {
  try {
    return JSON.parse(line, (name, value: unknown) => (name === 'b' ? bodyIn(value, bodies) : value));
  } catch {
    throw new UnreadableTape(`line ${at + 1} is no JSON`);
  }
}

function bodyIn(value: unknown, bodies: Map<number, string>): unknown {
  if (!isObject(value)) return value;
  if (typeof value['like'] === 'number') return bodies.get(value['like']);
  if (typeof value['is'] === 'number' && typeof value['text'] === 'string')
    bodies.set(value['is'], value['text']);
  return value['text'];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isHead(line: unknown): line is TapeHead {
  return (
    isObject(line) &&
    (line['tape'] === 1 || line['tape'] === 2) &&
    typeof line['startedAt'] === 'string' &&
    isObject(line['told'])
  );
}

function isEnd(line: unknown): line is { readonly end: TapeEnd } {
  if (!isObject(line) || !isObject(line['end'])) return false;
  const { bytes } = line['end'];
  return isObject(bytes) && [bytes['written'], bytes['read']].every((one) => typeof one === 'number');
}

function isCut(line: unknown): line is { readonly cut: string } {
  return isObject(line) && typeof line['cut'] === 'string';
}

function isHidden(line: unknown): line is { readonly n?: unknown } {
  return isObject(line) && line['hidden'] === true;
}

function isEvent(line: unknown): line is TapeEvent {
  if (!isObject(line) || typeof line['at'] !== 'number') return false;
  const isCompletion = typeof line['n'] === 'number' && isObject(line['asked']) && isObject(line['said']);
  return isCompletion || isObject(line['did']);
}
