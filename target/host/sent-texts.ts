import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';

/** The texts that requests of a run have sent, to tell its own content from that of others. */
export class SentTexts {
  readonly #mark: string;
  readonly #texts = new Set<string>();

  /** @param mark - what most of them hold */
  constructor(mark: string) {
    this.#mark = mark;
  }

  /** Notes the texts of a body. */
  note(body: JsonInput | undefined): void {
    if (typeof body === 'string') {
      if (!this.#holdsMark(body)) this.#texts.add(folded(body));
    } else if (Array.isArray(body)) for (const element of body) this.note(element);
    else if (typeof body === 'object' && body !== null && !(body instanceof JsonNumber))
      for (const member of Object.values(body)) this.note(member);
  }

  has(text: string): boolean {
    return this.#texts.has(folded(text)) || this.#holdsMark(text);
  }

  /** A server may store it in another case. */
  #holdsMark(text: string): boolean {
    return text.toLowerCase().includes(this.#mark.toLowerCase());
  }
}

/** In the form that whatever a server makes of it has too: another case, another normal form, blanks cut off. */
function folded(text: string): string {
  return text.toUpperCase().normalize('NFKD').trim();
}
