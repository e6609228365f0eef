/** Members of observations with measured or chance values, which are no choices of the implementation. */
const volatileMembers: readonly string[] = ['raced', 'bytes', 'rounds'];

/** An observation without times, sizes, counts and bounds, which differ between runs. Of numbers only statuses stay. */
function lastingValue(value: unknown): unknown {
  if (typeof value === 'number') return value >= 100 && value <= 599 ? value : undefined;
  if (Array.isArray(value)) return value.map(lastingValue).filter((one) => one !== undefined);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([name]) => !volatileMembers.includes(name) && !/Ms$|milliseconds/.test(name))
    .map(([name, inner]) => [name, lastingValue(inner)] as const)
    .filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** Whether two observations show the same choices. */
export function isSameChoice(one: unknown, other: unknown): boolean {
  return JSON.stringify(lastingValue(one)) === JSON.stringify(lastingValue(other));
}
