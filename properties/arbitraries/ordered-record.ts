import fc from 'fast-check';
import { recordSchema, type Schema } from '../../schemas/records.ts';
import {
  documentedTimestamp,
  recordMembers,
  type OrderedRecord,
} from '../../suites/records/ordered-record.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import { asciiText, unicodeText } from './unicode-text.ts';

export interface DrawnRecord {
  readonly members: OrderedRecord;
  readonly order: readonly string[];
}

/** Kinds of text for strings of a record; not every text can be the name of a person. */
interface Texts {
  readonly person: fc.Arbitrary<string>;
  readonly other: fc.Arbitrary<string>;
}

const properties: Readonly<Record<string, Schema>> = recordSchema('OrderedRecord').properties;

/** Members that hold an instant, in the order of the contract's table. */
export const timestampMembers: readonly string[] = recordMembers.filter(
  (name) => properties[name]?.format === 'utc-milliseconds',
);

const day = 24 * 3_600_000;
const firstInstant = Date.UTC(2019, 0, 1);
/** Before 1970, in the first second of a leap day, in the last second of a year, on a Sunday. */
const edges: readonly number[] = [
  Date.UTC(1969, 11, 31, 23, 59, 58, 250),
  Date.UTC(2016, 1, 29),
  Date.UTC(2019, 11, 31, 23, 59, 59, 999),
  Date.UTC(2018, 5, 3, 10),
];

/** Past instants from `first` on, in order; the milliseconds of some end in zeros. */
function instants(count: number, first: fc.Arbitrary<number>): fc.Arbitrary<readonly string[]> {
  const steps = fc.tuple(...Array.from({ length: count - 1 }, () => step));
  return fc.tuple(first, steps).map(([start, further]) => {
    let at = start;
    return [0, ...further].map((one) => documentedTimestamp(new Date((at += one))));
  });
}

const step = fc
  .tuple(fc.integer({ min: 0, max: (400 * day) / 1_000 }), fc.constantFrom(0, 1, 9, 90, 100, 120, 999))
  .map(([seconds, milliseconds]) => seconds * 1_000 + milliseconds);
const usualFirst = step.map((later) => firstInstant + later);
const edgeFirst = fc.constantFrom(...edges);

/** A value of the documented type; instants are drawn separately, because each follows the last. */
function valueOf(schema: Schema, texts: Texts): fc.Arbitrary<JsonInput> {
  if (schema.properties === undefined) return texts.other;
  const parts = Object.entries(schema.properties).map(([name, part]) => [
    name,
    valueOf(part, { ...texts, other: texts.person }),
  ]);
  return fc
    .record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<JsonInput>>)
    .map((drawn) => ({ ...drawn }));
}

/** Another order of the members, as swaps of two places; it shrinks to the one significant swap. */
export function memberOrder(): fc.Arbitrary<readonly string[]> {
  const place = fc.nat({ max: recordMembers.length - 1 });
  return fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 24, size: 'max' }).map((exchanges) => {
    const order = [...recordMembers];
    for (const [one, other] of exchanges) [order[one], order[other]] = [order[other] ?? '', order[one] ?? ''];
    return order;
  });
}

/** All members except `id`, which each request replaces by a unique word. */
function records(texts: Texts, first = usualFirst): fc.Arbitrary<DrawnRecord> {
  const others = recordMembers.filter((name) => name !== 'id' && !timestampMembers.includes(name));
  const fields = others.map((name) => [name, valueOf(properties[name] ?? {}, texts)]);
  return fc
    .record({
      // The members on which a refusal may depend shrink first.
      order: memberOrder(),
      times: instants(timestampMembers.length, first),
      fields: fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<JsonInput>>),
    })
    .map(({ fields: drawn, times, order }) => ({
      members: {
        ...drawn,
        ...Object.fromEntries(timestampMembers.map((name, at) => [name, times[at] ?? ''])),
      },
      order,
    }));
}

const word = fc.stringMatching(/^[A-Za-z][a-z]{0,9}$/);
const beyondAscii = fc.oneof(
  fc.constantFrom('Zoë', 'Łukasz', 'Þóra', 'Ngô', 'José', 'Ирина', 'Ελένη', 'משה', '李', 'अनिता', "O'Neill", 'Åsa-Lena'),
  fc.string({ unit: fc.constantFrom(...Array.from('äéîøūßñçžЖдπλאب山川ひ')), minLength: 1, maxLength: 12 }),
); // prettier-ignore

/** Records with all sixteen members in any order: of plain words, names beyond ASCII, and any text at all. */
export const recordKinds: readonly fc.Arbitrary<DrawnRecord>[] = [
  records({ person: word, other: word }),
  records({ person: beyondAscii, other: word }, edgeFirst),
  records({ person: word, other: asciiText(40) }),
  records({ person: beyondAscii, other: unicodeText() }, edgeFirst),
];
