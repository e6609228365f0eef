import { expect, test } from 'vitest';
import { acceptedInWords, tooManyInWords } from '../../../properties/races/too-many.ts';
import { checkHistory } from '../../../properties/history/check-history.ts';
import type { History, Operation } from '../../../properties/history/history.ts';

test.for([
  [8, 8, 'all eight of eight racing updates with version 6 were accepted'],
  [2, 8, 'two of eight racing updates with version 6 were accepted'],
  [24, 24, 'all 24 of 24 racing updates with version 6 were accepted'],
] as const)('%i of %i accepted racers are written in words', ([accepted, of, told]) => {
  expect(acceptedInWords({ accepted, of }, 'racing updates with version 6')).toBe(told);
});

/** Updates of one resource, one after the other, each accepted with the version it led to, or refused. */
function historyOf(...updates: readonly (readonly [stated: string, resulting: string | null])[]): History {
  const operations = updates.map(([stated, resulting], at): Operation => {
    const times = { id: `update-${at}`, sent: at * 10, answered: at * 10 + 5, stated };
    return resulting === null ? { ...times, kind: 'refused' } : { ...times, kind: 'accepted', resulting };
  });
  const initial = updates[0]?.[0] ?? '1';
  const calibration = { moved: 3, of: 3 };
  return {
    schemaVersion: 1,
    resource: 'r',
    initial,
    operations,
    calibration,
    soleWriter: true,
    transport: 'h1',
  };
}

test('a history with an update too many is described by its version, without the names of its operations', () => {
  const history = historyOf(['1', '2'], ['2', '3'], ['1', null], ['1', '4']);
  const { certificate } = checkHistory(history, { conflictsAreExact: false, useReads: false });
  expect(certificate?.reason).toBe('accepted-too-often');
  const told = certificate && tooManyInWords(history, certificate);
  expect(told).toBe('two of three updates with version 1 were accepted');
});
