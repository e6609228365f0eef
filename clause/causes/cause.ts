/** One thing that is wrong with an implementation, as far as a run tells: clauses that are violated by it. */
export interface Cause {
  /**
   * Operation and rule, where what was asked and answered tells one: `4.10: compares versions with <`. Else the clause that
   * says most directly what is wrong.
   */
  readonly id: string;
  /** What the rule rests on, in figures; absent if there is none. */
  readonly told?: string;
  /** The clause whose finding shows it best. */
  readonly lead: string;
  /** All that the same breaks, by one rule or by one exchange. */
  readonly others: readonly string[];
  /** The same obligation at further operations, broken in the same way. */
  readonly alike: readonly string[];
}
