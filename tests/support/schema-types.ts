import { records, type RecordSchema, type Schema } from '../../schemas/records.ts';
import { requests } from '../../schemas/requests.ts';

const keywords = new Set(['$schema', '$id', '$ref', '$comment', 'title', 'type', 'format', 'minimum', 'maximum', 'items', 'properties', 'required']); // prettier-ignore
const all = [...new Set<RecordSchema>([...Object.values(records), ...Object.values(requests)])];
const titles = new Map(all.map(({ $id, title }) => [$id.slice($id.lastIndexOf('/') + 1), title]));
const plainTypes = new Map([
  ['integer', 'number'],
  ['number', 'number'],
  ['string', 'string'],
  ['boolean', 'boolean'],
]);

/** TypeScript's types of the records and request bodies, as their schemas state them. Throws for a keyword that it does not know. */
export function schemaTypes(): string {
  const head =
    '/** The records and request bodies of the contract as types: made from the schemas beside this file. */\n\n';
  return head + all.map(interfaceOf).join('\n');
}

function interfaceOf(schema: RecordSchema): string {
  const { title, $comment = '' } = schema;
  const [first = ''] = $comment.split(/(?<=\.) /);
  return `/** ${title} (${first.replace(/\.$/, '')}). */\nexport interface ${title} ${membersOf(schema, 1)}\n`;
}

function membersOf({ properties = {}, required = [] }: Schema, depth: number): string {
  const indent = '  '.repeat(depth);
  const lines = Object.entries(properties).map(([name, member]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${indent}readonly ${name}${optional}: ${typeOf(member, depth)};`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth - 1)}}`;
}

function typeOf(schema: Schema, depth: number): string {
  const unknown = Object.keys(schema).filter((keyword) => !keywords.has(keyword));
  if (unknown.length > 0) throw new Error(`no type is known for ${unknown.join(', ')}`);
  if (schema.$ref !== undefined) return titles.get(schema.$ref) ?? 'never';
  if (schema.type === 'array') {
    if (schema.items === undefined) return 'readonly unknown[]';
    const item = typeOf(schema.items, depth);
    return `readonly ${item.startsWith('{') ? `(${item})` : item}[]`;
  }
  if (schema.type === 'object')
    return schema.properties === undefined
      ? 'Readonly<Record<string, unknown>>'
      : membersOf(schema, depth + 1);
  return plainTypes.get(schema.type ?? '') ?? 'unknown';
}
