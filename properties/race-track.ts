import { changeTo } from '../run/mismatch.ts';
import { matchingUpdate, versionToState, type OwnResource } from '../run/own-resource.ts';
import type { Stage } from '../run/stage.ts';
import { sameNumber } from '../wire/numbers.ts';

/** A resource on which updates race, and what its solo updates showed before. */
export interface RaceTrack {
  readonly own: OwnResource;
  /** Solo updates, and how many of them moved the version. */
  readonly calibration: { readonly moved: number; readonly of: number };
  /** The status of an accepted update, since the contract shows none. */
  readonly status: number;
  /** Without this pause before them updates did not move the version: clocks may be coarse. */
  readonly pauseMs: number;
  /**
   * By how much each solo update moved the version, where it was the same for all: then the next version can be guessed
   * where neither an answer nor a read that lags shows it. A wrong guess costs a round, and no verdict rests on it.
   */
  step: bigint | undefined;
  /** The version guessed for the next round. */
  guessed: string | undefined;
  /** Rounds since the resource was last read. */
  unseen: number;
}

const soloUpdates = 5;
/** Pauses between solo updates, in milliseconds, until all of them move the version. */
const pauses = [0, 1_100, 2_100];

/** Why updates cannot race on a resource. */
export type NoTrack =
  { readonly why: 'refused' | 'never-moves' | 'later' } | { readonly why: 'noise'; readonly label: string };

/** Sends solo updates one after the other and looks whether each moves the version. */
export async function calibrate(on: Stage, own: OwnResource): Promise<RaceTrack | NoTrack> {
  for (const pauseMs of pauses) {
    let moved = 0;
    let status: number | undefined;
    const steps = new Set<bigint | undefined>();
    for (let step = 0; step < soloUpdates; step += 1) {
      if (pauseMs > 0) await on.clock.sleep(pauseMs);
      const match = await matchingUpdate(on, own, [changeTo(on.canary())]);
      if (match.kind === 'noise') return { why: 'noise', label: match.exchange.label };
      if (match.kind !== 'accepted') return { why: 'refused' };
      if (match.exchange.status === 202) return { why: 'later' };
      status = match.exchange.status;
      const now = await versionToState(on, own);
      if (now === undefined || sameNumber(now, match.stated)) break;
      moved += 1;
      steps.add(distance(match.stated, now));
    }
    if (moved === soloUpdates && status !== undefined) {
      const step = steps.size === 1 ? [...steps][0] : undefined;
      const calibration = { moved, of: soloUpdates };
      return { own, calibration, status, pauseMs, step, guessed: undefined, unseen: 0 };
    }
  }
  return { why: 'never-moves' };
}

/** The version after the stated one, if updates go on as they did alone. */
export function guessNext({ step }: RaceTrack, stated: string): string | undefined {
  return step === undefined || !digits.test(stated) ? undefined : String(BigInt(stated) + step);
}

const digits = /^-?\d+$/;

function distance(from: string, to: string): bigint | undefined {
  return digits.test(from) && digits.test(to) ? BigInt(to) - BigInt(from) : undefined;
}
