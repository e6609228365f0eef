import { createHash } from 'node:crypto';
import { runMark } from '../../../clause/mark.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** Characters before the mark in a word of a run: in base 36, and one more in letters. */
const [before, letters] = [5, 6];

/**
 * The marked words of a run in letters that no two runs share: shifted letters, and letters computed from them in place
 * of the mark. Readers who know the run's id can decode them.
 */
export class MarkedWords {
  readonly #pattern: RegExp;
  readonly #mark: string;
  readonly #runId: string;
  readonly #turns: readonly number[];
  readonly #letters: RegExp;
  /** Letters in an answer, and the word that they mean; kept because most words occur many times. */
  readonly #read = new Map<string, string>();

  constructor(runId: string) {
    this.#runId = runId;
    this.#mark = runMark(runId);
    this.#pattern = new RegExp(`[a-z0-9]{0,${before}}${this.#mark}`, 'gi');
    this.#letters = new RegExp(`[a-z]{${this.#mark.length},}`, 'gi');
    this.#turns = turnsOf(runId, letters);
  }

  isIn(text: string): boolean {
    return text.toLowerCase().includes(this.#mark);
  }

  out(text: string): string {
    return text.replaceAll(this.#pattern, (word) => this.#sent(word));
  }

  back(text: string): string {
    return text.replaceAll(this.#letters, (found) => {
      const known = this.#read.get(found);
      if (known !== undefined) return known;
      const read = this.#readIn(found);
      this.#read.set(found, read);
      return read;
    });
  }

  #readIn(found: string): string {
    const [whole, cut] = [letters + this.#mark.length, this.#mark.length];
    let read = '';
    for (let at = 0; at < found.length;) {
      const [long, short] = [found.slice(at, at + whole), found.slice(at, at + cut)];
      const word = this.#wordOf(long.toLowerCase());
      if (word !== undefined) [read, at] = [read + inCaseOf(long, word), at + whole];
      else if (short.toLowerCase() === this.#tail(''))
        [read, at] = [read + inCaseOf(short, this.#mark), at + cut];
      else [read, at] = [read + found.charAt(at), at + 1];
    }
    return read;
  }

  #sent(word: string): string {
    const head = word.slice(0, -this.#mark.length);
    // A part that is cut off before the mark has no letters to shift back.
    if (head.length < before) return `${head}${inCaseOf(word, this.#tail(''))}`;
    let left = Number.parseInt(head, 36);
    let sent = '';
    for (const turn of this.#turns) {
      sent += alphabet.charAt(((left % 26) + turn) % 26);
      left = Math.floor(left / 26);
    }
    return inCaseOf(word, `${sent}${this.#tail(sent)}`);
  }

  #wordOf(sent: string): string | undefined {
    const head = sent.slice(0, letters);
    if (sent.slice(letters) !== this.#tail(head)) return undefined;
    const value = this.#turns.reduceRight(
      (sum, turn, at) => sum * 26 + ((alphabet.indexOf(head.charAt(at)) - turn + 26) % 26),
      0,
    );
    return `${value.toString(36).padStart(before, '0')}${this.#mark}`;
  }

  #tail(head: string): string {
    return turnsOf(`${this.#runId} ${head}`, this.#mark.length)
      .map((turn) => alphabet.charAt(turn))
      .join('');
  }
}

function turnsOf(text: string, count: number): readonly number[] {
  return [...createHash('sha256').update(text).digest().subarray(0, count)].map((octet) => octet % 26);
}

/** The word in the case of the model: in capitals, or with a capital at its beginning. */
function inCaseOf(model: string, word: string): string {
  const [first = ''] = /[a-z]/i.exec(model) ?? [];
  if (first === first.toLowerCase()) return word;
  return model === model.toUpperCase() ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}
