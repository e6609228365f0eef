/** An impossible declaration: the declared value, and the text that it contradicts. */
export interface Contradiction {
  readonly declared: string;
  readonly against: string;
}
