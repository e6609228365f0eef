import { isOverwrite } from '../../contract/traits.ts';
import { encodeComponent } from '../../wire/target.ts';
import { entryOf } from '../../wire/keyed.ts';
import { view } from '../../history/view.ts';
import type { Exchange } from '../../history/exchange.ts';

/** A read by id that found nothing, between two reads by the same caller that found the resource. */
export interface Flicker {
  readonly missed: Exchange;
  /** The read after the flicker; absent if none has come yet. */
  readonly found: Exchange | undefined;
  /** The time without a write to the resource since its first read, in milliseconds. */
  readonly restedMs: number;
}

/** A resource that was read and later not found, although the run did not try to delete it. */
export interface Flickering {
  readonly id: string;
  readonly flickers: readonly Flicker[];
}

interface Reader {
  foundAt: number;
  open: Flicker | undefined;
  readonly flickers: Flicker[];
}

interface Resting {
  since: number;
  readonly readers: Map<string, Reader>;
}

/** Which resources come and go without a write of the run (4.2). */
export class Flickers {
  readonly #prefix: string;
  readonly #byPath = new Map<string, Resting>();
  /** For each resource that no read has found so far, the last read by id. */
  readonly #unfound = new Map<string, Exchange>();
  /** All targets of deletes: no answer about these targets is a flicker. */
  readonly #disposable = new Set<string>();
  #overwrittenAt = -Infinity;

  constructor(projectKey: string) {
    this.#prefix = `/${encodeComponent(projectKey)}/resource/`;
  }

  take(exchange: Exchange): void {
    const { endpoint, request, redirects, isPage } = exchange;
    if (isPage) return;
    if (isOverwrite(endpoint)) return this.#overwritten(exchange);
    if (!request.target.startsWith(this.#prefix)) return;
    const { path } = exchange;
    if (endpoint === 'remove') this.#disposable.add(path);
    if (endpoint === 'remove' || endpoint === 'update') this.#written(this.#byPath.get(path), exchange);
    // Reads with parameters do not count, because the contract does not show what parameters mean.
    else if (endpoint === 'readById' && !request.target.includes('?') && redirects === 0)
      this.#read(path, exchange);
  }

  /** All resources that were found and later not found, before any delete, each with the reads of one reader. */
  get all(): readonly Flickering[] {
    return [...this.#byPath].flatMap(([path, { readers }]) =>
      [...readers.values()]
        .map(({ flickers, open }) => (open === undefined ? flickers : [...flickers, open]))
        .filter(({ length }) => length > 0)
        .map((flickers) => ({ id: this.#idIn(path), flickers })),
    );
  }

  /** Reads by id that found nothing, of resources that no read before a delete has found. */
  get unfound(): readonly { readonly id: string; readonly missed: Exchange }[] {
    return [...this.#unfound].map(([path, missed]) => ({ id: this.#idIn(path), missed }));
  }

  /** Since when nothing was written to a resource that was read; undefined if it never was, or is to be deleted. */
  restsSince(id: string): number | undefined {
    const path = this.#prefix + encodeComponent(id);
    const resting = this.#disposable.has(path) ? undefined : this.#byPath.get(path);
    return resting && Math.max(resting.since, this.#overwrittenAt);
  }

  #idIn(path: string): string {
    return decodeURIComponent(path.slice(this.#prefix.length));
  }

  #read(path: string, exchange: Exchange): void {
    const { outcome, succeeded, caller } = exchange;
    if (this.#disposable.has(path)) return;
    const resting = this.#byPath.get(path);
    const reader = resting?.readers.get(caller.label);
    const isMissing = exchange.is('nothing there');
    if (isMissing && resting === undefined) this.#unfound.set(path, exchange);
    if (succeeded) {
      this.#unfound.delete(path);
      const { answeredAt } = outcome;
      const known = entryOf(this.#byPath, path, () => ({ since: answeredAt, readers: new Map() }));
      const foundBy = entryOf<string, Reader>(known.readers, caller.label, () => ({
        foundAt: answeredAt,
        open: undefined,
        flickers: [],
      }));
      foundBy.foundAt = outcome.answeredAt;
      if (foundBy.open === undefined || outcome.sentAt < foundBy.open.missed.outcome.answeredAt) return;
      foundBy.flickers.push({ ...foundBy.open, found: exchange });
      foundBy.open = undefined;
    } else if (isMissing && resting !== undefined && reader !== undefined && reader.foundAt <= outcome.sentAt)
      reader.open ??= {
        missed: exchange,
        found: undefined,
        restedMs: outcome.sentAt - Math.max(resting.since, this.#overwrittenAt),
      };
  }

  /** Answers to reads during the write may show its effects. */
  #written(resting: Resting | undefined, { outcome }: Exchange): void {
    if (resting === undefined) return;
    resting.since = Math.max(resting.since, outcome.answeredAt);
    const isBefore = ({ missed }: Flicker): boolean => missed.outcome.answeredAt < outcome.sentAt;
    for (const reader of resting.readers.values()) {
      if (reader.open !== undefined && !isBefore(reader.open)) reader.open = undefined;
      reader.flickers.splice(0, reader.flickers.length, ...reader.flickers.filter(isBefore));
    }
  }

  #overwritten(exchange: Exchange): void {
    this.#overwrittenAt = Math.max(this.#overwrittenAt, exchange.outcome.answeredAt);
    for (const resting of this.#byPath.values()) this.#written(resting, exchange);
  }
}

/** Which resources come and go. */
export const flickers = view(({ projectKey }) => new Flickers(projectKey));
