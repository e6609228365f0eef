/** The entry of a table with that name. */
export function found<T>(known: ReadonlyMap<string, T>, name: string): T {
  const one = known.get(name);
  if (one === undefined) throw new Error(`no row is called ${name}`);
  return one;
}
