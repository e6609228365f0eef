/** Facts that are found once per run: the first caller does the work, the others share the result. */
export class Memo {
  readonly #kept = new Map<unknown, Promise<unknown>>();

  /** @param key - identifies one kind of work, so that its results have one type */
  keep<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    const found = this.#kept.get(key);
    if (found !== undefined) return found as Promise<T>;
    const making = work();
    // Every caller gets the error; the others may never ask.
    making.catch(() => undefined);
    this.#kept.set(key, making);
    return making;
  }
}
