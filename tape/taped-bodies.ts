import { mostOfRepeated, UnreadableTape } from './tape.ts';

/** Characters of bodies that are kept for lines to come. */
const mostKept = 16 * 1024 * 1024;

/** A long body in a line: its text with a number, or only the number of an earlier body. */
type WrittenBody =
  { readonly is: number; readonly text: string } | { readonly like: number; readonly text?: undefined };

/** The long bodies of a tape, each of which is on it once; only those used last are kept. */
export class TapedBodies {
  /** By number: its line and its length. */
  readonly #places = new Map<number, { readonly line: number; readonly length: number }>();
  readonly #kept = new Map<number, string>();
  #keptLength = 0;
  readonly #bodiesOn: (line: number) => readonly unknown[];

  /** @param bodiesOn - the bodies on a line, as it has them */
  constructor(bodiesOn: (line: number) => readonly unknown[]) {
    this.#bodiesOn = bodiesOn;
  }

  /** Records the places of the bodies of a line. @throws UnreadableTape for a missing text, or too many */
  note(written: readonly unknown[], line: number): void {
    let length = 0;
    for (const body of written) {
      if (isWritten(body) && body.text !== undefined)
        this.#places.set(body.is, { line, length: body.text.length });
      const place = isWritten(body) ? this.#places.get(numberOf(body)) : undefined;
      if (typeof body !== 'string' && place === undefined)
        throw new UnreadableTape(`line ${line + 1} repeats a body that is on no line before`);
      length += typeof body === 'string' ? body.length : (place?.length ?? 0);
    }
    if (length > mostOfRepeated)
      throw new UnreadableTape(`line ${line + 1} repeats bodies of more than ${mostOfRepeated} characters`);
  }

  textOf(body: unknown): string {
    if (typeof body === 'string') return body;
    if (!isWritten(body)) return '';
    const number = numberOf(body);
    const known = this.#kept.get(number);
    if (known !== undefined) return known;
    const text = body.text ?? this.#readAgain(number);
    this.#keep(number, text);
    return text;
  }

  #readAgain(number: number): string {
    const line = this.#places.get(number)?.line ?? 0;
    const found = this.#bodiesOn(line).find((body) => isWritten(body) && numberOf(body) === number);
    return isWritten(found) ? (found.text ?? '') : '';
  }

  #keep(number: number, text: string): void {
    this.#kept.set(number, text);
    this.#keptLength += text.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptLength <= mostKept) return;
      this.#kept.delete(oldest);
      this.#keptLength -= length;
    }
  }
}

function numberOf(body: WrittenBody): number {
  return 'is' in body ? body.is : body.like;
}

function isWritten(body: unknown): body is WrittenBody {
  if (typeof body !== 'object' || body === null) return false;
  if ('like' in body) return typeof body.like === 'number';
  return 'is' in body && typeof body.is === 'number' && 'text' in body && typeof body.text === 'string';
}
