import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';

describe('the plain reference', () => {
  test.each([1, 2, 3])('conforms, without an undecided clause, at seed %i', async (seed) => {
    const { statement, judgements } = await rehearse({ plan, seed, profile: referenceProfile });
    expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
    const musts = plan.sections
      .flatMap(({ clauses }) => clauses)
      .filter(({ level }) => level === 'MUST')
      .map(({ id }) => [id, judgements.get(id)?.verdict]);
    expect(musts.filter(([, verdict]) => verdict !== 'pass')).toEqual([]);
  });
});
