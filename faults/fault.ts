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

/** One way to break the contract. */
export interface Fault {
  /** Kebab-case, says what is wrong. */
  readonly name: string;
  readonly summary: string;
  /** The section broken: `4.1` to `4.18`, `General`, `Resources`, `Authentication` or `Versioning`. */
  readonly section: string;
  readonly needs?: readonly Need[];
  /** What a run against it has to show: a failed clause, a warning, or a verdict that stays INCOMPLETE. */
  readonly expect: 'fail' | 'warn' | 'incomplete';
  /** What the vendor has to declare for the fault to show. */
  readonly profile?: DeclaredProfile;
  readonly override?: PolicyOverride;
  readonly wrap?: HandleWrap;
}

/** A fault that a decision of the reference makes, and that a clause fails. */
export function decided(
  name: string,
  section: string,
  summary: string,
  override: PolicyOverride,
  needs: readonly Need[] = [],
): Fault {
  return { name, summary, section, expect: 'fail', needs, override };
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
