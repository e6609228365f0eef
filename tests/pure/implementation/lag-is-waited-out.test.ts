import { describe, expect, test } from 'vitest';
import {
  isWithinLag,
  afterReplicaLag,
  pollUntilReadable,
  versionAfter,
} from '../../../implementation/resources/lag.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { versionToState } from '../../../implementation/resources/read-own.ts';
import { answered, scriptedStage, type Answer } from '../../support/stages/scripted-stage.ts';

const at = (version: number): Answer => [200, `{"version":${version}}`];

describe('until no lag can explain a read', () => {
  test('the run waits since the last write, and no longer', async () => {
    const { on } = scriptedStage(() => at(1));
    const own = new OwnResource('a', -400);
    expect(isWithinLag(on, own)).toBe(true);
    await afterReplicaLag(on, own);
    expect(on.clock.now()).toBe(600);
    expect(isWithinLag(on, own)).toBe(false);
    await afterReplicaLag(on, own);
    expect(on.clock.now()).toBe(600);
  });

  test('a resource is read until it shows', async () => {
    const { on, learnt } = scriptedStage((_name, _ask, now) => (now < 300 ? [404] : at(1)));
    const own = new OwnResource('a', 0, { born: answered([201]) });
    expect((await pollUntilReadable(on, own)).status).toBe(200);
    expect(on.clock.now()).toBeLessThan(1_000);
    expect(learnt.lags).toBe(true);
  });

  test('reads continue until the end of the lag, if it never does', async () => {
    const { on } = scriptedStage(() => [404]);
    expect((await pollUntilReadable(on, new OwnResource('a', 0))).status).toBe(404);
    expect(on.clock.now()).toBeGreaterThanOrEqual(1_000);
  });
});

describe('the version after updates', () => {
  test.each([
    ['another one than was stated is taken at once', [2], '2', 1],
    ['the last one that was stated as well, where no read lags', [1], '1', 1],
    ['none is looked for again', [0, 2], '2', 2],
  ])('%s', async (_what, versions, shown, reads) => {
    const rest = [...versions];
    const { on, sent } = scriptedStage(() => {
      const version = rest.shift() ?? 0;
      return version === 0 ? [404] : at(version);
    });
    expect(await versionAfter(on, new OwnResource('a', 0), ['0', '1'])).toBe(shown);
    expect(sent).toHaveLength(reads);
  });

  test('that was stated is read again if reads lag', async () => {
    const { on, learnt } = scriptedStage((_name, _ask, now) => at(now < 500 ? 1 : 2));
    learnt.lags = true;
    expect(await versionAfter(on, new OwnResource('a', 0), ['1'])).toBe('2');
  });
});

describe('the version to state', () => {
  test('is not the replaced version while reads may lag', async () => {
    const { on, learnt } = scriptedStage((_name, _ask, now) => at(now < 300 ? 1 : 2));
    const own = new OwnResource('a', 0);
    own.leave('1');
    expect(await versionToState(on, own)).toBe('2');
    expect(learnt.lags).toBe(true);
  });

  test('is the replaced version if no other shows, and later waits are brief', async () => {
    const { on, learnt } = scriptedStage(() => at(1));
    const own = new OwnResource('a', 0);
    own.leave('1');
    expect(await versionToState(on, own)).toBe('1');
    expect([learnt.lags, learnt.futileWaits]).toEqual([false, 1]);
  });

  test('is not searched for again if none was found', async () => {
    const { on, sent } = scriptedStage(() => [404]);
    const own = new OwnResource('a', -5_000);
    expect(await versionToState(on, own)).toBeUndefined();
    expect(await versionToState(on, own)).toBeUndefined();
    expect(sent).toHaveLength(1);
  });
});
