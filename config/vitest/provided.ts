import type { RunFacts } from '../../reporters/run-facts.ts';
import type { SaidOfRun } from '../runs/facts/facts-of-run.ts';
import type { RunBrief } from '../runs/run-brief.ts';

/** What the main thread hands to the worker. */
export interface Provided {
  readonly brief: RunBrief;
  readonly said: SaidOfRun;
  /** The settings in force, for the report. */
  readonly inForce: RunFacts['settings']['inForce'];
  /** When the run began, as `monotonicMs` has it. */
  readonly began: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Provided;
  }
}
