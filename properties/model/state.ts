import type { ClauseId } from '../../clause/clause.ts';
import type { Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Overwrites } from '../../suites/overwrites/overwrites.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import type { Broken } from '../../run/reporting.ts';

/** The clauses to which the model gives evidence. */
export const modelClauses = [
  'Versioning/states-differ-in-version',
  'Versioning/next-version-is-accepted',
  '4.10/stale-version-conflicts',
  '4.10/conflict-has-no-effect',
  '4.10/changes-the-named-resource',
  '4.6/refused-create-has-no-effect',
  '4.11/refused-delete-has-no-effect',
  '4.5/200-on-match',
  '4.7/refused-overwrite-has-no-effect',
  '4.8/refused-overwrite-has-no-effect',
] as const satisfies readonly ClauseId[];

/** One of them. */
export type ModelClause = (typeof modelClauses)[number];

/** By which what a refused write carried never shows. */
export type ClauseOfRefusals = Extract<
  ModelClause,
  `4.10/conflict-has-no-effect` | `4.${6 | 7 | 8}/refused-${string}`
>;

/** What the model knows; it never predicts a version, but remembers which one was seen with which state. */
export interface ModelState {
  readonly own: OwnResource;
  readonly sibling: OwnResource | undefined;
  /** By which the resource is overwritten; undefined where no overwrite is to reach it. */
  readonly overwrites: Overwrites | undefined;
  /** What changeSomeProperty last showed; undefined where nothing is known to show. */
  value: string | undefined;
  /** The version that showed with it. */
  version: string | undefined;
  /** The update that brought it about. */
  update: Exchange | undefined;
  /** Versions that an accepted update stated, with the value that showed before it. */
  readonly states: Map<string, { readonly value: string; readonly update: Exchange }>;
  /** Strings that accepted updates brought, each with its update. */
  readonly brought: { readonly canary: string; readonly exchange: Exchange }[];
  /** Versions that accepted updates stated: left since, as each brought a string of its own. */
  readonly left: string[];
  /** A version that an update stated which was accepted for later. */
  leftLater: string | undefined;
  /** Strings that only refused writes carried, with the refusal, and the clause by which they never show. */
  readonly refused: {
    readonly canary: string;
    readonly exchange: Exchange;
    readonly clause: ClauseOfRefusals;
  }[];
  /** The same of updates by callers of whom the contract does not say whether they may update. */
  readonly turnedAway: { readonly canary: string; readonly exchange: Exchange }[];
  /** One of these strings showed: worth a look, and no violation. */
  suspect: boolean;
  /** The last read that showed the resource, while nothing but refused deletes was sent to it since. */
  there: Exchange | undefined;
  /** Deletes that were refused since a read last showed the resource, and whether an update did. */
  readonly deletes: { readonly before: Exchange; readonly exchange: Exchange; isHeld: boolean }[];
  /** Refusals with 409 since the last accepted update. */
  conflicts: number;
  /** After a 409 to the version just read all waits for reads to catch up were made, once. */
  insisted: boolean;
  /** Callers whose existence check found the resource. */
  readonly finders: Set<Caller>;
  /** How often each clause's premise held. */
  readonly held: Map<ModelClause, number>;
  broken: { readonly clause: ModelClause; readonly broken: Broken } | undefined;
  /** An update with a version that was left was accepted, as it is once after earlier data were restored. */
  doubt: Exchange | undefined;
  /** A history that broke is played again, so that once is enough. */
  readonly isAgain: boolean;
  /** The resource is gone, or nothing can be updated: no more can be learnt. */
  over: boolean;
}

/** A model that knows nothing yet. */
export function newModel(
  own: OwnResource,
  beside: {
    readonly sibling?: OwnResource | undefined;
    readonly overwrites?: Overwrites;
    readonly isAgain?: boolean;
  },
): ModelState {
  return {
    own,
    sibling: beside.sibling,
    overwrites: beside.overwrites,
    value: undefined,
    version: undefined,
    update: undefined,
    states: new Map(),
    brought: [],
    left: [],
    leftLater: undefined,
    refused: [],
    turnedAway: [],
    suspect: false,
    there: undefined,
    deletes: [],
    conflicts: 0,
    insisted: false,
    finders: new Set(),
    held: new Map(),
    broken: undefined,
    doubt: undefined,
    isAgain: beside.isAgain === true,
    over: false,
  };
}

/** Counts a premise that held, once or in several cases. */
export function hold(state: ModelState, clause: ModelClause, cases = 1): void {
  if (cases > 0) state.held.set(clause, (state.held.get(clause) ?? 0) + cases);
}

/** Ends the model with a violation; the first one stands. */
export function breakOff(state: ModelState, clause: ModelClause, broken: Broken): void {
  state.broken ??= { clause, broken };
  state.over = true;
}
