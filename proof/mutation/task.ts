import type { Outcome } from './battery/item.ts';
import type { Met } from './switches.ts';

/** The task of a worker. */
export interface Task {
  /** Plays each item once, selects tests, or tries mutants on request. */
  readonly job: 'play' | 'select' | 'try';
  readonly loading: {
    readonly root: string;
    readonly mutated?: string;
    /** Mutants for which it is reported whether they would have given another value. */
    readonly observed?: Met;
    readonly reworded?: boolean;
  };
  /** Names of tests that show something about decisions. */
  readonly tests: readonly string[];
  /** Every n-th of the items that are played or selected, beginning with this index. */
  readonly share?: { readonly at: number; readonly of: number };
  /** A mutant that is on from the beginning, since the changed expression is evaluated when its module is loaded. */
  readonly active?: string;
}

/** A mutant, and the items to play with it. */
export interface Trial {
  /** `clause/verdict.ts#12`. */
  readonly mutant: string;
  /** Whether it stays on. */
  readonly isStatic: boolean;
  /** With the usual outcome of each; if this outcome is not known, the item is played without the mutant first. */
  readonly items: readonly { readonly name: string; readonly usual?: Outcome }[];
}

/** The result of one mutant. */
export interface Tried {
  /** Absent if every item came out as usual. */
  readonly difference?: 'unmet' | 'other';
  /** The item whose outcome differs. */
  readonly by?: string;
  /** Items that were played. */
  readonly tried: number;
  /** Items whose outcome differs without the mutant as well, so that they prove nothing. */
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
