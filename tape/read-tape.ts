import { createHash } from 'node:crypto';
import type { TapeEvent } from './events.ts';
import { UnreadableTape, type Tape, type TapedEvents, type TapeEnd, type TapeHead } from './tape.ts';
import { TapedBodies } from './taped-bodies.ts';
import { bodiesIn, isEvent, isObject, parsed, valueOf, withTexts } from './taped-line.ts';
import { linesOf } from './taped-lines.ts';
import { unfolded } from './unfolded.ts';

/** How a tape is read. */
interface ReadAs {
  /** Its last part may be cut off, as a run that was killed leaves it. */
  readonly isWhole: boolean;
}

/**
 * Reads a tape: unfolds it part by part, and stops at the first breach of a bound. Its events stay as they are written until
 * somebody looks at them.
 *
 * @throws UnreadableTape for what is none, or goes beyond the bounds of one
 */
export async function readTape(octets: Uint8Array, { isWhole }: ReadAs = { isWhole: false }): Promise<Tape> {
  const { whole, rest } = await linesOf(unfolded(octets, isWhole));
  const [first, ...others] = whole;
  const bodies = new TapedBodies((at) => {
    const line = parsed(whole[at] ?? nothing, at);
    return isEvent(line) ? bodiesIn(line) : withinHead(line).written;
  });
  const { head, written } = withinHead(first === undefined ? undefined : valueOf(first, 0));
  bodies.note(written, 0);
  if (!isHead(head)) throw new UnreadableTape('its first line is no head of a tape that this release reads');
  const places: number[] = [];
  const hidden: number[] = [];
  const lines = createHash('sha256')
    .update(first ?? nothing)
    .update('\n');
  let [lastedMs, isChanged] = [0, false];
  let [end, cut]: [TapeEnd | undefined, string | undefined] = [undefined, undefined];
  for (const [index, octetsOfLine] of others.entries()) {
    const at = index + 1;
    if (end !== undefined || cut !== undefined)
      throw new UnreadableTape(`line ${at + 1} comes behind its end`);
    const line = valueOf(octetsOfLine, at);
    if (isEnd(line)) {
      end = line.end;
      isChanged = head.tape !== 1 && line.lines !== lines.digest('hex');
      continue;
    }
    lines.update(octetsOfLine).update('\n');
    if (isCut(line)) cut = line.cut;
    else if (isEvent(line)) {
      bodies.note(bodiesIn(line), at);
      places.push(at);
      lastedMs = Math.round(line.at);
    } else if (!isHidden(line)) throw new UnreadableTape(`line ${at + 1} is no event`);
    if (isHidden(line)) hidden.push(typeof line.n === 'number' ? line.n : 0);
  }
  if (end === undefined)
    cut ??= rest.length === 0 ? 'the run was not seen to end' : 'its last line is cut off';
  return {
    head,
    events: eventsOf(whole, places, bodies),
    lastedMs,
    isChanged,
    hidden,
    ...(end === undefined ? {} : { end }),
    ...(cut === undefined ? {} : { cut }),
  };
}

const nothing = Buffer.alloc(0);

/** A head with the texts of long bodies in their places, and those bodies as it has them. */
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

/** The events on lines that were looked at before, each read anew whenever its turn comes. */
function eventsOf(lines: readonly Buffer[], places: readonly number[], bodies: TapedBodies): TapedEvents {
  return {
    length: places.length,
    *[Symbol.iterator](): Generator<TapeEvent> {
      for (const at of places) {
        const event = parsed(lines[at] ?? nothing, at) as TapeEvent;
        yield withTexts(event, (body) => bodies.textOf(body));
      }
    },
  };
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
