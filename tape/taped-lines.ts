import { mostEvents, mostOctets, mostOfEvent, UnreadableTape } from './tape.ts';

/** Each line is bounded when it is written, in characters; each hidden text adds a word to it. */
export const longestLine = mostOfEvent + 1_024;
/** A character of a body has two octets at most. */
const mostOctetsOfLine = 2 * longestLine;
const lineFeed = 10;

/** The lines of a tape, as octets. */
export interface TapedLines {
  readonly whole: readonly Buffer[];
  /** Behind the last line feed; the last line of a run that was killed may be half a line. */
  readonly rest: Buffer;
}

/**
 * Splits input into lines and counts while it comes, so that nothing is gathered beyond a bound.
 *
 * @throws UnreadableTape at the first breach
 */
export async function linesOf(parts: AsyncIterable<Buffer>): Promise<TapedLines> {
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

function joined(pieces: readonly Buffer[]): Buffer {
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}
