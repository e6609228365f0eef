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

/** The result of the races of a run. */
export interface Races {
  /** The evidence of solo updates about the racing shapes. */
  readonly book: ShapeBook;
  readonly rounds: readonly Round[];
  /** Rounds in which a replaced version raced beside the actual version. */
  readonly mixed: readonly MixedRound[];
  /** A round after which an earlier version showed, as happens once after a restore of earlier data. */
  readonly doubt: MixedRound | undefined;
  /** Reads between the rounds. */
  readonly looks: readonly Look[];
  /** The round with several accepted racers, and how many of its replays showed the same. */
  readonly crowded:
    | {
        readonly round: Round;
        /** The seed and path that draw it again. */
        readonly from: { readonly seed: number; readonly path: string };
        /** The smallest number of racers that showed the violation again. */
        readonly small: readonly DrawnRacer[];
        readonly again: number;
        readonly of: number;
      }
    | undefined;
  /** Why the races ended early, if they did: rounds that were not played are no evidence of conformance. */
  readonly endedBy: 'several winners' | 'a version that was left' | 'what a loser left behind' | undefined;
  /** Resources that updates raced on; they stay as the races left them. */
  readonly tracks: readonly OwnResource[];
  /** A track that is in no doubt, for tries on a calibrated resource. */
  readonly calibrated: RaceTrack | undefined;
  readonly power: Power;
  /** Losers answered 503 count: it was seen to speak of the resource that is in use, and of no load. */
  readonly losersAreBusy: boolean;
  /** No updates race: concurrent updates of different resources are refused like racers. */
  readonly areKeptApart: boolean;
  /** Losers are answered with server errors, and as many updates at once of different resources are not. */
  readonly losersCrash: boolean;
  /** Why there were no races, or fewer than planned. */
  readonly missing:
    { readonly code: ReasonCode; readonly text: string; readonly supply?: string } | undefined;
}

/** The result of the races so far. */
export interface RaceProgress {
  readonly rounds: Round[];
  readonly mixed: MixedRound[];
  doubt: MixedRound | undefined;
  readonly looks: Look[];
  readonly tracks: OwnResource[];
  /** Tracks in no doubt, with the next in turn at the front. */
  readonly ready: RaceTrack[];
  /** Every track with solo updates. */
  readonly solid: RaceTrack[];
  readonly book: ShapeBook;
  crowded: Races['crowded'];
  endedBy: Races['endedBy'];
  /** Undefined until the losers were examined. */
  losersAreBusy: boolean | undefined;
  losersCrash: boolean;
  missing: Races['missing'];
  /** Answers of a limit make the races slower. */
  apartMs: number;
}

/** The pause in milliseconds between rounds, so that a round has ended on the server before the next begins. */
export const apartMs = 2;
/** If the implementation did not answer a racer, the cause of the delay perhaps still lasts. */
const apartWhenLostMs = 20;
const apartUnderLimitMs = 500;

/** The pause between the rounds after this round: never less than before. */
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
