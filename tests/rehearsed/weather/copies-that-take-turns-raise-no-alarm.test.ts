import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { withLaggingCopy } from '../../support/in-process/lagging-copy.ts';
import { falseAlarms, shownMethods } from '../../support/rehearsed-habits.ts';

/** Habits beside which every probe may meet one copy, and every control the other. */
const rows: readonly (readonly [habit: string, choices: readonly string[], seed: number])[] = [
  ['checks without a match are bad requests', ['head-answers-400-without-a-match'], 1],
  ['updates are accepted for later', ['creates-answer-200', 'updates-take-effect-later'], 313],
];

describe('one of two copies that take turns lags a second', () => {
  test.each(rows)('and %s', async (_habit, choices, seed) => {
    const reference = withLaggingCopy(referenceWith({ choices, seed }), 1_000, true);
    const rehearsed = await rehearse({ plan, seed, choices, profile: shownMethods, reference });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});
