/** A declaration that cannot stand: what is declared, and what it contradicts. */
export interface Contradiction {
  readonly declared: string;
  readonly against: string;
}
