import { asObject, type Json } from '../../wire/json/json.ts';
import { asName, pointerToken } from '../../wire/json/pointer.ts';

/** The depth in an answer down to which an id or a key may be. */
const deepest = 3;
/** Members that the contract describes, which contain neither id nor key. */
const documented = ['version', 'objectTypeProperty', 'someProperty'];

/** A member that the contract does not describe, and that may be a name. */
interface NamingMember {
  readonly pointer: string;
  readonly value: string;
}

/** The number of elements of an array among which a link may be. */
const fewLinks = 3;

/** Members of a value that may be ids or keys, in their order. */
export function namingMembers(value: Json | undefined, pointer = ''): readonly NamingMember[] {
  if (pointer.split('/').length > deepest) return [];
  const members = Array.isArray(value) ? value.slice(0, fewLinks) : (asObject(value) ?? {});
  return Object.entries(members).flatMap(([name, member]: [string, Json]) => {
    if (documented.includes(name)) return [];
    const at = `${pointer}/${pointerToken(name)}`;
    const text = asName(member);
    return text === undefined ? namingMembers(member, at) : [{ pointer: at, value: text }];
  });
}
