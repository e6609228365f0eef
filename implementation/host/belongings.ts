/** The resources of one check: it gives them back when it ends, except those that it shares with others. */
export class Belongings {
  readonly #ids = new Set<string>();
  readonly #kept = new Set<string>();
  #sharing = 0;

  made(id: string): void {
    this.#ids.add(id);
  }

  /**
   * A resource is used beyond its purpose: also by others, if they share the work.
   *
   * @throws ConfigurationError if it cannot be written
   */
  keep(id: string): void {
    if (this.#sharing > 0) this.#ids.delete(id);
    else this.#kept.add(id);
  }

  /** The check no longer needs it; false if other checks may. */
  release(id: string): boolean {
    return this.#ids.delete(id);
  }

  /** Resources that are kept while `work` runs are shared too, as long as the run lasts. */
  async sharing<T>(work: () => Promise<T>): Promise<T> {
    this.#sharing += 1;
    try {
      return await work();
    } finally {
      this.#sharing -= 1;
    }
  }

  /** Gives back unused resources: before the check waits for a later phase. */
  giveBackUnkept(): readonly string[] {
    return this.#give((id) => !this.#kept.has(id));
  }

  /** Gives back unshared resources: the check is over. */
  giveBackAll(): readonly string[] {
    return this.#give(() => true);
  }

  #give(test: (id: string) => boolean): readonly string[] {
    const ids = [...this.#ids].filter(test);
    for (const id of ids) this.#ids.delete(id);
    return ids;
  }
}
