import { pointerToken } from '../wire/json/pointer.ts';

/** JSON Pointers of the differences between two JSON values: the outermost members that differ. */
export function differingMembers(one: unknown, other: unknown, pointer = ''): readonly string[] {
  if (one === other) return [];
  if (!isStructure(one) || !isStructure(other) || Array.isArray(one) !== Array.isArray(other))
    return [pointer];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    differingMembers(one[name], other[name], `${pointer}/${pointerToken(name)}`),
  );
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
