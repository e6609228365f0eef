import type { Exchange } from '../../history/exchange.ts';
import type { Reason } from '../../clause/sample.ts';
import type { Explicable } from '../claim.ts';
import type { World } from '../world.ts';

/** Whether a circumstance cannot explain a claim, may, or does, so that nothing deviates. */
export type Stance = 'impossible' | 'possible' | 'shown';

/** Why a claim stays undecided, in words. */
export interface Doubt extends Omit<Reason, 'claims'> {
  /** Whether a deviation was seen, but not as often as required. */
  readonly deviated?: boolean;
  readonly exchanges?: readonly Exchange[];
}

/** Circumstances that may explain a claim without a fault of the implementation: one place for all clauses. */
export interface Circumstance {
  stance(claim: Explicable, world: World): Stance;
  /** @param claims - at least one claim, each with this circumstance as a possible explanation */
  doubt(claims: Explicables): Doubt;
  /** Its effect on a run, a sentence each, if the reader can remedy it. */
  tells?(world: World): readonly string[];
}

/** At least one claim. */
export type Explicables = readonly [Explicable, ...Explicable[]];
