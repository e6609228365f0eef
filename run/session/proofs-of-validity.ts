/** A token with one value, until it was refused everywhere. */
interface Term {
  readonly from: number;
  lastProof: number | undefined;
}

/** When a token proved to be valid: evidence after an end, or with another value, shows nothing about the time before. */
export class ProofsOfValidity {
  readonly #terms: Term[] = [{ from: -Infinity, lastProof: undefined }];

  /** The last proof of all, by the clock; undefined if none was seen. */
  get last(): number | undefined {
    return this.#terms.findLast(({ lastProof }) => lastProof !== undefined)?.lastProof;
  }

  /** A request at that time got an answer that only a valid token gets. */
  add(sentAt: number): void {
    const term = this.#termAt(sentAt);
    if (term !== undefined) term.lastProof = Math.max(term.lastProof ?? sentAt, sentAt);
  }

  /** From now on it has another value, or is refused everywhere. */
  end(at: number): void {
    this.#terms.push({ from: at, lastProof: undefined });
  }

  /** Whether the token was valid when a request was sent: a proof came then or later, with no end in between. */
  cover(sentAt: number): boolean {
    const proof = this.#termAt(sentAt)?.lastProof;
    return proof !== undefined && proof >= sentAt;
  }

  #termAt(sentAt: number): Term | undefined {
    return this.#terms.findLast(({ from }) => from <= sentAt);
  }
}
