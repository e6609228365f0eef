// Additions to a module below have to follow it.
import type {} from 'vitest';
import type { Judgement } from '../clause/judgement.ts';
import type { RegisterEntry, ReportInput, RunRecord, StatedEvidence } from '../clause/report.ts';
import { jsonLine } from './visible.ts';

/** The facts that are settled before a run starts, apart from its clauses. Plain JSON. */
export interface RunFacts extends Pick<ReportInput, 'suite' | 'target' | 'settings' | 'profile'> {
  readonly run: {
    readonly id: string;
    /** ISO 8601. */
    readonly startedAt: string;
    readonly node: string;
  };
  readonly shard?: { readonly index: number; readonly count: number };
}

/** The facts of a test module about its run as a whole. Plain JSON; set before the run except its end. */
export interface ModuleRecord {
  readonly facts: RunFacts;
  readonly register: readonly RegisterEntry[];
  readonly evidence: readonly StatedEvidence[];
  /** Ids of clauses and names of evidence that were selected. */
  readonly selected: readonly string[];
  /** The file in the folder of the report with the recorded run. */
  readonly tape?: string;
  readonly end?: { readonly durationMs: number; readonly record: RunRecord };
}

/** The subject of a test: the own check of the clause, or a property that adds to it. */
export interface TestSubject {
  /** The section of the clause, or the section of a declared choice. */
  readonly section: string;
  readonly clause: string;
  readonly property?: string;
}

/** A value in a test's meta: JSON as {@link carried} makes it. */
export interface Carried<T> {
  readonly json: string;
  /** Its type; never set. */
  readonly of?: T;
}

/** The content of a test's meta. Reporters of vitest write metas unchanged: texts in them have to be safe to show. */
export function carried<T>(value: T): Carried<T> {
  return { json: jsonLine(value) };
}

/** The inserted values, unchanged. */
export function uncarried<T>({ json }: Carried<T>): T {
  return JSON.parse(json) as T;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Set when the test is stated, so that it exists even if the test does not run. */
    conformance?: TestSubject;
    judgement?: Carried<Judgement>;
    /** Set on the test module; on its first test too, without a register, for a run without a selection. */
    run?: Carried<ModuleRecord>;
  }
}
