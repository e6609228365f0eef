import { createHash } from 'node:crypto';

/** The edition of the contract that the suite was written for: its digest, and a digest of each line; never its text. */
export interface Edition {
  readonly sha256: string;
  /** The first digits of the SHA-256 of each line. */
  readonly lines: readonly string[];
}

/** Lines that only one of two texts has; counted from 1. */
export interface ChangedLines {
  readonly removed: readonly number[];
  readonly added: readonly number[];
}

/** Digits of a line's digest: enough to distinguish it from any other line of a text. */
const digits = 16;

/**
 * The lines of a text, whatever their ends. @param most - the limit of lines
 *
 * @throws UnreadableTape at the first breach
 */
export function linesOf(text: string, most?: number): readonly string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/, most);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** What identifies the edition of a text: its digests. */
export function editionOf(text: string): Edition {
  const lines = linesOf(text);
  return {
    sha256: sha256(`${lines.join('\n')}\n`),
    lines: lines.map((line) => sha256(line).slice(0, digits)),
  };
}

/** Whether a text is that edition, whatever its line ends. */
export function isEdition({ sha256: wanted }: Edition, text: string): boolean {
  const { sha256: found } = editionOf(text);
  return found === wanted || sha256(linesOf(text).join('\n')) === wanted;
}

/** The lines of each text that are not in the longest common sequence of both. */
export function changedLines(one: readonly string[], other: readonly string[]): ChangedLines {
  const width = other.length + 1;
  // How many lines the rests after each pair of places have in common.
  const common = new Uint32Array((one.length + 1) * width);
  const at = (a: number, b: number): number => common[a * width + b] ?? 0;
  for (let a = one.length - 1; a >= 0; a -= 1)
    for (let b = other.length - 1; b >= 0; b -= 1)
      common[a * width + b] =
        one[a] === other[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
  const removed: number[] = [];
  const added: number[] = [];
  let [a, b] = [0, 0];
  while (a < one.length || b < other.length) {
    if (a < one.length && b < other.length && one[a] === other[b]) {
      a += 1;
      b += 1;
    } else if (b >= other.length || (a < one.length && at(a + 1, b) >= at(a, b + 1))) removed.push((a += 1));
    else added.push((b += 1));
  }
  return { removed, added };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
