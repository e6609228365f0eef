import type { Reason } from '../clause/sample.ts';
import { notTested } from '../clause/thrown.ts';
import type { RunOptions } from '../run/options.ts';

/** The reason for undecided clauses in a run without writes. */
export const mayNotWrite: Reason = {
  code: 'read-only',
  text: 'the run may not write',
  supply: 'CONFORMANCE_READ_ONLY=0',
};

/** @throws Inconclusive if the operator wants nothing written */
export function requireWrites({ options }: { readonly options: Pick<RunOptions, 'readOnly'> }): void {
  if (options.readOnly) throw notTested(mayNotWrite);
}
