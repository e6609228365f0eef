/** Orders texts by their code units: the same everywhere, in any language of the machine. */
export function byCodeUnits(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
