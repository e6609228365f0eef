import type { RowName } from '../contract/rows.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';

/**
 * What the suite needs beyond its plain checks to see a fault: concurrent requests, generated cases, the late
 * sweep, something declared (a profile line, a special token, a second project), or raw sockets.
 */
export type Need = 'races' | 'generated' | 'late' | 'declaration' | 'raw';

/** A profile as JSON, as a vendor would declare it. */
export interface DeclaredProfile {
  readonly [key: string]: unknown;
}

/** One way to break the contract, or to do what it discourages. */
export interface Fault {
  /** Kebab-case, says what is wrong. */
  readonly name: string;
  /** Id of the clause that has to fail; absent if no clause forbids it. */
  readonly breaks?: string;
  /** Id of the recommendation that has to warn, where it is one that warns. */
  readonly warns?: string;
  /**
   * The rows of the contract that it breaks, where the clause that catches it rests on several. Those that say the same
   * again need no mention (`restated`).
   */
  readonly rows?: readonly RowName[];
  /** What a run has to show of what no clause forbids: a warning, what is suspect, or a verdict that stays INCOMPLETE. */
  readonly expect?: 'warn' | 'suspect' | 'incomplete';
  /** The part of the contract that it is about, where that is not the one of the clause that it breaks. */
  readonly section?: string;
  /** Clauses of other parts that it breaks as well, and why that is right. */
  readonly alsoBreaks?: { readonly clauses: RegExp; readonly because: string };
  /** The depth of a run that is needed to see it, where that is not the usual one. */
  readonly depth?: 'release' | 'certify';
  /** Why the run does not see it yet; one that is seen must not say so. */
  readonly unseenBecause?: string;
  readonly summary: string;
  readonly needs?: readonly Need[];
  /** What the vendor has to declare for the fault to show. */
  readonly profile?: DeclaredProfile;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
}

/** The part of the contract that a fault is about: `4.1` to `4.18`, `General`, `Resources` and so on. */
export function partOf({ section, breaks = '' }: Pick<Fault, 'section' | 'breaks'>): string {
  return section ?? breaks.slice(0, breaks.indexOf('/'));
}

/** One legitimate way to decide what the contract leaves open. */
export interface Choice {
  /** Kebab-case, says what the implementation does. */
  readonly name: string;
  readonly summary: string;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
  /** What the vendor has to declare where the suite cannot find it out. */
  readonly profile?: DeclaredProfile;
  /** Choices that contradict this one. */
  readonly excludes?: readonly string[];
  /** Set where the contract leaves a run too little to decide, so that it stays INCOMPLETE. */
  readonly leaves?: 'incomplete';
}

/** Choices of which only one can be taken: each excludes the others. */
export function oneOf(...choices: readonly Choice[]): Choice[] {
  const names = choices.map(({ name }) => name);
  return choices.map((choice) => ({
    ...choice,
    excludes: [...(choice.excludes ?? []), ...names.filter((name) => name !== choice.name)],
  }));
}
