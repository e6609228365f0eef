import fc from 'fast-check';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import type { Content } from '../../judging/surveys/contents.ts';
import { asciiText, unicodeText } from './unicode-text.ts';

/** One kind of content per theme, because a server may refuse one kind and accept another. */
export interface ContentTheme {
  readonly name: string;
  readonly content: fc.Arbitrary<Content>;
}

const integerArrays = [
  'arrayOfIntExample',
  'arrayOfUniqueIntExample',
  'arrayOfTwonumbersExample',
  'arrayOfNumberNoDefaultsExample',
] as const;

const number = (source: string): JsonNumber => new JsonNumber(source);

const small = fc.integer({ min: -1_000, max: 1_000 }).map((value) => number(String(value)));

/** Integers around the edges of 32, 53 and 64 bits. */
const edges = [2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n].flatMap((edge) =>
  [-1n, 0n, 1n].flatMap((off) => [edge + off, -(edge + off)]),
);

const beyondDoubles = fc
  .constantFrom(...edges.filter((edge) => edge > 2n ** 53n || edge < -(2n ** 53n)))
  .map((edge) => number(edge.toString()));

const anyEdge = fc.constantFrom(...edges).map((edge) => number(edge.toString()));

const int32Edges = fc
  .oneof(fc.constantFrom(-(2 ** 31), -(2 ** 31) + 1, -1, 0, 1, 2 ** 31 - 2, 2 ** 31 - 1), fc.integer())
  .map((value) => number(String(value)));

const int32Beyond = fc
  .constantFrom('2147483648', '-2147483649', '4294967295', '4294967296', '4294967297', '9007199254740993')
  .map(number);

const floats = fc
  .constantFrom(
    '5e-324', '1.7e308', '-1.7e308', '-0', '-0.0', '0.1', '1', '1.0', '1e2', '1E+2', '100', '3.4028235e38',
    '1.401298464324817e-45', '9007199254740993', '0.30000000000000004',
  )
  .map(number); // prettier-ignore

const arrays = (element: fc.Arbitrary<JsonInput>, least: number, most: number): fc.Arbitrary<JsonInput> =>
  fc.array(element, { minLength: least, maxLength: most, size: 'max' });

const item = (integer: fc.Arbitrary<JsonInput>, int32: fc.Arbitrary<JsonInput>): fc.Arbitrary<JsonInput> =>
  fc.record({ integerExample: integer, integerExampleInt32: int32 }, { requiredKeys: [] });

/** Content with these elements in every array of integers. */
function integers(element: fc.Arbitrary<JsonInput>, least: number, most: number): fc.Arbitrary<Content> {
  return fc.record(Object.fromEntries(integerArrays.map((name) => [name, arrays(element, least, most)])));
}

function everyArray(most: number, least = most): fc.Arbitrary<Content> {
  return fc
    .record({
      arrayOfFloatExample: arrays(floats, least, most),
      arrayOfStringExample: arrays(asciiText(), least, most),
      arrayOfObjectType: arrays(item(small, small), least, most),
      rest: integers(small, least, most),
    })
    .map(({ rest, ...others }) => ({ ...rest, ...others }));
}

/** Strings that a loosely typed store converts; each kind is among them, since a run creates few resources. */
const strings = fc
  .tuple(
    fc.integer({ min: 1, max: 99_999 }).map(String),
    fc.constantFrom('true', 'false'),
    fc.constant(''),
    fc.constantFrom('"', 'a"b', '\n', 'a\nb', '\\', 'null'),
    asciiText(),
  )
  .chain((drawn) => fc.shuffledSubarray([...drawn], { minLength: drawn.length }));

/** The theme with integers beyond 32 bits. */
export const beyond32Bits = 'integers beyond 32 bits';

/** The themes in turn: content typed as the contract says, and at the edges of its types (Resources). */
export const contentThemes: readonly ContentTheme[] = [
  { name: 'telling strings', content: strings.map((drawn) => ({ arrayOfStringExample: drawn })) },
  { name: 'no members at all', content: fc.constant({}) },
  { name: 'long arrays', content: everyArray(40) },
  {
    name: 'integers beyond 2^53',
    content: fc
      .record({
        arrayOfIntExample: arrays(beyondDoubles, 1, 2),
        arrayOfObjectType: arrays(fc.record({ integerExample: beyondDoubles }), 1, 2),
      })
      .map((drawn) => ({ ...drawn })),
  },
  {
    name: beyond32Bits,
    content: arrays(fc.record({ integerExampleInt32: int32Beyond }), 1, 2).map((drawn) => ({
      arrayOfObjectType: drawn,
    })),
  },
  {
    name: 'edges of 32 bits, and floats',
    content: fc
      .record({
        arrayOfObjectType: arrays(item(anyEdge, int32Edges), 1, 3),
        arrayOfFloatExample: arrays(floats, 1, 3),
      })
      .map((drawn) => ({ ...drawn })),
  },
  {
    name: 'strings beyond ASCII',
    content: fc
      .array(unicodeText(), { maxLength: 3 })
      .map((drawn) => ({ arrayOfStringExample: ['é日', ...drawn] })),
  },
  { name: 'arrays of any length', content: everyArray(5, 0) },
];

/** Content with only the shortest beginnings of its arrays. */
export function cutShort(content: Content, longest: number, from = 0): Content {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.slice(from, from + longest) : value,
    ]),
  );
}
