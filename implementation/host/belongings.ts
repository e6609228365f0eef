/** What one check has made: it gives it back when it ends, except what it shares with others. */
export class Belongings {
  readonly #ids = new Set<string>();
  readonly #kept = new Set<string>();
  #sharing = 0;

  /** A resource was made for the check. */
  made(id: string): void {
    this.#ids.add(id);
  }

  /** A resource is used beyond what it was made for: by others as well, where what is done is shared with them. */
  keep(id: string): void {
    if (this.#sharing > 0) this.#ids.delete(id);
    else this.#kept.add(id);
  }

  /** What is kept meanwhile is others' as well, for as long as the run lasts. */
  async sharing<T>(work: () => Promise<T>): Promise<T> {
    this.#sharing += 1;
    try {
      return await work();
    } finally {
      this.#sharing -= 1;
    }
  }

  /** Gives back what was only made: before the check waits for a later phase. */
  giveBackUnkept(): readonly string[] {
    return this.#give((id) => !this.#kept.has(id));
  }

  /** Gives back what nobody else has: the check is over. */
  giveBackAll(): readonly string[] {
    return this.#give(() => true);
  }

  #give(test: (id: string) => boolean): readonly string[] {
    const ids = [...this.#ids].filter(test);
    for (const id of ids) this.#ids.delete(id);
    return ids;
  }
}
