import fc from 'fast-check';
import { drawnLists, lists, longText, type DrawnContent, type RaceShape } from '../races/shapes.ts';
import type { SeededCase } from '../drawn-cases.ts';
import { plainActions } from './update-actions.ts';

/** One update of a round, as data. */
export interface DrawnRacer extends DrawnContent {
  readonly shape: RaceShape;
  /** The index into the tokens that are known to update, wrapped around; 0 is the usual token. */
  readonly token: number;
}

/**
 * A round in which all updates state one version, as data. All updates are released together: as measured,
 * offsets find no further flaws, and fewer small windows.
 */
export interface DrawnRound {
  /** In the order of their entry. */
  readonly racers: readonly DrawnRacer[];
  /** Reads released with them. */
  readonly reads: number;
  /** The index into the transports that can race, wrapped around. */
  readonly transport: number;
  /** The index of the racer that states the previous version, if known; if undefined, all state the actual version. */
  readonly left?: number | undefined;
}

/** A round in which some updates state the replaced version, and others the actual version, as data. */
export interface DrawnMixedRound {
  readonly racers: readonly { readonly states: 'actual' | 'left'; readonly token: number }[];
  readonly reads: number;
}

const mixed: readonly RaceShape[] = ['doSomeThing', 'one change', ...lists, 'a long text'];

/** The contents of a kind of round: shapes distributed evenly, and the maximum of tokens. */
interface Theme {
  readonly shapes: readonly RaceShape[];
  readonly tokens: 1 | 4;
  /** If a short update is applied first, no other update fits into the gap of a long update. */
  readonly order?: 'longest first';
}

/** The themes are used in turn; their number is odd, so each shape uses both transports. */
const themes: readonly Theme[] = [
  { shapes: mixed, tokens: 4 },
  { shapes: lists, tokens: 1 },
  // doSomeThing updates are identical: only an update of another kind beside them shows that two succeeded.
  { shapes: ['one change', 'doSomeThing', 'doSomeThing', 'doSomeThing'], tokens: 1 },
  { shapes: ['a long text'], tokens: 1 },
  { shapes: mixed, tokens: 1 },
  { shapes: ['one change'], tokens: 4 },
  {
    shapes: ['nine to twenty actions', 'three to eight actions', 'nine to twenty actions'],
    tokens: 1,
    order: 'longest first',
  },
];

/** Deals this number of elements evenly, from a drawn first element on, and shuffles them. */
function dealt<T>(from: readonly T[], count: number): fc.Arbitrary<readonly T[]> {
  return fc
    .nat({ max: from.length - 1 })
    .chain((first) => {
      const hand = Array.from({ length: count }, (_, at) => (first + at) % from.length);
      return fc.shuffledSubarray(hand, { minLength: count });
    })
    .map((places) => places.flatMap((place) => from.slice(place, place + 1)));
}

const { shortest, longest } = longText;
const textLength = fc.oneof(fc.integer({ min: shortest, max: longest }), fc.constant(longest));

/** The additional draws of each shape, independent of other draws. */
const contents = fc.record({
  'a long text': fc.record({ length: textLength }),
  'three to eight actions': listOf('three to eight actions'),
  'nine to twenty actions': listOf('nine to twenty actions'),
});

function listOf(shape: keyof typeof drawnLists): fc.Arbitrary<DrawnContent> {
  const { fewest, most } = drawnLists[shape];
  return fc.record({ list: plainActions(fewest, most) });
}

const upTo = (tokens: number): readonly number[] => Array.from({ length: tokens }, (_, at) => at);

function roundOf({ shapes, tokens, order }: Theme, racers: number): fc.Arbitrary<RoundPlan> {
  return fc
    .record({
      shapes: dealt(shapes, racers),
      tokens: dealt(upTo(tokens), racers),
      reads: fc.constantFrom(0, 0, 0, 0, 1),
      left: fc.nat({ max: racers - 1 }),
      drawn: fc.array(contents, { minLength: racers, maxLength: racers }),
      mixed: mixedRounds(Math.max(4, racers)),
    })
    .map(({ shapes: dealtShapes, tokens: dealtTokens, drawn, ...more }) => {
      const all = dealtShapes.map((shape, at): DrawnRacer => ({
        shape,
        token: dealtTokens[at] ?? 0,
        ...contentOf(drawn[at], shape),
      }));
      const length = ({ list = [] }: DrawnRacer): number => list.length;
      return {
        ...more,
        racers: order === undefined ? all : all.toSorted((one, other) => length(other) - length(one)),
      };
    });
}

function contentOf(
  drawn: { readonly [shape in RaceShape]?: DrawnContent } | undefined,
  shape: RaceShape,
): DrawnContent {
  return drawn?.[shape] ?? {};
}

/** The draws of a round, without the transport, which the number of the round decides. */
export interface RoundPlan extends Omit<DrawnRound, 'transport'> {
  readonly left: number;
  /** The mixed round that may follow. */
  readonly mixed: DrawnMixedRound;
}

/** Rounds of this many racers, by kind; a check takes the kinds in turn. */
export const roundKinds = (racers: number): readonly fc.Arbitrary<RoundPlan>[] =>
  themes.map((theme) => roundOf(theme, racers));

/**
 * The drawn round, as it is raced. Transports alternate by the number of the round, not by chance, and in every second
 * round one racer states the replaced version.
 */
export function asDrawn({ value, seed, path }: SeededCase<RoundPlan>): SeededCase<DrawnRound> {
  const at = Number(path);
  return { value: { ...value, transport: at, left: at % 2 === 0 ? undefined : value.left }, seed, path };
}

/** The round of a replay, with the racers that its path names, for this repetition. */
export function asReplayed(
  { value, seed, path }: SeededCase<RoundPlan>,
  time: number,
): SeededCase<DrawnRound> {
  const [drawn = '', cut = ''] = path.split(cutTo);
  const round = { value: { ...value, transport: time, left: undefined }, seed, path: drawn };
  const whole = cut.startsWith(plainly) ? plainRound(round) : round;
  return withRacers(whole, keptIn(cut, whole.value.racers));
}

/** Separates, in a path, the draw of fast-check from the remaining racers of a round. */
const cutTo = '/';
/** Precedes the racers if they carried the plainest updates. */
const plainly = 'p';
/** Separates the index of a racer from the number of remaining actions in its list. */
const shortTo = ':';

/** A remaining racer of a round, by its index. */
export interface KeptRacer {
  readonly place: number;
  /** The number of remaining actions in its list, if the list was cut. */
  readonly actions?: number | undefined;
}

function keptIn(cut: string, racers: readonly DrawnRacer[]): readonly KeptRacer[] {
  const kept = cut.replace(plainly, '');
  if (kept === '') return racers.map((_, place) => ({ place }));
  return kept.split(',').map((one) => {
    const [place = 0, actions] = one.split(shortTo).map(Number);
    return { place, actions };
  });
}

/** The round with only some of its racers, and with a path that names them. */
export function withRacers(
  { value, seed, path }: SeededCase<DrawnRound>,
  kept: readonly KeptRacer[],
): SeededCase<DrawnRound> {
  if (kept.length === value.racers.length && kept.every(({ actions }) => actions === undefined))
    return { value, seed, path };
  const racers = kept.flatMap(({ place, actions }) =>
    value.racers.slice(place, place + 1).map((racer) => shortened(racer, actions)),
  );
  const before = path.includes(cutTo) ? path : `${path}${cutTo}`;
  const after = kept.map(({ place, actions }) =>
    actions === undefined ? String(place) : `${place}${shortTo}${actions}`,
  );
  return {
    value: { ...value, reads: 0, left: undefined, racers },
    seed,
    path: `${before}${after.join(',')}`,
  };
}

/** The racer with at most this many actions, the last of its drawn list. */
export function shortened(racer: DrawnRacer, actions = Infinity): DrawnRacer {
  const { list = [], token } = racer;
  if (actions >= list.length) return racer;
  if (actions <= 2) return { shape: actions < 2 ? 'one change' : 'two changes', token };
  const isShort = actions <= drawnLists['three to eight actions'].most;
  return {
    shape: isShort ? 'three to eight actions' : 'nine to twenty actions',
    token,
    list: list.slice(-actions),
  };
}

/** The plainest round: single changes under the usual token, for untouched resources. */
export function plainRound({ value, seed, path }: SeededCase<DrawnRound>): SeededCase<DrawnRound> {
  const racers = value.racers.map((): DrawnRacer => ({ shape: 'one change', token: 0 }));
  return { value: { ...value, reads: 0, left: undefined, racers }, seed, path: `${path}${cutTo}${plainly}` };
}

/** A quarter of the requests are reads, and a third of the updates state the replaced version. */
export function mixedRounds(size: number): fc.Arbitrary<DrawnMixedRound> {
  const reads = Math.max(1, Math.floor(size / 4));
  const updates = size - reads;
  const stating = Array.from({ length: updates }, (_, at) => (at % 3 === 2 ? 'left' : 'actual'));
  return fc
    .record({
      states: fc.shuffledSubarray(stating, { minLength: updates }),
      tokens: fc.oneof(dealt(upTo(1), updates), dealt(upTo(4), updates)),
    })
    .map(({ states, tokens }) => ({
      reads,
      racers: states.map((one, at) => ({ states: one === 'left' ? one : 'actual', token: tokens[at] ?? 0 })),
    }));
}

/** The mixed round with at most this many requests, some with each version. */
export function fitted({ racers, reads }: DrawnMixedRound, size: number): DrawnMixedRound {
  if (racers.length + reads <= size) return { racers, reads };
  const fewer = Math.max(1, Math.floor(size / 4));
  const updates = size - fewer;
  const left = racers.filter(({ states }) => states === 'left').slice(0, Math.floor(updates / 3));
  const actual = racers.filter(({ states }) => states === 'actual').slice(0, updates - left.length);
  return { reads: fewer, racers: racers.filter((one) => left.includes(one) || actual.includes(one)) };
}
