import { expect, test } from 'vitest';
import { checkHistory } from '../../../properties/history/check-history.ts';
import { outcomeOf } from '../../../properties/history/outcome.ts';
import { readHistory } from '../../../properties/history/reading.ts';
import { searchOrder } from '../../../properties/history/search.ts';
import { historyOf } from '../../support/histories/history-notation.ts';

const exact = { conflictsAreExact: true, useReads: true };

test.each([
  ['a 409 before its version came about', '1!@0-3 0>1@2-5'],
  ['a 409 after its version was left', '0>1@0-5 0!@1-3 =1@6-7'],
  ['a 409 that an unknown update excuses', '0>1@0-1 1?@0 1!@2-3'],
  ['operations that touch at one instant', '0>1@0-5 =0@5-5 1>2@5-9 =1@5-5'],
])('%s is linearizable', (_, line) => {
  expect(checkHistory(historyOf(line), exact).verdict).toBe('linearizable');
});

test.each([
  ['a 409 of the current version', '0!@0-1 0>1@2-3', 'refused-though-current', ['0>1@2-3', '0!@0-1']],
  [
    'a 409 between two sights',
    '0>1@0-9 =1@1-2 1!@3-4 =1@5-6 1>2@4-9',
    'refused-though-current',
    ['=1@1-2', '=1@5-6', '1!@3-4'],
  ],
  ['a 409 at the end', '0>1@0-1 1!@2-3', 'refused-though-current', ['0>1@0-1', '1!@2-3']],
  ['reads in the wrong order', '0>1@0-9 =1@1-2 =0@3-4', 'order-against-time', ['=0@3-4', '=1@1-2']],
  ['a read of what nothing brought about', '0>1@0-1 =4@2-3', 'read-never-current', ['=4@2-3']],
  ['an update of what nothing brought about', '0>1@0-1 4>5@2-3', 'stated-never-current', ['4>5@2-3']],
  ['two accepted', '0>1@0-5 0>2@1-5', 'accepted-too-often', ['0>1@0-5', '0>2@1-5']],
  [
    'a version read between two updates of unknown result',
    '0>?@0-1 =3@2-3 4>?@4-5 =3@6-7',
    'no-order',
    ['4>?@4-5'],
  ],
])('%s is a violation that names its operations', (_, line, reason, ids) => {
  const { verdict, certificate } = checkHistory(historyOf(line), exact);
  expect(verdict).toBe('violation');
  expect(certificate?.reason).toBe(reason);
  expect(certificate?.operations.map(({ id }) => id)).toEqual(ids);
});

test('the search gives up beyond its bounds instead of calling a violation', () => {
  const crowd = Array.from({ length: 25 }, (_, n) => `${n}>?@0-${50 + n}`).join(' ');
  expect(checkHistory(historyOf(crowd), exact)).toMatchObject({ verdict: 'inconclusive', method: 'search' });
  const twelve = `${crowd.split(' ').slice(0, 12).join(' ')} =99@90-91 =98@92-93`;
  const reading = readHistory(historyOf(twelve), exact);
  expect(searchOrder(reading, { concurrent: 24, steps: 100 })).toMatchObject({ verdict: 'inconclusive' });
  expect(searchOrder(reading)).toMatchObject({ verdict: 'violation' });
});

test('the steps of the search are counted between quiescent points', () => {
  const rounds = Array.from(
    { length: 2_000 },
    (_, n) => `${n}>?@${10 * n}-${10 * n + 5} ${n}!@${10 * n}-${10 * n + 5}`,
  );
  const reading = readHistory(historyOf(rounds.join(' ')), exact);
  expect(searchOrder(reading, { concurrent: 24, steps: 20 })).toEqual({
    verdict: 'linearizable',
    method: 'search',
  });
});

test.each([
  [200, 200, 'accepted'],
  [204, 204, 'accepted'],
  [204, 200, 'unknown'],
  [202, 202, 'unknown'],
  [409, 200, 'refused'],
  [423, 200, 'rejected'],
  [429, 200, 'unknown'],
  [503, 200, 'unknown'],
  [302, 200, 'unknown'],
  [null, 200, 'unknown'],
] as const)(
  'an update answered %s, with %s as the calibrated success, is %s',
  (status, calibrated, outcome) => {
    expect(outcomeOf(status, calibrated)).toBe(outcome);
  },
);
