import { asObject, readJson, type Json } from '../../wire/json/json.ts';
import type { History } from '../../history/history.ts';
import { view } from '../../history/view.ts';
import { documentedIn } from '../documented.ts';
import type { Exchange } from '../../history/exchange.ts';

/** Which members of objectTypeProperty, and of its items, accepted creates have brought with a value (4.6). */
class TakenMembers {
  readonly #names = new Set<string>();

  /** Looks at what an accepted create has sent. */
  take(exchange: Exchange): void {
    const { succeeded, request } = exchange;
    if (documentedIn(exchange) !== 'create') return;
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

const takenMembers = view(() => new TakenMembers());

/** Whether an accepted create has brought a member of objectTypeProperty, or of one of its items, with a value (4.6). */
export function wasTaken(history: History, name: string): boolean {
  return takenMembers(history).has(name);
}
