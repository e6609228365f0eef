import { visible } from '../visible.ts';

/** Longer texts are of no more use to a reader, and would displace the claim. */
const mostCharacters = 100;

/** The rest of a text is not examined. */
const mostRead = 10_000;

/** Characters that readers may take for the quotation marks around a text. */
const marks = /["\u00ab\u00bb\u2018-\u201f\u2039\u203a\u2e42\u300c-\u300f\u301d-\u301f\uff02\u275b-\u275e]/gu;

/** Blanks of every kind, and characters that look like a blank. */
const blanks = /[\s\u0085\u180e\u2800\u3164\u115f\u1160\uffa0]+/gu;

/** A letter with many marks covers the lines around it. */
const heaped = /(\p{M}{2})\p{M}+/gu;

/** A text of a vendor. It may hide, imitate or displace statements of the suite, so every rendering quotes it. */
export class Untrusted {
  readonly #text: string;

  constructor(text: string) {
    const plain = text.slice(0, mostRead).normalize('NFC').replace(blanks, ' ').trim();
    this.#text = visible(plain.replace(heaped, '$1').replace(marks, "'"), mostCharacters);
  }

  /** The text in quotation marks, with no such mark inside; each rendering escapes it like any other text. */
  quoted(): string {
    return `“${this.#text}”`;
  }

  /** The text without quotation marks, for a line that contains nothing else. */
  alone(): string {
    return this.#text;
  }

  /** Hides the text from code that uses it as a string by accident. */
  toString(): string {
    return '“…”';
  }
}

/** A text that a vendor has chosen. */
export function untrusted(text: string): Untrusted {
  return new Untrusted(text);
}

/** A statement of the suite with texts of a vendor. */
export type Phrase = string | Untrusted | readonly Phrase[];

/** A sentence of the suite; its values may be texts of a vendor. */
export function phrase(strings: TemplateStringsArray, ...values: readonly (Phrase | number)[]): Phrase {
  return strings.flatMap((text, at): readonly Phrase[] => {
    const value = values[at];
    return value === undefined ? [text] : [text, typeof value === 'number' ? String(value) : value];
  });
}

/** Phrases in a row. */
export function listOf(phrases: readonly Phrase[], between = ', '): Phrase {
  return phrases.flatMap((one, at) => (at === 0 ? [one] : [between, one]));
}

/** The only way from a phrase to a text on one line, which Markdown and HTML then escape. */
export function spoken(said: Phrase): string {
  if (typeof said === 'string') return said;
  return said instanceof Untrusted ? said.quoted() : said.map(spoken).join('');
}
