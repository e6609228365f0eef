import { Exchange } from './exchange.ts';
import type { Given, History, Remark } from './history.ts';

/** The conclusions from a history; they follow the history as it grows. */
export type View<T> = (history: History) => T;

/** Sees each entry of a history once, in order; its result may depend only on the entries. */
interface Looking {
  take?(exchange: Exchange): void;
  heed?(remark: Remark): void;
}

/** A view that is made once for each history, on demand; `begin` concludes from an empty history. */
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
