import { adviceOn } from './advice.ts';
import { contractAjv } from './contract-ajv.ts';
import { expectation, type SchemaDeviation } from './deviation.ts';
import { judgeEither } from './either-body.ts';
import { refusal } from './grade.ts';
import { eachPosition, isObject, type Position } from './positions.ts';
import { recordSchema, recordsOf, referredRecord, type RecordName, type BodyShape } from './records.ts';

/** How the contract is read where it leaves a choice. */
export interface SchemaOptions {
  /**
   * "integer (32-bit)" (Resources, ArrayItem): false lets 2^31 to 2^32 - 1 pass with a warning, true refuses them; where
   * it is not declared they are undecided.
   */
  readonly int32Signed: boolean | undefined;
}

/** The compiled schemas. */
export interface Schemas {
  /** Whether the plain schema of a record accepts a body: a body that the schema refuses need not deviate. */
  readonly accepts: (name: RecordName, body: unknown) => boolean;
  /**
   * Every deviation of a body from a shape, in the order of the contract's tables; empty if there is none. The
   * body is a plain JSON value; `written` is the same with an object that has its `source` in the place of each number,
   * where doubles are too coarse.
   */
  readonly judgeShape: (shape: BodyShape, body: unknown, written?: unknown) => readonly SchemaDeviation[];
}

function validatorOf(name: RecordName): NonNullable<ReturnType<ReturnType<typeof contractAjv>['getSchema']>> {
  const validate = contractAjv().getSchema(recordSchema(name).$id);
  if (validate === undefined) throw new Error(`no schema is known for ${name}`);
  return validate;
}

/** The pointers at which the body is refused. A member that is missing is refused if it would stand. */
function refusedPointers(name: RecordName, body: unknown): ReadonlySet<string> {
  const validate = validatorOf(name);
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
      const referred = referredRecord(schema);
      return {
        field: `${record.title}.${member}`,
        pointer: `${at.pointer}/${member}`,
        expected: expectation({ schema, record: referred }),
        got: undefined,
        grade: 'violation',
      };
    });
}

/** Prepares the schemas; each is compiled when it is first needed. */
export function compileSchemas(options: SchemaOptions): Schemas {
  const judgeRecord = (name: RecordName, body: unknown, written: unknown): readonly SchemaDeviation[] => {
    const refused = refusedPointers(name, body);
    const deviations: SchemaDeviation[] = [];
    const look = (at: Position): void => {
      const isRefused = refused.size > 0 && refused.has(at.pointer);
      if (isRefused) deviations.push(refusal(at, options.int32Signed));
      else deviations.push(...adviceOn(at));
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
    accepts: (name, body) => validatorOf(name)(body) === true,
    judgeShape: (shape, body, written) => {
      const names = recordsOf(shape);
      const judge = (name: RecordName) => judgeRecord(name, body, written);
      return names.length === 1 ? judge(names[0]) : judgeEither(shape, names, body, judge);
    },
  };
}
