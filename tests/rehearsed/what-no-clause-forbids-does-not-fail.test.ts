import { describe, expect, test } from 'vitest';
import type { Rehearsed } from '../../config/runs/rehearsal.ts';
import { faults } from '../../faults/catalogue.ts';
import type { Fault } from '../../faults/fault.ts';
import { rehearseFaultOn } from '../support/fault-expectations.ts';

const verdictsOf = ({ judgements }: Rehearsed): readonly string[] =>
  [...judgements.values()].map(({ verdict }) => verdict);

/** Whether a run shows what it has to show of the fault. */
function isShown({ expect: wanted, warns = '' }: Fault, rehearsed: Rehearsed): boolean {
  if (wanted === 'suspect') return [...rehearsed.judgements.values()].some(({ suspect }) => suspect);
  if (wanted === 'warn') return rehearsed.judgements.get(warns)?.verdict === 'warn';
  return rehearsed.statement.verdict === 'INCOMPLETE';
}

/** On its own part, and on the whole plan where that part does not show it. */
async function rehearsedFault(fault: Fault): Promise<Rehearsed> {
  const rehearsed = await rehearseFaultOn(fault, () => false);
  return isShown(fault, rehearsed) ? rehearsed : await rehearseFaultOn(fault, () => true);
}

const cases = faults.filter(({ breaks }) => breaks === undefined);

describe('what no clause forbids does not fail', () => {
  test.each(cases.map((fault) => [fault.name, fault] as const))('%s', async (_name, fault) => {
    const rehearsed = await rehearsedFault(fault);
    expect(verdictsOf(rehearsed)).not.toContain('fail');
    expect(verdictsOf(rehearsed)).not.toContain('error');
    expect(isShown(fault, rehearsed)).toBe(true);
  });
});
