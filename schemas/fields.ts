import { positions, isObject } from './positions.ts';
import { recordSchema, records, recordsOf, referredRecord } from './records.ts';
import type { RecordName, Schema, Shape } from './records.ts';

/** One row of the contract's field tables. */
export interface DocumentedField {
  readonly type: RecordName;
  readonly field: string;
  /** `Type.field`, as deviations and declarations name it. */
  readonly name: string;
  /** The part of the contract that has the table. */
  readonly section: 'Resources';
  /** The type in one phrase: `integer`, `array of LineItem`, `string (date)`. */
  readonly kind: string;
}

function kindOf(schema: Schema): string {
  const record = referredRecord(schema);
  if (record !== undefined) return record.title;
  const { type = '', format, maximum, items } = schema;
  if (items !== undefined) return `array of ${kindOf(items)}`;
  if (maximum !== undefined) return `${type} (32-bit)`;
  return format === undefined ? type : `${type} (${format})`;
}

/** Every field that the contract documents for a record, in its order, derived from the schemas. */
export const documentedFields: readonly DocumentedField[] = (Object.keys(records) as RecordName[]).flatMap(
  (type) =>
    Object.entries(recordSchema(type).properties).map(([field, schema]) => ({
      type,
      field,
      name: `${type}.${field}`,
      section: 'Resources',
      kind: kindOf(schema),
    })),
);

const namesOfFields = documentedFields.map(({ name }) => name);

/** The names `Type.field` that occur with a value other than null anywhere in a body, in the contract's order. */
export function fieldsSeen(shape: Shape, body: unknown): readonly string[] {
  return fieldsWhere(shape, body, (value) => value !== null);
}

/** The same without those that are empty arrays wherever they occur. */
export function fieldsFilled(shape: Shape, body: unknown): readonly string[] {
  return fieldsWhere(shape, body, (value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

function fieldsWhere(shape: Shape, body: unknown, isMeant: (value: unknown) => boolean): readonly string[] {
  const seen = new Set(
    recordsOf(shape)
      .flatMap((name) => positions(name, body))
      .filter((at) => isMeant(at.value))
      .map((at) => at.field),
  );
  return namesOfFields.filter((name) => seen.has(name));
}

/**
 * The names `Type.field` that a record in the body lacks, once for each such record. Of two records that the body
 * itself may be, only those count of which it has a member.
 */
export function fieldsAbsent(shape: Shape, body: unknown): readonly string[] {
  const names = recordsOf(shape);
  return names
    .filter((name) => names.length === 1 || !isVacuous(name, body))
    .flatMap((name) => positions(name, body))
    .flatMap(({ record, value }) =>
      record === undefined || !isObject(value)
        ? []
        : Object.keys(record.properties)
            .filter((member) => !Object.hasOwn(value, member))
            .map((member) => `${record.title}.${member}`),
    );
}

/**
 * Whether a body is an object with no documented member of its shape, so that it is no evidence of being one.
 * Null counts as absent: a vendor that declares a member nullable has said so.
 */
export function isVacuous(shape: Shape, body: unknown): boolean {
  if (!isObject(body)) return false;
  const members = recordsOf(shape).flatMap((name) => Object.keys(recordSchema(name).properties));
  return !members.some((member) => Object.hasOwn(body, member) && body[member] !== null);
}
