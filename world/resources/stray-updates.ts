import { view } from '../../history/view.ts';
import type { Exchange } from '../../history/exchange.ts';
import { valuesAt } from '../../contract/operation-at.ts';
import type { Json } from '../../wire/json/json.ts';
import { textsIn } from '../../wire/json/pointer.ts';

/** A read that shows a text of an update of another resource. */
export interface StrayUpdate {
  readonly update: Exchange;
  readonly read: Exchange;
  readonly text: string;
}

/** Reads by id that show texts of updates of one other resource only (4.10), beside a text of their own resource. */
class StrayUpdates {
  readonly #mark: string;
  /** The first update with each text. */
  readonly #updates = new Map<string, Exchange>();
  /** Texts of updates of several resources, or of other requests. */
  readonly #shared = new Set<string>();
  /** The id at which each text of other requests was first read. */
  readonly #ownerOf = new Map<string, string>();
  readonly #found: StrayUpdate[] = [];

  constructor(mark: string) {
    this.#mark = mark;
  }

  take(exchange: Exchange): void {
    if (exchange.endpoint === 'update') this.#noteUpdate(exchange);
    else for (const text of this.#textsIn(exchange.sent)) this.#shared.add(text);
    if (exchange.endpoint === 'readById') this.#look(exchange);
  }

  get all(): readonly StrayUpdate[] {
    return this.#found;
  }

  #noteUpdate(exchange: Exchange): void {
    for (const text of this.#textsIn(exchange.sent)) {
      const before = this.#updates.get(text);
      if (before === undefined) this.#updates.set(text, exchange);
      else if (idOf(before) !== idOf(exchange)) this.#shared.add(text);
    }
  }

  #look(read: Exchange): void {
    if (!read.succeeded || read.mayNotExist || read.isPage || read.redirects > 0) return;
    const texts = this.#textsIn(read.value);
    const id = idOf(read);
    const isItsOwn = texts.some(
      (text) => !this.#updates.has(text) && (this.#ownerOf.get(text) ?? this.#own(text, id)) === id,
    );
    for (const text of isItsOwn ? texts : []) {
      const update = this.#updates.get(text);
      if (update !== undefined && idOf(update) !== id && !this.#shared.has(text))
        this.#found.push({ update, read, text });
    }
  }

  #own(text: string, id: string): string {
    this.#ownerOf.set(text, id);
    return id;
  }

  #textsIn(value: Json | undefined): readonly string[] {
    return textsIn(value).filter((text) => text.includes(this.#mark));
  }
}

function idOf({ endpoint: name, request }: Exchange): string {
  return (name === undefined ? undefined : valuesAt(name, request.target)['id']) ?? '';
}

/** Reads that show the text of an update of another resource. */
export const strayUpdates = view(({ mark }) => new StrayUpdates(mark));
