import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { afterRefusedOverwrites, inTurn, withLaggingCopy } from '../../support/in-process/lagging-copy.ts';
import { falseAlarms, shownMethods } from '../../support/rehearsed-habits.ts';
import { clausesOf } from '../../support/selected-clauses.ts';

/** Habits beside which every probe may meet one copy, and every control the other. */
const rows: readonly (readonly [habit: string, choices: readonly string[], seed: number])[] = [
  ['checks without a match are bad requests', ['head-answers-400-without-a-match'], 1],
  ['updates are accepted for later', ['creates-answer-200', 'updates-take-effect-later'], 313],
];

describe('one of two alternating replicas lags by a second', () => {
  test.each(rows)('and %s', async (_habit, choices, seed) => {
    const reference = withLaggingCopy(referenceWith({ choices, seed }), 1_000, inTurn(true));
    const rehearsed = await rehearse({ plan, seed, choices, profile: shownMethods, reference });
    expect(falseAlarms(rehearsed)).toEqual([]);
  });
});

describe('one of two replicas lags, and', () => {
  const overwrites = clausesOf((part) => part === '4.7' || part === '4.8');

  test.each(
    (['the next read', 'all reads'] as const).flatMap((which) =>
      [1, 3, 5, 8, 12].map((lagMs) => [which, lagMs] as const),
    ),
  )('answers %s after a refused overwrite, and is %i ms late', async (which, lagMs) => {
    const reference = withLaggingCopy(referenceWith({}), lagMs, afterRefusedOverwrites(which));
    const { judgements } = await rehearse({ plan, profile: shownMethods, selected: overwrites, reference });
    const verdicts = ['4.7', '4.8'].map(
      (part) => judgements.get(`${part}/refused-overwrite-has-no-effect`)?.verdict,
    );
    expect(verdicts).toEqual(['pass', 'pass']);
  });
});
