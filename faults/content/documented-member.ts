import { isArray, isObject, member, type Json } from '../../reference/json.ts';
import type { Operation } from '../../reference/routes.ts';
import { documentedMembers, type DocumentedMember } from '../documented-members.ts';
import type { Fault } from '../fault.ts';
import { jsonOf, refusing } from '../rewrite.ts';

/** Whether a value has a member of that name, at any depth. */
function brings(value: Json | undefined, name: string): boolean {
  if (isArray(value)) return value.some((inner) => brings(inner, name));
  if (!isObject(value)) return false;
  const own = member(value, name);
  const isFull = own !== undefined && (!isArray(own) || own.length > 0);
  return isFull || Object.values(value).some((inner) => brings(inner, name));
}

function failingCreate({ row, name, words }: DocumentedMember): Fault {
  return {
    name: `create-fails-on-${words}`,
    breaks: '4.6/plain-values-provoke-no-error',
    rows: [row],
    summary: `A create with something in ${name} is answered 500.`,
    wrap: refusing(['4.6'], 500, (request) => brings(jsonOf(request), name)),
  };
}

const failingRecord =
  (operation: Operation, called: string) =>
  ({ row, name, words }: DocumentedMember): Fault => ({
    name: `${called}-${words}`,
    breaks: `${operation}/plain-values-provoke-no-error`,
    rows: [row],
    summary: `A record with ${name} is answered 500.`,
    wrap: refusing([operation], 500, (request) => member(jsonOf(request), name) !== undefined),
  });

const record = documentedMembers('OrderedRecord');

/** Server errors that depend on one documented member of a body (4.6, 4.9, 4.13). */
export const documentedMemberFaults: readonly Fault[] = [
  ...[...documentedMembers('ObjectTypeProperty'), ...documentedMembers('ArrayItem')].map(failingCreate),
  ...record.map(failingRecord('4.9', 'complex-path-fails-on')),
  // One of these faults is older, and has its own name.
  ...record.filter(({ name }) => name !== 'custom').map(failingRecord('4.13', 'urn-links-fail-on')),
];
