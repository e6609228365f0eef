import { endpoints } from '../../contract/endpoints.ts';
import { membersOf } from '../../wire/json/plain-json.ts';
import type { PlainJson } from '../../clause/profile.ts';

interface SchemaObject {
  readonly [keyword: string]: unknown;
}

/** A key of the profile with the schema of its value. */
export interface ProfileKey {
  /** Dotted: `success.4.6`. */
  readonly key: string;
  readonly schema: SchemaObject;
}

/** Objects that are the value of a key, and no group of keys. */
const whole = ['implementation', 'resource.fixture', 'head.noMatch.query', 'records.types', '$observed'];

/** Every key of the published schema, in its order. */
export function profileKeys(schema: SchemaObject, before = ''): readonly ProfileKey[] {
  return Object.entries(membersOf(schema['properties'])).flatMap(([name, inner]) => {
    const key = before === '' ? name : `${before}.${name}`;
    const value = membersOf(inner);
    const isGroup = value['properties'] !== undefined && !whole.includes(key);
    return isGroup ? profileKeys(value, key) : [{ key, schema: value }];
  });
}

/** The path of members to a dotted key: `success`, `4.6`; undefined for an unknown key. */
export function memberPath(schema: SchemaObject, key: string): readonly string[] | undefined {
  const properties = membersOf(schema['properties']);
  const names = Object.keys(properties)
    .filter((name) => key === name || key.startsWith(`${name}.`))
    .toSorted((a, b) => b.length - a.length);
  for (const name of names) {
    if (key === name) return [name];
    const within = memberPath(membersOf(properties[name]), key.slice(name.length + 1));
    if (within !== undefined) return [name, ...within];
  }
  return undefined;
}

/** A JSON object with a value inserted at a path of members; all other members stay. */
export function withKey(
  object: Readonly<Record<string, unknown>>,
  [name, ...rest]: readonly string[],
  value: PlainJson,
): Readonly<Record<string, unknown>> {
  if (name === undefined) return object;
  const inner = rest.length === 0 ? value : withKey(membersOf(object[name]), rest, value);
  return { ...object, [name]: inner };
}

export function typeInWords(value: SchemaObject, root: SchemaObject): string {
  const schema = resolved(value, root);
  const { description, enum: allowed, type, items } = schema;
  if (Array.isArray(allowed)) return allowed.map((one) => JSON.stringify(one)).join(', ');
  if (typeof description === 'string') return description;
  if (type === 'array') {
    const item = resolved(membersOf(items), root);
    if (Array.isArray(item['enum']) && item['enum'].length > 8) return `array of ${nameOf(membersOf(items))}`;
    return `array of ${typeInWords(item, root)}`;
  }
  const members = Object.keys(membersOf(schema['properties']));
  if (members.length > 0) return `object with ${members.join(', ')}`;
  return typeof type === 'string' ? type : 'any JSON';
}

/** The operations that a key is about, as in the contract: `POST /{projectKey}/resource`. */
export function operationOf(key: string): string | undefined {
  const [, section, method] = /\.(4\.\d+)(?:\.(GET|POST))?$/.exec(key) ?? [];
  const found = Object.values(endpoints).filter(
    (one) => one.section === section && (method === undefined || ('method' in one && one.method === method)),
  );
  const lines = found.map((one) => `${'method' in one ? one.method : '(any)'} ${one.path}`);
  return lines.length === 0 ? undefined : lines.join(', ');
}

function resolved(schema: SchemaObject, root: SchemaObject): SchemaObject {
  const reference = schema['$ref'];
  return typeof reference === 'string' ? membersOf(membersOf(root['$defs'])[nameOf(schema)]) : schema;
}

function nameOf({ $ref: reference }: SchemaObject): string {
  return typeof reference === 'string' ? reference.replace('#/$defs/', '') : 'values';
}
