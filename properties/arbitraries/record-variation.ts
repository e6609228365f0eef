import fc from 'fast-check';
import { recordMembers, type RecordVariation } from '../../suites/records/ordered-record.ts';
import { unicodeText } from './unicode-text.ts';

/** Members whose names the contract spells in its own way, spelled as dictionaries do. */
const corrected = ['eighthProperty', 'eleventhProperty', 'twelfthProperty'] as const;

/**
 * Kinds of records that need not be taken, since neither required members nor what is checked of them are shown: without
 * one to six members, with odd text, with a member of another type, and with corrected names besides.
 */
export const oddRecordKinds: readonly fc.Arbitrary<RecordVariation>[] = [
  fc.subarray([...recordMembers], { minLength: 1, maxLength: 6 }).map((omit): RecordVariation => ({ omit })),
  fc
    .tuple(fc.constantFrom(...recordMembers.slice(7)), unicodeText())
    .map(([name, text]): RecordVariation => ({ set: { [name]: text } })),
  fc
    .tuple(fc.constantFrom(...recordMembers), fc.constantFrom<1 | true | 'text'>(1, true, 'text'))
    .map(([name, value]): RecordVariation => ({ set: { [name]: value } })),
  fc.subarray([...corrected], { minLength: 2 }).map((names): RecordVariation => ({
    order: [...recordMembers, ...names],
    set: Object.fromEntries(names.map((name) => [name, 'a'])),
  })),
];
