import { expect, test } from 'vitest';
import type { UpdateOutcome } from '../../../properties/history/outcome.ts';
import type { RaceRound } from '../../../properties/history/power.ts';
import { measurePower, powerLines } from '../../../properties/history/power.ts';

/** A round of `[sent, answered, outcome]` triples; 409 where no outcome is given. */
function round(...racers: readonly (readonly [number, number | null, UpdateOutcome?])[]): RaceRound {
  return racers.map(([sent, answered, outcome = 'refused']) => ({ sent, answered, outcome }));
}

const times = (count: number, race: RaceRound): readonly RaceRound[] =>
  Array.from({ length: count }, () => race);

const together = round([0, 20, 'accepted'], [0.1, 20.4], [0.2, 21]);
const inTurn = round([0, 5, 'accepted'], [6, 11], [12, 17]);

test('overlapping rounds are counted, bounded and estimated only from times on the wire', () => {
  const power = measurePower([...times(57, together), round([0, 19, 'accepted'], [0.2, 20.2])], {
    requiredRounds: 20,
  });
  expect(power).toMatchObject({ rounds: 58, counted: 58, overlapping: 58, gate: { open: true } });
  expect(power.excludedShare).toBeCloseTo(0.0763, 4);
  expect(power.certainWindowMs?.least).toBeCloseTo(20.2);
  expect(power.certainWindowMs?.median).toBeCloseTo(20.4);
  const [least, five] = power.estimates;
  expect(least?.windowMs).toBeCloseTo(1.8);
  expect(least).toMatchObject({ perRound: 1, inAllRounds: 1 });
  expect(five).toMatchObject({ windowMs: 5 });
});

test('the statement has four lines, each with its kind of knowledge, rounded to its disadvantage', () => {
  const rounds = [...times(40, together), ...times(18, round([0, 24.01, 'accepted'], [0.1, 29]))];
  expect(powerLines(measurePower(rounds, { requiredRounds: 20 }))).toEqual([
    'at once on the wire   58/58 rounds  [measured]',
    'ruled out             flaws that show in >= 7.7 % of rounds are ruled out (99 %)  [bound, if rounds do not depend on each other]',
    'certain               a gap between check and write > 20.4 ms would have shown (least over rounds; median 20.4)  [bound]',
    'estimated             a gap of 1.8 ms or more would have shown with p >= 0.99 (p = 0.68 per round, 58 rounds)  [estimate]',
  ]);
});

test('racers that were sent one after the other have no overlap and do not open the gate', () => {
  const power = measurePower(times(30, inTurn), { requiredRounds: 20 });
  expect(power).toMatchObject({ counted: 30, overlapping: 0, gate: { open: false } });
  expect(power.gate.reason).toContain('0 of 30 rounds');
});

test('a racer that was sent after the first answer does not overlap', () => {
  const overlapping = (sent: number): number =>
    measurePower([round([0, 10, 'accepted'], [sent, 20], [1, 30])], { requiredRounds: 1 }).overlapping;
  expect([overlapping(9), overlapping(10), overlapping(11)]).toEqual([1, 0, 0]);
});

test('the gate opens if half of the rounds overlap, but not with one round less', () => {
  const gate = (overlapping: number): boolean =>
    measurePower([...times(overlapping, together), ...times(20 - overlapping, inTurn)], {
      requiredRounds: 20,
    }).gate.open;
  expect(gate(10)).toBe(true);
  expect(gate(9)).toBe(false);
});

test.each<readonly [string, RaceRound]>([
  ['one effective racer', round([0, 5, 'accepted'], [0, 5, 'unknown'], [0, 5, 'rejected'])],
  ['nobody accepted', round([0, 5], [0, 5], [0, 5])],
  ['nobody answered', round([0, null, 'unknown'], [0, null, 'unknown'])],
])('a round with %s does not count', (_, race) => {
  const power = measurePower([...times(19, together), race], { requiredRounds: 20 });
  expect(power).toMatchObject({ rounds: 20, counted: 19, gate: { open: false } });
  expect(measurePower(times(20, together), { requiredRounds: 20 }).gate.open).toBe(true);
});

test('only effective racers decide overlap and the certain window', () => {
  const race = round([0, 8, 'accepted'], [1, 9], [50, 51, 'unknown'], [-40, -30, 'rejected']);
  const power = measurePower([race], { requiredRounds: 1 });
  expect(power).toMatchObject({
    effectiveRacers: 2,
    overlapping: 1,
    certainWindowMs: { least: 9, median: 9 },
  });
});

test('no window shorter than three gaps of the service is estimated', () => {
  const slow = round([0, 10, 'accepted'], [0, 14], [0, 18]);
  const windows = measurePower(times(20, slow), { requiredRounds: 20 }).estimates.map(
    ({ windowMs }) => windowMs,
  );
  expect(windows).toEqual([12, 20]);
});

test('without rounds the report makes no claim, and the gate stays shut', () => {
  const power = measurePower([], { requiredRounds: 0 });
  expect(power).toMatchObject({
    excludedShare: null,
    certainWindowMs: null,
    estimates: [],
    gate: { open: false },
  });
  expect(powerLines(power).filter((line) => /: no round counted/.test(line))).toHaveLength(3);
});
