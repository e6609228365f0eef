import type { Exchange } from '../../history/exchange.ts';
import type { ReasonCode } from '../../clause/sample.ts';
import type { Explicable } from '../claim.ts';
import type { World } from '../world.ts';

/**
 * Whether a circumstance explains a claim: it cannot, it may, or it does, so that nothing deviates.
 */
export type Stance = 'impossible' | 'possible' | 'shown';

/** Why a claim stays undecided, in words. */
export interface Doubt {
  readonly code: ReasonCode;
  readonly text: string;
  /** What it asks for, by each of the readings that survive: first the one that speaks against the implementation. */
  readonly readings?: readonly string[];
  /** One line that settles it, ready to paste. */
  readonly supply?: string;
  /** A deviation was seen, and missed what it takes. */
  readonly deviated?: boolean;
  /** What shows that. */
  readonly exchanges?: readonly Exchange[];
}

/** What may explain a claim and is no breach of the implementation's: one place for all clauses. */
export interface Circumstance {
  stance(claim: Explicable, world: World): Stance;
  /** @param claims - one at least, which it may explain */
  doubt(claims: Explicables): Doubt;
  /** What it did to a run, a sentence each, where somebody can mend it. */
  tells?(world: World): readonly string[];
}

/** One claim at least. */
export type Explicables = readonly [Explicable, ...Explicable[]];
