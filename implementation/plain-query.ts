import type { Parameter } from '../contract/endpoints.ts';
import type { Ask } from '../run/ask.ts';

/** A query parameter with its value. */
export type Pair = readonly [name: string, value: string];

/** A plain value of each documented type; unknown types get none. */
const plainValues: Partial<Record<Parameter['type'], string>> = {
  String: 'a',
  Float: '1',
  Int: '1',
  Boolean: 'true',
};

/** Further names of a pattern beside its example: another form that the pattern allows. */
const otherNames: ReadonlyMap<string, string> = new Map([['text.en', 'text.de-DE']]);

/** One plain pair for each parameter with a documented type and syntax, and for each form of the names of a pattern. */
export function plainPairs(parameters: readonly Parameter[]): readonly Pair[] {
  return parameters.flatMap(({ name, type, syntax }) => {
    const value = plainValues[type];
    const other = otherNames.get(name);
    if (value === undefined || syntax === 'not shown') return [];
    return [[name, value] as const, ...(other === undefined ? [] : [[other, value] as const])];
  });
}

/** Values of parameters whose type is shown and whose syntax is not: a server may refuse any of them. */
export function opaquePairs(parameters: readonly Parameter[]): readonly Pair[] {
  return parameters.flatMap(({ name, type, syntax }): Pair[] => {
    const value = plainValues[type];
    return value === undefined || syntax !== 'not shown' ? [] : [[name, value]];
  });
}

/**
 * A word for each parameter whose type is not shown, and a second word for the first parameter that may be passed
 * several times.
 */
export function openPairs(parameters: readonly Parameter[]): readonly Pair[] {
  const open = parameters.filter(({ type }) => type === 'open');
  const repeatable = open.filter((one) => one.repeatable === true).slice(0, 1);
  return [...open.map(({ name }): Pair => [name, 'a']), ...repeatable.map(({ name }): Pair => [name, 'b'])];
}

/** Numbers beyond usual bounds, then numbers within them, and a text longer than most: the greatest first. */
const greaterValues: readonly Partial<Record<Parameter['type'], string>>[] = ['500', '100', '20'].map(
  (number) => ({ Float: number, Int: number, String: 'abcdefghijklmnopqrstuvwxyz' }),
);

/** Queries of these parameters with greater values, the greatest first; without bounded parameters. */
export function greaterPairs(parameters: readonly Parameter[]): readonly (readonly Pair[])[] {
  const free = parameters.filter(({ syntax, bounded }) => syntax !== 'not shown' && bounded !== true);
  const queries = greaterValues.map((values) =>
    free.flatMap(({ name, type }): Pair[] => (values[type] === undefined ? [] : [[name, values[type]]])),
  );
  return free.some(({ type }) => type === 'Float' || type === 'Int') ? queries : queries.slice(0, 1);
}

/** These pairs, with a second value for each repeatable text. */
export function withSeconds(parameters: readonly Parameter[], pairs: readonly Pair[]): readonly Pair[] {
  const repeatable = new Set(parameters.flatMap(({ name, repeatable }) => (repeatable ? [name] : [])));
  return pairs.flatMap((pair) => (repeatable.has(pair[0]) ? [pair, [pair[0], 'b'] as const] : [pair]));
}

/** These pairs with each Boolean negated; undefined if no pair is a Boolean. */
export function withOtherTruth(
  parameters: readonly Parameter[],
  pairs: readonly Pair[],
): readonly Pair[] | undefined {
  const booleans = new Set(parameters.flatMap(({ name, type }) => (type === 'Boolean' ? [name] : [])));
  if (!pairs.some(([name]) => booleans.has(name))) return undefined;
  return pairs.map(([name, value]) =>
    booleans.has(name) ? [name, value === 'true' ? 'false' : 'true'] : [name, value],
  );
}

/** These pairs with other numbers, none a multiple of another; undefined if fewer than two pairs are numbers. */
export function withOddNumbers(
  parameters: readonly Parameter[],
  pairs: readonly Pair[],
): readonly Pair[] | undefined {
  const numbers = parameters.filter(
    ({ type, bounded, syntax }) =>
      (type === 'Float' || type === 'Int') && bounded !== true && syntax !== 'not shown',
  );
  if (numbers.length < 2) return undefined;
  return pairs.map(([name, value]) => {
    const at = numbers.findIndex((one) => one.name === name);
    return at < 0 ? [name, value] : [name, oddNumbers[at % oddNumbers.length] ?? value];
  });
}

const oddNumbers = ['10', '7', '3', '11'];

export function withPairs(ask: Ask, pairs: readonly Pair[]): Ask {
  return { ...ask, query: [...(ask.query ?? []), ...pairs] };
}

/** The text of pairs in a query, not encoded: `limit=1&sort=a`. */
export function queryText(pairs: readonly Pair[]): string {
  return pairs.map((pair) => pair.join('=')).join('&');
}
