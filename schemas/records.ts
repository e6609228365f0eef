import arrayItem from './array-item.json' with { type: 'json' };
import attributes from './attributes.json' with { type: 'json' };
import cart from './cart.json' with { type: 'json' };
import dateExamples from './date-examples.json' with { type: 'json' };
import exampleResource from './example-resource.json' with { type: 'json' };
import keyAndLabel from './key-and-label.json' with { type: 'json' };
import lineItem from './line-item.json' with { type: 'json' };
import money from './money.json' with { type: 'json' };
import objectTypeProperty from './object-type-property.json' with { type: 'json' };
import orderedRecord from './ordered-record.json' with { type: 'json' };
import updateAction from './update-action.json' with { type: 'json' };
import variant from './variant.json' with { type: 'json' };

/** The keywords of JSON Schema 2020-12 that the records use. */
export interface Schema {
  readonly $ref?: string;
  readonly $comment?: string;
  readonly type?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The schema of one record: the title is the type's name in the contract; if it has none, a name of the suite. */
export interface RecordSchema extends Schema {
  readonly $id: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, Schema>>;
}

/** The records of the contract's section "Resources and their fields", in its order. */
export const records = {
  ExampleResource: exampleResource,
  ObjectTypeProperty: objectTypeProperty,
  ArrayItem: arrayItem,
  ExampleResourceUpdateAction: updateAction,
  OrderedRecord: orderedRecord,
  DateExamples: dateExamples,
  Cart: cart,
  LineItem: lineItem,
  Variant: variant,
  Attributes: attributes,
  KeyAndLabel: keyAndLabel,
  Money: money,
} as const satisfies Readonly<Record<string, RecordSchema>>;

/** A record by its name in the contract. */
export type RecordName = keyof typeof records;

/** The shape by which a body is judged: one record, or either of the two bodies of 4.13. */
export type BodyShape = RecordName | 'ObjectTypeProperty|DateExamples';

/** The records that a shape allows: one, or two. */
export function recordsOf(shape: BodyShape): readonly [RecordName, ...RecordName[]] {
  return shape === 'ObjectTypeProperty|DateExamples' ? ['ObjectTypeProperty', 'DateExamples'] : [shape];
}

/** The schema of a record, without its literal types. */
export function recordSchema(name: RecordName): RecordSchema {
  return records[name];
}

const byReference: ReadonlyMap<string, RecordSchema> = new Map(
  Object.values<RecordSchema>(records).map((record) => [
    record.$id.slice(record.$id.lastIndexOf('/') + 1),
    record,
  ]),
);

/** The record to which a schema refers by `$ref`, if it does. Throws for a reference to no record. */
export function referredRecord(schema: Schema): RecordSchema | undefined {
  if (schema.$ref === undefined) return undefined;
  const record = byReference.get(schema.$ref);
  if (record === undefined) throw new Error(`no record has the schema ${schema.$ref}`);
  return record;
}
