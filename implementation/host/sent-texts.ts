import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { folded, holdsMark } from '../resources/proof/own-content.ts';

/** The texts that requests of a run have sent, to distinguish its own content from the content of other clients. */
export class SentTexts {
  readonly #mark: string;
  readonly #texts = new Set<string>();

  /** @param mark - the text that most sent texts contain */
  constructor(mark: string) {
    this.#mark = mark;
  }

  note(body: JsonInput | undefined): void {
    if (typeof body === 'string') {
      if (!holdsMark(body, this.#mark)) this.#texts.add(folded(body));
    } else if (Array.isArray(body)) for (const element of body) this.note(element);
    else if (typeof body === 'object' && body !== null && !(body instanceof JsonNumber))
      for (const member of Object.values(body)) this.note(member);
  }

  has(text: string): boolean {
    return this.#texts.has(folded(text)) || holdsMark(text, this.#mark);
  }
}
