import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../run/random.ts';
import {
  withControl,
  confirmRepeatedly,
  report,
  type Confirmed,
  type Sampling,
} from '../../../judging/confirm.ts';
import { judgeCrashes } from '../../../judging/crashes.ts';
import { Exchange } from '../../../history/exchange.ts';

let number = 0;

function answered(status: number): Exchange {
  number += 1;
  return new Exchange({
    number,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: { method: 'GET', target: '/resource', headers: [] },
    outcome: { kind: 'answer', status, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 0 },
    redirects: 0,
    endpoint: 'query',
  });
}

/**
 * Gives out what a script says, and notes what was asked: `t200 p400` answers a control request with 200, then a probe
 * with 400.
 */
function played(script: string) {
  const steps = script.split(' ');
  const asked: string[] = [];
  const next = (who: 't' | 'p') => (): Promise<Exchange> => {
    const step = steps[asked.length] ?? 'nothing more was to be asked';
    asked.push(who);
    if (!step.startsWith(who)) throw new Error(`${who} was asked for in place of ${step}`);
    return Promise.resolve(answered(Number(step.slice(1))));
  };
  return { control: next('t'), probe: next('p'), isOver: () => asked.length === steps.length };
}

/** The kinds of sample that a judgement reports, undecided ones with their code. */
function samplesOf(judge: (on: Sampling) => void): readonly string[] {
  const samples: string[] = [];
  const note = (kind: string) => (): void => void samples.push(kind);
  judge({
    held: note('held'),
    passed: note('passed'),
    violated: note('violated'),
    undecided: (code) => void samples.push(`undecided: ${code}`),
    noise: note('noise'),
    discarded: note('discarded'),
  });
  return samples;
}

const deviates = ({ status }: Exchange): boolean => status === 400;
const words = { expected: 'it to be accepted', deviation: 'it was refused' };
/** Draws the last turn for both pairs. */
const latest = { random: { ...createRandom(0), integer: (_low: number, high: number) => high } };
const calm = { world: { passing: { isDisturbance: () => false } } };

const reported = (confirmed: Confirmed): readonly string[] => samplesOf((on) => report(on, confirmed, words));

describe('a probe between accepted control requests', () => {
  test.each([
    ['is met by the first answer', 't200 p200', 'held'],
    [
      'violates when it deviates three times, each between two control requests',
      't200 p400 t200 p400 t200 p400 p400 t200 t200',
      'violated',
    ],
    ['has passed when it comes out right three times', 't200 p400 t200 p200 p200 p200', 'passed'],
    ['is undecided when it comes and goes', 't200 p400 t200 p200 p400', 'undecided: flaky'],
    ['is undecided when it is lost in between', 't200 p400 t200 p200 p200 p503', 'undecided: flaky'],
    ['has passed when it does not the last time', 't200 p400 t200 p400 t200 p404 p404 p404', 'passed'],
    ['has no premise if the control request is refused at once', 't422', 'discarded'],
    [
      'is undecided if the control request is refused after a deviation',
      't200 p400 t422',
      'undecided: flaky',
    ],
    [
      'is undecided if the last control request is',
      't200 p400 t200 p400 t200 p400 p400 t422',
      'undecided: flaky',
    ],
    ['is undecided if the control request is lost after a deviation', 't200 p400 t429', 'undecided: noise'],
    ['is undecided if the probe is lost after a deviation', 't200 p400 t200 p503', 'undecided: noise'],
    ['is noise if the first control request is lost', 't503', 'noise'],
    ['is noise if the first probe is lost', 't200 p503', 'noise'],
  ])('%s', async (_title, script, sample) => {
    const { isOver, ...asks } = played(script);
    expect(reported(await withControl({ ...latest, ...calm }, { ...asks, deviates }))).toEqual([sample]);
    expect(isOver()).toBe(true);
  });

  test.each([
    ['is not held by another answer', 't200 p200 p400', 'undecided: flaky'],
    ['has passed where three answers are right', 't200 p200 p200 p200', 'passed'],
    ['is not discarded if the control request is refused', 't422', 'undecided: flaky'],
    ['is not noise if the control request is lost', 't503', 'undecided: noise'],
    ['does not count among the three', 't200 p400 t200 p400 t200 p400 p400 t200 t200', 'violated'],
  ])('a probe whose deviation was seen before %s', async (_title, script, sample) => {
    const { isOver, ...asks } = played(script);
    expect(
      reported(await withControl({ ...latest, ...calm }, { ...asks, deviates, seen: answered(400) })),
    ).toEqual([sample]);
    expect(isOver()).toBe(true);
  });
});

describe('a probe alone', () => {
  test.each([
    ['is met by the first answer', 'p200', 'held'],
    ['violates when it deviates three times', 'p400 p400 p400', 'violated'],
    ['has passed when it comes out right three times', 'p400 p200 p200 p200', 'passed'],
    ['is undecided when it comes and goes', 'p400 p200 p200 p400', 'undecided: flaky'],
    ['is undecided when it is lost after a deviation', 'p400 p503', 'undecided: noise'],
    ['is noise where it is lost at once', 'p503', 'noise'],
  ])('%s', async (_title, script, sample) => {
    const { probe, isOver } = played(script);
    expect(reported(await confirmRepeatedly(calm, { probe, deviates }))).toEqual([sample]);
    expect(isOver()).toBe(true);
  });

  test('counts a deviation that was seen as the first of three', async () => {
    const { probe, isOver } = played('p400 p400');
    expect(reported(await confirmRepeatedly(calm, { probe, deviates, seen: answered(400) }))).toEqual([
      'violated',
    ]);
    expect(isOver()).toBe(true);
  });

  test('is sent six times if its status comes and goes elsewhere', async () => {
    const { probe, isOver } = played('p400 p400 p400 p400 p400 p400');
    const world = { passing: { isDisturbance: () => true } };
    expect(reported(await confirmRepeatedly({ world }, { probe, deviates }))).toEqual(['violated']);
    expect(isOver()).toBe(true);
  });

  test('a success that was due to no caller never passes a probe', async () => {
    const { probe, isOver } = played('p200 p400');
    const grants = ({ succeeded }: Exchange): boolean => succeeded;
    expect(reported(await confirmRepeatedly(calm, { probe, deviates: grants }))).toEqual([
      'undecided: flaky',
    ]);
    expect(isOver()).toBe(true);
  });

  test('a probe of several requests deviates if all of them do', async () => {
    const probe = () => Promise.resolve([answered(400), answered(200)]);
    expect((await confirmRepeatedly(calm, { probe, deviates })).kind).toBe('met');
  });
});

describe('a server error of all parts together', () => {
  const met: Confirmed = { kind: 'met', exchanges: [answered(200)] };

  test('stays unexplained if no part fails alone', async () => {
    const samples: string[] = [];
    await judgeCrashes(
      { ...silent, undecided: (code) => void samples.push(code) },
      answered(500),
      [1, 2],
      () => Promise.resolve(met),
    );
    expect(samples).toEqual(['server-error']);
  });

  test('is explained by a part that fails', async () => {
    const samples: string[] = [];
    const found: Confirmed = { kind: 'every-time', exchanges: [answered(500)], times: 3 };
    await judgeCrashes(
      { ...silent, undecided: (code) => void samples.push(code) },
      answered(500),
      [met, found],
      (one) => Promise.resolve(one),
    );
    expect(samples).toEqual([]);
  });
});

const ignore = (): void => undefined;
const silent: Sampling = {
  held: ignore,
  passed: ignore,
  violated: ignore,
  undecided: ignore,
  noise: ignore,
  discarded: ignore,
};
