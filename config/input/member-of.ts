import { isObject, membersOf } from '../../wire/json/plain-json.ts';

/** A member of a file's content; undefined if the content, of whatever form, has no such member. */
export function memberOf(value: unknown, name: string): unknown {
  const members = membersOf(value);
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

export type JsonMembers = Readonly<Record<string, unknown>>;

/** Two objects, merged member by member; the second object wins. */
export function mergedObjects(one: JsonMembers, other: JsonMembers): JsonMembers {
  const joined = Object.entries(other).map(([name, value]): [string, unknown] => {
    const before = memberOf(one, name);
    return [name, isObject(before) && isObject(value) ? mergedObjects(before, value) : value];
  });
  return { ...one, ...Object.fromEntries(joined) };
}
