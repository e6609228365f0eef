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
  /** A round after which an earlier version showed, as it does once after a restore of earlier data. */
  readonly doubt: MixedRound | undefined;
  /** Reads between the rounds. */
  readonly looks: readonly Look[];
  /** The round with several accepted racers, and the number of its replays that showed the same. */
  readonly crowded:
    | {
        readonly round: Round;
        /** The seed and path that draw the round again. */
        readonly from: { readonly seed: number; readonly path: string };
        /** The smallest number of racers that showed the violation again. */
        readonly small: readonly DrawnRacer[];
        readonly again: number;
        readonly of: number;
      }
    | undefined;
  /** Why the races ended early; rounds that were not played are no evidence of conformance. */
  readonly endedBy: 'several winners' | 'a version that was left' | 'what a loser left behind' | undefined;
  /** Resources on which updates raced; they stay as the races left them. */
  readonly tracks: readonly OwnResource[];
  /** A track whose state is in no doubt, for tries on a calibrated resource. */
  readonly calibrated: RaceTrack | undefined;
  readonly power: Power;
  /** Losers with 503 count: the status was seen to mean a resource in use, not load. */
  readonly losersAreBusy: boolean;
  /** No updates race: concurrent updates of different resources are refused as racers are. */
  readonly areKeptApart: boolean;
  /** Losers get server errors, but as many concurrent updates of different resources do not. */
  readonly losersCrash: boolean;
  /** Why there were no races, or fewer races than planned. */
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
  /** Tracks whose state is in no doubt; the next in turn comes first. */
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
  /** The pause between rounds in milliseconds, longer after answers of a limit. */
  apartMs: number;
}

/** The pause in milliseconds between rounds, so that a round has ended on the server before the next begins. */
export const apartMs = 2;
/** After a racer without an answer, the cause may last longer than the usual pause. */
const apartWhenLostMs = 20;
const apartUnderLimitMs = 500;

/** The pause after this round: never shorter than before. */
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
