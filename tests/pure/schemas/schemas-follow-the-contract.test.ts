import { Ajv2020 } from 'ajv/dist/2020.js';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textFormats } from '../../../schemas/formats.ts';
import { documentedFields } from '../../../schemas/fields.ts';
import { recordSchema, records } from '../../../schemas/records.ts';
import type { RecordName, RecordSchema, Schema } from '../../../schemas/records.ts';
import { contractSchemas } from '../../../schemas/published.ts';
import { requests } from '../../../schemas/requests.ts';

/** The tables of "Resources and their fields": each field with its type as the contract words it. */
const tables: Readonly<Record<RecordName, Readonly<Record<string, string>>>> = {
  ExampleResource: { version: 'integer', objectTypeProperty: 'object (ObjectTypeProperty)' },
  ObjectTypeProperty: {
    arrayOfIntExample: 'array of integer',
    arrayOfUniqueIntExample: 'array of integer',
    arrayOfTwonumbersExample: 'array of integer',
    arrayOfFloatExample: 'array of float',
    arrayOfNumberNoDefaultsExample: 'array of integer',
    arrayOfStringExample: 'array of string',
    arrayOfObjectType: 'array of ArrayItem',
  },
  ArrayItem: { integerExample: 'integer', integerExampleInt32: 'integer (32-bit)' },
  ExampleResourceUpdateAction: { action: 'string', someProperty: 'string' },
  OrderedRecord: {
    id: 'string',
    version: 'string',
    key: 'string',
    createdAt: 'timestamp, ISO 8601 UTC with milliseconds and trailing Z',
    createdBy: 'object with firstName (string), lastName (string)',
    lastModifiedAt: 'timestamp, same format as createdAt',
    lastModifiedBy: 'object with firstName (string), lastName (string)',
    custom: 'string',
    eigthProperty: 'string',
    ninthProperty: 'string',
    tenthProperty: 'string',
    eleventhPropery: 'string (the name is spelled exactly so)',
    twelthProperty: 'string',
    thirteenthProperty: 'string',
    fourteenthProperty: 'string',
    fifteenthProperty: 'string',
  },
  DateExamples: {
    dateOnlyExample: 'date, `YYYY-MM-DD`',
    timeOnlyExample: 'time, `HH:MM:SS`',
    dateTimeOnlyExample: 'date-time without offset, `YYYY-MM-DDTHH:MM:SS`',
    dateTimeExample: 'ISO 8601 UTC with milliseconds and trailing Z',
    dateTimeExampleDefaultFormat: 'same as dateTimeExample',
    dateTimeExampleRfc: 'HTTP-date style text',
  },
  Cart: {
    cartId: 'string',
    cartVersion: 'string',
    lineItems: 'array of LineItem',
    sum: 'Money',
    shippingAddress: 'object (empty in the payload shape)',
    billingAddress: 'object (empty in the payload shape)',
    payments: 'array',
    discountCodes: 'array',
  },
  LineItem: {
    lineItemId: 'string',
    productId: 'string',
    name: 'string',
    type: 'string (value `variant` appears)',
    count: 'integer',
    price: 'Money',
    discountTexts: 'array',
    discounts: 'array',
    totalPrice: 'Money',
    variant: 'Variant',
    isGift: 'boolean',
    _url: 'string (relative path)',
  },
  Variant: {
    id: 'string',
    sku: 'string',
    images: 'array of string (URLs)',
    groupId: 'string',
    attributes: 'object, keys listed',
    price: 'Money',
    isOnStock: 'boolean',
  },
  Attributes: {
    articleNumberManufacturer: 'string',
    articleNumberMax: 'string',
    matrixId: 'string',
    baseId: 'string',
    colorFreeDefinition: 'string',
    size: 'string',
    season: 'string',
    designer: 'object with key and label',
    madeInItaly: 'object with key and label',
    commonSize: 'object with key and label',
    color: 'object with key and label',
    style: 'object with key and label',
    gender: 'object with key and label',
  },
  KeyAndLabel: { key: 'string', label: 'string' },
  Money: { fractionDigits: 'integer', centAmount: 'integer', currencyCode: 'string (currency code)' },
};

const text: Schema = { type: 'string' };
const utc: Schema = { type: 'string', format: 'utc-milliseconds' };

/** What each wording means as a schema, comments left out. A wording that is not here fails the test. */
const meanings: Readonly<Record<string, Schema>> = {
  integer: { type: 'integer' },
  'integer (32-bit)': { type: 'integer', minimum: -2147483648, maximum: 2147483647 },
  string: text,
  'string (the name is spelled exactly so)': text,
  'string (value `variant` appears)': text,
  'string (currency code)': text,
  'string (relative path)': { type: 'string', format: 'relative-path' },
  boolean: { type: 'boolean' },
  array: { type: 'array' },
  'array of integer': { type: 'array', items: { type: 'integer' } },
  'array of float': { type: 'array', items: { type: 'number' } },
  'array of string': { type: 'array', items: text },
  'array of string (URLs)': { type: 'array', items: { type: 'string', format: 'resolvable-url' } },
  'array of ArrayItem': { type: 'array', items: { $ref: 'array-item.json' } },
  'array of LineItem': { type: 'array', items: { $ref: 'line-item.json' } },
  'object (ObjectTypeProperty)': { $ref: 'object-type-property.json' },
  'object (empty in the payload shape)': { type: 'object' },
  'object with firstName (string), lastName (string)': {
    type: 'object',
    properties: { firstName: text, lastName: text },
  },
  'object, keys listed': { $ref: 'attributes.json' },
  'object with key and label': { $ref: 'key-and-label.json' },
  Money: { $ref: 'money.json' },
  Variant: { $ref: 'variant.json' },
  'date, `YYYY-MM-DD`': { type: 'string', format: 'date' },
  'time, `HH:MM:SS`': { type: 'string', format: 'clock-time' },
  'date-time without offset, `YYYY-MM-DDTHH:MM:SS`': { type: 'string', format: 'local-date-time' },
  'ISO 8601 UTC with milliseconds and trailing Z': utc,
  'timestamp, ISO 8601 UTC with milliseconds and trailing Z': utc,
  'timestamp, same format as createdAt': utc,
  'same as dateTimeExample': utc,
  'HTTP-date style text': { type: 'string', format: 'http-date-style' },
};

const plainKeywords = new Set(['$schema', '$id', '$ref', '$comment', 'title', 'type', 'properties', 'items']);
const names = Object.keys(records) as RecordName[];

/** A schema and all schemas inside it. */
function withInner(schema: Schema): readonly Schema[] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [schema, ...inner.flatMap(withInner)];
}

function withoutComments(schema: Schema): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$comment' ? undefined : value,
  );
}

describe.each(names)('%s', (name) => {
  const schema = recordSchema(name);

  test('has the fields of its table, in its order', () => {
    expect(Object.keys(schema.properties)).toEqual(Object.keys(tables[name]));
  });

  test.each(Object.entries(tables[name]))('%s is %s', (field, wording) => {
    expect(meanings).toHaveProperty([wording]);
    expect(withoutComments(schema.properties[field] ?? {})).toEqual(meanings[wording]);
  });

  test('requires only the version of a resource', () => {
    const required = withInner(schema).flatMap((inner) => inner.required ?? []);
    expect(required).toEqual(name === 'ExampleResource' ? ['version'] : []);
  });

  test('gives a section and a reason for every keyword beyond types', () => {
    const extra = withInner(schema).filter((inner) =>
      Object.keys(inner).some((key) => !plainKeywords.has(key)),
    );
    for (const inner of extra) expect(inner.$comment).toMatch(/^(Resources|Versioning), \w+.{20,}/);
    expect(schema.$comment).toMatch(/^Resources, /);
  });

  test('has an address under .invalid, and its own name as title', () => {
    expect(schema.$id).toMatch(/^https:\/\/[a-z-]+\.invalid\/schemas\/[a-z-]+\.json$/);
    expect(schema.title).toBe(name);
  });

  test('can be used outside the suite by a validator without the formats', () => {
    const ajv = new Ajv2020({ strict: true, validateFormats: false });
    ajv.addSchema(Object.values(records));
    const validate = ajv.getSchema(schema.$id);
    expect(validate?.(name === 'ExampleResource' ? { version: 1 } : {})).toBe(true);
    expect(validate?.([])).toBe(false);
  });
});

describe.each([
  [
    '4.6',
    'CreateRequest',
    { objectTypeProperty: { $ref: 'object-type-property.json' } },
    ['objectTypeProperty'],
  ],
  [
    '4.10',
    'UpdateRequest',
    { version: { type: 'number' }, actions: { type: 'array', items: { $ref: 'update-action.json' } } },
    ['version'],
  ],
] as const)('the request of %s', (section, title, fields, required) => {
  const schema: RecordSchema = requests[section];

  test('has the fields of its table', () => {
    expect(schema.title).toBe(title);
    expect(Object.keys(schema.properties)).toEqual(Object.keys(fields));
    for (const [name, field] of Object.entries(schema.properties))
      expect(withoutComments(field)).toEqual(fields[name as keyof typeof fields]);
  });

  test('requires what its section demands of every request, and names the place', () => {
    expect(schema.required).toEqual(required);
    expect(schema.$comment).toMatch(new RegExp(`^${section.replace('.', '\\.')}, .* is required because `));
    expect(schema.$id).toMatch(/^https:\/\/resource-api\.invalid\/schemas\/[a-z]+-request\.json$/);
  });
});

test('every schema is valid, and is in the folder under the name of its address', () => {
  const ajv = new Ajv2020();
  for (const schema of contractSchemas) expect(ajv.validateSchema(schema)).toBe(true);
  const folder = fileURLToPath(new URL('../../../schemas', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(contractSchemas.map(({ $id }) => $id.replace(/.*\//, '')).toSorted()).toEqual(files.toSorted());
});

test('every format that a schema names is known, and every known format is named', () => {
  const named = names
    .flatMap((name) => withInner(recordSchema(name)))
    .flatMap((schema) => schema.format ?? []);
  expect([...new Set(named)].sort()).toEqual(Object.keys(textFormats).sort());
});

test('the documented fields are the fields of the tables', () => {
  const expected = Object.entries(tables).flatMap(([type, fields]) =>
    Object.keys(fields).map((f) => `${type}.${f}`),
  );
  expect(documentedFields.map((field) => field.name)).toEqual(expected);
  expect(documentedFields.filter((field) => field.name === `${field.type}.${field.field}`)).toHaveLength(80);
});

test.each([
  ['ExampleResource.version', 'integer'],
  ['ObjectTypeProperty.arrayOfObjectType', 'array of ArrayItem'],
  ['ArrayItem.integerExampleInt32', 'integer (32-bit)'],
  ['Cart.payments', 'array'],
  ['LineItem.price', 'Money'],
  ['Variant.images', 'array of string (resolvable-url)'],
  ['DateExamples.dateOnlyExample', 'string (date)'],
])('the kind of %s reads %s', (name, kind) => {
  expect(documentedFields.find((field) => field.name === name)?.kind).toBe(kind);
});
