import type { Circumstance } from './circumstance.ts';
import { fieldIn, placesOf } from './places.ts';
import { isOf32Bits } from './unsigned-integer.ts';

/** A number that no reader of JSON need be able to hold: `1e400`. */
export const numberBeyondReading: Circumstance = {
  stance: ({ flaw }) => (flaw?.grade === 'undecided' && !isOf32Bits(flaw.field) ? 'possible' : 'impossible'),
  doubt: (claims) => ({
    code: 'two-readings',
    text: `whether ${fieldIn(claims)} has a right value at ${placesOf(claims)} cannot be decided`,
  }),
};
