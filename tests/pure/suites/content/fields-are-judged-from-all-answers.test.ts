import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../../../clause/clause.ts';
import type { Profile } from '../../../../clause/profile.ts';
import type { Statement } from '../../../../clause/section.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { FieldRecord, RecordedDeviation } from '../../../../world/shapes/recorded.ts';
import { resources } from '../../../../suites/resources.ts';
import { fieldIsTyped, fieldsAreUsual, surveyed } from '../../../../suites/resources/field-clause.ts';
import { arrayBounds, fieldPresence, signedness } from '../../../../suites/resources/field-openness.ts';
import { exchangeAt, historyOf } from '../../../support/histories.ts';
import { checkOf, suiteStage } from '../../../support/stages/suite-stage.ts';

/** What is not usual of a field that was not seen. */
type Seen = Partial<Omit<FieldRecord, 'deviations'>> & {
  readonly deviations?: readonly Partial<RecordedDeviation>[];
};

const evidence = {
  request: { method: 'GET', target: '/', headers: [] },
  milliseconds: 1,
  curl: '',
  number: 1,
};

function recordOf(field: string, { deviations = [], ...counts }: Seen = {}): FieldRecord {
  return {
    seen: 0,
    filled: counts.seen ?? 0,
    absent: 0,
    echoed: 0,
    ...counts,
    deviations: deviations.map((one) => ({
      field,
      pointer: '/f',
      expected: 'e',
      got: 'g',
      grade: 'violation',
      endpoint: 'query',
      evidence,
      given: false,
      ...one,
    })),
  };
}

interface Known {
  readonly profile?: Profile;
  /** Members that creates are refused with. */
  readonly refused?: readonly string[];
  readonly arrays?: Readonly<Record<string, unknown>>;
}

/** A stage on which nothing is provoked, and the run has seen these fields. */
function stageOf(fields: Readonly<Record<string, Seen>>, { profile = {}, refused = [], arrays = {} }: Known = {}) {
  const surveys: unknown[] = [];
  let held = 0;
  const contentOf = (name: string | undefined) => {
    if (name?.startsWith('array') === true) return { [name]: [1] };
    return { arrayOfObjectType: [name === undefined ? {} : { [name]: 1 }] };
  };
  const create = (name: string | undefined, status: number, number: number) =>
    exchangeAt('create', { number, status, method: 'POST', asked: { objectTypeProperty: contentOf(name) } });
  const tried = refused.flatMap((name) => [undefined, name, name, name, name, name, undefined].map((one, at) => create(one, one === undefined ? 201 : 400, at + 1))); // prettier-ignore
  const bodies = {
    field: (name: string) => recordOf(name, fields[name]),
    arrays: { of: (name: string) => arrays[name] },
  };
  const more: Record<string, unknown> = {
    world: { bodies, profile, history: historyOf(tried) },
    held: (times = 1) => void (held += times),
    shared: (key: unknown) => {
      surveys.push(key);
      return Promise.resolve();
    },
  };
  const stage = suiteStage(() => [401], { profile, stage: more });
  return { ...stage, surveys, held: () => held };
} // prettier-ignore

async function judged({ check }: Pick<Statement<Stage>, 'check'>, fields: Readonly<Record<string, Seen>>, known: Known = {}) {
  const stage = stageOf(fields, known);
  await check(stage.on);
  return stage;
} // prettier-ignore

const at = (endpoint: EndpointName): Partial<RecordedDeviation> => ({ endpoint });
const isNull: Partial<RecordedDeviation> = { grade: 'null', got: null };

describe('a documented field', () => {
  const name = 'Cart.cartId';
  const nullable: Known = { profile: { fields: { nullable: [name] } } };
  const never: Known = { profile: { fields: { never: [name] } } };

  test.each([
    ['was seen', { seen: 3 }, {}, 3, []],
    ['was seen once', { seen: 1 }, {}, 1, []],
    ['was never seen', {}, {}, 0, ['discarded: field-never-seen']],
    ['is declared never to occur', { seen: 1, deviations: [{}] }, never, 0, ['discarded: declared-absent']],
    ['is of another type', { seen: 3, deviations: [{}] }, {}, 0, ['violated']],
    ['is of another type at one endpoint twice', { seen: 3, deviations: [{}, {}] }, {}, 0, ['violated']],
    ['is of another type at two endpoints', { deviations: [at('query'), at('cart'), at('query')] }, {}, 0, ['violated', 'violated']],
    ['is missing, which is no matter of type', { seen: 2, deviations: [{ got: undefined }] }, {}, 2, []],
    ['is null', { seen: 2, deviations: [isNull] }, {}, 2, ['undecided: two-readings']],
    ['is null alone', { deviations: [isNull] }, {}, 0, ['undecided: two-readings', 'discarded: field-never-seen']],
    ['is null where it was given a value that is shown elsewhere', { seen: 2, echoed: 1, deviations: [{ ...isNull, given: true }] }, {}, 0, ['violated']],
    ['is null where it was given a value that is shown nowhere', { seen: 2, deviations: [{ ...isNull, given: true }] }, {}, 2, ['undecided: two-readings']],
    ['is null where it was given none, and is shown elsewhere', { seen: 2, echoed: 1, deviations: [isNull] }, {}, 2, ['undecided: two-readings']],
    ['is null as declared', { seen: 2, deviations: [isNull] }, nullable, 2, []],
    ['is null as declared though it was given a value', { seen: 2, echoed: 1, deviations: [{ ...isNull, given: true }] }, nullable, 2, []],
    ['is null as declared, and nothing else', { deviations: [isNull] }, nullable, 0, ['discarded: field-never-seen']],
    ['is of another type, though it may be null', { seen: 2, deviations: [isNull, {}] }, nullable, 0, ['violated']],
    ['is suspect', { seen: 2, deviations: [{ grade: 'suspect' }] }, {}, 2, ['suspected']],
    ['is suspect, and of another type elsewhere', { seen: 2, deviations: [{ grade: 'suspect' }, {}] }, {}, 0, ['violated', 'suspected']],
    ['cannot be told', { seen: 2, deviations: [{ grade: 'undecided' }] }, {}, 2, ['undecided: two-readings']],
    ['is unusual, which is for a recommendation', { seen: 2, deviations: [{ grade: 'warning' }] }, {}, 2, []],
  ] as readonly (readonly [string, Seen, Known, number, readonly string[]])[])('%s', async (_, seen, known, held, outline) => {
    const stage = await judged(fieldIsTyped(name), { [name]: seen }, known);
    expect([stage.held(), stage.outline()]).toEqual([held, outline]);
  }); // prettier-ignore

  test('is reported with the first exchange of each endpoint, and with its value', async () => {
    const deviations = [
      { got: 1, evidence: { ...evidence, number: 4 } },
      { got: 2, evidence: { ...evidence, number: 5 } },
      { ...at('cart'), got: 3, evidence: { ...evidence, number: 6 } },
    ];
    const { told } = await judged(fieldIsTyped(name), { [name]: { deviations } });
    expect(told.map(({ more }) => more)).toEqual([
      { deviation: { kind: 'value', pointer: '/f' }, number: 4, got: '1' },
      { deviation: { kind: 'value', pointer: '/f' }, number: 6, got: '3' },
    ]);
  });

  test.each([
    [118, 120],
    [119, 118],
  ])('is reported in %i characters as %i', async (signs, shown) => {
    const got = 'x'.repeat(signs);
    const { told } = await judged(fieldIsTyped(name), { [name]: { deviations: [{ got }] } });
    expect(told[0]?.more).toMatchObject({
      got: expect.toSatisfy((text: string) => text.length === shown) as string,
    });
  });

  test.each([
    ['Cart.cartId', 'undecided', 0],
    ['ArrayItem.integerExampleInt32', 'undecided', 2],
    ['Cart.cartId', 'null', 2],
  ] as const)('%s leaves its readings open if it is %s: %i', async (field, grade, readings) => {
    const { told } = await judged(fieldIsTyped(field), { [field]: { seen: 1, deviations: [{ grade }] } });
    expect(told[0]?.more).toMatchObject({ readings });
  });

  test('a field that was never seen can be declared', async () => {
    expect((await judged(fieldIsTyped(name), {})).told[0]?.supply).toContain(name);
    const { told } = await judged(fieldIsTyped(name), { [name]: { deviations: [isNull] } }, nullable);
    expect(told[0]?.supply).toBeUndefined();
  });

  test('has to be documented', () => {
    expect(() => fieldIsTyped('Cart.other')).toThrow();
  });
});

describe('a member that creates may not contain', () => {
  const name = 'ObjectTypeProperty.arrayOfIntExample';
  const refused: Known = { refused: ['arrayOfIntExample'] };
  const declared: Known = { ...refused, profile: { fields: { refused: ['arrayOfIntExample'] } } };

  test.each([
    ['was never shown', {}, refused, 0, ['undecided: refused-by-unknown-validation']],
    ['was shown empty alone', { seen: 2, filled: 0 }, refused, 0, ['undecided: refused-by-unknown-validation']],
    ['was shown with a value', { seen: 2, filled: 1 }, refused, 2, []],
    ['is declared to be refused', {}, declared, 0, ['discarded: field-never-seen']],
    ['is another one', { seen: 2, filled: 0 }, { refused: ['arrayOfFloatExample'] }, 2, []],
    ['is taken', { seen: 2, filled: 0 }, {}, 2, []],
  ] as readonly (readonly [string, Seen, Known, number, readonly string[]])[])('%s', async (_, seen, known, held, outline) => {
    const stage = await judged(fieldIsTyped(name), { [name]: seen }, known);
    expect([stage.held(), stage.outline()]).toEqual([held, outline]);
  }); // prettier-ignore

  test.each([
    ['ArrayItem.integerExample', ['undecided: refused-by-unknown-validation']],
    ['Cart.cartId', ['discarded: field-never-seen']],
  ])('belongs only to a create: %s', async (field, outline) => {
    const [, member = ''] = field.split('.');
    expect((await judged(fieldIsTyped(field), {}, { refused: [member] })).outline()).toEqual(outline);
  });
});

describe('fields are provoked', () => {
  const surveysOf = async (...names: readonly string[]) => {
    const { on, surveys, phases } = stageOf({});
    await surveyed(on, ...names);
    return { surveys, phases };
  };

  test('fields are provoked only by requests that may show them', async () => {
    const [content, dates, carts] = [
      await surveysOf('ObjectTypeProperty.arrayOfIntExample'),
      await surveysOf('DateExamples.dateOnlyExample'),
      await surveysOf('Money.centAmount'),
    ];
    expect([dates.surveys.length, carts.surveys.length]).toEqual([1, 1]);
    expect(content.surveys.length).toBeGreaterThan(2);
    expect(content.surveys).toContain(dates.surveys[0]);
    expect(content.surveys).not.toContain(carts.surveys[0]);
    expect([content.phases, dates.phases, carts.phases]).toEqual([
      ['races', 'overwrites', 'end'],
      ['overwrites', 'end'],
      ['end'],
    ]);
    const both = await surveysOf('Money.centAmount', 'ArrayItem.integerExample');
    expect(new Set(both.surveys)).toEqual(new Set([...content.surveys, ...carts.surveys]));
  });

  test.each(['ExampleResource.version', 'ArrayItem.integerExample'])(
    'a field is provoked as content is: %s',
    async (name) => {
      const content = await surveysOf('ObjectTypeProperty.arrayOfIntExample');
      expect(new Set((await surveysOf(name)).surveys)).toEqual(new Set(content.surveys));
    },
  );
});

describe('fields with an unusual use', () => {
  const [one, other] = ['KeyAndLabel.key', 'KeyAndLabel.label'] as const;
  const usual = fieldsAreUsual([one, other], { statement: 's', violation: 'v', rationale: 'r' });
  const strict = fieldsAreUsual([one], { statement: 's', violation: 'v', rationale: 'r' }, 'suspect');
  const warning = { grade: 'warning' } as const;

  test.each([
    ['are not', { [one]: { seen: 3 } }, usual, 1, []],
    ['are not, as far as one is seen', { [other]: { seen: 1 } }, usual, 1, []],
    ['are never seen', {}, usual, 0, ['discarded: field-never-seen']],
    ['are told', { [one]: { seen: 3, deviations: [warning] } }, usual, 0, ['violated']],
    ['are told of the second one', { [one]: { seen: 3 }, [other]: { deviations: [warning] } }, usual, 0, ['violated']],
    ['are told once an endpoint', { [one]: { deviations: [warning, warning, { ...warning, ...at('cart') }] } }, usual, 0, ['violated', 'violated']],
    ['are of another type, which is for another clause', { [one]: { seen: 3, deviations: [{}] } }, usual, 1, []],
    ['are of the grade that is asked for', { [one]: { seen: 3, deviations: [{ grade: 'suspect' }] } }, strict, 0, ['violated']],
    ['are of another grade', { [one]: { seen: 3, deviations: [warning] } }, strict, 1, []],
  ] as readonly (readonly [string, Readonly<Record<string, Seen>>, Statement<Stage>, number, readonly string[]])[])('%s', async (_, fields, statement, held, outline) => {
    const stage = await judged(statement, fields);
    expect([stage.held(), stage.outline()]).toEqual([held, outline]);
  }); // prettier-ignore
});

describe('the version of a resource', () => {
  const name = 'ExampleResource.version';
  const check = checkOf(resources, 'Resources/version-is-present');

  test.each([
    ['is there', { seen: 4 }, 4, []],
    ['is missing', { seen: 4, deviations: [{ got: undefined }] }, 0, ['violated']],
    ['is missing at two endpoints', { deviations: [{ got: undefined }, { got: undefined, ...at('remove') }] }, 0, ['violated', 'violated']],
    ['is missing where that may be right', { seen: 4, deviations: [{ got: undefined, grade: 'undecided' }] }, 4, []],
    ['is of another type, which is for another clause', { seen: 4, deviations: [{}] }, 4, []],
    ['was never looked at', {}, 0, ['discarded: premise-failed']],
  ] as readonly (readonly [string, Seen, number, readonly string[]])[])('%s', async (_, seen, held, outline) => {
    const stage = await judged({ check }, { [name]: seen });
    expect([stage.held(), stage.outline()]).toEqual([held, outline]);
  }); // prettier-ignore
});

describe('an open point about fields', () => {
  const declared = ({ declares = [] }: { readonly declares?: readonly Declaration[] }, key: string): Declaration => {
    const found = declares.find((one) => one.key === key);
    if (found === undefined) throw new Error(`${key} is not declared`);
    return found;
  }; // prettier-ignore

  test('is which fields occur, are missing, or are null', async () => {
    const fields = {
      'Cart.cartId': { seen: 1 },
      'Cart.sum': { seen: 1, absent: 2 },
      'Cart.payments': { deviations: [isNull] },
      'Cart.lineItems': { absent: 1, deviations: [{}] },
      'OrderedRecord.id': { seen: 1, absent: 1 },
      'ExampleResourceUpdateAction.action': { seen: 1 },
    };
    const value = (await judged(fieldPresence, fields)).observed() as Record<string, readonly string[]>;
    expect(new Set(value['seen'])).toEqual(new Set(['Cart.cartId', 'Cart.sum']));
    expect(new Set(value['lacking'])).toEqual(new Set(['Cart.sum', 'Cart.lineItems']));
    expect(value['null']).toEqual(['Cart.payments']);
  });

  test.each([
    ['fields.always', ['a'], { seen: ['a'], lacking: [] }, true],
    ['fields.always', ['a', 'b'], { seen: ['a', 'b'], lacking: ['c'] }, true],
    ['fields.always', ['a', 'b'], { seen: ['a', 'b'], lacking: ['b'] }, false],
    ['fields.always', ['a', 'b'], { seen: ['a'], lacking: [] }, undefined],
    ['fields.never', ['a'], { seen: ['b'], null: [] }, true],
    ['fields.never', ['a', 'b'], { seen: ['b'], null: [] }, false],
    ['fields.never', ['a'], { seen: ['b'], null: ['a'] }, false],
    ['fields.never', ['a'], { seen: [], null: ['a'] }, false],
    ['fields.never', ['a'], { seen: [], null: [] }, undefined],
    ['fields.nullable', ['a'], { seen: [], null: [] }, true],
  ])('an open point is declared: %s %j with observed %j is kept: %s', (key, value, seen, isKept) => {
    expect(declared(fieldPresence, key).met(value, seen)).toBe(isKept);
  });

  test.each([
    [2 ** 31 - 1, false],
    [2 ** 31, true],
    [2 ** 32 - 1, true],
    [2 ** 32, false],
    ['2147483648', false],
  ])('is whether %j is beyond the signed range: %s', async (got, beyondSigned) => {
    const fields = { 'ArrayItem.integerExampleInt32': { seen: 1, deviations: [{ got }] } };
    expect((await judged(signedness, fields)).observed()).toEqual({ beyondSigned });
    expect((await judged(signedness, {})).outline()).toEqual(['discarded: field-never-seen']);
  });

  test.each([
    [true, true, false],
    [true, false, true],
    [false, true, true],
    [false, false, true],
  ])(
    'an integer is declared signed %s with values beyond the range %s: %s',
    (value, beyondSigned, isKept) => {
      expect(declared(signedness, 'int32.signed').met(value, { beyondSigned })).toBe(isKept);
    },
  );

  test('is the content of the observed arrays', async () => {
    const content = { shortest: 0, longest: 1, repeats: false };
    const arrays = { arrayOfIntExample: content };
    expect((await judged(arrayBounds, {}, { arrays })).observed()).toEqual({ arrayOfIntExample: content });
    expect((await judged(arrayBounds, {})).told).toEqual([]);
  });

  test.each([
    [{}, true],
    [{ minItems: 2 }, true],
    [{ minItems: 3 }, false],
    [{ maxItems: 5 }, true],
    [{ maxItems: 4 }, false],
    [{ minimum: -1 }, true],
    [{ minimum: 0 }, false],
    [{ maximum: 9 }, true],
    [{ maximum: 8 }, false],
    [{ uniqueItems: false }, true],
    [{ uniqueItems: true }, false],
  ])('an array is declared by the keywords of schemas: %j is kept: %s', (value, isKept) => {
    const arrayOfIntExample = { shortest: 2, longest: 5, smallest: -1, greatest: 9, repeats: true };
    const { met } = declared(arrayBounds, 'arrays.arrayOfIntExample');
    expect(met(value, { arrayOfIntExample })).toBe(isKept);
    expect(met(value, {})).toBeUndefined();
    expect(met({ uniqueItems: true, minimum: 5 }, { arrayOfIntExample: { shortest: 0, longest: 0, repeats: false } })).toBe(true);
  }); // prettier-ignore
});
