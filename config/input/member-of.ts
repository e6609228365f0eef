import { membersOf } from '../../wire/json/plain-json.ts';

/** A member of what a file holds, whatever that is; undefined where it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  const members = membersOf(value);
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
