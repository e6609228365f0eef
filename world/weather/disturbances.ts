import { says, isOfClass } from '../../wire/status.ts';
import { count } from '../../wire/keyed.ts';
import type { Came, Remark } from '../../history/history.ts';
import { view } from '../../history/view.ts';

/** The shortest period without any answer that is reported, in milliseconds. */
const shortestSpellMs = 1_000;
const mostTold = 5;

/** Successive lost requests, by the clock. */
interface Spell {
  readonly from: number;
  to: number;
  lost: number;
  /** The operation of all lost requests, each with an open connection: this operation ends connections. */
  only: string | undefined;
}

/** How often something happened, by operation. */
export type Counts = ReadonlyMap<string, number>;

/** The effects of the network and of limits on a run, request by request: none of them is anybody's fault. */
export class Disturbances {
  /** The longest duration of a request of each operation, in milliseconds. */
  readonly slowest = new Map<string, number>();
  readonly failing = new Map<string, number>();
  /** Connections that were lost, or could not be made. */
  readonly hangingUp = new Map<string, number>();
  /** Requests that got no answer in time. */
  readonly silent = new Map<string, number>();
  readonly #spells: Spell[] = [];
  #spell: Spell | undefined;
  /** Whether any request was ever answered: a target that never answered is not restarting. */
  hasAnswered = false;
  /** Requests whose answers asked to retry later. */
  rateLimited = 0;
  /** Requests that were sent again at once. */
  retries = 0;
  /** Requests that were answered or failed. */
  came = 0;
  /** Requests of which a byte was written. */
  written = 0;

  heed(remark: Remark): void {
    if (remark.kind === 'sent again') this.retries += 1;
    if (remark.kind === 'came') this.#heed(remark);
  }

  get silences(): readonly { readonly from: number; readonly to: number }[] {
    return this.#spells
      .filter(({ from, to, lost, only }) => lost > 1 && only === undefined && to - from >= shortestSpellMs)
      .slice(0, mostTold);
  }

  #heed(came: Came): void {
    const { operation, isSingle, status = 0, failure, sentAt, answeredAt, wrote, asksToWait } = came;
    this.came += 1;
    if (wrote) this.written += 1;
    if (asksToWait) this.rateLimited += 1;
    if (isHungUp(came)) count(this.hangingUp, operation);
    if (failure === 'timeout') count(this.silent, operation);
    if (isOfClass(status, 5)) count(this.failing, operation);
    if (failure === undefined && isSingle)
      this.slowest.set(operation, Math.max(this.slowest.get(operation) ?? 0, answeredAt - sentAt));
    if (failure !== 'stopped') this.#follow(came);
  }

  /** Follows periods in which every request is lost. */
  #follow(came: Came): void {
    const { failure, operation, sentAt, at } = came;
    const only = failure === 'reset' ? operation : undefined;
    if (!isHungUp(came) && !says(came, 'gateway')) {
      this.#spell = undefined;
      this.hasAnswered = true;
    } else if (this.#spell === undefined) {
      this.#spell = { from: sentAt, to: at, lost: 1, only };
      this.#spells.push(this.#spell);
    } else {
      this.#spell.to = at;
      this.#spell.lost += 1;
      if (this.#spell.only !== only) this.#spell.only = undefined;
    }
  }
}

function isHungUp({ failure }: Came): boolean {
  return failure === 'reset' || failure === 'unreachable';
}

/** The effects of the network and limits on a run. */
export const disturbances = view(() => new Disturbances());
