import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import { versionOf } from '../../../implementation/resources/own-resource.ts';
import type { Racer, Round } from '../../../properties/races/race.ts';
import { look, readUntilMoved, traceIn } from '../../../properties/races/reads.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';
import { exchangeAt, raceStage, trackOf } from '../../support/stages/race-stage.ts';

const stage = raceStage({}, { pointers: ['/someProperty'] });
const own = stage.newOwn();

const racer = (outcome: Racer['outcome'], canary: string | undefined): Racer => ({
  canary,
  stated: '1',
  outcome,
  exchange: exchangeAt(outcome === 'accepted' ? [200] : [409]),
});

const roundOf = (...racers: readonly Racer[]): Round => ({
  own,
  stated: '1',
  transport: 'h1',
  racers,
  drawn: { racers: [], reads: 0, transport: 0 },
  stray: undefined,
  winners: racers.filter(({ outcome }) => outcome === 'accepted'),
  read: undefined,
  history: { schemaVersion: 1, resource: 'own1', initial: '1', operations: [], calibration: { moved: 5, of: 5 }, soleWriter: true, transport: 'h1' },
}); // prettier-ignore

const traceOf = (answer: Answer, ...rounds: readonly Round[]) =>
  traceIn(stage.on, { read: exchangeAt(answer, { name: 'readById' }), rounds });

const showing = (text: string): Answer => [
  200,
  JSON.stringify({ id: 'own1', version: 2, someProperty: text }),
];

describe('a read shows the value of a loser', () => {
  test('a read counts if the value of an update that was answered 409 shows', () => {
    const loser = racer('refused', 'c2');
    const round = roundOf(racer('accepted', 'c1'), loser);
    expect(traceOf(showing('c2'), round)).toEqual({ round, loser, pointer: '/someProperty' });
  });

  test('a read counts in an earlier round too, and in the last round first', () => {
    const [first, last] = [roundOf(racer('refused', 'c2')), roundOf(racer('refused', 'c2'))];
    expect(traceOf(showing('c2'), first, roundOf(racer('refused', 'c9')))?.round).toBe(first);
    expect(traceOf(showing('c2'), first, last)?.round).toBe(last);
  });

  test('a read counts even if earlier losers had none', () => {
    const loser = racer('refused', 'c3');
    const round = roundOf(racer('refused', undefined), racer('refused', 'c2'), loser);
    expect(traceOf(showing('c3'), round)?.loser).toBe(loser);
  });

  test.each<readonly [string, Answer, readonly Racer[]]>([
    ['shows nothing of one', showing('c1'), [racer('accepted', 'c1'), racer('refused', 'c2')]],
    ['shows the value of a winner', showing('c2'), [racer('accepted', 'c2'), racer('refused', 'c3')]],
    [
      'shows one that was answered otherwise',
      showing('c2'),
      [racer('rejected', 'c2'), racer('unknown', 'c2')],
    ],
    ['shows nothing of one without a value', showing(''), [racer('refused', undefined)]],
    [
      'mentions it where no state is',
      [200, '{"id":"own1","version":2,"log":"c2"}'],
      [racer('refused', 'c2')],
    ],
    ['is refused', [404, '{"someProperty":"c2"}'], [racer('refused', 'c2')]],
  ])('a read does not count if it %s', (_what, answer, racers) => {
    expect(traceOf(answer, roundOf(...racers))).toBeUndefined();
  });

  test('a read does not count without rounds', () => {
    expect(traceOf(showing('c2'))).toBeUndefined();
  });
});

test('the check is one read, later than earlier requests, and versions in answers still count', async () => {
  const { on, sent, newOwn } = raceStage();
  const looked = newOwn(3);
  looked.show('7');
  const track = trackOf(looked, { unseen: 3 });
  const read = await look(on, track);
  expect(sent).toMatchObject([{ name: 'readById', at: 1 }]);
  expect(read.succeeded).toBe(true);
  expect([track.unseen, looked.shown]).toEqual([0, '7']);
  const unknown = newOwn(3);
  await look(on, trackOf(unknown));
  expect(unknown.shown).toBe('3');
});

describe('reads until the version has changed', () => {
  async function reads(answers: readonly Answer[], known: Partial<Learnt> = {}, stated = '1') {
    let asked = 0;
    const store: Departures = {
      answer: () => {
        asked += 1;
        return answers[asked - 1] ?? answers.at(-1);
      },
    };
    const { on, sent, newOwn } = raceStage(store, known);
    const one = newOwn();
    one.written(on.clock.now());
    const read = await readUntilMoved(on, one, stated);
    return { status: read.status, shown: versionOf(read.value), count: sent.length, first: sent[0]?.at, last: sent.at(-1)?.at ?? 0 };
  } // prettier-ignore
  const at = (version: string): Answer => [200, `{"id":"own1","version":${version}}`];

  test('are one read if the first shows another version', async () => {
    const { count, first, shown } = await reads([at('2')]);
    expect([count, first, shown]).toEqual([1, 1, '2']);
  });

  test('continue while the stated version shows, however it is spelled', async () => {
    const { count, shown } = await reads([at('1'), at('1.0'), at('10e-1'), at('2')]);
    expect([count, shown]).toEqual([4, '2']);
  });

  test('continue while no answer shows a version', async () => {
    expect((await reads([[404], [200, '{}'], at('2')])).count).toBe(3);
  });

  test('end with the lag, with a last read after it', async () => {
    const { last, shown } = await reads([at('1')]);
    expect(last).toBeGreaterThanOrEqual(1_000);
    expect(last).toBeLessThan(1_100);
    expect(shown).toBe('1');
  });

  test('end sooner if a wait is known to be in vain', async () => {
    const { last } = await reads([at('1')], { futileWaits: 3 });
    expect(last).toBeLessThan(400);
  });
});
