import { entryOf } from '../wire/keyed.ts';

/** Facts that are found once per run: the first caller does the work, and later callers share the result. */
export class Memo {
  readonly #kept = new Map<unknown, Promise<unknown>>();

  /** @param key - identifies one kind of work, so that its results have one type */
  keep<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    return entryOf(this.#kept, key, () => {
      const making = work();
      // Every caller gets the error, though other callers may never use the result.
      making.catch(() => undefined);
      return making;
    }) as Promise<T>;
  }
}
