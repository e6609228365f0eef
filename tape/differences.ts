/** JSON Pointers of what two values of JSON differ in: the outermost members that are not alike. */
export function differences(one: unknown, other: unknown, pointer = ''): readonly string[] {
  if (one === other) return [];
  if (!isStructure(one) || !isStructure(other) || Array.isArray(one) !== Array.isArray(other))
    return [pointer];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${pointer}/${escaped(name)}`));
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
