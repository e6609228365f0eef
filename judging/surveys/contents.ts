import { documentedFields } from '../../schemas/fields.ts';
import { asObject, JsonNumber, readJson, type Json, type JsonInput } from '../../wire/json/json.ts';
import type { Exchange } from '../../history/exchange.ts';
import { hashText } from '../../run/random.ts';

/** The objectTypeProperty of a request. */
export type Content = Readonly<Record<string, JsonInput>>;

/** Content of 4.6 for the creates of a survey. */
export interface SurveyContent {
  readonly content: Content;
  /** The parts of the content, tried one by one if the whole is refused: the contract shows no bounds. */
  readonly parts: readonly Content[];
  /** The content has only plain values of the documented types, so no part excuses a server error. */
  readonly plain: boolean;
  /** One of the values has a wrong type, on purpose. */
  readonly illTyped?: true;
}

const numbers = (...sources: readonly string[]): JsonNumber[] =>
  sources.map((source) => new JsonNumber(source));

const item = (whole: string, small: string): JsonInput => ({
  integerExample: new JsonNumber(whole),
  integerExampleInt32: new JsonNumber(small),
});

const plain = (...contents: readonly Content[]): SurveyContent => ({ ...joined(...contents), plain: true });

const illTyped = (content: Content): SurveyContent => ({ ...joined(content), illTyped: true });

const integerArrays = documentedFields
  .filter(({ type, kind }) => type === 'ObjectTypeProperty' && kind === 'array of integer')
  .map(({ field }) => field);

/** A 32-bit integer only for unsigned readers. */
const unsigned = '2147483648';

/** Several contents in one, with arrays in different members or one after the other. */
function joined(...contents: readonly Content[]): SurveyContent {
  const whole: Record<string, JsonInput> = {};
  for (const [name, value] of contents.flatMap((content) => Object.entries(content))) {
    const before = whole[name];
    whole[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return { content: whole, parts: contents.length === 1 ? [] : contents, plain: false };
}

/** Contents that show whether overwrites keep the types of creates: edge values, and two contents that no answer can show unchanged. */
export function overwriteContents(
  canary: () => string,
): readonly Pick<SurveyContent, 'content' | 'illTyped'>[] {
  return [
    joined({
      arrayOfIntExample: numbers('-1'),
      arrayOfUniqueIntExample: [],
      arrayOfTwonumbersExample: numbers('0', '9007199254740993'),
      arrayOfFloatExample: numbers('100', '-2.5'),
      arrayOfNumberNoDefaultsExample: numbers('0'),
      arrayOfStringExample: [canary(), '42', 'true', 'null', ''],
      arrayOfObjectType: [item('9007199254740993', '-2147483648')],
    }),
    illTyped({ arrayOfStringExample: [canary()], arrayOfObjectType: [item('1', unsigned)] }),
    illTyped({ arrayOfStringExample: [canary()], arrayOfIntExample: numbers('1', '1.5') }),
  ];
}

/**
 * Each content has an element of a wrong type, alone or beside a valid element. A server that checks only
 * some elements, or inverts the check, accepts and shows it.
 */
function otherwiseTyped(canary: () => string, some: () => string): readonly SurveyContent[] {
  // A create without a word of the run is sent alone on the wire.
  const marked = (content: Content): SurveyContent =>
    illTyped({ arrayOfStringExample: [canary()], ...content });
  return [
    ...integerArrays.map((name) => marked({ [name]: numbers(some(), `${some()}.5`) })),
    marked({ arrayOfIntExample: numbers(`${some()}.5`) }),
    marked({ arrayOfFloatExample: [...numbers(`${some()}.5`), '1.5'] }),
    marked({ arrayOfStringExample: [canary(), new JsonNumber('7')] }),
    illTyped({ arrayOfStringExample: numbers(some()) }),
    marked({ arrayOfObjectType: [item(some(), '1'), new JsonNumber('7')] }),
    marked({ arrayOfObjectType: [item(`${some()}.5`, '1')] }),
  ];
}

/** Plain content with integers of several sizes and both signs, floats and texts. */
export function contentOfSizes(canary: () => string): Content {
  return {
    arrayOfIntExample: numbers('0', '7', '-7', '1000', '65536', '1234567', '-1234567'),
    arrayOfUniqueIntExample: numbers(
      '1001',
      '-1001',
      String(1_000_000 + (hashText(canary()) % 1_000_000_000)),
    ),
    arrayOfTwonumbersExample: numbers('1000', '-1000'),
    arrayOfFloatExample: numbers('0.5', '-2.25', '1234.5', '100'),
    arrayOfNumberNoDefaultsExample: numbers('1000'),
    arrayOfStringExample: [canary()],
    arrayOfObjectType: [item('1000', '-1000'), item('-1234567', '1234567')],
  };
}

/**
 * Contents that servers are known to show ill-typed: arrays of one element, without elements, or with equal
 * elements; the edges of integers and floats; texts that look like something else. Each content has a unique
 * string or unique numbers, so it updates no existing resource.
 */
export function surveyContents(canary: () => string): readonly SurveyContent[] {
  const some = (): string => String(1_000_000 + (hashText(canary()) % 1_000_000_000));
  const few = (): string => String(hashText(canary()) % 100);
  const twice = (source = some()): JsonInput => numbers(source, source);
  const word = canary();
  return [
    plain({
      arrayOfIntExample: numbers(few()),
      arrayOfUniqueIntExample: numbers(few()),
      arrayOfTwonumbersExample: numbers(few()),
      arrayOfFloatExample: numbers('1.5'),
      arrayOfNumberNoDefaultsExample: numbers(few()),
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [item(few(), '1')],
    }),
    plain({
      arrayOfIntExample: [],
      arrayOfUniqueIntExample: [],
      arrayOfTwonumbersExample: [],
      arrayOfFloatExample: [],
      arrayOfNumberNoDefaultsExample: [],
      arrayOfStringExample: [canary()],
      arrayOfObjectType: [],
    }),
    plain({
      arrayOfIntExample: numbers(some(), some()),
      arrayOfFloatExample: numbers('1.5', '100'),
      arrayOfObjectType: [{ integerExample: new JsonNumber(some()) }],
    }),
    plain(
      { arrayOfIntExample: numbers(some(), some(), '-1', '-1', '0') },
      { arrayOfUniqueIntExample: twice(), arrayOfStringExample: [] },
      { arrayOfTwonumbersExample: twice(), arrayOfNumberNoDefaultsExample: twice('-7') },
      {
        arrayOfFloatExample: numbers('-2.5', '-2.5', '0'),
        arrayOfObjectType: [item('-7', '-7'), item('-7', '-7')],
      },
    ),
    joined(
      {
        arrayOfStringExample: [word, word],
        arrayOfObjectType: [item('9007199254740993', '2147483647'), item('-9007199254740993', '-2147483648')],
      },
      {
        arrayOfIntExample: numbers('9007199254740993', some()),
        arrayOfUniqueIntExample: numbers('-9007199254740993', some()),
        arrayOfTwonumbersExample: numbers('4294967296', some()),
        arrayOfNumberNoDefaultsExample: numbers('-4294967297', some()),
      },
    ),
    joined(
      { arrayOfStringExample: [canary(), '42', 'true', 'null', '', '-1.5', '1e3', 'NaN', '0', '007', 'no'] },
      {
        arrayOfStringExample: [
          canary(),
          'é',
          '"',
          'a\nb',
          '{}',
          '[1]',
          "it's",
          ' a ',
          'a,b',
          'C:\\dir',
          'a\tb',
          '<b>',
        ],
      },
      { arrayOfStringExample: [canary(), '2015-07-04T21:09:08.123Z', '2015-07-04', '21:09', 'undefined'] },
      { arrayOfStringExample: [canary(), '\u{1F600}', 'e\u0301\u65e5'] },
    ),
    joined(
      {
        arrayOfIntExample: numbers(some(), '1.0', '1e2', '-0'),
        arrayOfFloatExample: numbers('1', '-0', '1e2'),
      },
      { arrayOfFloatExample: numbers('5e-324', '1.7e308', '0.1'), arrayOfStringExample: [canary()] },
    ),
    // The members have no other value: a server that looks for well-typed content finds none.
    illTyped({ arrayOfObjectType: [item(some(), unsigned)] }),
    illTyped({ arrayOfObjectType: [item(some(), '-2147483649')] }),
    joined(
      { arrayOfStringExample: [canary()], arrayOfObjectType: [{}] },
      { arrayOfStringExample: [canary()], arrayOfObjectType: [item('0', '0')] },
    ),
    ...otherwiseTyped(canary, some),
  ];
}

/** The objectTypeProperty that a request carried; undefined if it had none. */
export function contentSent({ request }: Exchange): Json | undefined {
  const sent = readJson(request.body ?? new Uint8Array());
  return sent.kind === 'json' ? asObject(sent.value)?.['objectTypeProperty'] : undefined;
}
