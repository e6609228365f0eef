/** Counts successive exchanges. */
export interface Chain {
  depth: number;
}

/** The longest row of successive exchanges in a run. */
export class Chains {
  #longest = 0;

  /** The longest row of successive exchanges. */
  get longest(): number {
    return this.#longest;
  }

  /** An exchange of the chain has ended, at that depth. */
  reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.#longest = Math.max(this.#longest, chain.depth);
  }
}
