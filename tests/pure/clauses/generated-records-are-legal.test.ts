import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  memberOrder,
  recordKinds,
  timestampMembers,
  type DrawnRecord,
} from '../../../properties/arbitraries/ordered-record.ts';
import {
  asVariation,
  oddRecordKinds,
  variedRecordKinds,
} from '../../../properties/arbitraries/record-variation.ts';
import { drawn, drawnInTurn } from '../../../properties/drawn-cases.ts';
import { compileSchemas } from '../../../schemas/compile.ts';
import { orderedRecord, recordMembers } from '../../../suites/records/ordered-record.ts';
import { fullPost, variedSample } from '../../../suites/records/posts.ts';

const { judgeShape } = compileSchemas({ int32Signed: true });
const seeds = [1, 2, 3, 4, 5];
const kinds = recordKinds.map((kind, at) => [at, kind] as const);

/** The record as it is sent, and read back from its JSON. */
function sent({ members, order }: DrawnRecord): Record<string, unknown> {
  const text = JSON.stringify(orderedRecord('word', { set: members, order }));
  return JSON.parse(text) as Record<string, unknown>;
}

describe.each(kinds)('records of kind %i', (_at, kind) => {
  const records = seeds.flatMap((seed) => drawn(kind, seed, 40)).map(({ value }) => sent(value));

  test('have all sixteen members, each of the type and the form that the schema shows', () => {
    for (const record of records) {
      expect(judgeShape('OrderedRecord', record)).toEqual([]);
      expect(Object.keys(record).toSorted()).toEqual(recordMembers.toSorted());
    }
  });

  test('have past dates, and were changed after their creation', () => {
    for (const record of records) {
      const [made = '', changed = ''] = timestampMembers.map((name) => String(record[name]));
      expect(Date.parse(made)).toBeLessThanOrEqual(Date.parse(changed));
      expect(Date.parse(changed)).toBeLessThan(Date.UTC(2023, 0, 1));
    }
  });

  test('come in orders other than the order of the table', () => {
    const orders = new Set(records.map((record) => Object.keys(record).join()));
    expect(orders.size).toBeGreaterThan(100);
  });
});

test('the members that hold instants are the two of the contract', () => {
  expect(timestampMembers).toEqual(['createdAt', 'lastModifiedAt']);
});

test.each(seeds)('names beyond ASCII are among the first eight records, seed %i', (seed) => {
  const names = drawnInTurn(recordKinds, seed, 8).map(({ value }) =>
    JSON.stringify(value.members['createdBy']),
  );
  expect(names.some((text) => /[^\0-~]/.test(text))).toBe(true);
  expect(names.some((text) => /^[\0-~]*$/.test(text))).toBe(true);
});

test('an order shrinks to one exchange of two members', async () => {
  const { counterexample } = await fc.check(
    fc.asyncProperty(memberOrder(), (order) => Promise.resolve(order[0] === recordMembers[0])),
    { seed: 7 },
  );
  const [order = []] = counterexample ?? [];
  expect(order.filter((name, at) => name !== recordMembers[at])).toHaveLength(2);
});

describe('odd records', () => {
  const [omitting, odd, otherTypes, corrected] = oddRecordKinds.map((kind) =>
    seeds.flatMap((seed) => drawn(kind, seed, 20)).map(({ value }) => orderedRecord('word', value)),
  );

  test('lack members, and are otherwise of the documented types', () => {
    for (const record of [...(omitting ?? []), ...(odd ?? [])])
      expect(judgeShape('OrderedRecord', JSON.parse(JSON.stringify(record)))).toEqual([]);
    for (const record of omitting ?? []) expect(Object.keys(record).length).toBeLessThan(16);
  });

  test('state that they have another type, except with a text or null, which may be valid there', () => {
    const values = seeds.flatMap((seed) =>
      oddRecordKinds.slice(2, 3).flatMap((kind) => drawn(kind, seed, 20)),
    );
    expect(values).toHaveLength(100);
    for (const { value } of values) {
      const [given] = Object.values(value.set ?? {});
      expect(value.bodyIs).toBe(given === null || given === 'text' ? 'either' : 'ill-typed');
    }
  });

  test('have other types on purpose, except if a text replaces a text', () => {
    const refused = (otherTypes ?? []).filter((record) => judgeShape('OrderedRecord', record).length > 0);
    expect(refused.length).toBeGreaterThan(40);
  });

  test('have corrected names in addition to the names of the contract', () => {
    for (const record of corrected ?? []) expect(Object.keys(record).length).toBeGreaterThan(17);
  });
});

describe('varied records', () => {
  const variations = seeds
    .flatMap((seed) => drawnInTurn(variedRecordKinds, seed, 40))
    .map(({ value }) => asVariation(value));
  const records = variations.map((variation) => orderedRecord('word', variation));

  test('contain drawn values, with names of people beyond ASCII and nulls, in various orders', () => {
    const texts = records.map((record) => JSON.stringify(record));
    expect(texts.some((text) => /"firstName":"[^"]*[^\0-~]/.test(text))).toBe(true);
    expect(texts.some((text) => /:null/.test(text))).toBe(true);
    expect(new Set(records.map((record) => Object.keys(record).join())).size).toBeGreaterThan(100);
  });

  test('lack the omitted members, even if values were drawn for them', () => {
    const omitting = variations.filter(({ omit = [] }) => omit.length > 0);
    expect(omitting.length).toBeGreaterThan(20);
    for (const variation of omitting)
      for (const name of variation.omit ?? [])
        expect(orderedRecord('word', variation)).not.toHaveProperty(name);
  });

  test('records of a vendor are the sample with some members left out and others added, of the same resource', () => {
    const body = { id: 'i', key: 'k', custom: 'c', createdBy: { firstName: 'A', lastName: 'B' }, more: 1 };
    const sample = { ...fullPost('word'), variation: undefined, body };
    const bodies = variations.map((variation) => variedSample(sample, variation)?.body);
    for (const one of bodies) expect(one).toMatchObject({ id: 'i', key: 'k', more: 1 });
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBeGreaterThan(100);
    expect(variedSample({ ...sample, body: ['no record'] }, {})).toBeUndefined();
  });
});
