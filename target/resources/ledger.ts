/** A resource that the run made, or may have made, and that has to go again. */
export interface LedgerEntry {
  readonly id: string;
  readonly projectKey: string;
  /** ISO 8601, by the run's clock. */
  readonly created: string;
}

/** The book of what the run made: nothing is forgotten that is not known to be gone. */
export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();

  add(entry: LedgerEntry): void {
    this.#entries.set(`${entry.projectKey}/${entry.id}`, entry);
  }

  /** The resource is known to be gone. */
  strike(projectKey: string, id: string): void {
    this.#entries.delete(`${projectKey}/${id}`);
  }

  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }
}
