import type { Circumstance } from './circumstance.ts';
import { fieldIn, placesOf } from './places.ts';

/** Null in place of a documented type: no value, or a value that the contract does not show. */
export const nullForAValue: Circumstance = {
  stance: ({ flaw }, { profile }) => {
    if (flaw?.grade !== 'null') return 'impossible';
    if (profile.fields?.nullable?.includes(flaw.field) === true) return 'shown';
    return flaw.wasGiven ? 'impossible' : 'possible';
  },
  doubt: (claims) => {
    const name = fieldIn(claims);
    return {
      code: 'two-readings',
      text: `${name} is null at ${placesOf(claims)}`,
      readings: [
        `null is no value of ${name}: leave the member out, or give it a value`,
        `${name} may be null, which the contract does not say: declare "fields": {"nullable": ["${name}"]}`,
      ],
    };
  },
};
