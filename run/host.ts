import type { Clause, Part, Placing } from '../clause/clause.ts';
import type { Leftover, RunRecord } from '../clause/report.ts';
import type { Reason } from '../clause/sample.ts';
import type { Tally } from '../clause/judgement.ts';
import type { Attendance } from './attendance.ts';
import type { Memo } from './memo.ts';
import type { DrawnAgain } from './options.ts';
import type { Reported } from './reporting.ts';

/** One check under way: its state, its place in the schedule, and its report. */
export interface UnderWay<S> {
  readonly on: S;
  readonly attendance: Attendance;
  readonly reported: Reported;
  /** The check is over: gives back its resources. */
  readonly end: () => void;
  readonly tally: () => Tally;
}

/** How to begin a check that was executed before. */
export interface Anew {
  readonly memo: Memo;
  /** The only case to play, if the check generates cases. */
  readonly drawnAgain?: DrawnAgain;
}

/** The environment of a run: the part that knows the target. `S` is the stage of checks. */
export interface Host<S> {
  /**
   * Meets the target before the first check. Throws `Aborted` if the run cannot go on.
   *
   * @throws Aborted if this is not the API, or if tokens contradict their settings
   */
  probeTokens(): Promise<void>;
  /** The placing of a check, after the facts from the first requests. */
  placed(placing: Placing): Placing;
  /** The same `name`, of a clause or of evidence, draws the same numbers; `anew` makes it find the same facts too. */
  begin(name: string, placing: Placing, anew?: Anew): UnderWay<S>;
  /** Why an observation contradicts no declaration; `mayAsk` allows further requests to find out. */
  whyUnproven(on: S, part: Part, mayAsk: boolean): Promise<Reason | undefined>;
  /** Whether an operation on which a clause rests is known to exist. */
  isSomethingThere(clause: Pick<Clause<S>, 'part' | 'sends'>): boolean;
  /** Why a clause is not decided: the operations on which it rests do not exist, as far as is known. */
  whyNothingIsThere(clause: Pick<Clause<S>, 'part' | 'sends'>): Reason | undefined;
  readonly lackedRoom: boolean;
  /** Deletes the resources of the run, while no check is under way. */
  clear(): Promise<void>;
  /** Cleans up; once, for the first caller. Leftovers are named. */
  leave(): Promise<readonly Leftover[]>;
  remarks(): Pick<RunRecord, 'races' | 'raced' | 'restedMs' | 'mistakes' | 'roomFor'>;
}
