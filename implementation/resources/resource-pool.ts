import { AsyncLocalStorage } from 'node:async_hooks';
import type { OwnResource } from './own-resource.ts';

/** A place that several creates of one check share. */
interface SharedPlace {
  readonly entered: Promise<void>;
  users: number;
}

/**
 * The pool in whose places something is done. One for all pools: each further storage would cost something at every
 * promise of the process, for as long as that lives.
 */
const within = new AsyncLocalStorage<ResourcePool>();

/** Places in which checks use resources of their own side by side; a resource is used by one check at a time. */
export class ResourcePool {
  readonly #idle: OwnResource[] = [];
  readonly #used = new Set<OwnResource>();
  readonly #lasting = new Set<OwnResource>();
  readonly #waiting: (() => void)[] = [];
  readonly #limit: () => number;
  readonly #sole: () => boolean;
  readonly #creating = new Map<object, SharedPlace>();
  #busy = 0;

  /**
   * @param limit - places, as many as there may be now
   * @param sole - creates land on one resource: anyone who creates uses it
   */
  constructor(limit: () => number, sole: () => boolean = () => false) {
    this.#limit = limit;
    this.#sole = sole;
  }

  /**
   * Puts a resource at the disposal of the next check.
   *
   * @param how.forGood - it stays, however many there are
   */
  provide(own: OwnResource, how: { readonly forGood?: boolean } = {}): void {
    if (own.isAbandoned) return;
    if (how.forGood === true) this.#lasting.add(own);
    this.#idle.push(own);
  }

  /** Takes the one that was idle longest, where more are idle than are to be left. */
  spare(left: number): OwnResource | undefined {
    if (this.#idle.length <= left) return undefined;
    const at = this.#idle.findIndex((own) => !this.#lasting.has(own));
    return at === -1 ? undefined : this.#idle.splice(at, 1)[0];
  }

  /** Forgets what is idle: the next checks have new ones made. */
  empty(): void {
    this.#idle.length = 0;
  }

  /** Whether it is idle or in use here. */
  has(id: string): boolean {
    return [...this.#idle, ...this.#used].some((own) => own.id === id);
  }

  /** An idle resource, for anyone who takes it out of use for others: one that may be deleted, if there is one. */
  take(mayGo: (own: OwnResource) => boolean): OwnResource | undefined {
    const at = this.#idle.findIndex(mayGo);
    return at < 0 ? this.#idle.shift() : this.#idle.splice(at, 1)[0];
  }

  /** Resources known to be there, idle or in use. */
  get size(): number {
    return this.#idle.length + this.#used.size;
  }

  /** Runs `use` in a free place, with an idle resource if `make` is not to be asked for a new one. */
  async use<T>(
    options: { readonly fresh: boolean; readonly make: () => Promise<OwnResource> },
    use: (own: OwnResource) => Promise<T>,
  ): Promise<T> {
    // Who has the only place would wait for himself; there may be but one from any moment on.
    const nested = this.#limit() === 1 && within.getStore() === this;
    if (!nested) await this.#enter();
    let own: OwnResource | undefined;
    try {
      return await within.run(this, async () => {
        // A new one takes the place of the one that was known before.
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

  /**
   * A create, where creates land on one resource: nobody else uses it meanwhile.
   *
   * @param who - creates of one check may go at the same time
   */
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

  /** A create may have changed the one resource: what was known of its version is a thing of the past. */
  touch(now: number): void {
    for (const own of [...this.#idle, ...this.#used]) own.mayHaveMoved(now);
  }

  async #enter(): Promise<void> {
    while (this.#busy >= this.#limit())
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    this.#busy += 1;
  }

  #leave(): void {
    this.#busy -= 1;
    this.#waiting.shift()?.();
  }
}
