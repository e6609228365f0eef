import type { Outcome } from './battery/item.ts';
import type { Met } from './switches.ts';

/** The task of a worker. */
export interface Task {
  /** Plays each item once, selects tests, or tries mutants on demand. */
  readonly job: 'play' | 'select' | 'try';
  readonly loading: {
    readonly root: string;
    readonly mutated?: string;
    /** Mutants that are to report whether they would have given another value. */
    readonly observed?: Met;
    readonly reworded?: boolean;
  };
  /** Names of tests of decisions. */
  readonly tests: readonly string[];
  /** Of the items to play or select, every n-th from this index on. */
  readonly share?: { readonly at: number; readonly of: number };
  /** A mutant that is active from the beginning, because its expression is evaluated while its module is loaded. */
  readonly active?: string;
}

/** A mutant, and the items to play with it. */
export interface Trial {
  /** `clause/verdict.ts#12`. */
  readonly mutant: string;
  /** Whether it stays on. */
  readonly isStatic: boolean;
  /** Items with their usual outcome; without a known outcome, an item is first played without the mutant. */
  readonly items: readonly { readonly name: string; readonly usual?: Outcome }[];
}

/** The result of one mutant. */
export interface Tried {
  /** Absent if every item had its usual outcome. */
  readonly difference?: 'unmet' | 'other';
  /** The item whose outcome is different. */
  readonly by?: string;
  /** Items that were played. */
  readonly tried: number;
  /** Items whose outcome is different even without the mutant, so that they prove nothing. */
  readonly unsteady: readonly string[];
}

/** The messages of a worker. */
export type Told =
  | { readonly kind: 'loaded'; readonly met: Met }
  | {
      readonly kind: 'played';
      readonly name: string;
      readonly outcome: Outcome;
      readonly ms: number;
      readonly met: Met;
    }
  | { readonly kind: 'selected'; readonly name: string }
  | ({ readonly kind: 'tried' } & Tried);
