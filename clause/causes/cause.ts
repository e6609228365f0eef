/** One mistake of an implementation, as far as a run shows: the clauses that it violates. */
export interface Cause {
  /** Operation and rule if there is a rule: `4.10: compares versions with <`; else the most direct clause. */
  readonly id: string;
  /** The figures behind the rule; absent if there are none. */
  readonly told?: string;
  /** The clause whose finding shows the mistake best. */
  readonly lead: string;
  /** All clauses that the same mistake breaks, by one rule or by one exchange. */
  readonly others: readonly string[];
  /** The same obligation at further operations, broken in the same way. */
  readonly alike: readonly string[];
}
