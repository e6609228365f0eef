import { describe, expect, test } from 'vitest';
import { compileSchemas } from '../../../schemas/compile.ts';
import type { SchemaDeviation } from '../../../schemas/deviation.ts';
import { documentedFields, fieldsIn, isVacuous } from '../../../schemas/fields.ts';
import type { DocumentedField } from '../../../schemas/fields.ts';
import type { RecordName, BodyShape } from '../../../schemas/records.ts';

const { judgeShape } = compileSchemas({ int32Signed: true });

const either = 'ObjectTypeProperty|DateExamples';
const money = { fractionDigits: 2, centAmount: -1999, currencyCode: 'EUR' };
const pair = { key: 'k', label: 'l' };
const person = { firstName: 'Ada', lastName: 'L' };

/** A full, well-typed value of each record. */
const samples: Readonly<Record<RecordName, Readonly<Record<string, unknown>>>> = (() => {
  const arrayItem = { integerExample: 1, integerExampleInt32: -2147483648 };
  const objectTypeProperty = {
    arrayOfIntExample: [1, 1e2],
    arrayOfUniqueIntExample: [1, 1],
    arrayOfTwonumbersExample: [1, 2, 3],
    arrayOfFloatExample: [1, 1.5, 1.7e308],
    arrayOfNumberNoDefaultsExample: [-0, 2 ** 60],
    arrayOfStringExample: ['', 'é😀'],
    arrayOfObjectType: [arrayItem, {}],
  };
  const strings = (names: string) => Object.fromEntries(names.split(' ').map((name) => [name, 'x']));
  const attributes = {
    ...strings('articleNumberManufacturer articleNumberMax matrixId baseId colorFreeDefinition size season'),
    ...Object.fromEntries(
      'designer madeInItaly commonSize color style gender'.split(' ').map((n) => [n, pair]),
    ),
  };
  const variant = {
    ...strings('id sku groupId'),
    images: ['https://cdn.example/a.png', '/b.png'],
    attributes,
    price: money,
    isOnStock: false,
  };
  const lineItem = {
    ...strings('lineItemId productId name type'),
    count: 0,
    price: money,
    discountTexts: [null, 1],
    discounts: [],
    totalPrice: money,
    variant,
    isGift: true,
    _url: '/p/x',
  };
  return {
    ExampleResource: { version: 1, objectTypeProperty },
    ObjectTypeProperty: objectTypeProperty,
    ArrayItem: arrayItem,
    ExampleResourceUpdateAction: { action: 'changeSomeProperty', someProperty: 'a' },
    OrderedRecord: {
      ...strings(
        'id version key custom eigthProperty ninthProperty tenthProperty eleventhPropery twelthProperty',
      ),
      ...strings('thirteenthProperty fourteenthProperty fifteenthProperty'),
      createdAt: '2015-07-04T21:00:00.090Z',
      createdBy: person,
      lastModifiedAt: '2015-07-04T21:00:00.000Z',
      lastModifiedBy: person,
    },
    DateExamples: {
      dateOnlyExample: '2015-07-04',
      timeOnlyExample: '21:00:00',
      dateTimeOnlyExample: '2015-07-04T21:00:00',
      dateTimeExample: '2015-07-04T21:00:00.090Z',
      dateTimeExampleDefaultFormat: '2016-02-29T00:00:00.000Z',
      dateTimeExampleRfc: 'Sat, 04 Jul 2015 21:00:00 GMT',
    },
    Cart: {
      ...strings('cartId cartVersion'),
      lineItems: [lineItem, lineItem],
      sum: money,
      shippingAddress: { street: null },
      billingAddress: {},
      payments: [null],
      discountCodes: [{}],
    },
    LineItem: lineItem,
    Variant: variant,
    Attributes: attributes,
    KeyAndLabel: pair,
    Money: money,
  };
})();

const allNames = Object.keys(samples) as RecordName[];

/** `field pointer grade` of each deviation. */
function lines(deviations: readonly SchemaDeviation[]): readonly string[] {
  return deviations.map(({ field, pointer, grade }) => `${field} ${pointer} ${grade}`);
}

/** Values of every JSON type but those that the kind of a field allows. */
function wrongValues(kind: string): readonly unknown[] {
  const type = /^(integer|string|boolean|array)/.exec(kind)?.[1] ?? 'object';
  const others: readonly (readonly [string, unknown])[] = [
    ['string', '1'],
    ['boolean', true],
    ['array', []],
    ['object', {}],
    ['number', 1.5],
    ...(type === 'integer' ? [] : [['integer', 1] as const]),
  ];
  return others.filter(([name]) => name !== type).map(([, value]) => value);
}

const cases = documentedFields.flatMap((field) =>
  wrongValues(field.kind).map((value) => [field.name, value, field] as const),
);

describe('a well-typed body', () => {
  test.each(allNames)('a well-typed body of %s has no deviation', (name) => {
    expect(judgeShape(name, samples[name])).toEqual([]);
  });

  test.each(allNames)('a well-typed body of %s may have further members', (name) => {
    expect(judgeShape(name, { ...samples[name], unknown: null, _links: [{}], additional: 1e300 })).toEqual(
      [],
    );
  });

  test.each(allNames.filter((n) => n !== 'ExampleResource' && n !== 'KeyAndLabel'))(
    'a well-typed body of %s may lack all members',
    (name) => {
      expect(judgeShape(name, {})).toEqual([]);
    },
  );

  test('may have no prototype, and a member of any name', () => {
    const body = Object.assign(Object.create(null) as object, { version: 3 });
    expect(judgeShape('ExampleResource', body)).toEqual([]);
    expect(judgeShape('ExampleResource', JSON.parse('{"version":3,"__proto__":{"version":"x"}}'))).toEqual(
      [],
    );
  });

  test('has no member that it only inherits', () => {
    const body: unknown = Object.create({ cartId: 7 });
    expect(judgeShape('Cart', body)).toEqual([]);
    expect([...fieldsIn('Cart', body).seen]).toEqual([]);
  });

  test('may have empty arrays', () => {
    const empty = Object.fromEntries(Object.keys(samples.ObjectTypeProperty).map((name) => [name, []]));
    expect(judgeShape('ObjectTypeProperty', empty)).toEqual([]);
    expect(judgeShape('Cart', { lineItems: [], payments: [], discountCodes: [] })).toEqual([]);
  });
});

describe('a wrong type', () => {
  test.each(cases)('%s: %j is a violation', (name, value, field: DocumentedField) => {
    const found = judgeShape(field.type, { ...samples[field.type], [field.field]: value });
    expect(lines(found)).toEqual([`${name} /${field.field} violation`]);
    expect(found[0]?.got).toEqual(value);
    expect(found[0]?.expected).not.toBe('');
  });

  test.each(allNames.flatMap((name) => [null, [], 'x', 1, false].map((body) => [name, body] as const)))(
    'a wrong type in place of %s: %j is a violation',
    (name, body) => {
      expect(judgeShape(name, body)).toEqual([
        { field: name, pointer: '', expected: `an object (${name})`, got: body, grade: 'violation' },
      ]);
    },
  );

  test.each([
    ['ObjectTypeProperty', 'arrayOfIntExample', [1, '1']],
    ['ObjectTypeProperty', 'arrayOfUniqueIntExample', [1, 1.5]],
    ['ObjectTypeProperty', 'arrayOfTwonumbersExample', [1, true]],
    ['ObjectTypeProperty', 'arrayOfFloatExample', [1, '1.5']],
    ['ObjectTypeProperty', 'arrayOfNumberNoDefaultsExample', [1, 0.1]],
    ['ObjectTypeProperty', 'arrayOfStringExample', ['a', 1]],
    ['ObjectTypeProperty', 'arrayOfObjectType', [{}, [1]]],
    ['Cart', 'lineItems', [{}, 'x']],
    ['Variant', 'images', ['a.png', 'http://']],
    ['Variant', 'images', ['a.png', { url: 'a.png' }]],
  ] as const)('a wrong type in the second element of %s.%s is a violation', (type, field, value) => {
    expect(lines(judgeShape(type, { [field]: value }))).toEqual([`${type}.${field} /${field}/1 violation`]);
  });

  test('deep in an item beyond the first is reported to its innermost record', () => {
    const good = samples.LineItem;
    const bad = {
      ...good,
      variant: { ...samples.Variant, attributes: { color: { key: 7, label: 'l' }, size: 42 } },
    };
    expect(lines(judgeShape('Cart', { lineItems: [good, good, bad] }))).toEqual([
      'Attributes.size /lineItems/2/variant/attributes/size violation',
      'KeyAndLabel.key /lineItems/2/variant/attributes/color/key violation',
    ]);
  });

  test('a wrong type in a person of an ordered record is reported to the member that holds the person', () => {
    expect(lines(judgeShape('OrderedRecord', { createdBy: { firstName: 1 } }))).toEqual([
      'OrderedRecord.createdBy /createdBy/firstName violation',
    ]);
  });

  test('is reported with every other wrong type, each once', () => {
    const body = {
      version: '1',
      objectTypeProperty: {
        arrayOfIntExample: ['a', 2, 'b'],
        arrayOfObjectType: [{ integerExampleInt32: 3e9 + 0.5 }],
      },
    };
    expect(lines(judgeShape('ExampleResource', body))).toEqual([
      'ExampleResource.version /version violation',
      'ObjectTypeProperty.arrayOfIntExample /objectTypeProperty/arrayOfIntExample/0 violation',
      'ObjectTypeProperty.arrayOfIntExample /objectTypeProperty/arrayOfIntExample/2 violation',
      'ArrayItem.integerExampleInt32 /objectTypeProperty/arrayOfObjectType/0/integerExampleInt32 violation',
    ]);
  });
});

test('a resource without version is a violation at the place of the version', () => {
  expect(judgeShape('ExampleResource', { objectTypeProperty: {} })).toEqual([
    {
      field: 'ExampleResource.version',
      pointer: '/version',
      expected: 'an integer',
      got: undefined,
      grade: 'violation',
    },
  ]);
});

describe('null', () => {
  test.each(documentedFields.map((field) => [field.name, field] as const))(
    'for %s is graded by itself',
    (name, field) => {
      const grade = name === 'ExampleResource.version' ? 'violation' : 'null';
      const found = judgeShape(field.type, { ...samples[field.type], [field.field]: null });
      expect(lines(found)).toEqual([`${name} /${field.field} ${grade}`]);
    },
  );

  test.each([
    ['ObjectTypeProperty', 'arrayOfIntExample', 1],
    ['ObjectTypeProperty', 'arrayOfObjectType', {}],
    ['ObjectTypeProperty', 'arrayOfFloatExample', 1.5],
    ['Cart', 'lineItems', {}],
    ['Variant', 'images', 'a.png'],
  ] as const)('null as an element of %s.%s is a violation', (type, field, good) => {
    expect(lines(judgeShape(type, { [field]: [good, null] }))).toEqual([
      `${type}.${field} /${field}/1 violation`,
    ]);
  });
});

describe('numbers', () => {
  const int32 = (value: number, signed: boolean, source?: string) => {
    const schemas = compileSchemas({ int32Signed: signed });
    return schemas
      .judgeShape('ArrayItem', { integerExampleInt32: value }, { integerExampleInt32: { source } })
      .map(({ grade }) => grade);
  };

  test.each([2147483648, 4294967295])('%d is beyond 32 bits unless they are declared unsigned', (value) => {
    expect(int32(value, true)).toEqual(['violation']);
    expect(int32(value, false)).toEqual(['warning']);
  });

  test.each([4294967296, -2147483649, Infinity, -Infinity])(
    '%d is beyond 32 bits under every reading',
    (value) => {
      expect(int32(value, true)).toEqual(['violation']);
      expect(int32(value, false)).toEqual(['violation']);
    },
  );

  test.each([
    ['1.0', []],
    ['1e0', []],
    ['1.00000000000000000001', ['warning']],
    ['100e-2', []],
  ])('a 32-bit integer written %s is judged by its text', (source, grades) => {
    expect(int32(1, true, source)).toEqual(grades);
  });

  test.each([
    [1, '1.00000000000000000001', ['warning']],
    [1, '1.000', []],
    [0, '1e-400', ['warning']],
    [1.5, '1.5', ['violation']],
    [Infinity, '1e400', ['undecided']],
    [-Infinity, '-1e400', ['undecided']],
    [Infinity, `${'9'.repeat(400)}.5`, ['warning']],
    [Infinity, undefined, ['undecided']],
    [9007199254740992, '9007199254740993', []],
  ])('as an integer, the number %d written %s is graded', (value, source, grades) => {
    const written = { version: { source }, extra: 'x' };
    const found = judgeShape('ExampleResource', { version: value, extra: 'x' }, written);
    expect(found.map(({ grade }) => grade)).toEqual(grades);
  });

  test('as a float, a number beyond the doubles is undecided and any other number is right', () => {
    const source = `${'9'.repeat(400)}.5`;
    const body = { arrayOfFloatExample: [0.1, Infinity, 5e-324] };
    const written = { arrayOfFloatExample: [{ source: '0.1' }, { source }, { source: '5e-324' }] };
    const found = judgeShape('ObjectTypeProperty', body, written);
    expect(lines(found)).toEqual(['ObjectTypeProperty.arrayOfFloatExample /arrayOfFloatExample/1 undecided']);
  });
});

describe('a format', () => {
  test.each([
    ['DateExamples', 'dateOnlyExample', '2015-02-30'],
    ['DateExamples', 'timeOnlyExample', '21:00:00Z'],
    ['DateExamples', 'dateTimeOnlyExample', '2015-07-04T21:00:00Z'],
    ['DateExamples', 'dateTimeExample', '2015-07-04T21:00:00Z'],
    ['DateExamples', 'dateTimeExampleDefaultFormat', '2015-07-04T21:00:00.09Z'],
    ['DateExamples', 'dateTimeExampleRfc', '2015-07-04T21:00:00.090Z'],
    ['OrderedRecord', 'createdAt', '2015-07-04'],
    ['OrderedRecord', 'lastModifiedAt', ''],
    ['LineItem', '_url', 'https://shop.example/p'],
  ] as const)('%s.%s that is broken by %j is a violation', (type, field, value) => {
    expect(lines(judgeShape(type, { [field]: value }))).toEqual([`${type}.${field} /${field} violation`]);
  });

  test.each([
    ['DateExamples', 'dateTimeExample', '20150704T210000.090Z'],
    ['DateExamples', 'dateTimeExampleDefaultFormat', '2015-07-04T21:00:00,090Z'],
    ['DateExamples', 'dateTimeExampleRfc', 'Saturday, 04-Jul-15 21:00:00 GMT'],
    ['OrderedRecord', 'createdAt', '2015-185T21:00:00.090Z'],
    ['Money', 'currencyCode', 'eur'],
    ['Money', 'currencyCode', ''],
  ] as const)('%s.%s that is stretched by %j is a warning', (type, field, value) => {
    expect(lines(judgeShape(type, { [field]: value }))).toEqual([`${type}.${field} /${field} warning`]);
  });

  test('an image with a space is a warning at its element', () => {
    expect(lines(judgeShape('Variant', { images: ['a.png', 'a b.png'] }))).toEqual([
      'Variant.images /images/1 warning',
    ]);
  });

  test('an attribute without key or label is a warning for the missing member', () => {
    expect(lines(judgeShape('Attributes', { style: { key: 'k' }, gender: {} }))).toEqual([
      'KeyAndLabel.label /style/label warning',
      'KeyAndLabel.key /gender/key warning',
      'KeyAndLabel.label /gender/label warning',
    ]);
  });
});

describe('the two bodies of 4.13', () => {
  const a = 'ObjectTypeProperty.arrayOfIntExample /arrayOfIntExample';
  const b = 'DateExamples.dateOnlyExample /dateOnlyExample';

  test.each<[string, unknown, readonly string[]]>([
    ['the first, right', { arrayOfIntExample: [1] }, []],
    ['the first, wrong', { arrayOfIntExample: ['1'] }, [`${a}/0 violation`]],
    ['the second, right', { dateOnlyExample: '2015-07-04' }, []],
    ['the second, wrong', { dateOnlyExample: '4.7.2015' }, [`${b} violation`]],
    ['both, right', { arrayOfIntExample: [], dateOnlyExample: '2015-07-04' }, []],
    ['both, the first wrong', { arrayOfIntExample: 1, dateOnlyExample: '2015-07-04' }, [`${a} suspect`]],
    ['both, the second wrong', { arrayOfIntExample: [], dateOnlyExample: 7 }, [`${b} suspect`]],
    ['both, wrong', { arrayOfIntExample: 1, dateOnlyExample: 7 }, [`${a} violation`, `${b} violation`]],
    ['null alone', { arrayOfIntExample: null }, [`${a} null`]],
    [
      'null beside the second, right',
      { arrayOfIntExample: null, dateOnlyExample: '2015-07-04' },
      [`${a} suspect`],
    ],
    [
      'null beside the second, wrong',
      { arrayOfIntExample: null, dateOnlyExample: 7 },
      [`${a} suspect`, `${b} violation`],
    ],
    [
      'null beside the second, which has null too',
      { arrayOfIntExample: null, dateOnlyExample: null, timeOnlyExample: '21:00:00' },
      [`${a} suspect`, `${b} null`],
    ],
    [
      'both, the second wrong and stretched',
      { arrayOfIntExample: [], dateOnlyExample: 7, dateTimeExampleRfc: '4 July 2015 21:00:00' },
      [`${b} suspect`, 'DateExamples.dateTimeExampleRfc /dateTimeExampleRfc warning'],
    ],
    ['neither', { other: 1 }, []],
  ])('%s', (_, body, expected) => {
    expect(lines(judgeShape(either, body))).toEqual(expected);
  });

  test.each([null, [], 'x', 1])('%j is neither of the two', (body) => {
    expect(lines(judgeShape(either, body))).toEqual([`${either}  violation`]);
  });
});

describe('the fields seen', () => {
  test('are the fields of every item, without null values', () => {
    const body = {
      cartId: 'c',
      sum: null,
      lineItems: [{ name: 'n' }, { price: { centAmount: 'x' } }],
      extra: { count: 1 },
    };
    expect(fieldsIn('Cart', body).seen).toEqual(
      new Set(['Cart.cartId', 'Cart.lineItems', 'LineItem.name', 'LineItem.price', 'Money.centAmount']),
    );
  });

  test('the fields of a full cart are all fields of the records in it', () => {
    const inCart = ['Cart', 'LineItem', 'Variant', 'Attributes', 'KeyAndLabel', 'Money'];
    const expected = documentedFields.filter(({ type }) => inCart.includes(type)).map(({ name }) => name);
    expect(fieldsIn('Cart', samples.Cart).seen).toEqual(new Set(expected));
  });

  test('the fields of either body are the fields of both bodies', () => {
    expect(fieldsIn(either, { dateOnlyExample: 1, arrayOfIntExample: [] }).seen).toEqual(
      new Set(['ObjectTypeProperty.arrayOfIntExample', 'DateExamples.dateOnlyExample']),
    );
  });

  test.each([null, [], 'x', 1, {}])('of %j are none', (body) => {
    expect([...fieldsIn('Cart', body).seen]).toEqual([]);
  });
});

describe('a body is vacuous', () => {
  test.each<[BodyShape, unknown, boolean]>([
    ['Cart', {}, true],
    ['Cart', { limit: 1, results: [] }, true],
    ['Cart', { cartId: null }, true],
    ['Cart', { cartId: 7 }, false],
    ['Cart', { payments: [] }, false],
    ['Cart', [], false],
    ['Cart', null, false],
    ['ExampleResource', { id: 'x' }, true],
    ['ExampleResource', { version: 1 }, false],
    [either, { cartId: 'c' }, true],
    [either, { dateOnlyExample: 'x' }, false],
    [either, { arrayOfIntExample: [] }, false],
  ])('the body of %s: %j is %s', (shape, body, expected) => {
    expect(isVacuous(shape, body)).toBe(expected);
  });
});
