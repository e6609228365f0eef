import type { EndpointName } from '../contract/endpoints.ts';
import type { FailureKind } from '../wire/exchange.ts';
import { entryOf } from '../wire/keyed.ts';
import { Exchange } from './exchange.ts';

/** The facts that are known before a run begins: the run does not learn them. */
export interface Given {
  readonly projectKey: string;
  readonly mark: string;
  /** The declared JSON Pointers in answers to names of resources. */
  readonly namedAt: readonly string[];
  /** The longest time after a write in which queries may show the earlier state, in milliseconds. */
  readonly queryLagMs: number;
}

/** Requests that leave. */
export interface Left {
  readonly kind: 'left';
  readonly count: number;
  /** Other requests are under way, or were just sent, so that a rate limit may refuse them. */
  readonly isInCompany: boolean;
  /** By the clock of the run, in milliseconds. */
  readonly at: number;
}

/** The outcome of one request on the wire; one exchange may need several requests. */
export interface Came {
  readonly kind: 'came';
  readonly operation: string;
  /** It was sent alone, so that its duration says something about the operation. */
  readonly isSingle: boolean;
  readonly sentAt: number;
  readonly answeredAt: number;
  /** The time at which the run learnt of the outcome. */
  readonly at: number;
  /** A byte of the request was written. */
  readonly wrote: boolean;
  readonly status?: number;
  readonly failure?: FailureKind;
  /** A limit has asked to retry later. */
  readonly asksToWait: boolean;
}

/**
 * Facts that a sender has learnt, besides the exchanges.
 *
 * - `came right`: the repetition of the same request got a different, usable answer.
 * - `tried again`: the request got no answer, and the same request, repeated at once, succeeded.
 * - `own page`: the same page came each time, so that it belongs to the implementation.
 * - `sent again`: the same request is repeated at once.
 * - `made`: a resource of the run, by its id.
 */
type Found =
  | { readonly kind: 'came right' | 'tried again' | 'own page'; readonly exchange: Exchange }
  | { readonly kind: 'sent again' }
  | { readonly kind: 'made'; readonly id: string };

/** An entry that is no exchange. */
export type Remark = Left | Came | Found;

/** The entries of a history, in the order in which the run received them. */
export type Entry = Exchange | Remark;

/** What a run has learnt, in order. It never shrinks: all knowledge about a run is a query, or a `view`, of it. */
export class History {
  readonly given: Given;
  readonly #entries: Entry[] = [];
  readonly #followers: ((entry: Entry) => void)[] = [];
  readonly #byOperation = new Map<EndpointName, Exchange[]>();
  readonly #byPath = new Map<string, Exchange[]>();

  constructor(given: Given) {
    this.given = given;
  }

  append(entry: Entry): void {
    this.#entries.push(entry);
    if (entry instanceof Exchange) {
      entryOf(this.#byPath, entry.path, () => []).push(entry);
      if (entry.endpoint !== undefined) entryOf(this.#byOperation, entry.endpoint, () => []).push(entry);
    }
    for (const look of this.#followers) look(entry);
  }

  at(operation: EndpointName): readonly Exchange[] {
    return this.#byOperation.get(operation) ?? [];
  }

  /** The exchanges about the resource at a path, encoded as in `Exchange.path`. */
  of(path: string): readonly Exchange[] {
    return this.#byPath.get(path) ?? [];
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Calls a listener for each entry so far, and for each later entry. */
  follow(look: (entry: Entry) => void): void {
    for (const entry of this.#entries) look(entry);
    this.#followers.push(look);
  }
}
