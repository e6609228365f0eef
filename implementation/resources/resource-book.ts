import type { Finding, Sample } from '../../clause/sample.ts';
import { encodeComponent } from '../../wire/target.ts';
import { Ledger, type Journal, type LedgerEntry } from './ledger.ts';

/** The knowledge of the run about ids: created, shared and deleted resources. */
export class ResourceBook {
  readonly ledger: Ledger;
  /** Unique strings of this run's resources, except resources that checks have returned. */
  readonly made: { readonly id: string; readonly canary: string; readonly at: number }[] = [];
  readonly gone = new Set<string>();
  readonly #handedOut = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #deleted = new Set<string>();

  /** @param journal - gets the entries of the ledger before they count */
  constructor(journal?: Journal) {
    this.ledger = new Ledger(journal);
  }

  /** A create of the run's own project has answered with this id. */
  noteHandedOut(id: string): void {
    if (this.#handedOut.has(id)) this.#shared.add(id);
    else this.gone.delete(id);
    this.#handedOut.add(id);
  }

  /** Whether a create has answered with that id, and the resource was not returned since. */
  isHandedOut(id: string): boolean {
    return this.#handedOut.has(id);
  }

  noteDelete(id: string): void {
    this.#deleted.add(id);
  }

  /** An unneeded resource was deleted: its id may be assigned again. */
  noteReturned({ projectKey, id }: LedgerEntry): void {
    this.ledger.strike(projectKey, id);
    this.gone.add(id);
    this.#handedOut.delete(id);
    // The next resource with the id is another resource.
    const at = this.made.findIndex((one) => one.id === id);
    if (at !== -1) this.made.splice(at, 1);
  }

  get living(): number {
    return this.#there.length;
  }

  /** The ids of existing resources of the run in one project. */
  livingIn(projectKey: string): readonly string[] {
    return this.#there.filter((entry) => entry.projectKey === projectKey).map(({ id }) => id);
  }

  get #there(): readonly LedgerEntry[] {
    return this.ledger.entries.filter((entry) => !this.ledger.wasDeleted(entry));
  }

  /** Several creates have answered with one id: no check has such a resource alone. */
  get hasShared(): boolean {
    return this.#shared.size > 0;
  }

  /** Evidence from a shared resource does not count, unless a single answer (`aboutOneAnswer`) is the evidence. */
  judgeable(
    samples: readonly Sample[],
    asked: ReadonlySet<string>,
    aboutOneAnswer: boolean,
  ): readonly Sample[] {
    if (!this.hasShared) return samples;
    const mine = [...asked].find((id) => this.#shared.has(id));
    return samples.map((sample): Sample => {
      if (sample.kind !== 'violated') return sample;
      const { finding } = sample;
      const isThere = ![...this.#deleted].some((id) => concerns(finding, id));
      if (aboutOneAnswer && finding.exchanges.length === 1 && isThere) return sample;
      // Evidence that several checks share may name a resource that this check did not request.
      const shared = mine ?? [...this.#shared].find((id) => concerns(finding, id));
      return shared === undefined ? sample : seenAtShared(shared, finding);
    });
  }
}

function seenAtShared(id: string, { exchanges }: Finding): Sample {
  return {
    kind: 'undecided',
    reason: {
      code: 'two-readings',
      text: `it was seen at ${id}, the resource with which several creates of the run were answered`,
      supply: '"create": {"mode": "mixed"}  (checks then take turns)',
    },
    exchanges,
  };
}

function concerns({ exchanges }: Finding, id: string): boolean {
  const segment = `/${encodeComponent(id)}`;
  return exchanges.some(({ request }) => request.target.split('?', 1)[0]?.endsWith(segment) === true);
}
