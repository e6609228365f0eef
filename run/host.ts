import type { Clause, Part, Placing } from '../clause/clause.ts';
import type { Leftover, RunRecord } from '../clause/report.ts';
import type { Reason } from '../clause/sample.ts';
import type { Tally } from '../clause/judgement.ts';
import type { Attendance } from './attendance.ts';
import type { Memo } from './memo.ts';
import type { DrawnAgain } from './options.ts';
import type { Reported } from './reporting.ts';

/** One check under way: where it stands, its place in the schedule, and what it has reported. */
export interface UnderWay<S> {
  readonly on: S;
  readonly attendance: Attendance;
  readonly reported: Reported;
  /** The check is over: what it had is at others' disposal. */
  end(): void;
  readonly tally: () => Tally;
}

/** How a check is begun that was executed before. */
export interface Anew {
  readonly memo: Memo;
  /** The case that it plays alone, where it generates some. */
  readonly drawnAgain?: DrawnAgain;
}

/** What a run is run on: anyone who knows the target. `S` is the stage of checks. */
export interface Host<S> {
  /** Meets the target before the first check. Throws `Aborted` where the run cannot go on. */
  probeTokens(): Promise<void>;
  /** The placing of a check, after what has been learnt at the meeting. */
  placed(placing: Placing): Placing;
  /**
   * @param name - the clause's id, or what the evidence is called: the same name, the same random numbers
   * @param again - what was found out once is found out again
   */
  begin(name: string, placing: Placing, anew?: Anew): UnderWay<S>;
  /**
   * Why what a check saw of a part of the contract contradicts nothing that is declared; undefined if it may.
   *
   * @param mayAsk - whether something may still be sent for it
   */
  whyUnproven(on: S, part: Part, mayAsk: boolean): Promise<Reason | undefined>;
  /** Whether one of the operations on which a clause rests is known to be there. */
  isSomethingThere(clause: Pick<Clause<S>, 'part' | 'sends'>): boolean;
  /** Why nothing is decided of a clause, as far as is known: the operations on which it rests are not there. */
  whyNothingIsThere(clause: Pick<Clause<S>, 'part' | 'sends'>): Reason | undefined;
  /** Whether checks may have lacked room for what they create. */
  readonly lackedRoom: boolean;
  /** Deletes what the run has made, when no check is under way. */
  clear(): Promise<void>;
  /** Cleans up; once, whoever asks first. What is left over is named. */
  leave(): Promise<readonly Leftover[]>;
  /** What is reported of the run beside its counts. */
  remarks(): Pick<RunRecord, 'races' | 'raced' | 'mistakes'>;
}
