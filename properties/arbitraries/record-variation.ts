import fc from 'fast-check';
import { recordMembers, type RecordVariation } from '../../suites/records/ordered-record.ts';
import { unicodeText } from './unicode-text.ts';

const year = 365 * 24 * 3_600_000;
const recent = Date.UTC(2024, 0, 1);

/** Instants of the past, those among them whose milliseconds end in zeros (Resources, OrderedRecord). */
export function pastInstant(): fc.Arbitrary<Date> {
  return fc
    .tuple(fc.integer({ min: 1, max: (4 * year) / 1_000 }), fc.constantFrom(0, 1, 9, 90, 100, 120, 999))
    .map(([seconds, milliseconds]) => new Date(recent - seconds * 1_000 + milliseconds));
}

/** Another order of all sixteen members. */
export function memberOrder(): fc.Arbitrary<readonly string[]> {
  return fc.shuffledSubarray([...recordMembers], { minLength: recordMembers.length });
}

/** Members that a record does without, one to six of them. */
export function omissions(): fc.Arbitrary<readonly string[]> {
  return fc.subarray([...recordMembers], { minLength: 1, maxLength: 6 });
}

/** Members whose names the contract spells in its own way, spelled as dictionaries do. */
const corrected = ['eighthProperty', 'eleventhProperty', 'twelfthProperty'] as const;

/** Members of another type, of odd text, or of a corrected name. */
export function oddMembers(): fc.Arbitrary<RecordVariation> {
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...recordMembers.slice(7)), unicodeText())
      .map(([name, text]): RecordVariation => ({ set: { [name]: text } })),
    fc
      .tuple(fc.constantFrom(...recordMembers), fc.constantFrom<1 | true | 'text'>(1, true, 'text'))
      .map(([name, value]): RecordVariation => ({ set: { [name]: value } })),
    fc
      .constantFrom(...corrected)
      .map((name): RecordVariation => ({ order: [...recordMembers, name], set: { [name]: 'a' } })),
  );
}
