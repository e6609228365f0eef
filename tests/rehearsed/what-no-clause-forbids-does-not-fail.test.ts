import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';

describe('what no clause forbids does not fail', () => {
  test.each(faults.filter(({ breaks }) => breaks === undefined))(
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
