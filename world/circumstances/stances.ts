import type { Claim, ClaimKind, Explicable } from '../claim.ts';
import type { World } from '../world.ts';
import type { Circumstance, Doubt, Stance } from './circumstance.ts';
import { limitByPace, pageInBetween, refusalInAnEnvelope, weather } from './other-answers.ts';
import { nullForAValue, numberBeyondReading, unsignedInteger } from './readings-of-types.ts';

/** All circumstances that may explain a claim, by name; if several do, the first is reported. */
export const circumstances = {
  'page in between': pageInBetween,
  'limit by pace': limitByPace,
  weather,
  'refusal in an envelope': refusalInAnEnvelope,
  'null for a value': nullForAValue,
  'unsigned integer': unsignedInteger,
  'number beyond reading': numberBeyondReading,
} as const satisfies Readonly<Record<string, Circumstance>>;

/** The name of a circumstance. */
export type CircumstanceName = keyof typeof circumstances;

/** Whether a circumstance may explain a kind of claim, or else why it cannot. */
type Cell = 'may' | `cannot: ${string}`;
type Row = Readonly<Record<CircumstanceName, Cell>>;

const ofTypes = 'cannot: it is a reading of a documented type';
const refuses = 'cannot: it turns away, and lets nobody do or see anything';
const saysWell = 'cannot: it says that all is well';
const ofAccess = 'cannot: it stands in the place of a grant';
const shown = 'cannot: what an effect or a body has shown stays shown';

const noReading = {
  'null for a value': ofTypes,
  'unsigned integer': ofTypes,
  'number beyond reading': ofTypes,
} as const;

/** Any answer in place of a success. */
const turnedAway: Row = {
  'page in between': saysWell,
  'limit by pace': 'may',
  weather: 'may',
  'refusal in an envelope': ofAccess,
  ...noReading,
};

/** A success that may be no success, or that is not due. */
const success: Row = {
  'page in between': 'may',
  'limit by pace': refuses,
  weather: refuses,
  'refusal in an envelope': ofAccess,
  ...noReading,
};

/** A fact that needs no further evidence. */
const effect: Row = {
  'page in between': shown,
  'limit by pace': shown,
  weather: shown,
  'refusal in an envelope': ofAccess,
  ...noReading,
};

/** Every kind of claim with every circumstance: a new kind or circumstance compiles only with a word in each cell. */
export const stances: Readonly<Record<ClaimKind, Row>> = {
  accepted: success,
  refused: turnedAway,
  'refused otherwise': turnedAway,
  crashed: turnedAway,
  absent: turnedAway,
  shows: effect,
  changed: effect,
  unchanged: { ...effect, 'page in between': 'may' },
  twice: success,
  granted: { ...success, 'refusal in an envelope': 'may' },
  disclosed: effect,
  'ill-typed': {
    ...success,
    'null for a value': 'may',
    'unsigned integer': 'may',
    'number beyond reading': 'may',
  },
  'ill-framed': {
    ...turnedAway,
    'limit by pace': 'cannot: a limit answers',
    weather: 'cannot: weather answers',
  },
  differs: { ...turnedAway, 'page in between': 'may' },
  contradicts: { ...turnedAway, 'page in between': 'may' },
};

const names = Object.keys(circumstances) as CircumstanceName[];

/** The stances, on this claim, of the circumstances that may explain claims of its kind. */
function stancesOn(claim: Explicable, world: World): readonly (readonly [CircumstanceName, Stance])[] {
  return names
    .filter((name) => stances[claim.kind][name] === 'may')
    .map((name) => [name, circumstances[name].stance(claim, world)]);
}

/** The first circumstance that may explain a claim, or certainly explains it. */
export function explanationOf(claim: Explicable, world: World): CircumstanceName | undefined {
  return stancesOn(claim, world).find(([, stance]) => stance !== 'impossible')?.[0];
}

/** The effect of circumstances on a run, one sentence each, if the reader can remedy it. */
export function toldCircumstances(world: World): readonly string[] {
  return names.flatMap((name) => (circumstances[name] as Circumstance).tells?.(world) ?? []);
}

/** Claims without an explanation, and the doubtful part of claims with a possible explanation. */
export function explanations(
  claims: readonly Claim[],
  world: World,
): { readonly unexplained: readonly Claim[]; readonly doubts: readonly Doubt[] } {
  const unexplained: Claim[] = [];
  const open = new Map<CircumstanceName, [Claim, ...Claim[]]>();
  for (const claim of claims) {
    const taken = stancesOn(claim, world);
    if (taken.some(([, stance]) => stance === 'shown')) continue;
    const [first] = taken.filter(([, stance]) => stance === 'possible');
    if (first === undefined) unexplained.push(claim);
    else open.set(first[0], [...(open.get(first[0]) ?? []), claim] as [Claim, ...Claim[]]);
  }
  return { unexplained, doubts: [...open].map(([name, some]) => circumstances[name].doubt(some)) };
}
