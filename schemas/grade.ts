import { expectation, type SchemaDeviation, type Grade } from './deviation.ts';
import { isExactInteger } from './exact-integer.ts';
import { isInt32 } from './formats.ts';
import type { Position } from './positions.ts';

function gradeNumber(value: number, { schema, source }: Position, int32Signed: boolean | undefined): Grade {
  // An upper bound settles what the double cannot: beyond its range is beyond any 32 bits.
  if (schema.maximum !== undefined && !isInt32(value, false)) return 'violation';
  // Whether the 32 bits have a sign is not shown.
  if (schema.maximum !== undefined && int32Signed === undefined) return 'undecided';
  if (schema.maximum !== undefined) return int32Signed === true ? 'violation' : 'warning';
  if (Number.isFinite(value)) return 'violation';
  if (schema.type !== 'integer' || source === undefined || isExactInteger(source)) return 'undecided';
  return 'warning';
}

function gradeOf(at: Position, int32Signed: boolean | undefined): Grade {
  // The one required member cannot be null (Versioning, 1).
  if (at.value === null) return at.member && at.field !== 'ExampleResource.version' ? 'null' : 'violation';
  const numeric = at.schema.type === 'integer' || at.schema.type === 'number';
  if (typeof at.value === 'number' && numeric) return gradeNumber(at.value, at, int32Signed);
  return 'violation';
}

/** The deviation of a value that the schema refuses. */
export function refusal(at: Position, int32Signed: boolean | undefined): SchemaDeviation {
  const { field, pointer, value } = at;
  return { field, pointer, expected: expectation(at), got: value, grade: gradeOf(at, int32Signed) };
}
