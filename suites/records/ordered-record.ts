import { recordSchema } from '../../schemas/records.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import type { JsonInput } from '../../wire/json/json.ts';

/** The members of OrderedRecord in the order of the contract's table, spelled as there (Resources). */
export const recordMembers: readonly string[] = Object.keys(recordSchema('OrderedRecord').properties);

/** All members that contain a text of any kind, judging by their names. */
export const freeMembers: readonly string[] = [
  'key',
  'custom',
  ...recordMembers.filter((name) => /Proper(ty|y)$/.test(name)),
];

/** An OrderedRecord on its way out. */
export type OrderedRecord = Readonly<Record<string, JsonInput>>;

/** How a record differs from the full record. */
export interface RecordVariation {
  /** The instant of createdAt and lastModifiedAt. */
  readonly at?: Date;
  readonly omit?: readonly string[];
  /** Members that take another value; a value of `undefined` is no value. */
  readonly set?: OrderedRecord;
  /** The order of members; as in the table unless given. */
  readonly order?: readonly string[];
  /** Unless it is well-typed. */
  readonly bodyIs?: BodyIntent;
}

/** The createdAt of records, unless a variation states another. */
export const usualInstant = new Date('2015-07-04T21:09:08.123Z');

/** A timestamp in the documented form: UTC, three digits of milliseconds, closed by Z (Resources, OrderedRecord). */
export function documentedTimestamp(at: Date): string {
  return at.toISOString();
}

/** An OrderedRecord with plain values, `word` in its strings. `version` is a string, unlike that of an ExampleResource. */
export function orderedRecord(word: string, variation: RecordVariation = {}): OrderedRecord {
  const { at = usualInstant, omit = [], set = {}, order = recordMembers } = variation;
  const members = order
    .filter((name) => !omit.includes(name))
    .map((name): [string, JsonInput] => {
      const value = set[name];
      return [name, value === undefined ? plainValue(name, word, at) : value];
    });
  return Object.fromEntries(members);
}

function plainValue(name: string, word: string, at: Date): JsonInput {
  if (name === 'id') return word;
  if (name === 'version') return '1';
  if (name === 'createdAt' || name === 'lastModifiedAt') return documentedTimestamp(at);
  if (name === 'createdBy' || name === 'lastModifiedBy') return { firstName: 'Ada', lastName: 'Byron' };
  return `${name} ${word}`;
}
