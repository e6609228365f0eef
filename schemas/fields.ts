import { eachMember, isObject } from './positions.ts';
import {
  recordSchema,
  records,
  recordsOf,
  referredRecord,
  type RecordName,
  type RecordSchema,
  type Schema,
  type BodyShape,
} from './records.ts';

/** One row in the contract's tables of fields. */
export interface DocumentedField {
  readonly type: RecordName;
  readonly field: string;
  /** `Type.field`, as deviations and declarations name it. */
  readonly name: string;
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

/** The documented fields that a body shows, by their names `Type.field`. */
interface FieldsIn {
  /** All fields that occur anywhere with a value other than null. */
  readonly seen: ReadonlySet<string>;
  /** The same fields without fields whose every value is an empty array. */
  readonly filled: ReadonlySet<string>;
  /** The number of records that lack them. Of two possible records, only a record with a member in the body counts. */
  readonly absent: ReadonlyMap<string, number>;
}

/** The documented fields that a body shows, in one walk over the body. */
export function fieldsIn(shape: BodyShape, body: unknown): FieldsIn {
  const seen = new Set<string>();
  const filled = new Set<string>();
  const absent = new Map<string, number>();
  const names = recordsOf(shape);
  for (const name of names) {
    const mayLack = names.length === 1 || !isVacuous(name, body);
    eachMember(name, body, ({ field, member, record, value }) => {
      if (member && value !== null) {
        seen.add(field);
        if (!Array.isArray(value) || value.length > 0) filled.add(field);
      }
      if (mayLack && record !== undefined && isObject(value)) countAbsent(absent, record, value);
    });
  }
  return { seen, filled, absent };
}

function countAbsent(absent: Map<string, number>, { title, properties }: RecordSchema, value: object): void {
  for (const member of Object.keys(properties)) {
    if (Object.hasOwn(value, member)) continue;
    const field = `${title}.${member}`;
    absent.set(field, (absent.get(field) ?? 0) + 1);
  }
}

/** Whether an object has no documented member of its shape, so that nothing shows the shape. Null counts as absent. */
export function isVacuous(shape: BodyShape, body: unknown): boolean {
  if (!isObject(body)) return false;
  const members = recordsOf(shape).flatMap((name) => Object.keys(recordSchema(name).properties));
  return !members.some((member) => Object.hasOwn(body, member) && body[member] !== null);
}
