import { JsonNumber } from '../wire/json/json.ts';

export { isObject } from '../schemas/positions.ts';

const mostLevels = 24;
const mostValues = 2_000;
const mostCharacters = 4_000;

/** A value, from anybody, as plain JSON that is safe to write: deep, long and wide values are cut. Never throws. */
export function plainValue(value: unknown): unknown {
  let left = mostValues;
  const plain = (given: unknown, levels: number): unknown => {
    left -= 1;
    const at = given instanceof JsonNumber ? exactNumber(given) : given;
    if (typeof at === 'string') return at.length > mostCharacters ? `${at.slice(0, mostCharacters)}…` : at;
    if (typeof at === 'number') return Number.isFinite(at) ? at : String(at);
    if (typeof at === 'boolean' || at === null) return at;
    if (typeof at === 'bigint') return at.toString();
    if (typeof at !== 'object') return null;
    if (levels === 0) return '…';
    if (Array.isArray(at)) return firstOf(at, (item) => plain(item, levels - 1), '…');
    const members = Object.entries(at).filter(([, member]) => member !== undefined);
    return Object.fromEntries(
      firstOf(members, ([name, member]) => [name, plain(member, levels - 1)] as const, ['…', '…']),
    );
  };
  /** As many elements as fit, and a mark in place of the rest. */
  const firstOf = <T, U>(items: readonly T[], make: (item: T) => U, mark: U): readonly U[] => {
    const made: U[] = [];
    for (const item of items) {
      if (left <= 0) return [...made, mark];
      made.push(make(item));
    }
    return made;
  };
  return plain(value, mostLevels);
}

function exactNumber(number: JsonNumber): number | string {
  return JSON.stringify(number.value) === number.source ? number.value : number.source;
}
