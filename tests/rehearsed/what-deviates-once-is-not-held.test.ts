import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';

/** Clauses that a server breaks sometimes, or where nobody can look again, with the fault that has it do so. */
const unconfirmed: readonly (readonly [clause: string, fault: string])[] = [
  ['4.1/documented-parameters-do-no-harm', 'plain-parameter-fails-before-429'],
  ['4.1/each-parameter-is-optional', 'missing-parameter-refused-before-422'],
  ['4.1/any-one-scope-suffices', 'view-test-refused-at-times'],
  ['4.5/takes-the-parameters-of-the-query', 'checks-with-parameters-refused-at-times'],
  ['4.6/plain-values-provoke-no-error', 'create-fails-on-negatives-before-403'],
  ['4.7/plain-values-provoke-no-error', 'overwrite-fails-on-a-one-before-403'],
  ['4.9/takes-floats', 'record-float-refused-before-429'],
  ['4.10/do-something-needs-no-fields', 'do-something-refused-at-times'],
  ['4.12/optional-parameters', 'bare-sorted-query-refused-at-times'],
  ['4.14/accepts-forms', 'forms-refused-at-times'],
  ['4.16/write-without-server-error', 'namespace-write-fails-at-times'],
];

describe('a deviation that did not occur every time', () => {
  test.each(unconfirmed)('leaves %s undecided for %s', async (clause, fault) => {
    const { judgements } = await rehearse({
      plan,
      faults: [fault],
      profile: referenceProfile,
      selected: new Set([clause]),
    });
    expect(judgements.get(clause)?.verdict).toBe('inconclusive');
  });
});
