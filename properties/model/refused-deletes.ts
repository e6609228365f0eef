import type { Exchange } from '../../history/exchange.ts';
import type { Verdicts } from './verdicts.ts';

/** Deletes that were refused since the resource was last shown to exist: they must leave it. */
export class RefusedDeletes {
  readonly #verdicts: Verdicts;
  #refused: readonly { readonly before: Exchange; readonly exchange: Exchange }[] = [];
  /** The number of deletes for which neither a read nor an update is evidence yet. */
  #unseen = 0;
  #there: Exchange | undefined;

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  /** The last read that showed the resource, if only such deletes were sent to the resource since. */
  get there(): Exchange | undefined {
    return this.#there;
  }

  get areAny(): boolean {
    return this.#refused.length > 0;
  }

  add(before: Exchange, exchange: Exchange): void {
    this.#refused = [...this.#refused, { before, exchange }];
    this.#unseen += 1;
  }

  /** Another request is sent to the resource. */
  disturb(): void {
    this.#there = undefined;
  }

  /** A read or an accepted update shows that the resource exists: these deletes had no effect. */
  hold(): void {
    this.#verdicts.hold('4.11/refused-delete-has-no-effect', this.#unseen);
    this.#unseen = 0;
  }

  /** Takes a read; a read that found nothing comes after the longest lag. */
  look(read: Exchange): void {
    const [first] = this.#refused;
    if (read.succeeded) {
      this.#there = read;
      this.hold();
      this.#refused = [];
    } else if (first !== undefined && read.is('turned away'))
      this.#verdicts.breakOff('4.11/refused-delete-has-no-effect', {
        expected: 'a resource whose delete was refused to stay',
        deviation: { kind: 'status' },
        exchanges: [first.before, first.exchange, read],
      });
  }
}
