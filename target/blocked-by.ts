/** Clauses that others rest on, and what was missing where they did not hold. */
const missing = {
  '4.2/known-id-is-readable': 'no resource of our own could be read',
  '4.3/known-key-is-readable': 'the resource was not read by id and by key',
  '4.6/accepts-a-typed-body': 'no create was accepted',
  '4.9/accepts-an-ordered-record': 'no record was accepted',
  '4.10/conflict-on-mismatch': 'an update with a far version was not answered 409',
  '4.10/matching-version-is-accepted': 'no update with the actual version was accepted',
  '4.13/accepts-an-ordered-record': 'no record was accepted',
} as const;

/** A clause that others rest on. */
export type Blocking = keyof typeof missing;

/**
 * Code and text of the reason why nothing can be said where another clause does not hold.
 *
 * @param more - what was seen of it
 */
export function blockedBy(clause: Blocking, more?: string): readonly [code: 'blocked-by', text: string] {
  return ['blocked-by', `${clause}: ${missing[clause]}${more === undefined ? '' : ` (${more})`}`];
}
