/** A token with one value, until it was refused everywhere. */
interface Term {
  readonly from: number;
  lastProof: number | undefined;
}

/** When a token proved valid: evidence after its end, or with another value, says nothing about earlier times. */
export class ProofsOfValidity {
  readonly #terms: Term[] = [{ from: -Infinity, lastProof: undefined }];

  /** The last proof of any value, by the clock; undefined without a proof. */
  get last(): number | undefined {
    return this.#terms.findLast(({ lastProof }) => lastProof !== undefined)?.lastProof;
  }

  /** A request at that time got an answer that only a valid token gets. */
  add(sentAt: number): void {
    const term = this.#termAt(sentAt);
    if (term !== undefined) term.lastProof = Math.max(term.lastProof ?? sentAt, sentAt);
  }

  /** From now on, the token has another value, or is refused everywhere. */
  end(at: number): void {
    this.#terms.push({ from: at, lastProof: undefined });
  }

  /** Whether the token was valid when a request was sent: a proof came then or later, and no end in between. */
  cover(sentAt: number): boolean {
    const proof = this.#termAt(sentAt)?.lastProof;
    return proof !== undefined && proof >= sentAt;
  }

  #termAt(sentAt: number): Term | undefined {
    return this.#terms.findLast(({ from }) => from <= sentAt);
  }
}
