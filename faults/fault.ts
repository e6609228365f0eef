import type { RowName } from '../contract/rows.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';

/**
 * What the suite needs, beyond plain checks, to see a fault. A declaration is a line of the profile, a special token or
 * a second project; `raw` means raw sockets.
 */
export type Need = 'races' | 'generated' | 'late' | 'declaration' | 'raw';

/** A profile as JSON, in the words of a vendor. */
export interface DeclaredProfile {
  readonly [key: string]: unknown;
}

/** One way to break the contract, or to ignore its advice. */
export interface Fault {
  /** Kebab-case, names the mistake. */
  readonly name: string;
  /** Id of the clause that has to fail; absent if no clause forbids the fault. */
  readonly breaks?: string;
  /** Id of the recommendation that has to warn, for a fault that only warns. */
  readonly warns?: string;
  /**
   * The rows of the contract that the fault breaks, if its clause rests on several rows. Rows that repeat other rows
   * need no mention (`restated`).
   */
  readonly rows?: readonly RowName[];
  /**
   * The expected result of a fault that breaks no clause: a warning, a suspicion, or a verdict that stays INCOMPLETE.
   */
  readonly expect?: 'warn' | 'suspect' | 'incomplete';
  /** The fault's part of the contract, if the broken clause is of another part. */
  readonly section?: string;
  /** Clauses of other parts that the fault breaks too, with the reason why this is right. */
  readonly alsoBreaks?: { readonly clauses: RegExp; readonly because: string };
  /** The depth at which a run sees the fault, if it is not the usual depth. */
  readonly depth?: 'release' | 'certify';
  /** Why no run sees the fault yet; absent if a run sees it. */
  readonly unseenBecause?: string;
  readonly summary: string;
  readonly needs?: readonly Need[];
  /** The vendor's declarations without which the fault does not show. */
  readonly profile?: DeclaredProfile;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
}

/** The part of the contract that a fault is about: `4.1` to `4.18`, `General`, `Resources` and so on. */
export function partOf({ section, breaks = '' }: Pick<Fault, 'section' | 'breaks'>): string {
  return section ?? breaks.slice(0, breaks.indexOf('/'));
}

/** One legitimate choice at an open point of the contract. */
export interface Choice {
  /** Kebab-case; names the behaviour of the implementation. */
  readonly name: string;
  readonly summary: string;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
  /** Declarations of the vendor that the suite cannot find out by itself. */
  readonly profile?: DeclaredProfile;
  /** Choices that contradict this choice. */
  readonly excludes?: readonly string[];
  /** Set if a run stays INCOMPLETE, because the contract leaves too little to decide. */
  readonly leaves?: 'incomplete';
}

/** Choices that exclude each other. */
export function oneOf(...choices: readonly Choice[]): Choice[] {
  const names = choices.map(({ name }) => name);
  return choices.map((choice) => ({
    ...choice,
    excludes: [...(choice.excludes ?? []), ...names.filter((name) => name !== choice.name)],
  }));
}
