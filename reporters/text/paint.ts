/** Colours for a terminal; without colour each is the text as it stands. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** Paints only when told to. */
export function createPaint(color: boolean): Paint {
  const with_ =
    (on: number, off: number) =>
    (text: string): string =>
      color ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: with_(1, 22),
    red: with_(31, 39),
    green: with_(32, 39),
    yellow: with_(33, 39),
    dim: with_(2, 22),
  };
}
