import type { Exchange } from '../../history/exchange.ts';
import type { Verdicts } from './verdicts.ts';

/** Deletes that were refused since the resource was last shown to be there: they leave it there. */
export class RefusedDeletes {
  readonly #verdicts: Verdicts;
  #refused: readonly { readonly before: Exchange; readonly exchange: Exchange }[] = [];
  /** The number of deletes without evidence yet, even by an update. */
  #unseen = 0;
  #there: Exchange | undefined;

  constructor(verdicts: Verdicts) {
    this.#verdicts = verdicts;
  }

  /** The last read that showed the resource, while only deletes of this kind were sent to it since. */
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

  /** The resource exists, as a read or an accepted update shows: these deletes had no effect. */
  hold(): void {
    this.#verdicts.hold('4.11/refused-delete-has-no-effect', this.#unseen);
    this.#unseen = 0;
  }

  /** A read, later than any lag if it found nothing. */
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
