import { Exchange } from './exchange.ts';
import type { Given, History, Remark } from './history.ts';

/** What follows from a history: as far as that has come, and from then on as it grows. */
export type View<T> = (history: History) => T;

/** What looks at each entry of a history once, in their order; nothing but the entries may decide what it comes to. */
interface Looking {
  take?(exchange: Exchange): void;
  heed?(remark: Remark): void;
}

/**
 * A view that is made once for a history, when somebody asks for the first time.
 *
 * @param begin - what follows from no entry at all
 */
export function view<T extends Looking>(begin: (given: Given) => T): View<T> {
  const known = new WeakMap<History, T>();
  return (history) => {
    const before = known.get(history);
    if (before !== undefined) return before;
    const looking = begin(history.given);
    known.set(history, looking);
    history.follow((entry) => {
      if (entry instanceof Exchange) looking.take?.(entry);
      else looking.heed?.(entry);
    });
    return looking;
  };
}
