import { createHash } from 'node:crypto';
import type { TapeEvent } from './events.ts';
import { UnreadableTape, type Tape, type TapedEvents, type TapeEnd, type TapeHead } from './tape.ts';
import { TapedBodies } from './taped-bodies.ts';
import { bodiesIn, isEvent, parsed, textOf, withTexts } from './taped-line.ts';
import { isObject } from '../wire/json/plain-json.ts';
import { linesOf, unfolded } from './taped-lines.ts';

/**
 * Reads a tape part by part, and stops at the first breach of a bound. Its events stay as they are written:
 * each is parsed when its turn comes, and `UnreadableTape` reports an invalid line to anyone who iterates
 * over them.
 *
 * @throws UnreadableTape for a file that is not a tape, or exceeds the bounds of one
 */
export async function readTape(octets: Uint8Array, { isWhole = false } = {}): Promise<Tape> {
  const { whole, rest } = await linesOf(unfolded(octets, isWhole));
  const [first, ...others] = whole;
  const { head } = withinHead(first === undefined ? undefined : parsed(textOf(first, 0), 0));
  if (!isHead(head)) throw new UnreadableTape('its first line is no head of a tape that this release reads');
  const places: number[] = [];
  const hidden: number[] = [];
  const lines = createHash('sha256')
    .update(first ?? nothing)
    .update('\n');
  let isChanged = false;
  let [end, cut]: [TapeEnd | undefined, string | undefined] = [undefined, undefined];
  for (const [index, octetsOfLine] of others.entries()) {
    const at = index + 1;
    if (end !== undefined || cut !== undefined)
      throw new UnreadableTape(`line ${at + 1} comes behind its end`);
    const text = textOf(octetsOfLine, at);
    const line = isPlainEvent(text) ? undefined : parsed(text, at);
    if (isEnd(line)) {
      end = line.end;
      isChanged = head.tape !== 1 && line.lines !== lines.digest('hex');
      continue;
    }
    lines.update(octetsOfLine).update('\n');
    if (isCut(line)) cut = line.cut;
    else places.push(at);
    if (isHidden(line)) hidden.push(typeof line.n === 'number' ? line.n : 0);
  }
  if (end === undefined)
    cut ??= rest.length === 0 ? 'the run was not seen to end' : 'its last line is cut off';
  return {
    head,
    events: eventsOf(whole, places),
    lastedMs: lastedIn(whole, places.at(-1)),
    isChanged,
    hidden,
    ...(end === undefined ? {} : { end }),
    ...(cut === undefined ? {} : { cut }),
  };
}

/** The time of the last event, by its line. */
function lastedIn(lines: readonly Buffer[], at: number | undefined): number {
  if (at === undefined) return 0;
  const line = parsed((lines[at] ?? nothing).toString(), at);
  return isObject(line) && typeof line['at'] === 'number' ? Math.round(line['at']) : 0;
}

/** A line that contains only an event, if it is valid: no reader needs it before its turn. */
function isPlainEvent(text: string): boolean {
  return text.startsWith('{"n":') && !text.includes('"hidden":true');
}

/** The events on these lines, each read again whenever its turn comes. */
function eventsOf(lines: readonly Buffer[], places: readonly number[]): TapedEvents {
  const lineAt = (at: number): unknown => parsed((lines[at] ?? nothing).toString(), at);
  const bodies = new TapedBodies((at) => {
    const line = lineAt(at);
    return isEvent(line) ? bodiesIn(line) : withinHead(line).written;
  });
  bodies.note(withinHead(lineAt(0)).written, 0);
  return {
    length: places.length,
    octets: places.reduce((sum, at) => sum + (lines[at]?.length ?? 0), 0),
    *[Symbol.iterator](): Generator<TapeEvent> {
      for (const at of places) {
        const line = lineAt(at);
        if (!isEvent(line)) throw new UnreadableTape(`line ${at + 1} is no event`);
        bodies.note(bodiesIn(line), at);
        yield withTexts(line, (body) => bodies.textOf(body));
      }
    },
  };
}

const nothing = Buffer.alloc(0);

/** A head with the texts of long bodies in their places, and the bodies in its own form. */
function withinHead(line: unknown): { readonly head: unknown; readonly written: readonly unknown[] } {
  const written: unknown[] = [];
  const texts = new Map<unknown, unknown>();
  const head: unknown = JSON.parse(JSON.stringify(line ?? null), (name, value: unknown) => {
    if (name !== 'b' || !isObject(value)) return value;
    written.push(value);
    if ('is' in value) texts.set(value['is'], value['text']);
    return texts.get(value['is'] ?? value['like']);
  });
  return { head, written };
}

function isHead(line: unknown): line is TapeHead {
  return (
    isObject(line) &&
    (line['tape'] === 1 || line['tape'] === 2) &&
    typeof line['startedAt'] === 'string' &&
    isObject(line['told'])
  );
}

function isEnd(line: unknown): line is { readonly end: TapeEnd; readonly lines?: unknown } {
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
