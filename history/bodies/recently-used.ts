/** Holds what was used last, as long as there is room for it: what was not used for the longest time is let go first. */
export class RecentlyUsed<K, V> {
  readonly #room: number;
  /** The last one used comes last. */
  readonly #held = new Map<K, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** @param room - the sizes of what is held, together; the last one used is held in any case */
  constructor(room: number) {
    this.#room = room;
  }

  /** What is held, together. */
  get size(): number {
    return this.#size;
  }

  /** What is held under that key, which counts as used. */
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
