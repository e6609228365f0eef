import type { RunFacts } from '../../reporters/run-facts.ts';
import type { StatedSuite } from '../register/stated-places.ts';
import type { SaidOfRun } from '../runs/facts/facts-of-run.ts';
import type { RunBrief } from '../runs/run-brief.ts';

/** The data from the main thread to the worker. */
export interface Provided {
  readonly brief: RunBrief;
  readonly said: SaidOfRun;
  readonly inForce: RunFacts['settings']['inForce'];
  /** When the run began, by `monotonicMs`. */
  readonly began: number;
  /** All suites; each is a test file. */
  readonly suites: readonly StatedSuite[];
}

/** The tests that vitest will run, so that the first test file can begin all of them. */
export interface Requested {
  /** The number of runs in this process. */
  readonly times: number;
  /** What vitest puts between the titles of a full name. */
  readonly joint: ' ' | ' > ';
  readonly files: readonly RequestedFile[];
}

/** One test file; an absent member restricts nothing. */
export interface RequestedFile {
  readonly path: string;
  /** Lines of tests, or of the suites that contain tests. */
  readonly lines?: readonly number[];
  readonly titles?: readonly string[];
  readonly pattern?: { readonly source: string; readonly flags: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    conformance: Provided;
    requested: Requested;
  }
}
