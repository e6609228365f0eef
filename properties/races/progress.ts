import type { ReadingWord } from '../../history/reading.ts';
import type { Round } from './race.ts';
import type { MixedRound } from './mixed-round.ts';
import type { Look } from './reads.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { RaceTrack } from './track.ts';
import type { Power } from '../history/power.ts';
import type { ReasonCode } from '../../clause/sample.ts';
import type { DrawnRacer } from '../arbitraries/race-rounds.ts';
import type { ShapeBook } from './shapes.ts';

/** What the races of a run came to. */
export interface Races {
  /** What solo updates showed of the shapes that race. */
  readonly book: ShapeBook;
  readonly rounds: readonly Round[];
  /** Rounds in which a version that was left raced beside the actual one. */
  readonly mixed: readonly MixedRound[];
  /** One of these after which an earlier version showed, as it does once after earlier data were restored. */
  readonly doubt: MixedRound | undefined;
  /** Reads between the rounds. */
  readonly looks: readonly Look[];
  /** The round in which several racers were accepted, and how many of the rounds replayed on it showed the same. */
  readonly crowded:
    | {
        readonly round: Round;
        /** The seed and path by which it is drawn again. */
        readonly from: { readonly seed: number; readonly path: string };
        /** The fewest racers that showed it again. */
        readonly small: readonly DrawnRacer[];
        readonly again: number;
        readonly of: number;
      }
    | undefined;
  /** What ended the races before their time: nothing that they went without then speaks for the implementation. */
  readonly endedBy: 'several winners' | 'a version that was left' | 'what a loser left behind' | undefined;
  /** Resources that updates raced on; they stay as the races left them. */
  readonly tracks: readonly OwnResource[];
  /** One of them that is in no doubt, for what is to be tried on a calibrated resource. */
  readonly calibrated: RaceTrack | undefined;
  readonly power: Power;
  /** Losers answered 503 count: it was seen to speak of the resource that is in use, and of no load. */
  readonly losersAreBusy: boolean;
  /** Losers are answered with server errors, and as many updates at once of different resources are not. */
  readonly losersCrash: boolean;
  /** Why there were no races, or fewer than planned. */
  readonly missing:
    { readonly code: ReasonCode; readonly text: string; readonly supply?: string } | undefined;
}

/** What the races have come to so far. */
export interface RaceProgress {
  readonly rounds: Round[];
  readonly mixed: MixedRound[];
  doubt: MixedRound | undefined;
  readonly looks: Look[];
  readonly tracks: OwnResource[];
  /** Tracks in no doubt, the one whose turn is next in front. */
  readonly ready: RaceTrack[];
  /** Every track that solo updates were sent on. */
  readonly solid: RaceTrack[];
  readonly book: ShapeBook;
  crowded: Races['crowded'];
  endedBy: Races['endedBy'];
  /** Undefined until it was looked into. */
  losersAreBusy: boolean | undefined;
  losersCrash: boolean;
  missing: Races['missing'];
  /** Answers of a limit make the races slower. */
  apartMs: number;
}

/** Rounds are kept apart so that one has ended on the server before the next begins, in milliseconds. */
export const apartMs = 2;
/** Where a racer was not answered by the implementation, what has held it up may not have ended yet. */
const apartWhenLostMs = 20;
const apartUnderLimitMs = 500;

/** How far the rounds after this one are kept apart: never less than before. */
export function apartAfter(before: number, { racers }: Pick<Round, 'racers'>): number {
  const isAny = (word: ReadingWord): boolean => racers.some(({ exchange }) => exchange.is(word));
  return Math.max(before, isAny('limit') ? apartUnderLimitMs : isAny('noise') ? apartWhenLostMs : apartMs);
}

/** Before the first round. */
export function noRaces(book: ShapeBook): RaceProgress {
  return {
    rounds: [],
    mixed: [],
    doubt: undefined,
    looks: [],
    tracks: [],
    ready: [],
    solid: [],
    book,
    crowded: undefined,
    endedBy: undefined,
    losersAreBusy: undefined,
    losersCrash: false,
    missing: undefined,
    apartMs,
  };
}

/** Resources to race on: some with solo updates of their own, the rest from their very first update. */
export const wanted = { tracks: 4, solid: 2 };
