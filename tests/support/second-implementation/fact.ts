import type { StartedServer } from './started-server.ts';

/** One thing the contract determines: what it is, how to observe it, and what the fault that breaks it shows. */
export interface DeterminedFact {
  readonly fault: string;
  readonly statement: string;
  readonly determined: unknown;
  readonly underFault: unknown;
  readonly observe: (server: StartedServer) => Promise<unknown>;
}

/** Writes down a fact; of the pair, the first is determined and the second is what the fault shows. */
export function fact(
  fault: string,
  statement: string,
  [determined, underFault]: readonly [unknown, unknown],
  observe: (server: StartedServer) => Promise<unknown>,
): DeterminedFact {
  return { fault, statement, determined, underFault, observe };
}
