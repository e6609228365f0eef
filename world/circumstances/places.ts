import type { Explicable } from '../claim.ts';
import type { Explicables } from './circumstance.ts';

/** `Type.field` of the deviation in bodies. */
export function fieldIn([{ flaw }]: Explicables): string {
  return flaw?.field ?? 'a member';
}

/** The number of places that are named; further places are counted. */
const mostNamed = 3;

/** The first of them. */
export function named(places: readonly string[]): string {
  return `${places.slice(0, mostNamed).join(', ')}${places.length > mostNamed ? ' …' : ''}`;
}

/** The place of the deviation. */
export function placesOf(claims: readonly Explicable[]): string {
  return [...new Set(claims.map(({ at, flaw }) => `${at ?? ''} ${flaw?.pointer ?? ''}`))].join(', ');
}
