import { AsyncLocalStorage } from 'node:async_hooks';
import type { OwnResource } from './own-resource.ts';

/**
 * The pool in whose place the current work runs. One storage for all pools: each further one would cost time
 * at every promise of the process.
 */
const within = new AsyncLocalStorage<ResourcePool>();

/** Places in which checks use resources of their own; only one check at a time uses a resource. */
export class ResourcePool {
  readonly #idle: OwnResource[] = [];
  readonly #used = new Set<OwnResource>();
  readonly #lasting = new Set<OwnResource>();
  readonly #waiting: (() => void)[] = [];
  readonly #limit: () => number;
  readonly #sole: () => boolean;
  readonly #isOver: (own: OwnResource) => boolean;
  /** Places that several creates of one check share. */
  readonly #creating = new Map<object, { readonly entered: Promise<void>; users: number }>();
  #busy = 0;

  /**
   * `limit` is the current maximum of places; `sole`: creates update one resource, so that every create uses
   * it. `isOver`: the server may remove the resource soon, so no check gets it.
   */
  constructor(
    limit: () => number,
    sole: () => boolean = () => false,
    isOver: (own: OwnResource) => boolean = () => false,
  ) {
    this.#limit = limit;
    this.#sole = sole;
    this.#isOver = isOver;
  }

  /** Offers a resource to the next check; with `forGood`, it stays in the pool even if the pool is full. */
  provide(own: OwnResource, how: { readonly forGood?: boolean } = {}): void {
    if (own.isAbandoned) return;
    if (how.forGood === true) this.#lasting.add(own);
    this.#idle.push(own);
  }

  /** Takes the resource that was idle the longest, if more are idle than must remain. */
  spare(left: number): OwnResource | undefined {
    if (this.#idle.length <= left) return undefined;
    const at = this.#idle.findIndex((own) => !this.#lasting.has(own));
    return at === -1 ? undefined : this.#idle.splice(at, 1)[0];
  }

  /** Forgets idle resources: the next checks create new resources. */
  empty(): void {
    this.#idle.length = 0;
  }

  /** Whether the resource is idle or in use in this pool. */
  has(id: string): boolean {
    return [...this.#idle, ...this.#used].some((own) => own.id === id);
  }

  /** An idle resource for exclusive use; a disposable resource comes first. */
  take(mayGo: (own: OwnResource) => boolean): OwnResource | undefined {
    this.#dropOver();
    const at = this.#idle.findIndex(mayGo);
    return at < 0 ? this.#idle.shift() : this.#idle.splice(at, 1)[0];
  }

  #dropOver(): void {
    this.#idle.splice(0, this.#idle.length, ...this.#idle.filter((own) => !this.#isOver(own)));
  }

  get size(): number {
    return this.#idle.length + this.#used.size;
  }

  /**
   * Runs `use` in a free place, with an idle resource unless `make` must create a new one.
   *
   * @param options.ahead - gets the next free place, before others that wait
   */
  async use<T>(
    options: { readonly fresh: boolean; readonly ahead?: true; readonly make: () => Promise<OwnResource> },
    use: (own: OwnResource) => Promise<T>,
  ): Promise<T> {
    // The holder of the only place would wait for itself; there may be only one place at any moment.
    const nested = this.#limit() === 1 && within.getStore() === this;
    if (!nested) await this.#enter(options.ahead);
    let own: OwnResource | undefined;
    try {
      return await within.run(this, async () => {
        this.#dropOver();
        // A new resource replaces the known one.
        if (options.fresh && this.#sole()) this.#idle.length = 0;
        own = (options.fresh ? undefined : this.#idle.shift()) ?? (await options.make());
        this.#used.add(own);
        return await use(own);
      });
    } finally {
      if (own !== undefined) {
        this.#used.delete(own);
        this.provide(own);
      }
      if (!nested) this.#leave();
    }
  }

  /** A create of `who`, if creates update one resource: no other check uses it meanwhile. */
  async create<T>(who: object, send: () => Promise<T>): Promise<T> {
    if (within.getStore() === this) return await send();
    const place = this.#creating.get(who) ?? { entered: this.#enter(), users: 0 };
    this.#creating.set(who, place);
    place.users += 1;
    await place.entered;
    try {
      return await send();
    } finally {
      place.users -= 1;
      if (place.users === 0) {
        this.#creating.delete(who);
        this.#leave();
      }
    }
  }

  /** A create may have changed the one resource: its known version no longer counts. */
  touch(now: number): void {
    for (const own of [...this.#idle, ...this.#used]) own.mayHaveMoved(now);
  }

  async #enter(ahead = false): Promise<void> {
    while (this.#busy >= this.#limit())
      await new Promise<void>((resolve) => {
        if (ahead) this.#waiting.unshift(resolve);
        else this.#waiting.push(resolve);
      });
    this.#busy += 1;
  }

  #leave(): void {
    this.#busy -= 1;
    this.#waiting.shift()?.();
  }
}
