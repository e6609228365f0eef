import type { OwnResource } from './own-resource.ts';

/** Places in which checks use resources of their own side by side; a resource is used by one check at a time. */
export class Lanes {
  readonly #idle: OwnResource[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #limit: () => number;
  #busy = 0;

  /** @param limit - places, as many as there may be now */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Puts a resource at the disposal of the next check. */
  lend(own: OwnResource): void {
    if (!own.abandoned) this.#idle.push(own);
  }

  /** Runs `use` in a free place, with an idle resource if `make` is not to be asked for a new one. */
  async use<T>(
    options: { readonly fresh: boolean; readonly make: () => Promise<OwnResource> },
    use: (own: OwnResource) => Promise<T>,
  ): Promise<T> {
    while (this.#busy >= this.#limit())
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#busy += 1;
    let own: OwnResource | undefined;
    try {
      own = (options.fresh ? undefined : this.#idle.shift()) ?? (await options.make());
      return await use(own);
    } finally {
      if (own !== undefined) this.lend(own);
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }
}
