import { asObject, readJson, type Json } from '../../wire/json/json.ts';
import type { Exchange } from '../exchange.ts';

/** Which members of objectTypeProperty, and of its items, accepted creates have brought with a value (4.6). */
export class TakenMembers {
  readonly #names = new Set<string>();

  /** Looks at what an accepted create has sent. */
  note({ succeeded, request }: Exchange): void {
    const sent = succeeded && request.body !== undefined ? readJson(request.body) : undefined;
    if (sent?.kind !== 'json') return;
    const content = asObject(asObject(sent.value)?.['objectTypeProperty']) ?? {};
    for (const [name, value] of Object.entries(content)) if (isFilled(value)) this.#names.add(name);
    const items = content['arrayOfObjectType'];
    for (const item of Array.isArray(items) ? items : [])
      for (const name of Object.keys(asObject(item) ?? {})) this.#names.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }
}

/** An empty array brings nothing. */
function isFilled(value: Json): boolean {
  return value !== null && !(Array.isArray(value) && value.length === 0);
}
