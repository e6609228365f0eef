import type { EndpointName } from '../../contract/endpoints.ts';
import { isOverwrite } from '../../contract/traits.ts';
import { asObject, type Json } from '../../wire/json/json.ts';
import { textsIn } from '../../wire/json/pointer.ts';
import { view } from '../../history/view.ts';
import type { Exchange } from '../../history/exchange.ts';

type Naming = Extract<EndpointName, 'readById' | 'readByKey'>;

/** Reads that show content with which only another resource was made (4.2, 4.3), by one create and no other write. */
export class MisdirectedReads {
  readonly #mark: string;
  /** Texts that one create contained, and no other write. */
  readonly #made = new Set<string>();
  readonly #shared = new Set<string>();
  /** The paths by id at which texts were first seen. */
  readonly #pathOf = new Map<string, string>();
  /** The key by which each of these resources was read. */
  readonly #keys = new Belonging();
  readonly #misdirected: Readonly<Record<Naming, Exchange[]>> = { readById: [], readByKey: [] };

  constructor(mark: string) {
    this.#mark = mark;
  }

  take(exchange: Exchange): void {
    const { endpoint, request, succeeded, redirects, object, mayNotExist, isPage } = exchange;
    if (isPage) return;
    if (endpoint === 'create' || isOverwrite(endpoint))
      return this.#noteCarried(exchange.sent, endpoint === 'create');
    if (!succeeded) return;
    if ((endpoint !== 'readById' && endpoint !== 'readByKey') || redirects > 0) return;
    if (endpoint === 'readByKey' && mayNotExist) return;
    if (request.target.includes('?') || object === undefined || !('version' in object)) return;
    const texts = this.#textsIn(asObject(object['objectTypeProperty'])).filter((text) =>
      this.#made.has(text),
    );
    if (
      endpoint === 'readById'
        ? this.#isOfAnother(request.target, texts)
        : this.#isOfAnotherKey(request.target, texts)
    )
      this.#misdirected[endpoint].push(exchange);
  }

  #isOfAnother(path: string, texts: readonly string[]): boolean {
    const owners = texts.map((text) => this.#pathOf.get(text)).filter((owner) => owner !== undefined);
    if (owners.length === 0) for (const text of texts) this.#pathOf.set(text, path);
    return owners.length > 0 && !owners.includes(path);
  }

  #isOfAnotherKey(path: string, texts: readonly string[]): boolean {
    const owner = texts.map((text) => this.#pathOf.get(text)).find((one) => one !== undefined);
    return owner !== undefined && this.#keys.contradicts(path, owner);
  }

  by(route: Naming): readonly Exchange[] {
    return this.#misdirected[route];
  }

  #noteCarried(sent: Json | undefined, isCreate: boolean): void {
    for (const text of this.#textsIn(sent)) {
      if (!isCreate || this.#made.has(text)) this.#shared.add(text);
      if (this.#shared.has(text)) this.#made.delete(text);
      else this.#made.add(text);
    }
  }

  #textsIn(value: Json | undefined): readonly string[] {
    return textsIn(value).filter((text) => text.includes(this.#mark));
  }
}

/** The name to which each text belongs: where it was first seen, as long as it is seen at no other name. */
class Belonging {
  readonly #ofName = new Map<string, string>();
  readonly #nameOf = new Map<string, string>();

  /** @returns whether the text belongs to another name, or the name to another text */
  contradicts(name: string, thing: string): boolean {
    const [known, owner] = [this.#ofName.get(name), this.#nameOf.get(thing)];
    if (known === undefined && owner === undefined) {
      this.#ofName.set(name, thing);
      this.#nameOf.set(thing, name);
    }
    return (known ?? thing) !== thing || (owner ?? name) !== name;
  }
}

/** Reads that show another resource. */
export const misdirectedReads = view(({ mark }) => new MisdirectedReads(mark));
