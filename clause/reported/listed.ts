/** `a, b and 3 more`: as many as are to be named, and the number of further names. */
export function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return names.slice(0, most).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
