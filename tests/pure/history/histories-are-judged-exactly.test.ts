import { expect, test } from 'vitest';
import { checkHistory, decide } from '../../../properties/history/check-history.ts';
import { readHistory } from '../../../properties/history/reading.ts';
import { someOrderExplains } from '../../support/histories/exhaustive-order-search.ts';
import { corrupted, drawFrom, lawfulHistory } from '../../support/histories/simulated-register.ts';

const modes = [true, false].flatMap((conflictsAreExact) =>
  [true, false].map((useReads) => ({ conflictsAreExact, useReads })),
);

test('the checker and an exhaustive search agree on 24,000 random histories', { timeout: 60_000 }, () => {
  const draw = drawFrom(4_100);
  const tally = new Map<string, number>();
  for (let round = 0; round < 24_000; round += 1) {
    const isLawful = round % 2 === 0;
    const history = isLawful ? lawfulHistory(draw) : corrupted(lawfulHistory(draw), draw);
    const mode = modes[draw(modes.length)] ?? { conflictsAreExact: true, useReads: true };
    const decision = decide(readHistory(history, mode));
    const explained = someOrderExplains(history, { ...mode, moves: true });
    const shown = JSON.stringify({ round, mode, decision, history });
    expect(decision.verdict, shown).toBe(explained ? 'linearizable' : 'violation');
    if (isLawful) expect(decision.verdict, shown).toBe('linearizable');
    const judged = checkHistory(history, { ...mode, conflictsAreExact: false });
    if (judged.verdict === 'violation') {
      const lawful = someOrderExplains(history, { conflictsAreExact: false, useReads: false, moves: true });
      expect(lawful, `false alarm: ${shown}`).toBe(false);
      expect(judged.certificate?.operations.length).toBeGreaterThanOrEqual(2);
      expect(judged.certificate?.operations.length).toBeLessThanOrEqual(3);
    }
    for (const key of [`${decision.method} ${decision.verdict}`, `judged ${judged.verdict}`])
      tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  // Each procedure decided a good number, so that the agreement is not empty.
  for (const key of [
    'chain-pass linearizable',
    'chain-pass violation',
    'search linearizable',
    'search violation',
  ])
    expect(tally.get(key), key).toBeGreaterThan(300);
  expect(tally.get('degree-test violation')).toBeGreaterThan(300);
  expect(tally.get('judged violation')).toBeGreaterThan(300);
});

test('no lawful habit is judged a violation in 20,000 histories', { timeout: 60_000 }, () => {
  const draw = drawFrom(4_101);
  for (let round = 0; round < 20_000; round += 1) {
    const habit = (): boolean => draw(2) === 0;
    const habits = { lags: habit(), refusesAtTimes: habit(), isBumped: habit(), keepsAtTimes: habit() };
    const history = lawfulHistory(draw, habits);
    for (const useReads of [true, false]) {
      const judged = checkHistory(history, { conflictsAreExact: false, useReads });
      expect(judged.verdict, JSON.stringify({ round, habits, judged, history })).not.toBe('violation');
    }
  }
});

test('without calibration the checker grants that an update of unknown result kept the version', () => {
  const draw = drawFrom(4_102);
  for (let round = 0; round < 4_000; round += 1) {
    const history = { ...corrupted(lawfulHistory(draw), draw), calibration: { moved: 2, of: 8 } };
    const mode = modes[round % modes.length] ?? { conflictsAreExact: true, useReads: true };
    const decision = decide(readHistory(history, mode));
    const explained = someOrderExplains(history, { ...mode, moves: false });
    expect(decision.verdict, JSON.stringify({ round, mode, decision, history })).toBe(
      explained ? 'linearizable' : 'violation',
    );
  }
});
