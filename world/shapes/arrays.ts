import { eachMember } from '../../schemas/positions.ts';
import { recordsOf, type BodyShape } from '../../schemas/records.ts';

/** The run's observations of one documented array of ObjectTypeProperty; the contract states no bounds for it. */
export interface ArrayContent {
  readonly shortest: number;
  readonly longest: number;
  /** The smallest and the greatest number among the elements, as doubles; absent without a number. */
  readonly smallest?: number;
  readonly greatest?: number;
  readonly repeats: boolean;
}

const type = 'ObjectTypeProperty.';

/** Gathers lengths, extremes and repetitions of the arrays of ObjectTypeProperty over a whole run. */
export class ArrayContents {
  readonly #contents = new Map<string, ArrayContent>();

  note(shape: BodyShape, body: unknown): void {
    for (const name of recordsOf(shape))
      eachMember(name, body, ({ field, member, value }) => {
        if (!member || !Array.isArray(value) || !field.startsWith(type)) return;
        const own = field.slice(type.length);
        this.#contents.set(own, joined(this.#contents.get(own), value));
      });
  }

  /** The observations of the member of that name; undefined if it never came as an array. */
  of(field: string): ArrayContent | undefined {
    return this.#contents.get(field);
  }
}

function joined(before: ArrayContent | undefined, array: readonly unknown[]): ArrayContent {
  const numbers = array.filter((element) => typeof element === 'number');
  // A loop, because an array may be longer than the maximum of arguments of a call.
  const smallest = numbers.reduce((least, number) => Math.min(least, number), before?.smallest ?? Infinity);
  const greatest = numbers.reduce((most, number) => Math.max(most, number), before?.greatest ?? -Infinity);
  return {
    shortest: Math.min(before?.shortest ?? Infinity, array.length),
    longest: Math.max(before?.longest ?? 0, array.length),
    ...(smallest <= greatest ? { smallest, greatest } : {}),
    repeats: before?.repeats === true || hasEqual(array),
  };
}

function hasEqual(array: readonly unknown[]): boolean {
  const met = new Set<unknown>();
  for (const element of array) {
    const one = typeof element === 'number' ? element : JSON.stringify(element);
    if (met.has(one)) return true;
    met.add(one);
  }
  return false;
}
