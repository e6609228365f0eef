/** Counts how many exchanges had to wait for one another. */
export interface Chain {
  depth: number;
}

/** How much a run has sent. */
export class SentBook {
  #requests = 0;
  #longestChain = 0;

  /** Requests of which a byte was written. */
  get requests(): number {
    return this.#requests;
  }

  /** The most exchanges that had to wait for one another. */
  get longestChain(): number {
    return this.#longestChain;
  }

  count(): void {
    this.#requests += 1;
  }

  /** An exchange of the chain has ended, at that depth. */
  reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.#longestChain = Math.max(this.#longestChain, chain.depth);
  }
}
