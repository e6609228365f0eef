import type { Claim, ClaimKind } from '../claim.ts';
import type { World } from '../world.ts';
import type { Circumstance, Doubt } from './circumstance.ts';
import { nullForAValue } from './null-for-a-value.ts';
import { numberBeyondReading } from './number-beyond-reading.ts';
import { unsignedInteger } from './unsigned-integer.ts';

/** All that may explain a claim, by name. */
export const circumstances = {
  'null for a value': nullForAValue,
  'unsigned integer': unsignedInteger,
  'number beyond reading': numberBeyondReading,
} as const satisfies Readonly<Record<string, Circumstance>>;

/** The name of a circumstance. */
export type CircumstanceName = keyof typeof circumstances;

/** Whether a circumstance may explain a kind of claim, or why it cannot. */
type Cell = 'may' | `cannot: ${string}`;

const ofTypes = 'cannot: it is a reading of a documented type';

const noReading = {
  'null for a value': ofTypes,
  'unsigned integer': ofTypes,
  'number beyond reading': ofTypes,
} as const;

/** Every kind of claim beside every circumstance: a new one of either has a word in each cell, or does not compile. */
export const stances: Readonly<Record<ClaimKind, Readonly<Record<CircumstanceName, Cell>>>> = {
  accepted: noReading,
  refused: noReading,
  'refused otherwise': noReading,
  crashed: noReading,
  absent: noReading,
  shows: noReading,
  changed: noReading,
  unchanged: noReading,
  twice: noReading,
  granted: noReading,
  disclosed: noReading,
  'ill-typed': { 'null for a value': 'may', 'unsigned integer': 'may', 'number beyond reading': 'may' },
  'ill-framed': noReading,
  differs: noReading,
  contradicts: noReading,
};

const names = Object.keys(circumstances) as CircumstanceName[];

/** Claims that nothing explains, and what is doubtful of those that something may explain. */
export function explanations(
  claims: readonly Claim[],
  world: World,
): { readonly unexplained: readonly Claim[]; readonly doubts: readonly Doubt[] } {
  const unexplained: Claim[] = [];
  const open = new Map<CircumstanceName, [Claim, ...Claim[]]>();
  for (const claim of claims) {
    const may = names.filter((name) => stances[claim.kind][name] === 'may');
    const taken = may.map((name) => [name, circumstances[name].stance(claim, world)] as const);
    if (taken.some(([, stance]) => stance === 'shown')) continue;
    const [first] = taken.filter(([, stance]) => stance === 'possible');
    if (first === undefined) unexplained.push(claim);
    else open.set(first[0], [...(open.get(first[0]) ?? []), claim] as [Claim, ...Claim[]]);
  }
  return { unexplained, doubts: [...open].map(([name, some]) => circumstances[name].doubt(some)) };
}
