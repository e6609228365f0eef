import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

/** Habits that once left clauses undecided which can be decided, with nothing declared that a run finds out. */
const costly = ['id-only-in-content-location'];

describe('a habit costs no clause', () => {
  test.each(costly)('%s', async (name) => {
    const reference = referenceWith({ faults: [], choices: [name], seed: 1 });
    const { statement } = await rehearse({ plan, reference, profile: shownMethods });
    expect(statement).toEqual({ verdict: 'CONFORMANT', reasons: [] });
  });
});
