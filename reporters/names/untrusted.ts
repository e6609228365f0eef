import { visible } from '../visible.ts';

/** Longer texts tell a reader no more, and would push the claim aside. */
const mostCharacters = 100;

/** Further text is not examined. */
const mostRead = 10_000;

/** Characters that may act as the quotation marks around a text, or be taken for them. */
const marks = /["\u00ab\u00bb\u2018-\u201f\u2039\u203a\u2e42\u300c-\u300f\u301d-\u301f\uff02\u275b-\u275e]/gu;

/** Blanks of all kinds, and characters that look like one. */
const blanks = /[\s\u0085\u180e\u2800\u3164\u115f\u1160\uffa0]+/gu;

/** One letter under a heap of marks covers the lines around it. */
const heaped = /(\p{M}{2})\p{M}+/gu;

/** A text of a vendor. It may hide, imitate or displace statements of the suite: every rendering quotes it. */
export class Untrusted {
  readonly #text: string;

  constructor(text: string) {
    const plain = text.slice(0, mostRead).normalize('NFC').replace(blanks, ' ').trim();
    this.#text = visible(plain.replace(heaped, '$1').replace(marks, "'"), mostCharacters);
  }

  /** In quotation marks, without any inside; each rendering escapes it like any text. */
  quoted(): string {
    return `“${this.#text}”`;
  }

  /** Without quotation marks, for a line with no other content. */
  alone(): string {
    return this.#text;
  }

  /** A text that contains the name by accident proves nothing. */
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

/** A sentence of the suite with values that may be texts of a vendor. */
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

/** The only way from a phrase to a text: on one line; Markdown and HTML escape the result of it. */
export function spoken(said: Phrase): string {
  if (typeof said === 'string') return said;
  return said instanceof Untrusted ? said.quoted() : said.map(spoken).join('');
}
