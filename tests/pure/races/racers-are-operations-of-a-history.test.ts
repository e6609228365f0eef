import { describe, expect, test } from 'vitest';
import type { Racer } from '../../../properties/races/race.ts';
import {
  countOf,
  entry,
  historyOf,
  onTheWire,
  operationOf,
  readEntries,
  readingOf,
  withoutRepeats,
} from '../../../properties/races/round.ts';
import { resulting } from '../../../properties/races/retry-loops.ts';
import { exchangeAt, lost, raceStage, trackOf, unsent } from '../../support/stages/race-stage.ts';
import { nobody, type Answer } from '../../support/stages/scripted-stage.ts';
import { writeJson } from '../../../wire/json/json.ts';

const racer = (
  outcome: Racer['outcome'],
  answer: Answer = [200],
  more: Partial<Racer> & Parameters<typeof exchangeAt>[1] = {},
): Racer => ({
  canary: 'c1',
  stated: '4',
  outcome,
  exchange: exchangeAt(answer, { number: 7, sent: 1, answered: 5, ...more }),
  ...more,
});

describe('a racer in a history', () => {
  test.each<readonly [string, Racer['outcome'], Answer, readonly unknown[]]>([
    ['as accepted, its result not known', 'accepted', [200, '{"version":9}'], [{ kind: 'accepted', id: 'update-7', sent: 1, answered: 5, stated: '4', resulting: null }]],
    ['as refused', 'refused', [409], [{ kind: 'refused', id: 'update-7', sent: 1, answered: 5, stated: '4' }]],
    ['as unknown, however it was answered', 'unknown', [500], [{ kind: 'unknown', id: 'update-7', sent: 1, answered: null, stated: '4' }]],
    ['as unknown where no answer came', 'unknown', lost, [{ kind: 'unknown', id: 'update-7', sent: 1, answered: null, stated: '4' }]],
    ['not where nothing of it was sent', 'unknown', unsent, []],
    ['not where another refusal stands outside', 'rejected', [422], []],
  ])('%s', (_how, outcome, answer, operations) => {
    expect(operationOf(racer(outcome, answer))).toEqual(operations);
  }); // prettier-ignore

  test.each<readonly [string, Answer, boolean, string | null]>([
    ['as its answer shows, where answers do', [200, '{"version":9}'], true, '9'],
    ['not where answers do not show it', [200, '{"version":9}'], false, null],
    ['not where this one does not', [200, '{}'], true, null],
    ['not where it shows no whole number', [200, '{"version":"9"}'], true, null],
  ])('leads to a version %s', (_when, answer, answersShowVersion, version) => {
    const { on } = raceStage({}, { answersShowVersion });
    const one = racer('accepted', answer);
    expect(operationOf(one).map((operation) => resulting(on, operation, one))).toMatchObject([
      { resulting: version },
    ]);
    const other = racer('refused', answer);
    expect(operationOf(other).map((operation) => resulting(on, operation, other))).toEqual(
      operationOf(other),
    );
  });
});

describe('a read in a history', () => {
  const read = (json: string) => readingOf(exchangeAt([200, json], { number: 3, sent: 2, answered: 4, name: 'readById' }));

  test('has the version that it shows, in its own spelling', () => {
    expect(read('{"version":12345678901234567891}')).toEqual([
      { kind: 'read', id: 'read-3', sent: 2, answered: 4, shown: '12345678901234567891' },
    ]);
  });

  test.each(['{}', '{"version":"3"}', '{"version":3.5}', '[]'])('is left out if it shows no version: %s', (json) => {
    expect(read(json)).toEqual([]);
  });
}); // prettier-ignore

test.each([
  ['h1', 'h1 last-byte'],
  ['h2', 'h2'],
  [undefined, 'one by one'],
] as const)('a history states its subject, and how it was sent: %s', (transport, name) => {
  const { newOwn } = raceStage();
  const track = trackOf(newOwn(), { calibration: { moved: 6, of: 7 } });
  const operations = operationOf(racer('accepted'));
  expect(historyOf(track, { initial: '4', operations, transport })).toEqual({
    schemaVersion: 1,
    resource: 'own1',
    initial: '4',
    operations,
    calibration: { moved: 6, of: 7 },
    soleWriter: true,
    transport: name,
  });
});

describe('among accepted racers', () => {
  const on = (answersShowVersion: boolean) => raceStage({}, { answersShowVersion }).on;
  const same = (answer: Answer) => racer('accepted', answer, { canary: undefined, body: 'the same' });
  const count = (racers: readonly Racer[], answersShowVersion = false) =>
    withoutRepeats(on(answersShowVersion), racers).length;

  test('each update with unique content counts', () => {
    const body = 'the same';
    expect(count([racer('accepted', [200], { canary: 'c1', body }), racer('accepted', [200], { canary: 'c2', body })])).toBe(2);
    expect(count([racer('accepted', [200], { canary: undefined, body: 'one' }), racer('accepted', [200], { canary: undefined, body: 'two' })])).toBe(2);
  }); // prettier-ignore

  test('only the first of identical racers counts', () => {
    const racers = [same([200]), same([200]), same([200])];
    expect(withoutRepeats(on(false), racers)).toEqual(racers.slice(0, 1));
    expect(withoutRepeats(on(false), racers)[0]).toBe(racers[0]);
  });

  test.each<readonly [string, boolean, string, string, number]>([
    ['each counts that shows a version of its own', true, '{"version":5}', '{"version":6}', 2],
    ['the first counts where both show one', true, '{"version":5}', '{"version":5}', 1],
    ['the first counts where answers do not show it', false, '{"version":5}', '{"version":6}', 1],
  ])('identical racers %s', (_which, shows, one, two, expected) => {
    expect(count([same([200, one]), same([200, two])], shows)).toBe(expected);
  });

  test.each(['refused', 'rejected', 'unknown'] as const)('a racer does not count if it was %s', (outcome) => {
    expect(count([racer(outcome), racer(outcome, [200], { canary: undefined }), racer('accepted')])).toBe(1);
  });
});

describe('a racer has raced, by its power', () => {
  test.each<readonly [string, Racer['outcome'], Answer, boolean, Racer['outcome']]>([
    ['as it was accepted', 'accepted', [200], true, 'accepted'],
    ['as it was refused', 'refused', [409], false, 'refused'],
    ['and lost, where it is told that the resource is locked', 'rejected', [423], false, 'refused'],
    ['and lost, where 503 speaks of the resource', 'unknown', [503], true, 'refused'],
    ['and not, where 503 may be load', 'unknown', [503], false, 'unknown'],
    ['and not, by another server error', 'unknown', [500], true, 'unknown'],
    ['and not, by 502', 'unknown', [502], true, 'unknown'],
    ['and not, by another refusal', 'rejected', [422], true, 'rejected'],
  ])('%s', (_how, outcome, answer, busy, counted) => {
    expect(onTheWire({ racers: [racer(outcome, answer)] }, busy)).toEqual([
      { sent: 1, answered: 5, outcome: counted },
    ]);
  });

  test('a racer without an answer has no time of an answer', () => {
    expect(onTheWire({ racers: [racer('unknown', lost)] }, true)).toEqual([
      { sent: 1, answered: null, outcome: 'unknown' },
    ]);
  });
});

test('racers are counted by their results', () => {
  const racers = [racer('accepted'), racer('refused'), racer('refused'), racer('unknown')];
  expect((['accepted', 'refused', 'rejected', 'unknown'] as const).map((one) => countOf({ racers }, one))).toEqual([1, 2, 0, 1]);
}); // prettier-ignore

describe('a participant of a race', () => {
  const { on, newOwn } = raceStage();
  const own = newOwn();
  const other = { ...nobody, label: 'other' };

  test('is an update with the version as written, under the named token', () => {
    const [name, ask] = entry(own, '10e-1', [{ action: 'doSomeThing' }], other);
    expect([name, ask.path, ask.as]).toEqual(['update', { id: 'own1' }, other]);
    expect(writeJson(ask.json ?? null)).toBe('{"version":10e-1,"actions":[{"action":"doSomeThing"}]}');
    expect('as' in entry(own, '1', [])[1]).toBe(false);
  });

  test.each([0, 1, 3])('is a number of reads by the reader: %i', (count) => {
    expect(readEntries(on, own, count)).toEqual(
      Array.from({ length: count }, () => ['readById', { path: { id: 'own1' }, as: nobody }]),
    );
  });
});
