import { describe, expect, test } from 'vitest';
import { matchingUpdate } from '../../../implementation/updates/matching-update.ts';
import type { MissedConflict, SpuriousConflict } from '../../../implementation/updates/mismatch-batch.ts';
import { anyAction } from '../../../implementation/updates/known-actions.ts';
import { lateMatches, lateMismatches } from '../../../properties/mismatches/late-mismatches.ts';
import { missedConflicts } from '../../../properties/mismatches/missed-conflicts.ts';
import { spuriousConflicts } from '../../../properties/mismatches/spurious-conflicts.ts';
import { outlineOf, type Known } from '../../support/stages/judged-stage.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';
import { answered, type Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';

const spurious = (target: string, explainedBy?: SpuriousConflict['explainedBy']): SpuriousConflict => ({
  exchange: answered([409], 1, { target }),
  explainedBy,
  costMs: 100,
});

describe('409 answers to the version just shown', () => {
  async function judged(
    met: readonly SpuriousConflict[],
    learnt: Known['learnt'] = {},
    departures: Departures = {},
  ) {
    const stage = propertyStage(departures, { learnt });
    stage.spurious.push(...met);
    await spuriousConflicts.check(stage.on);
    const updates = stage.sent.filter(({ name }) => name === 'update').length;
    const creates = stage.sent.filter(({ name }) => name === 'create').length;
    return { ...stage, outline: outlineOf(stage.told), updates, creates };
  }

  test.each([
    ['none', []],
    ['one', [spurious('/a')]],
    ['one that a lag explains', [spurious('/a', 'lag')]],
  ] as const)('prove nothing if there is %s, and send no request', async (_what, met) => {
    const { outline, sent } = await judged(met);
    expect([outline, sent]).toEqual([[], []]);
  });

  test.each([
    ['two that a lag explains', [spurious('/a', 'lag'), spurious('/a', 'lag')], 60],
    ['one that no lag explains beside another', [spurious('/a'), spurious('/a', 'lag')], 100],
  ] as const)('are searched for at twenty resources if there are %s', async (_what, met, times) => {
    const asked: string[] = [];
    const {
      on,
      told,
      spurious: known,
      sent,
    } = propertyStage(
      {},
      {
        stage: {
          // Cheap, since there are hundreds of them.
          ask: (name) => {
            asked.push(name);
            return Promise.resolve(answered([200, '{"version":1}']));
          },
        },
      },
    );
    known.push(...met);
    await spuriousConflicts.check(on);
    expect(told).toEqual([]);
    expect(sent.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, () => 'create'));
    expect(asked.filter((name) => name === 'update')).toHaveLength(times);
  });

  test.each(['upserts', 'siblingsMove'] as const)(
    'are not searched for if resources cannot be distinguished: %s',
    async (name) => {
      const { outline, sent } = await judged([spurious('/a', 'lag'), spurious('/b', 'lag')], {
        [name]: true,
      });
      expect([outline, sent]).toEqual([[], []]);
    },
  );

  test.each([
    ['two of them', ['company', 'company'], undefined, ['undecided: flaky']],
    ['one beside one that a lag explains', ['company', 'lag'], undefined, []],
    ['two where nothing else is answered as is due', ['company', 'company'], 503, []],
  ] as const)(
    'are left undecided if they occur only with concurrent requests: %s',
    async (_what, met, status, told) => {
      const departures: Departures =
        status === undefined ? {} : { answer: (name) => (name === 'query' ? [status] : undefined) };
      const { outline, updates } = await judged(
        met.map((explainedBy) => spurious('/a', explainedBy)),
        {},
        departures,
      );
      expect([outline, updates]).toEqual([told, 60]);
    },
  );

  test('are searched for concurrently if they occur neither alone nor after the lag', async () => {
    let underWay = 0;
    let most = 0;
    const alone: (boolean | undefined)[] = [];
    const { on, told, spurious: known } = propertyStage(
      {},
      {
        stage: {
          ask: async (name, ask = {}) => {
            if (name === 'update') alone.push(ask.alone);
            underWay += 1;
            most = Math.max(most, underWay);
            await Promise.resolve();
            underWay -= 1;
            return answered([200, '{"version":1}']);
          },
        },
      },
    ); // prettier-ignore
    known.push(spurious('/a', 'lag'), spurious('/b', 'lag'));
    await spuriousConflicts.check(on);
    expect(told).toEqual([]);
    expect(most).toBeGreaterThan(1);
    expect(alone).toEqual([...Array.from({ length: 40 }, () => true), ...Array.from({ length: 20 }, () => false)]);
  }); // prettier-ignore

  test('are reported once one resource has met three, and end its updates', async () => {
    const { outline, updates, broken } = await judged([
      spurious('/a'),
      spurious('/b'),
      spurious('/a'),
      spurious('/a'),
    ]);
    expect([outline, updates]).toEqual([['violated'], 0]);
    expect(broken).toMatchObject([{ reproduced: '3/3', exchanges: { length: 3 } }]);
  });

  test('are searched for at twelve resources if two occur that no lag explains', async () => {
    const { outline, creates, updates } = await judged([spurious('/a'), spurious('/b')]);
    expect([outline, creates, updates]).toEqual([['undecided: flaky'], 12, 240]);
  });

  test('are undecided if no resource meets three, however many updates are sent', async () => {
    const unreadable: Departures = { answer: (name) => (name === 'readById' ? [200, '{}'] : undefined) };
    const met = [spurious('/a'), spurious('/a'), spurious('/b')];
    const { outline, creates, told } = await judged(met, {}, unreadable);
    expect([outline, creates]).toEqual([['undecided: flaky'], 12]);
    expect(told).toMatchObject([{ statuses: [409, 409], more: { deviated: true } }]);
  });

  test('are undecided if resources cannot be distinguished', async () => {
    const two = [spurious('/a'), spurious('/a')];
    const { outline, updates } = await judged(two, { siblingsMove: true });
    expect([outline, updates]).toEqual([['undecided: flaky'], 0]);
  });

  test('are not reported against the server if no other request of the run is answered as due', async () => {
    const three = [spurious('/a'), spurious('/a'), spurious('/a')];
    const { outline } = await judged(three, {}, { answer: (name) => (name === 'query' ? [503] : undefined) });
    expect(outline).toEqual([]);
  });
});

describe('mismatches that did not get 409', () => {
  const missing = (isAlone: boolean, status = 400): MissedConflict => ({
    probe: { label: 'far', version: '7919', far: true },
    exchange: answered([status]),
    aimed: '1',
    actions: [{ action: 'changeSomeProperty', someProperty: 'a' }],
    isAlone,
  });

  /** Mismatches are answered so in turn; before, this many updates were refused with 400. */
  async function judged(
    met: readonly MissedConflict[],
    before: number,
    answers: (turn: number) => Answer = () => [409],
    controls: (turn: number) => Answer | undefined = () => undefined,
  ) {
    let turn = -before;
    const stage = propertyStage({
      answer: (name, _id, _at, { json }) => {
        if (name !== 'update') return undefined;
        const isMismatch = turn < 0 || /\{"source":"(?:79|[1-9]\d{3})/.test(JSON.stringify(json));
        if (!isMismatch) return controls(turn);
        turn += 1;
        return turn <= 0 ? [400] : answers(turn);
      },
    });
    for (let time = 0; time < before; time += 1)
      await stage.on.ask('update', { path: { id: 'r1' }, json: { version: 1 } });
    stage.sent.splice(0);
    stage.missed.push(...met);
    await missedConflicts.check(stage.on);
    return { ...stage, outline: outlineOf(stage.told), mismatches: Math.max(0, turn) };
  }

  test('show nothing if there are none', async () => {
    const { outline, sent } = await judged([], 3);
    expect([outline, sent]).toEqual([[], []]);
  });

  test.each([
    [false, []],
    [true, ['undecided: flaky']],
  ])('mismatches with a rare status are undecided if they were sent alone: %s', async (isAlone, outline) => {
    const judgement = await judged([missing(isAlone)], 2);
    expect([judgement.outline, judgement.mismatches]).toEqual([outline, 0]);
  });

  test.each([
    [false, []],
    [true, ['undecided: flaky']],
  ])(
    'mismatches with a frequent status are sent thirty more times, and stay undecided if all are answered 409: %s',
    async (isAlone, outline) => {
      const judgement = await judged([missing(isAlone)], 3);
      expect([judgement.outline, judgement.mismatches]).toEqual([outline, 30]);
    },
  );

  test('are reported if two more of them occur between 409 answers', async () => {
    const { outline, broken, mismatches } = await judged([missing(false)], 3, (turn) => [
      turn % 2 === 0 ? 400 : 409,
    ]);
    expect([outline, mismatches]).toEqual([['violated'], 5]);
    expect(broken).toMatchObject([{ reproduced: '2/5', deviation: { stated: 'other' } }]);
    expect(broken[0]?.exchanges).toMatchObject([
      { exchange: { status: 409 }, role: 'control' },
      { exchange: { status: 400 }, culprit: true },
    ]);
  });

  test.each([
    ['no 409 is seen any more', () => 400, 30],
    ['one of them stands between 409s', (turn: number) => (turn === 2 ? 400 : 409), 60],
    ['a limit has set in', (turn: number) => (turn < 3 ? 409 : 400), 30],
  ] as const)('are undecided if %s', async (_what, status, asked) => {
    const { outline, mismatches } = await judged([missing(false)], 3, (turn) => [status(turn)]);
    expect([outline, mismatches]).toEqual([['undecided: flaky'], asked]);
  });

  test.each([
    ['every second control request is refused', (turn: number) => turn % 2 === 0, 59],
    ['all are', () => true, 60],
  ] as const)(
    'are sent again if they are not between accepted control requests: %s',
    async (_what, isRefused, sent) => {
      const { mismatches } = await judged([missing(false)], 3, undefined, (turn) =>
        isRefused(turn) ? [400] : undefined,
      );
      expect(mismatches).toBe(sent);
    },
  );

  test('are sent without other requests, at most five a second', async () => {
    const { sent } = await judged([missing(false)], 3);
    const updates = sent.filter((one) => one.name === 'update' && statedIn(one).length > 3);
    expect(updates.every(({ ask }) => ask.alone === true)).toBe(true);
    const gaps = updates.slice(1).map(({ at }, before) => at - (updates[before]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(400);
  });
});

describe('a distant version at the end of the run', () => {
  async function judged(departures: Departures = {}, learnt: Known['learnt'] = {}) {
    const stage = propertyStage(departures, { learnt, stage: { reach: 16 } });
    await lateMismatches.check(stage.on);
    return { ...stage, outline: outlineOf(stage.told) };
  }

  test('passes if it is refused, or crashes the server, and gives no usable answer if its answer is lost', async () => {
    for (const [status, outline] of [[409, 'held'], [400, 'held'], [500, 'held'], [503, 'noise']] as const) {
      const stage = await judged({ answer: (name) => (name === 'update' ? [status] : undefined) });
      expect(new Set(stage.outline)).toEqual(new Set([outline]));
      expect(stage.outline.length).toBeGreaterThan(3);
      expect(stage.outline.length).toBeLessThan(9);
    }
  }); // prettier-ignore

  test('is reported after one accepted request', async () => {
    const { outline, broken } = await judged({ answer: (name) => (name === 'update' ? [200] : undefined) });
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([{ deviation: { stated: 'other', actual: '1' }, exchanges: { length: 1 } }]);
  });

  test('succeeds after a read', async () => {
    const { sent } = await judged();
    expect(sent.slice(0, 3).map(({ name }) => name)).toEqual(['create', 'readById', 'update']);
    expect(sent.filter(({ name }) => name === 'readById')).toHaveLength(1);
  });

  test.each(['upserts', 'siblingsMove'] as const)(
    'is not stated if resources cannot be distinguished: %s',
    async (name) => {
      const { outline, sent } = await judged({}, { [name]: true });
      expect([outline, sent]).toEqual([['discarded: premise-failed'], []]);
    },
  );

  test('is not stated if the version does not show', async () => {
    const { outline } = await judged({ answer: (name) => (name === 'readById' ? [404] : undefined) });
    expect(outline).toEqual([]);
  });
});

describe('the actual version at the end of the run', () => {
  async function judged(answers: readonly (Answer | undefined)[], known: Known = {}, used = 1) {
    let rest: (Answer | undefined)[] = [];
    const stage = propertyStage({ answer: (name) => (name === 'update' ? rest.shift() : undefined) }, known);
    await stage.on.own(async (own) => {
      for (let time = 0; time < used; time += 1) await matchingUpdate(stage.on, own, [anyAction(stage.on)]);
    });
    stage.sent.splice(0);
    rest = [...answers];
    await lateMatches.check(stage.on);
    return {
      ...stage,
      outline: outlineOf(stage.told),
      updates: stage.sent.filter(({ name }) => name === 'update'),
    };
  }
  const conflicts = (count: number) => Array.from({ length: count }, (): Answer => [409]);

  test('passes after one accepted update without concurrent requests', async () => {
    const { outline, updates } = await judged([]);
    expect(outline).toEqual(['held']);
    expect(updates).toMatchObject([{ ask: { alone: true } }]);
  });

  test('is reported if both actions are answered 409 every time', async () => {
    const { outline, broken } = await judged(conflicts(40));
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([
      { exchanges: [{ status: 409 }, { status: 409 }], deviation: { stated: 'actual' } },
    ]);
  });

  test('is undecided if the other action is accepted', async () => {
    const { outline, told } = await judged(conflicts(4));
    expect(outline).toEqual(['undecided: flaky']);
    expect(told).toMatchObject([{ statuses: [409], more: { deviated: true } }]);
  });

  test.each([
    ['an update is refused', [[400]], {}, 1],
    ['an update crashes the server', [[500], [500], [500], [500]], {}, 1],
    ['none was accepted before', [], { updates: 'refused' }, 1],
    ['resources do not stand apart', [], { siblingsMove: true }, 1],
    ['the resource was not used', [], {}, 0],
  ] as readonly (readonly [string, readonly Answer[], NonNullable<Known['learnt']>, number])[])('shows nothing if %s', async (_what, answers, learnt, used) => {
    expect((await judged(answers, { learnt }, used)).outline).toEqual([]);
  }); // prettier-ignore
});
