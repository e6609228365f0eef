import type { RowName } from '../contract/rows.ts';
import type { Section } from '../contract/endpoints.ts';
import type { Level } from './judgement.ts';
import type { Blocks } from './verdict.ts';

/** A part of the contract that clauses belong to: a numbered section, or a part without a number. */
export type Part = Section | 'General' | 'Resources' | 'Authentication' | 'Errors' | 'Versioning';

/** `<part>/<outcome>`: literal, never renamed, never reused. */
export type ClauseId = `${Part}/${string}` | `declared/${string}`;

/**
 * When a clause runs.
 *
 * - `quiet`: alone, before any write of the suite; for the collection as a whole.
 * - `lanes`: beside others, each on resources of its own.
 * - `races`: alone on the wire.
 * - `overwrites`: alone; writes whose target or effect the contract does not show.
 * - `late`: after the last write has had time to show; no refused write may show.
 * - `end`: after all other phases, from the history of the whole run; sends nothing.
 */
export const phases = ['quiet', 'lanes', 'races', 'overwrites', 'late', 'end'] as const;
export type Phase = (typeof phases)[number];

/** When a check runs, and which checks run with it. */
export interface Placing {
  readonly phase: Phase;
  /**
   * The phase if creates update one resource (4.6), which no check can have alone for the whole run. Checks that
   * only read come before the first write, checks of refusals run without other requests, other checks as stated.
   */
  readonly whereOneResource?: 'quiet' | 'races' | 'as stated';
  /** Must run alone in a phase in which checks take turns. */
  readonly company?: 'alone';
  /** The form of a single answer fails it, in spite of other writes. */
  readonly about?: 'one answer';
}

/** A declaration that a vendor may make about an open point, and how the observation is compared with it. */
export interface Declaration {
  /** The profile key: `create.mode`, `success.4.6`. */
  readonly key: string;
  /** The clause is about requests that find nothing, so a server without the operation can pass it. */
  readonly ofAbsence?: true;
  /** Whether the observation agrees with the declaration; `undefined` if the observation cannot show it. */
  readonly met: (declared: unknown, observed: unknown) => boolean | undefined;
  /** Why the observation cannot show it, as a sentence. */
  readonly untold?: (declared: unknown, observed: unknown) => string | undefined;
  /** The declaration that the observation suggests, for a first draft of a profile. */
  readonly draft?: (observed: unknown) => unknown;
}

/** The prose of a clause, in the suite's own words. */
export interface ClauseText {
  /** The obligation, or the observed point. */
  readonly statement: string;
  /** The behaviour that violates the clause. */
  readonly violation: string;
  /** Why no legitimate implementation can fail the clause. */
  readonly rationale: string;
  /** The decisive requests on one line: `HEAD /{projectKey}/resource without parameters, while a resource exists`. */
  readonly sends?: string;
  /** Likely mistakes in the code, as questions for the implementer; only if a fault has shown them. */
  readonly causes?: readonly string[];
}

/** One testable statement of the contract. `S` is the stage of its check. */
export interface Clause<S> extends ClauseText {
  readonly id: ClauseId;
  readonly part: Part;
  readonly level: Exclude<Level, 'DECLARED'>;
  /** The rows of the contract's text on which the clause rests, in the order of the text. */
  readonly rows: readonly RowName[];
  readonly blocks: Blocks;
  /** The documented field of the clause: `Type.field`. */
  readonly field?: string;
  /** Also applies to the evidence of the clause, except the phase. */
  readonly placing: Placing;
  /** How many samples must hold for a pass. */
  readonly minimum: number;
  /** An open point that needs requests of its own: `ci` sends them only if the point is declared, or named. */
  readonly isAskedDeep?: true;
  /** The limits of scope that leave the clause out; they include its section number if that may be left out. */
  readonly limits: readonly string[];
  readonly declares: readonly Declaration[];
  /** Absent if generated cases decide the clause: the first evidence that the plan states for it. */
  readonly check?: (on: S) => Promise<void>;
  /** Judges the whole history; `check` then sends the requests that the history needs. */
  readonly says?: (on: S) => void;
}

/** A part of the contract and its clauses, in the document's order. */
export interface ClauseSection<S> {
  readonly part: Part;
  readonly title: string;
  readonly clauses: readonly Clause<S>[];
}

/** Evidence besides the check of a stated clause: generated cases, or a further look. */
export interface Evidence<S> {
  /** Whether fast-check draws the cases, or the cases to judge; if not, the evidence is a further look. */
  readonly draws: boolean;
  /** The sentence about the generated cases or the look; the name of the evidence in reports. */
  readonly name: string;
  readonly clause: ClauseId;
  readonly phase: Phase;
  readonly limits: readonly string[];
  /** The samples that must hold, computed from the reach of the run's depth; by default the reach itself. */
  readonly minimum: (reach: number) => number;
  readonly check: (on: S) => Promise<void>;
}
