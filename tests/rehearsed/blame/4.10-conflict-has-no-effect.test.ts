import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';

const clause = '4.10/conflict-has-no-effect';

test('a version that a granted update has changed waits for the clauses that forbid the grant', async () => {
  const { judgements } = await rehearse({
    plan,
    faults: ['newer-version-accepted'],
    choices: [],
    selected: new Set([clause]),
  });
  const judged = judgements.get(clause);
  expect(judged?.verdict).toBe('inconclusive');
  expect(judged?.reason?.text).toMatch(
    /^waits for 4\.10\/conflict-on-mismatch and 4\.10\/no-success-for-odd-versions: /,
  );
  expect(judged?.waitsFor).toEqual(['4.10/conflict-on-mismatch', '4.10/no-success-for-odd-versions']);
});

test('in its presence, refused updates that change the version are found', async () => {
  const { judgements } = await rehearse({
    plan,
    faults: ['conflict-moves-the-version'],
    choices: [],
    selected: new Set([clause]),
  });
  expect(judgements.get(clause)?.verdict).toBe('fail');
});
