import fc from 'fast-check';
import { defined } from '../../clause/defined.ts';
import { freeMembers, recordMembers, type RecordVariation } from '../../suites/records/ordered-record.ts';
import { recordKinds, type DrawnRecord } from './ordered-record.ts';
import { unicodeText } from './unicode-text.ts';

/** Members that the contract spells in its own way, as dictionaries spell them. */
const corrected = ['eighthProperty', 'eleventhProperty', 'twelfthProperty'] as const;

/** Records that may be refused: with missing members, odd text, another type, or added corrected names. */
export const oddRecordKinds: readonly fc.Arbitrary<RecordVariation>[] = [
  fc.subarray([...recordMembers], { minLength: 1, maxLength: 6 }).map((omit): RecordVariation => ({ omit })),
  fc
    .tuple(fc.constantFrom(...recordMembers.slice(7)), unicodeText())
    .map(([name, text]): RecordVariation => ({ set: { [name]: text } })),
  fc
    .tuple(
      fc.constantFrom(...recordMembers),
      fc.constantFrom<1 | true | null | 'text'>(1, true, null, 'text'),
    )
    .map(([name, value]): RecordVariation => ({
      set: { [name]: value },
      bodyIs: value === 'text' || value === null ? 'either' : 'ill-typed',
    })),
  fc.subarray([...corrected], { minLength: 2 }).map((names): RecordVariation => ({
    order: [...recordMembers, ...names],
    set: Object.fromEntries(names.map((name) => [name, 'a'])),
  })),
];

/** A drawn record, and its difference from a record with every member in its type. */
export interface VariedRecord {
  readonly record: DrawnRecord;
  readonly variation: RecordVariation;
}

/** The same for records with drawn values in any order, each kind in turn: including names of people. */
export const variedRecordKinds: readonly fc.Arbitrary<VariedRecord>[] = oddRecordKinds.flatMap(
  (variation, at) =>
    recordKinds
      .slice(at % recordKinds.length)
      .slice(0, 1)
      .map((record) => fc.record({ record, variation })),
);

/** The drawn values that remain, and the replacements of the rest. */
export function asVariation({ record, variation }: VariedRecord): RecordVariation {
  const { omit = [], set = {}, order = [], bodyIs } = variation;
  // Without an id, another member must identify the record: this member keeps its usual value.
  const isNamed = !omit.includes('id') && !('id' in set);
  const naming = isNamed ? undefined : freeMembers.find((name) => !omit.includes(name) && !(name in set));
  const left = Object.entries(record.members).filter(([name]) => !omit.includes(name) && name !== naming);
  return {
    omit,
    set: { ...Object.fromEntries(left), ...set },
    order: [...record.order, ...order.filter((name) => !record.order.includes(name))],
    ...defined({ bodyIs }),
  };
}
