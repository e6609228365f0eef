/** Counts how many exchanges had to wait for one another. */
export interface Chain {
  depth: number;
}

/** How many exchanges of a run had to wait for one another. */
export class Chains {
  #longest = 0;

  /** The most exchanges that had to wait for one another. */
  get longest(): number {
    return this.#longest;
  }

  /** An exchange of the chain has ended, at that depth. */
  reach(chain: Chain, depth: number): void {
    chain.depth = Math.max(chain.depth, depth);
    this.#longest = Math.max(this.#longest, chain.depth);
  }
}
