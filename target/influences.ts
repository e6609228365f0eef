import type { Facts } from './learnt.ts';

/*
 * What else than a request may change what a resource shows, as far as the run has learnt it. Checks ask these
 * questions; of what they are answered from nobody else knows.
 */

/** Creates land on one resource, which then nobody has to himself, and beside which there is no other. */
export function isOneForAll({ upserts }: Pick<Facts, 'upserts'>): boolean {
  return upserts;
}

/** A write to one resource may move the version that another one shows. */
export function versionsMoveTogether({ siblingsMove }: Pick<Facts, 'siblingsMove'>): boolean {
  return siblingsMove;
}

/** What is written to one resource leaves all that others show as it is, so that both may be written to at once. */
export function standApart(facts: Pick<Facts, 'upserts' | 'siblingsMove'>): boolean {
  return !isOneForAll(facts) && !versionsMoveTogether(facts);
}
