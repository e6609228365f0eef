import type { Explicable } from '../claim.ts';
import type { Explicables } from './circumstance.ts';

/** `Type.field` of what is wrong in bodies. */
export function fieldIn([{ flaw }]: Explicables): string {
  return flaw?.field ?? 'a member';
}

/** Places that are named; further ones are counted. */
const mostNamed = 3;

/** The first of them. */
export function named(places: readonly string[]): string {
  return `${places.slice(0, mostNamed).join(', ')}${places.length > mostNamed ? ' …' : ''}`;
}

/** Where it is wrong. */
export function placesOf(claims: readonly Explicable[]): string {
  return [...new Set(claims.map(({ at, flaw }) => `${at ?? ''} ${flaw?.pointer ?? ''}`))].join(', ');
}
