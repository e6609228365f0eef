// What is added to a module below has to follow it.
import type {} from 'vitest';
import type { Judgement } from '../clause/judgement.ts';
import type { RegisterEntry, ReportInput, RunRecord, StatedEvidence } from '../clause/report.ts';
import { jsonLine } from './visible.ts';

/** What is settled before a run starts, apart from what is judged. Plain JSON. */
export interface RunFacts extends Pick<ReportInput, 'suite' | 'target' | 'settings' | 'profile'> {
  readonly run: {
    readonly id: string;
    /** ISO 8601. */
    readonly startedAt: string;
    readonly node: string;
  };
  readonly shard?: { readonly index: number; readonly count: number };
}

/** What a test module says of its run as a whole. Plain JSON; set before the run except its end. */
export interface ModuleRecord {
  readonly facts: RunFacts;
  readonly register: readonly RegisterEntry[];
  readonly evidence: readonly StatedEvidence[];
  /** Ids of clauses and names of evidence that were selected. */
  readonly selected: readonly string[];
  /** The file in the report's folder in which the run is recorded. */
  readonly tape?: string;
  readonly end?: { readonly durationMs: number; readonly record: RunRecord };
}

/** What a test stands for: the clause's own check, or a property that adds to it. */
export interface TestSubject {
  /** The clause's, or the one that a declared choice belongs to. */
  readonly section: string;
  readonly clause: string;
  readonly property?: string;
}

/** A value in a test's meta: JSON as {@link carried} makes it. */
export interface Carried<T> {
  readonly json: string;
  /** Of what type it is; never set. */
  readonly of?: T;
}

/**
 * What a test's meta carries. Reporters of vitest's own write metas as they are, `json` to standard output, so that what a
 * server sent has to be in them as it may be shown.
 */
export function carried<T>(value: T): Carried<T> {
  return { json: jsonLine(value) };
}

/** What was put in, value for value. */
export function uncarried<T>({ json }: Carried<T>): T {
  return JSON.parse(json) as T;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Set where the test is stated, so that it is there whatever becomes of the test. */
    conformance?: TestSubject;
    /** Set when the check has ended. */
    judgement?: Carried<Judgement>;
    /** Set on the test module; on its first test too, without a register, for a run of which nothing is selected. */
    run?: Carried<ModuleRecord>;
  }
}
