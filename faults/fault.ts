import type { RowName } from '../contract/rows.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';

/**
 * The means that the suite needs to see a fault, beyond its plain checks: concurrent requests, generated cases, the
 * late phase, a declaration (a profile line, a special token, a second project), or raw sockets.
 */
export type Need = 'races' | 'generated' | 'late' | 'declaration' | 'raw';

/** A profile as JSON, as a vendor would declare it. */
export interface DeclaredProfile {
  readonly [key: string]: unknown;
}

/** One way to break the contract, or to ignore its advice. */
export interface Fault {
  /** Kebab-case, names the mistake. */
  readonly name: string;
  /** Id of the clause that has to fail; absent if no clause forbids it. */
  readonly breaks?: string;
  /** Id of the recommendation that must warn, for a fault that only warns. */
  readonly warns?: string;
  /**
   * The rows of the contract that it breaks, if the clause that catches it rests on several. Rows that repeat others
   * need no mention (`restated`).
   */
  readonly rows?: readonly RowName[];
  /**
   * The expected result for a fault that breaks no clause: a warning, a suspicion, or a verdict that stays
   * INCOMPLETE.
   */
  readonly expect?: 'warn' | 'suspect' | 'incomplete';
  /** The part of the contract for the fault, if it differs from the part of the broken clause. */
  readonly section?: string;
  /** Clauses of other parts that it breaks as well, with the reason why that is right. */
  readonly alsoBreaks?: { readonly clauses: RegExp; readonly because: string };
  /** The depth that a run needs to see it, if it is not the usual depth. */
  readonly depth?: 'release' | 'certify';
  /** Why the run does not see it yet; a fault that the run sees must not have this member. */
  readonly unseenBecause?: string;
  readonly summary: string;
  readonly needs?: readonly Need[];
  /** The declarations of the vendor without which the fault does not show. */
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
  /** Kebab-case, names the behaviour of the implementation. */
  readonly name: string;
  readonly summary: string;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
  /** Declarations of the vendor that the suite cannot find out. */
  readonly profile?: DeclaredProfile;
  /** Choices that contradict this one. */
  readonly excludes?: readonly string[];
  /** Set if a run stays INCOMPLETE, because the contract leaves it too little to decide. */
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
