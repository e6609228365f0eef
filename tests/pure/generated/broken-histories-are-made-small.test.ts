import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ModelCommand } from '../../../properties/model/command.ts';
import { Model } from '../../../properties/model/model.ts';
import { carryOut, playAll, type Lane, type Play } from '../../../properties/model/playing.ts';
import type { ModelClause } from '../../../properties/model/verdicts.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';
import type { Known } from '../../support/stages/judged-stage.ts';
import { exchangeAt } from '../../support/stages/race-stage.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const read: ModelCommand = { do: 'read' };
const update: ModelCommand = { do: 'update' };
const broken = { expected: '', deviation: { kind: 'status' }, exchanges: [] } as const;
const found = '4.5/200-on-match';
const removed = '4.11/refused-delete-has-no-effect';

interface Told {
  readonly commands: readonly ModelCommand[];
  readonly each: 'anew' | undefined;
}

/** Lanes whose commands hold the clause, but for updates, which break this one as often as is said. */
async function met(clause: ModelClause | undefined, times = Infinity, known: Known = {}) {
  const stage = propertyStage({}, known);
  const own = await stage.made();
  const sibling = await stage.made();
  const plays: Told[] = [];
  let left = times;
  const play: Play = (_on, commands, each) => {
    plays.push({ commands, each });
    const model = new Model(
      own,
      (one, text) => (JSON.stringify(one.value).includes(text) ? '/a' : undefined),
      {},
    );
    const at = clause === undefined ? -1 : commands.findIndex((one) => one.do === 'update');
    if (clause !== undefined && at >= 0 && (left -= 1) >= 0) model.verdicts.breakOff(clause, broken);
    else model.verdicts.hold(found, commands.length);
    return Promise.resolve({ model, length: model.verdicts.isOver ? at + 1 : commands.length, began: [] });
  };
  const lane = (commands: readonly ModelCommand[], beside = false): Lane => ({
    history: fc.constant(commands),
    play,
    sibling: beside ? sibling : undefined,
  });
  return { ...stage, own, sibling, plays, play, lane };
}

const whole = [read, update, read, read, read, read, read];

/** A lane on which an update shows that long after it, or once alone. */
async function lateLanes(
  lateMs: number | undefined,
  drawnAgain?: { readonly seed: number; readonly path: string },
) {
  const { on, made } = propertyStage({}, drawnAgain === undefined ? {} : { stage: { drawnAgain } });
  const own = await made();
  const plays: (readonly ModelCommand[])[] = [];
  const play: Play = (_on, commands) => {
    plays.push(commands);
    const model = new Model(own, () => undefined, {});
    const writtenAt = commands.indexOf(update);
    const last = commands.at(-1);
    // Each command takes seven milliseconds, and the look another time where it says so.
    const looksAt = 7 * (commands.length - 1) + (last?.do === 'read' ? (last.afterMs ?? 0) : 0);
    const passed = looksAt - 7 * writtenAt;
    const shows = last?.do === 'read' && writtenAt >= 0 && passed >= (lateMs ?? Infinity);
    if (plays.length === 1 || (shows && lateMs !== undefined))
      model.verdicts.breakOff('4.10/conflict-has-no-effect', {
        ...broken,
        exchanges: [
          exchangeAt([409], { sent: 7 * writtenAt, answered: 7 * writtenAt + 1 }),
          exchangeAt([200], { name: 'readById', sent: looksAt, answered: looksAt + 1 }),
        ],
      });
    return Promise.resolve({ model, length: commands.length, began: commands.map((_, at) => 7 * at) });
  };
  const lane: Lane = { history: fc.constant(whole), play, sibling: undefined };
  return { on, lane, plays };
}

describe('histories without violations', () => {
  test('add up the passed samples', async () => {
    const { on, lane, plays } = await met(undefined);
    const runs = await playAll(on, 3, [lane([read, read]), lane([read]), lane([])]);
    expect(runs.held).toEqual(new Map([[found, 3]]));
    expect([runs.broken, runs.small, runs.foundAfter, runs.repeats, runs.suspect, runs.doubt]).toEqual([
      undefined,
      undefined,
      0,
      0,
      false,
      undefined,
    ]);
    expect(plays.map(({ each }) => each)).toEqual([undefined, undefined, undefined]);
  });

  test('read the other resource once, if there is one', async () => {
    const { on, lane, sent, sibling } = await met(undefined);
    await playAll(on, 3, [lane([read]), lane([read], true)]);
    expect(sent.map(({ name, ask }) => [name, ask.path?.['id']])).toEqual([['readById', sibling.id]]);
    sent.splice(0);
    await playAll(on, 3, [lane([read])]);
    expect(sent).toEqual([]);
  });

  test('report doubts and suspicions', async () => {
    const { on, own } = await met(undefined);
    const model = new Model(own, () => undefined, {});
    model.refused.addDenied('x');
    model.refused.look(answered([200, '{"a":"x"}']));
    const lane: Lane = {
      history: fc.constant([]),
      play: () => Promise.resolve({ model, length: 0, began: [] }),
      sibling: undefined,
    };
    expect((await playAll(on, 3, [lane])).suspect).toBe(true);
  });
});

describe('a history that breaks a clause', () => {
  const commands = [read, read, update, read];

  test('is cut after the breaking command, and made small by replays', async () => {
    const { on, lane, plays } = await met(found);
    const runs = await playAll(on, 3, [lane([read]), lane(commands)]);
    expect(runs).toMatchObject({
      foundAfter: 3,
      broken: { clause: found },
      repeats: 0,
      small: { value: [update], again: true, seed: 4 },
    });
    expect(plays.slice(2).every(({ each }) => each === 'anew')).toBe(true);
    expect(plays[2]?.commands).toEqual([read, read, update]);
  });

  test('is reported unchanged if the repeated history breaks nothing', async () => {
    const { on, lane } = await met(found, 1);
    const { small } = await playAll(on, 3, [lane(commands)]);
    expect(small).toMatchObject({ value: [read, read, update], again: false });
  });

  test('is played again by its seed and path, and not made smaller', async () => {
    const one = await met(found);
    const { small } = await playAll(one.on, 3, [one.lane([read]), one.lane(commands)]);
    const drawnAgain = { seed: small?.seed ?? 0, path: small?.path ?? '' };
    const again = await met(found, Infinity, { stage: { drawnAgain } });
    const runs = await playAll(again.on, 3, [again.lane([read]), again.lane(commands)]);
    // As the tries that cut it: on a resource made for it.
    expect(again.plays).toEqual([{ commands: [update], each: 'anew' }]);
    expect(runs.small).toMatchObject({ ...drawnAgain, value: [update], again: false });
  });

  test('is replayed up to its cut if it had not shrunk', async () => {
    const one = await met(found, 1);
    const { small } = await playAll(one.on, 3, [one.lane(commands)]);
    const again = await met(found, 0, {
      stage: { drawnAgain: { seed: small?.seed ?? 0, path: small?.path ?? '' } },
    });
    expect((await playAll(again.on, 3, [again.lane(commands)])).broken).toBeUndefined();
    expect(again.plays).toEqual([{ commands: [read, read, update], each: undefined }]);
  });

  test.each([
    ['what was done meanwhile', 30],
    ['nothing, where it does not show again', undefined],
  ])(
    'is shortened to the write and a later read if the effect shows late, without %s',
    async (_what, lateMs) => {
      const one = await lateLanes(lateMs);
      const { small } = await playAll(one.on, 3, [one.lane]);
      const late: readonly ModelCommand[] = [update, { do: 'read', afterMs: 35 }];
      expect(small).toMatchObject(
        lateMs === undefined
          ? { value: whole, again: false }
          : { value: late, again: true, path: expect.stringContaining('0@2~35/') as string },
      );
      const again = await lateLanes(lateMs, { seed: small?.seed ?? 0, path: small?.path ?? '' });
      await playAll(again.on, 3, [again.lane]);
      expect(again.plays).toEqual([lateMs === undefined ? whole : late]);
    },
  );

  test('is played on further resources if one resource is not enough', async () => {
    for (const [times, repeats] of [[Infinity, 2], [1, 0]] as const) {
      const { on, lane } = await met(removed, times);
      expect((await playAll(on, 3, [lane(commands)])).repeats).toBe(repeats);
    }
  }); // prettier-ignore

  test('repeats a reported delete without other refused writes', async () => {
    const stale: ModelCommand = { do: 'stale update', back: 1 };
    const remove: ModelCommand = { do: 'refused delete', as: 0 };
    for (const [culprit, repeats] of [[stale, 0], [remove, 2]] as const) {
      const { on, own } = await met(removed);
      const play: Play = (_on, played) => {
        const model = new Model(own, () => undefined, {});
        if (played.includes(culprit)) model.verdicts.breakOff(removed, broken);
        return Promise.resolve({ model, length: played.length, began: [] });
      };
      const lane: Lane = { history: fc.constant([stale, remove, read]), play, sibling: undefined };
      expect((await playAll(on, 3, [lane])).repeats).toBe(repeats);
    }
  }); // prettier-ignore

  test('repeats only if another resource exists', async () => {
    const one = await met(removed);
    expect((await playAll(one.on, 3, [one.lane(commands, true)])).repeats).toBe(2);
    const other = await met(removed);
    other.kept.delete(other.sibling.id);
    expect((await playAll(other.on, 3, [other.lane(commands, true)])).repeats).toBe(0);
  });

  test('is not played if it takes too many requests', async () => {
    const { on, plays, lane } = await met(found);
    await playAll(on, 3, [lane([...Array.from({ length: 60 }, () => read), update])]);
    const costs = plays.slice(1).map((one) => 2 * (1 + one.commands.length));
    expect(costs.length).toBeGreaterThan(1);
    expect(costs.slice(0, -1).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(400);
  });
});

describe('texts of updates', () => {
  test('pass if they do not show in the other resource, and break the clause if they do', async () => {
    const clause = '4.10/changes-the-named-resource';
    for (const shows of [false, true]) {
      const { on, lane, own, kept, sibling } = await met(undefined);
      const one = kept.get(sibling.id);
      if (shows && one !== undefined) one.someProperty = 'brought';
      const models: Model[] = [];
      const play: Play = async (stage, commands) => {
        const model = new Model(
          own,
          (read, text) => (JSON.stringify(read.value).includes(text) ? '/a' : undefined),
          {},
        );
        model.brought.add('brought', answered([200]));
        models.push(model);
        return await carryOut(stage, model, commands);
      };
      await playAll(on, 3, [{ ...lane([read], true), play }]);
      expect(models[0]?.verdicts.broken?.clause).toBe(shows ? clause : undefined);
      expect(models[0]?.verdicts.held.get(clause)).toBe(shows ? undefined : 1);
    }
  });
});

describe('commands', () => {
  test('are executed until further commands would show nothing new', async () => {
    const { on, own, sent } = await met(undefined);
    const model = new Model(own, () => undefined, {});
    expect((await carryOut(on, model, [read, read])).length).toBe(2);
    model.verdicts.end();
    sent.splice(0);
    expect(await carryOut(on, model, [read, read])).toEqual({ model, length: 0, began: [] });
    expect(sent).toEqual([]);
  });
});
