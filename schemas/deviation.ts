import { textFormats } from './formats.ts';
import type { Position } from './positions.ts';

/**
 * The weight of a deviation.
 *
 * - `violation`: no reading of the contract allows it.
 * - `null`: null for a member that the contract types; two readings survive, and the caller decides between them.
 * - `undecided`: it cannot be told whether the value is right.
 * - `suspect`: passes, and deserves a look: an ill-typed member of the less likely body of 4.13.
 * - `warning`: passes, but differs from what readers of the contract expect.
 */
export type Grade = 'violation' | 'null' | 'undecided' | 'suspect' | 'warning';

/** One place in which a body differs from its shape in the contract. */
export interface SchemaDeviation {
  /** `Type.field` of the innermost record; for an element, the field of the array; for the whole body, the shape. */
  readonly field: string;
  /** JSON Pointer in the body. */
  readonly pointer: string;
  /** The documented content at the place, in words that follow "expected". */
  readonly expected: string;
  /** The value at the place; undefined if a member is missing. */
  readonly got: unknown;
  readonly grade: Grade;
}

const typeWords: Readonly<Record<string, string>> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
};

/** The documented content at a position, in words that follow "expected". */
export function expectation(at: Pick<Position, 'schema' | 'record'>): string {
  if (at.record !== undefined) return `an object (${at.record.title})`;
  const { type = '', format, maximum } = at.schema;
  if (format !== undefined) return textFormats[format]?.expected ?? format;
  if (maximum !== undefined) return 'an integer of 32 bits';
  return typeWords[type] ?? 'an object';
}
