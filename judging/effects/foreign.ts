import type { Exchange } from '../../history/exchange.ts';
import { documentedContent } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Json } from '../../wire/json/json.ts';
import { textsIn, valueAt } from '../../wire/json/pointer.ts';

/** Whether a read newly shows a text that no request of this run has sent: another client writes there. */
export function isForeign(on: Stage, before: Exchange | undefined, after: Exchange): boolean {
  if (!after.succeeded) return false;
  const known = new Set(before === undefined ? [] : shownTexts(on, before));
  return shownTexts(on, after).some((text) => text !== '' && !known.has(text) && !on.hasSent(text));
}

/** Reports as undecided the effects on a resource with a concurrent writer. */
export function foreignWrites(on: Stage, exchanges: readonly Exchange[]): void {
  on.undecided(
    'foreign-writes',
    'a concurrent writer was seen: the resource shows content that no request of this run sent; to decide this, run again without other writers',
    { exchanges },
  );
}

/** The content that creates and updates store. */
function shownTexts({ facts }: Stage, exchange: Exchange): readonly string[] {
  const { pointer } = facts;
  const updated: Json | undefined = pointer === undefined ? undefined : valueAt(exchange.value, pointer);
  return [...textsIn(documentedContent(exchange)), ...textsIn(updated)];
}
