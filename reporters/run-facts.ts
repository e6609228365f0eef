// If a module below gets new members, this has to follow.
import type {} from 'vitest';
import type { Judgement } from '../clause/judgement.ts';
import type { RegisterEntry, ReportInput, RunRecord, StatedEvidence } from '../clause/report.ts';
import { jsonLine } from './visible.ts';

/** The facts that are settled before a run begins, apart from its clauses. Plain JSON. */
export interface RunFacts extends Pick<ReportInput, 'suite' | 'target' | 'settings' | 'profile'> {
  readonly run: {
    readonly id: string;
    /** ISO 8601. */
    readonly startedAt: string;
    readonly node: string;
  };
  readonly shard?: { readonly index: number; readonly count: number };
}

/** The facts about a run as a whole, in a test module. Plain JSON; all of it is set before the run, except its end. */
export interface ModuleRecord {
  readonly facts: RunFacts;
  readonly register: readonly RegisterEntry[];
  readonly evidence: readonly StatedEvidence[];
  /** The selected ids of clauses and names of evidence. */
  readonly selected: readonly string[];
  /** The file with the recorded run, in the folder of the report. */
  readonly tape?: string;
  readonly end?: { readonly durationMs: number; readonly record: RunRecord };
}

/** What a test judges: a clause by its own check, or a property that adds to the clause. */
export interface TestSubject {
  /** The section of the clause or of the declared choice. */
  readonly section: string;
  readonly clause: string;
  readonly property?: string;
}

/** A value in a test's meta data: JSON as {@link carried} makes it. */
export interface Carried<T> {
  readonly json: string;
  /** Its type; never set. */
  readonly of?: T;
}

/** The content of a test's meta. Vitest's reporters write metas unchanged: their texts have to be safe to show. */
export function carried<T>(value: T): Carried<T> {
  return { json: jsonLine(value) };
}

/** The inserted values, unchanged. */
export function uncarried<T>({ json }: Carried<T>): T {
  return JSON.parse(json) as T;
}

declare module 'vitest' {
  interface TaskMeta {
    /** Set when the test is stated, so that it exists even if the test never runs. */
    conformance?: TestSubject;
    judgement?: Carried<Judgement>;
    /** Set on the test module; for a run without a selection, also on its first test, without a register. */
    run?: Carried<ModuleRecord>;
  }
}
