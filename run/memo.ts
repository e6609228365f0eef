/** What is found out once a run: anyone who asks first does the work, the others share the result of it. */
export class Memo {
  readonly #kept = new Map<unknown, Promise<unknown>>();

  /** @param key - stands for one kind of work alone, so that what is kept under it is of one type */
  keep<T>(key: unknown, work: () => Promise<T>): Promise<T> {
    const found = this.#kept.get(key);
    if (found !== undefined) return found as Promise<T>;
    const making = work();
    // Anyone who asked is told; the others may never ask.
    making.catch(() => undefined);
    this.#kept.set(key, making);
    return making;
  }
}
