import { refuses } from '../../judging/access/refusal.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Overwrites } from './overwrites.ts';

/**
 * Overwrites that may be refused. A refusal counts beside an authorised overwrite that states the same version and is
 * accepted: else the version may be the reason. From the first that does not count on, each has its own control, one
 * after the other.
 */
export class Refusals {
  readonly #overwrites: Overwrites;
  readonly #vain = new Set<Exchange>();
  #open: readonly Exchange[] = [];
  #isEachAlone = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(overwrites: Overwrites) {
    this.#overwrites = overwrites;
  }

  /** Why a refusal shows nothing; undefined if it does. */
  whyVain(refusal: Exchange): string | undefined {
    return this.#vain.has(refusal) ? 'so was a sufficient caller that stated the same version' : undefined;
  }

  /** An overwrite with the actual version, by a caller who may be refused. */
  async ask(on: Stage, as: Caller, canary: string): Promise<Exchange> {
    if (!this.#isEachAlone) return this.#noted(on, await this.#overwrites.attemptBeside(on, as, { canary }));
    const asked = this.#turn.then(async () => {
      const exchange = this.#noted(on, await this.#overwrites.attempt(on, as, { canary }));
      if (this.#open.length > 0) await this.control(on, on.writer);
      return exchange;
    });
    this.#turn = asked.catch(() => undefined);
    return await asked;
  }

  /** An overwrite like them by a sufficient caller, repeated with the version read again while it is refused. */
  async control(on: Stage, as: Caller): Promise<Exchange> {
    const exchange = await insist(() => this.#overwrites.attempt(on, as, { canary: on.canary() }));
    const refused = this.#open;
    this.#open = [];
    if (exchange.succeeded) return exchange;
    if (refused.length > 0) this.#isEachAlone = true;
    for (const one of refused) this.#vain.add(one);
    return await this.#overwrites.accepted(on, as);
  }

  #noted(on: Stage, exchange: Exchange): Exchange {
    if (refuses(on, exchange)) this.#open = [...this.#open, exchange];
    return exchange;
  }
}
