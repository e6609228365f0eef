import type { Circumstance } from './circumstance.ts';
import { fieldIn, placesOf } from './places.ts';

/** From 2^31 to 2^32 - 1: too much for an integer of 32 bits with a sign, which the contract does not mention. */
export const unsignedInteger: Circumstance = {
  stance: ({ flaw }) => (flaw?.grade === 'undecided' && isOf32Bits(flaw.field) ? 'possible' : 'impossible'),
  doubt: (claims) => {
    const name = fieldIn(claims);
    return {
      code: 'two-readings',
      text: `whether ${name} has a right value at ${placesOf(claims)} cannot be decided`,
      readings: [
        `${name} is a signed 32-bit integer, as usual: keep it below 2^31`,
        `${name} is unsigned, which the contract does not say: declare "int32": {"signed": false}`,
      ],
    };
  },
};

/** Whether a field is an integer of 32 bits. */
export function isOf32Bits(field: string): boolean {
  return field.endsWith('Int32');
}
