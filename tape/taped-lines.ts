import { mostEvents, mostOctets, mostOfEvent, UnreadableTape } from './tape.ts';
import { constants, createGunzip } from 'node:zlib';

/** Each line is bounded in characters when it is written; each hidden text adds a word. */
export const longestLine = mostOfEvent + 1_024;
/** A character of a body has two octets at most. */
const mostOctetsOfLine = 2 * longestLine;
const lineFeed = 10;

/** Splits input into lines, and gathers nothing beyond a bound. @throws UnreadableTape at the first breach */
export async function linesOf(parts: AsyncIterable<Buffer>) {
  const whole: Buffer[] = [];
  let rest: Buffer[] = [];
  let [octets, ofLine] = [0, 0];
  const gather = (piece: Buffer): void => {
    ofLine += piece.length;
    if (ofLine > mostOctetsOfLine)
      throw new UnreadableTape(`it has a line of more than ${longestLine} characters`);
    if (piece.length > 0) rest.push(piece);
  };
  for await (const part of parts) {
    octets += part.length;
    if (octets > mostOctets + mostOfEvent)
      throw new UnreadableTape(`it unfolds to more than ${mostOctets} octets`);
    let from = 0;
    for (let at = part.indexOf(lineFeed); at >= 0; at = part.indexOf(lineFeed, from)) {
      gather(part.subarray(from, at));
      whole.push(joined(rest));
      if (whole.length > mostEvents) throw new UnreadableTape(`it has more than ${mostEvents} lines`);
      [rest, ofLine, from] = [[], 0, at + 1];
    }
    gather(part.subarray(from));
  }
  return { whole, rest: joined(rest) };
}

/** A single piece is used without a copy, because a copy of a large file needs as much memory again. */
export function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}

const oneRead = 64 * 1024;
const behind = 'octets follow the end of its gzip';
/** Gzip is hardly longer than its content, unless the content is nearly empty. */
const smallest = 1_024;

/** Unfolds gzip; unless it must be whole, it may be cut off, as a killed run leaves it. */
export async function* unfolded(octets: Uint8Array, isWhole: boolean): AsyncGenerator<Buffer> {
  const finishFlush = isWhole ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  const gunzip = createGunzip({ chunkSize: oneRead, finishFlush });
  gunzip.end(octets);
  let held = 0;
  try {
    for await (const part of gunzip as AsyncIterable<Buffer>) {
      held += part.length;
      yield part;
    }
  } catch (error) {
    throw error instanceof UnreadableTape ? error : new UnreadableTape(reasonOf(error, octets));
  }
  if (isWhole && gunzip.bytesWritten < octets.length) throw new UnreadableTape(behind);
  if (isWhole && octets.length > 2 * held + smallest)
    throw new UnreadableTape('its gzip has parts that hold nothing');
}

function reasonOf(error: unknown, [first, second]: Uint8Array): string {
  const message = error instanceof Error ? error.message : '';
  if (/incorrect (?:data|length) check/.test(message)) return 'the checksum of its gzip is wrong';
  if (message === 'unexpected end of file') return 'its gzip is cut off';
  // A file that begins as gzip has a head already, so a wrong head comes after it.
  const isLater = first === 0x1f && second === 0x8b && message === 'incorrect header check';
  return isLater ? behind : 'it is not gzip';
}
