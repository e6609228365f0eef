/** Keeps the recently used values, as long as there is room: the longest unused is dropped first. */
export class RecentlyUsed<K, V> {
  readonly #room: number;
  /** The entry that was used last comes last. */
  readonly #held = new Map<K, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** @param room - the limit for the sizes of all kept values; the last used value is always kept */
  constructor(room: number) {
    this.#room = room;
  }

  get size(): number {
    return this.#size;
  }

  /** The value under that key, which counts as used. */
  get(key: K): V | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    this.#held.delete(key);
    this.#held.set(key, held);
    return held.value;
  }

  set(key: K, value: V, size: number): void {
    this.#size += size - (this.#held.get(key)?.size ?? 0);
    this.#held.delete(key);
    this.#held.set(key, { value, size });
    for (const [oldest, held] of this.#held) {
      if (this.#size <= this.#room || oldest === key) return;
      this.#held.delete(oldest);
      this.#size -= held.size;
    }
  }
}
