import { adviceOn, missing } from './advice.ts';
import { validatorOf } from './contract-ajv.ts';
import { expectation, type Grade, type SchemaDeviation } from './deviation.ts';
import { judgeEither } from './either-body.ts';
import { isExactInteger, isInt32 } from './formats.ts';
import { eachPosition, isObject, type Position } from './positions.ts';
import { recordSchema, recordsOf, referredRecord, type RecordName, type BodyShape } from './records.ts';

/** How to read the contract if it leaves a choice. */
export interface SchemaOptions {
  /** "integer (32-bit)" (Resources, ArrayItem): false warns of 2^31 to 2^32 - 1, true refuses; else undecided. */
  readonly int32Signed: boolean | undefined;
}

/** The compiled schemas. */
export interface Schemas {
  /** Whether the plain schema of a record accepts a body; a refused body need not deviate. */
  readonly accepts: (name: RecordName, body: unknown) => boolean;
  /**
   * Every deviation of a body from a shape, in the order of the contract's tables; empty if there is none.
   * The body is a plain JSON value; `written` is the same value with an object with `source` in place of each
   * number, for numbers beyond doubles.
   */
  readonly judgeShape: (shape: BodyShape, body: unknown, written?: unknown) => readonly SchemaDeviation[];
}

/** The pointers at which the body is refused. A missing member is refused at the place where it would be. */
function refusedPointers(name: RecordName, body: unknown): ReadonlySet<string> {
  const validate = validatorOf(recordSchema(name));
  if (validate(body) === true) return new Set();
  return new Set(
    (validate.errors ?? []).map(({ instancePath, keyword, params }) =>
      keyword === 'required' ? `${instancePath}/${String(params['missingProperty'])}` : instancePath,
    ),
  );
}

function missingMembers(at: Position): readonly SchemaDeviation[] {
  const { value, record } = at;
  if (record === undefined || !isObject(value)) return [];
  return (record.required ?? [])
    .filter((member) => !Object.hasOwn(value, member))
    .map((member) => {
      const schema = record.properties[member] ?? {};
      const expected = expectation({ schema, record: referredRecord(schema) });
      return { ...missing(at, record, member), expected, grade: 'violation' };
    });
}

function gradeNumber(value: number, { schema, source }: Position, int32Signed: boolean | undefined): Grade {
  // Numbers beyond doubles are beyond any 32 bits, so an upper bound decides.
  if (schema.maximum !== undefined && !isInt32(value, false)) return 'violation';
  // The contract does not show whether the 32 bits have a sign.
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

/** Prepares the schemas; each schema is compiled at its first use. */
export function compileSchemas(options: SchemaOptions): Schemas {
  const judgeRecord = (name: RecordName, body: unknown, written: unknown): readonly SchemaDeviation[] => {
    const refused = refusedPointers(name, body);
    const deviations: SchemaDeviation[] = [];
    const look = (at: Position): void => {
      // The pointer is built only if a deviation is possible at its place.
      if (refused.size > 0 && refused.has(at.pointer)) {
        const { field, pointer, value } = at;
        const grade = gradeOf(at, options.int32Signed);
        deviations.push({ field, pointer, expected: expectation(at), got: value, grade });
      } else deviations.push(...adviceOn(at));
      deviations.push(...missingMembers(at));
    };
    eachPosition(name, body, look, written);
    const reported = new Set(deviations.map((deviation) => deviation.pointer));
    const lost = [...refused].filter((pointer) => !reported.has(pointer));
    if (lost.length > 0)
      throw new Error(`the schema of ${name} refuses places it does not document: ${lost.join(', ')}`);
    return deviations;
  };

  return {
    accepts: (name, body) => validatorOf(recordSchema(name))(body) === true,
    judgeShape: (shape, body, written) => {
      const names = recordsOf(shape);
      const judge = (name: RecordName) => judgeRecord(name, body, written);
      return names.length === 1 ? judge(names[0]) : judgeEither(shape, names, body, judge);
    },
  };
}
