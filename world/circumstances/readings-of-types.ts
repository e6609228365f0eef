import type { Circumstance, Doubt, Explicables } from './circumstance.ts';

/** Null in place of a value of the documented type: no value, or a value that the contract does not show. */
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

/** A number that a reader of JSON need not be able to hold: `1e400`. */
export const numberBeyondReading: Circumstance = {
  stance: ({ flaw }) => (flaw?.grade === 'undecided' && !isOf32Bits(flaw.field) ? 'possible' : 'impossible'),
  doubt: undecided,
};

/** From 2^31 to 2^32 - 1: too great for a signed integer of 32 bits, but the contract mentions no sign. */
export const unsignedInteger: Circumstance = {
  stance: ({ flaw }) => (flaw?.grade === 'undecided' && isOf32Bits(flaw.field) ? 'possible' : 'impossible'),
  doubt: (claims) => {
    const name = fieldIn(claims);
    return {
      ...undecided(claims),
      readings: [
        `${name} is a signed 32-bit integer, as usual: keep it below 2^31`,
        `${name} is unsigned, which the contract does not say: declare "int32": {"signed": false}`,
      ],
    };
  },
};

function undecided(claims: Explicables): Doubt {
  const text = `whether ${fieldIn(claims)} has a right value at ${placesOf(claims)} cannot be decided`;
  return { code: 'two-readings', text };
}

function isOf32Bits(field: string): boolean {
  return field.endsWith('Int32');
}

/** `Type.field` of the deviation in bodies. */
function fieldIn([{ flaw }]: Explicables): string {
  return flaw?.field ?? 'a member';
}

function placesOf(claims: Explicables): string {
  return [...new Set(claims.map(({ at, flaw }) => `${at ?? ''} ${flaw?.pointer ?? ''}`))].join(', ');
}
