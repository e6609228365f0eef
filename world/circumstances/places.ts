import type { Claim } from '../claim.ts';

/** `Type.field` of what is wrong in bodies. */
export function fieldIn([{ flaw }]: readonly [Claim, ...Claim[]]): string {
  return flaw?.field ?? 'a member';
}

/** Where it is wrong. */
export function placesOf(claims: readonly Claim[]): string {
  return [...new Set(claims.map(({ at, flaw }) => `${at} ${flaw?.pointer ?? ''}`))].join(', ');
}
