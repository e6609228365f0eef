import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import { didYouMean } from '../config/input/did-you-mean.ts';
import { operations, type Operation } from '../reference/routes.ts';
import { whole, wishOf, type Wish } from './wishes.ts';

/** A wish for later requests. */
export interface PlannedWish extends Wish {
  /** The section of the operation (`4.10`, `4.16.GET`); any operation unless given. */
  readonly operation?: string;
  /** How many requests the wish is for; one by default. */
  readonly times?: number;
}

/** Wishes for later requests; the first wish is fulfilled first. */
export class Planned {
  #all: (PlannedWish & { readonly times: number })[] = [];

  add({ operation, times = 1, ...given }: PlannedWish): void {
    const names = Object.keys(operations);
    if (operation !== undefined && !names.includes(operation))
      throw new ConfigurationError({
        setting: 'next.operation',
        found: quoted(operation),
        expected: `one of ${names.join(', ')}`,
        remedy: didYouMean(operation, names, 'Leave it out to mean any.'),
      });
    const wish = wishOf({ ...given }, 'next');
    const count = whole('next.times', times, 1, 100_000);
    this.#all.push({ ...(operation === undefined ? {} : { operation }), times: count, ...wish });
  }

  take(operation: Operation | undefined): Wish {
    const found = this.#all.find((one) => one.operation === undefined || one.operation === operation);
    if (found === undefined) return {};
    const { operation: _, times, ...wish } = found;
    const left = times > 1 ? [{ ...found, times: times - 1 }] : [];
    this.#all = this.#all.flatMap((one) => (one === found ? left : [one]));
    return wish;
  }

  get all(): readonly PlannedWish[] {
    return this.#all;
  }

  clear(): void {
    this.#all = [];
  }
}
