import fc from 'fast-check';
import type { Parameter } from '../../contract/endpoints.ts';
import type { Pair } from '../../implementation/plain-query.ts';
import { asciiText } from './unicode-text.ts';

/** Parameters of which the contract shows a type, each with one value of it. */
function typedPair(parameter: Parameter): fc.Arbitrary<Pair> | undefined {
  const { name, type } = parameter;
  const values = {
    String: asciiText(12).filter((text) => text.trim() !== '' && !text.includes('\n')),
    Float: fc.constantFrom('0', '1', '2.5', '-1.5', '100'),
    Int: fc.integer({ min: 0, max: 1_000 }).map(String),
    Boolean: fc.constantFrom('true', 'false'),
    open: undefined,
  }[type];
  return values?.map((value): Pair => [name, value]);
}

/** A subset of the typed parameters in any order; repeatable parameters up to three times. */
export function queryPairs(parameters: readonly Parameter[]): fc.Arbitrary<readonly Pair[]> {
  const each = parameters
    .filter(({ pattern }) => pattern === undefined)
    .flatMap((parameter) => {
      const pair = typedPair(parameter);
      if (pair === undefined) return [];
      const most = parameter.repeatable === true ? 3 : 1;
      return [fc.array(pair, { minLength: 0, maxLength: most })];
    });
  return fc.tuple(...each).chain((drawn) => {
    const pairs = drawn.flat();
    return fc.shuffledSubarray(pairs, { minLength: pairs.length });
  });
}

const alphanumeric = fc.constantFrom(...Array.from('abcxyzABCXYZ0189'));

/** Names of the language `var.` and alphanumeric characters (4.12). */
export function variableName(): fc.Arbitrary<string> {
  return fc
    .oneof(
      fc.constantFrom('a', 'A', '0', 'a1', '1a', 'aB', 'Ab1'),
      fc.string({ unit: alphanumeric, minLength: 1, maxLength: 8 }),
    )
    .map((name) => `var.${name}`);
}
