import { recordSchema, referredRecord, type RecordName, type RecordSchema, type Schema } from './records.ts';

/** A place in a body for which the contract documents a type. */
export interface Position {
  /** `Type.field` of the innermost record; for an element, the array's field; for the body, the record's name. */
  readonly field: string;
  /** JSON Pointer in the body; built only on request, because reports show few elements. */
  readonly pointer: string;
  readonly value: unknown;
  /** The text of the number at the place, if the caller has kept it. */
  readonly source: string | undefined;
  /** With `$ref` resolved. */
  readonly schema: Schema;
  /** Whether the place is a member of a record; it may also be the body, or an element of an array. */
  readonly member: boolean;
  /** The record at the place, if the schema describes a record. */
  readonly record: RecordSchema | undefined;
}

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gets the places one by one; this module keeps none of them. */
type Look = (at: Position) => void;

/** Shows every documented place in a body; the body first. @param written - the body with sources for numbers */
export function eachPosition(name: RecordName, body: unknown, look: Look, written?: unknown): void {
  walk(placeOfBody(name, body, written), look, true);
}

/** Shows every documented place but non-record elements of arrays: the array shows their field. */
export function eachMember(name: RecordName, body: unknown, look: Look): void {
  walk(placeOfBody(name, body, undefined), look, false);
}

function walk(at: SchemaPosition, look: Look, withElements: boolean): void {
  look(at);
  const { value } = at;
  const { properties, items } = at.schema;
  if (properties !== undefined && isObject(value))
    for (const [name, schema] of Object.entries(properties))
      if (Object.hasOwn(value, name)) walk(at.memberAt(name, value[name], schema), look, withElements);
  if (items === undefined || !Array.isArray(value)) return;
  if (!withElements && referredRecord(items) === undefined) return;
  for (const [index, element] of value.entries())
    walk(at.elementAt(index, element, items), look, withElements);
}

function placeOfBody(name: RecordName, value: unknown, written: unknown): SchemaPosition {
  const record = recordSchema(name);
  return new SchemaPosition({ field: name, value, schema: record, member: false, record }, { written });
}

type Here = Omit<Position, 'pointer' | 'source'>;

/** The body with sources for numbers; or the place above, and the name under which it has this place. */
type Whence =
  { readonly written: unknown } | { readonly above: SchemaPosition; readonly name: string | number };

/** Derives pointer and source from the place above and the name, only on request. */
class SchemaPosition implements Position {
  readonly field: string;
  readonly value: unknown;
  readonly schema: Schema;
  readonly member: boolean;
  readonly record: RecordSchema | undefined;
  readonly #whence: Whence;

  constructor({ field, value, schema, member, record }: Here, whence: Whence) {
    this.field = field;
    this.value = value;
    this.schema = schema;
    this.member = member;
    this.record = record;
    this.#whence = whence;
  }

  get pointer(): string {
    return 'above' in this.#whence ? `${this.#whence.above.pointer}/${this.#whence.name}` : '';
  }

  get source(): string | undefined {
    const written = typeof this.value === 'number' ? this.#written : undefined;
    const source = isObject(written) ? written['source'] : undefined;
    return typeof source === 'string' ? source : undefined;
  }

  memberAt(name: string, value: unknown, schema: Schema): SchemaPosition {
    const record = referredRecord(schema);
    const field = this.record === undefined ? this.field : `${this.record.title}.${name}`;
    return new SchemaPosition(
      { field, value, schema: record ?? schema, member: true, record },
      { above: this, name },
    );
  }

  elementAt(name: number, value: unknown, schema: Schema): SchemaPosition {
    const record = referredRecord(schema);
    const { field } = this;
    return new SchemaPosition(
      { field, value, schema: record ?? schema, member: false, record },
      { above: this, name },
    );
  }

  get #written(): unknown {
    if (!('above' in this.#whence)) return this.#whence.written;
    const { above, name } = this.#whence;
    const written = above.#written;
    return typeof written === 'object' && written !== null
      ? (written as Readonly<Record<string | number, unknown>>)[name]
      : undefined;
  }
}
