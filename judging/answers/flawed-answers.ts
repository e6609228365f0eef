import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Lack, Sentence } from '../../judge/sentence.ts';
import type { Claim } from '../../world/claim.ts';
import type { EndpointRecord } from '../../world/shapes/recorded.ts';
import type { World } from '../../world/world.ts';
import { misshapenIn, emptyOf, type Flawed } from './flawed-bodies.ts';
import { valueIn } from './deviations-at.ts';

type Answered = { readonly met: number } | { readonly at: EndpointName; readonly flawed: Flawed };

/** The flaw of an answer, as a claim. */
export function claimOf(at: EndpointName, expected: string, flawed: Flawed): Claim {
  const { evidence, ...told } = flawed;
  return { kind: 'ill-typed', at, expected, ...told, shown: { evidence } };
}

interface Expected {
  readonly of: readonly EndpointName[];
  readonly expected: string;
  /** The media types whose bodies count as evidence; all unless given. */
  readonly concerns?: (mediaType: string) => boolean;
}

/** Bodies of successful answers have no oddity of this kind. */
export function bodiesWithout(
  { of: names, expected, concerns = () => true }: Expected,
  pick: (record: EndpointRecord) => readonly Flawed[],
): Sentence<Answered> {
  return {
    each: ({ bodies }) => {
      const records = names.map((at) => [at, bodies.successes(at)] as const);
      const types = records.flatMap(([, { mediaTypes }]) => [...mediaTypes.keys()]);
      return [
        { met: types.some(concerns) ? 1 : 0 },
        ...records.flatMap(([at, record]) => pick(record).map((flawed) => ({ at, flawed }))),
      ];
    },
    owes: (one) => {
      if ('met' in one) return one;
      const { at, flawed } = one;
      return claimOf(at, expected, { ...flawed, got: `${flawed.got} (${endpoint(at).section})` });
    },
    lack: ({ bodies }) => ({
      code: 'premise-failed',
      text: names.every((at) => bodies.successes(at).bodies === 0)
        ? 'no successful answer had a body'
        : 'no body of a successful answer had that label',
    }),
  };
}

interface OfShape {
  readonly expected: string;
  readonly flaws: (world: World, record: EndpointRecord) => readonly Flawed[];
  readonly met: (record: EndpointRecord) => number;
  readonly lack: (world: World, record: EndpointRecord) => Lack;
}

/** Every successful answer of an operation is of the shape that is shown. */
export function answersOf(at: EndpointName, { expected, flaws, met, lack }: OfShape): Sentence<Answered> {
  return {
    each: (world) => {
      const record = world.bodies.successes(at);
      return [{ met: met(record) }, ...flaws(world, record).map((flawed) => ({ at, flawed }))];
    },
    owes: (one) => ('met' in one ? one : claimOf(at, expected, one.flawed)),
    lack: (world) => lack(world, world.bodies.successes(at)),
  };
}

/** Every successful answer of an operation is an ExampleResource: a JSON object with a version. */
export function answersAreResources(at: 'readById' | 'create' | 'remove'): Sentence<Answered> {
  return answersOf(at, {
    expected: 'an ExampleResource',
    flaws: ({ bodies }, record) => [
      ...emptyOf(record.empty),
      ...misshapenIn(record),
      ...bodies
        .field('ExampleResource.version')
        .deviations.filter((one) => one.endpoint === at && one.got === undefined && one.grade === 'violation')
        .map((one) => ({ ...valueIn(one), got: 'no version' })),
    ],
    met: ({ judged }) => (judged > 0 ? 1 : 0),
    lack: () => ({ code: 'premise-failed', text: 'no request of this kind succeeded' }),
  });
}
