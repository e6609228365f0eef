import { recordSchema, referredRecord } from './records.ts';
import type { RecordName, RecordSchema, Schema } from './records.ts';

/** A place in a body for which the contract documents a type. */
export interface Position {
  /** `Type.field` of the innermost record; for an element, the array's field; for the body, the record's name. */
  readonly field: string;
  /** JSON Pointer in the body. */
  readonly pointer: string;
  readonly value: unknown;
  /** With `$ref` resolved. */
  readonly schema: Schema;
  /** Whether the place is a member of a record; the body and the elements of arrays are not. */
  readonly member: boolean;
  /** The record whose value stands here, if the schema is one's. */
  readonly record?: RecordSchema;
}

type PlainObject = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object. */
export function isObject(value: unknown): value is PlainObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Adds a place and what is below it. */
function add(at: Position, found: Position[]): void {
  found.push(at);
  const { properties, items } = at.schema;
  if (properties !== undefined && isObject(at.value)) {
    for (const [name, schema] of Object.entries(properties)) {
      if (!Object.hasOwn(at.value, name)) continue;
      const field = at.record === undefined ? at.field : `${at.record.title}.${name}`;
      add(
        position(schema, { field, pointer: `${at.pointer}/${name}`, value: at.value[name], member: true }),
        found,
      );
    }
  }
  if (items !== undefined && Array.isArray(at.value)) {
    for (const [index, element] of at.value.entries()) {
      add(
        position(items, {
          field: at.field,
          pointer: `${at.pointer}/${index}`,
          value: element,
          member: false,
        }),
        found,
      );
    }
  }
}

function position(schema: Schema, at: Omit<Position, 'schema' | 'record'>): Position {
  const record = referredRecord(schema);
  return record === undefined ? { ...at, schema } : { ...at, schema: record, record };
}

/** What was found in a body, for as long as that is held: several judgements look at the same one. */
const foundIn = new WeakMap<PlainObject, Map<RecordName, readonly Position[]>>();

/** Every documented place that occurs in a body, judged as a record; the body itself first. */
export function positions(name: RecordName, body: unknown): readonly Position[] {
  if (!isObject(body)) return search(name, body);
  const known = foundIn.get(body) ?? new Map<RecordName, readonly Position[]>();
  foundIn.set(body, known);
  const found = known.get(name) ?? search(name, body);
  known.set(name, found);
  return found;
}

function search(name: RecordName, body: unknown): readonly Position[] {
  const record = recordSchema(name);
  const found: Position[] = [];
  add({ field: name, pointer: '', value: body, schema: record, member: false, record }, found);
  return found;
}
