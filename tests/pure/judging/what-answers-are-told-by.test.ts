import { describe, expect, test } from 'vitest';
import { besideOthers, perhapsBesideOthers } from '../../../judging/beside-others.ts';
import { isSignificant } from '../../../judging/telling.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { answered } from '../../support/stages/scripted-stage.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';

const statuses = [200, 400, 401, 403, 404, 405, 409, 412, 415, 422, 500, 501, 503];

describe('a conflict', () => {
  test.each([besideOthers, perhapsBesideOthers])('on its own may be due to other parameters', (hint) => {
    expect(statuses.filter((status) => hint({ status }) !== '')).toEqual([409, 412]);
  });
});

describe('counted answers', () => {
  const disturbance = answered([503]);

  async function asked(enough: number, answers: readonly Exchange[] = [answered([404])]) {
    let queries = 0;
    const passing = {
      isDisturbance: (one: Exchange) => one === disturbance,
      get isTelling() {
        return queries >= enough;
      },
    };
    const { on, sent } = reportingStage(
      () => {
        queries += 1;
        return [200];
      },
      {},
      { world: { passing } as unknown as Stage['world'] },
    );
    return { tells: await isSignificant(on, answers), sent };
  }

  test('are significant, without further requests, if enough other requests were answered', async () => {
    const { tells, sent } = await asked(0);
    expect([tells, sent]).toEqual([true, []]);
  });

  test('are significant once enough other requests are answered', async () => {
    const { tells, sent } = await asked(50);
    expect(tells).toBe(true);
    expect(sent).toHaveLength(60);
    expect(new Set(sent.map(({ name }) => name))).toEqual(new Set(['query']));
  });

  test('are not significant if there are never enough', async () => {
    const { tells, sent } = await asked(Infinity);
    expect(tells).toBe(false);
    expect(sent).toHaveLength(400);
  });

  test('are not significant if one status comes and goes elsewhere', async () => {
    expect((await asked(0, [answered([404]), disturbance])).tells).toBe(false);
    expect((await asked(0, [])).tells).toBe(true);
  });
});
