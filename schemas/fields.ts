import { eachMember, isObject } from './positions.ts';
import { recordSchema, records, recordsOf, referredRecord } from './records.ts';
import type { RecordName, Schema, BodyShape } from './records.ts';

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
export function fieldsSeen(shape: BodyShape, body: unknown): readonly string[] {
  return fieldsWhere(shape, body, (value) => value !== null);
}

/** The same without those that are empty arrays wherever they occur. */
export function fieldsFilled(shape: BodyShape, body: unknown): readonly string[] {
  return fieldsWhere(shape, body, (value) => value !== null && !(Array.isArray(value) && value.length === 0));
}

function fieldsWhere(
  shape: BodyShape,
  body: unknown,
  isMeant: (value: unknown) => boolean,
): readonly string[] {
  const seen = new Set<string>();
  for (const name of recordsOf(shape))
    eachMember(name, body, ({ field, value }) => {
      if (isMeant(value)) seen.add(field);
    });
  return namesOfFields.filter((name) => seen.has(name));
}

/**
 * How many records in the body lack a member, by its name `Type.field`. Of two records that the body itself may be, only
 * those count of which it has a member.
 */
export function fieldsAbsent(shape: BodyShape, body: unknown): ReadonlyMap<string, number> {
  const absent = new Map<string, number>();
  const names = recordsOf(shape);
  for (const name of names.filter((one) => names.length === 1 || !isVacuous(one, body)))
    eachMember(name, body, ({ record, value }) => {
      if (record === undefined || !isObject(value)) return;
      for (const member of Object.keys(record.properties)) {
        const field = `${record.title}.${member}`;
        if (!Object.hasOwn(value, member)) absent.set(field, (absent.get(field) ?? 0) + 1);
      }
    });
  return absent;
}

/**
 * Whether a body is an object with no documented member of its shape, so that it is no evidence of being one.
 * Null counts as absent: a vendor that declares a member nullable has said so.
 */
export function isVacuous(shape: BodyShape, body: unknown): boolean {
  if (!isObject(body)) return false;
  const members = recordsOf(shape).flatMap((name) => Object.keys(recordSchema(name).properties));
  return !members.some((member) => Object.hasOwn(body, member) && body[member] !== null);
}
