import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import { failingFaults, misjudged, rehearseFault } from '../support/fault-expectations.ts';

describe('a fault fails by a clause that it breaks', () => {
  test.each(failingFaults(0))('%s', async (_title, fault) => {
    expect(misjudged(fault, await rehearseFault(fault))).toEqual([]);
  });
});

describe('what no clause forbids does not fail', () => {
  test.each(faults.filter(({ expect: wanted }) => wanted !== 'fail'))(
    '$name',
    async ({ name, expect: wanted }) => {
      const { judgements, statement } = await rehearse({ plan, faults: [name], profile: referenceProfile });
      const verdicts = [...judgements.values()].map(({ verdict }) => verdict);
      expect(verdicts).not.toContain('fail');
      expect(verdicts).not.toContain('error');
      if (wanted === 'warn') expect(verdicts).toContain('warn');
      else expect(statement.verdict).toBe('INCOMPLETE');
    },
  );
});
