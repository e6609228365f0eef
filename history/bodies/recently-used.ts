/** Keeps recently used values while there is room; the value that was unused the longest is dropped first. */
export class RecentlyUsed<K, V> {
  readonly #room: number;
  /** In the order of last use. */
  readonly #held = new Map<K, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** @param room - the limit for the sizes of all kept values; the last used value is always kept */
  constructor(room: number) {
    this.#room = room;
  }

  get size(): number {
    return this.#size;
  }

  /** The value under that key; the value then counts as used. */
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
