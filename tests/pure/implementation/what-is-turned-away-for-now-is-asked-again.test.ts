import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import { insist } from '../../../implementation/insist.ts';
import { deleteOwn, withDisposable, withDisposables } from '../../../implementation/resources/disposable.ts';
import { insistentCreate } from '../../../implementation/resources/insistent-create.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../../implementation/resources/patient-read.ts';
import { secondResource } from '../../../implementation/resources/kept-resource.ts';
import { exchangeOf, judgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const M = { label: 'M', scopes: ['manage_test:demo'] };
const V = { label: 'V', scopes: ['view_test:demo'] };
const elsewhere: Answer = [302, '', [['location', '/x']]];

/** A stage on which each request is answered so in turn, the last answer again. */
function inTurn(answers: readonly Answer[], known: Known = {}) {
  const rest = [...answers];
  return judgedStage(() => (rest.length > 1 ? rest.shift() : rest[0]) ?? [200], {
    tokens: [M, V],
    ...known,
  });
}

const old = () => new OwnResource('a', -5_000);
const recent = () => new OwnResource('a', 0);

describe('an answer of the network or of a limit is requested again', () => {
  test.each([
    [[[200]], 200, 1],
    [[[503], [200]], 200, 2],
    [[[503], [503], [200]], 200, 3],
    [[[503], [503], [503], [200]], 503, 3],
    [[[500], [200]], 500, 1],
    [[elsewhere, [200]], 302, 1],
  ] satisfies [Answer[], number, number][])(
    'an answer of %j is requested again: %i',
    async (answers, status, times) => {
      const { on, sent } = inTurn(answers);
      expect((await insist(() => on.ask('query'))).status).toBe(status);
      expect(sent).toHaveLength(times);
    },
  );

  test('beginning with another operation', async () => {
    const { on, sent } = inTurn([[503], [200]]);
    await insist(
      () => on.ask('query'),
      () => on.ask('sorted'),
    );
    expect(sent.map(({ name }) => name)).toEqual(['sorted', 'query']);
  });
});

describe('a create', () => {
  /** The result of it, and which of those that were sent had to be alone. */
  async function created(answers: readonly Answer[], label = 'M', stage = inTurn([])) {
    const rest = [...answers];
    const alone: boolean[] = [];
    const exchange = await insistentCreate(stage.on, stage.caller(label), (isAlone) => {
      alone.push(isAlone);
      const caller = stage.caller(label);
      return Promise.resolve(exchangeOf((rest.length > 1 ? rest.shift() : rest[0]) ?? [201], { caller }));
    });
    return { status: exchange.status, alone, at: stage.on.clock.now() };
  }

  test.each([
    ['is sent once where it is accepted', [[201]], 201, [false]],
    ['gives way where its answer was lost', [[503], [201]], 201, [false, false]],
    ['gives way three times', [[503], [503], [503], [201]], 201, [false, false, false, false]],
    ['and no more', [[503]], 503, [false, false, false, false]],
    ['does not where it leads elsewhere', [elsewhere, [201]], 302, [false]],
    ['is sent alone where it was refused in company', [[409], [201]], 201, [false, true]],
    ['is sent alone after a server error', [[500], [201]], 201, [false, true]],
    ['is sent alone three times', [[409]], 409, [false, true, true, true]],
    [
      'is sent alone no more where it is told something that lasts',
      [[409], [403], [201]],
      403,
      [false, true],
    ],
    ['is sent alone where a lost one was refused then', [[503], [409], [201]], 201, [false, false, true]],
  ] satisfies [string, Answer[], number, boolean[]][])('%s', async (_what, answers, status, alone) => {
    expect(await created(answers)).toMatchObject({ status, alone });
  });

  test.each([401, 403, 405, 415, 501])('a create that is answered %i is not sent again', async (status) => {
    expect(await created([[status], [201]])).toMatchObject({ status, alone: [false] });
  });

  test.each([[[503]], [[409]]] satisfies Answer[][])(
    'a create by a caller who need not be granted access is sent once (%j)',
    async (answer) => {
      expect((await created([answer, [201]], 'V')).alone).toEqual([false]);
    },
  );

  test('waits before it gives way, longer each time', async () => {
    expect((await created([[503], [201]])).at).toBe(100);
    expect((await created([[503], [503], [201]])).at).toBe(500);
    expect((await created([[503]])).at).toBe(2_100);
  });

  test('is no longer sent alone once two lone creates in a row were refused', async () => {
    const stage = inTurn([]);
    const counts: number[] = [];
    for (let time = 0; time < 3; time += 1) counts.push((await created([[409]], 'M', stage)).alone.length);
    expect(counts).toEqual([4, 4, 1]);
  });

  test('is sent alone again if a create was accepted in between', async () => {
    const stage = inTurn([]);
    await created([[409]], 'M', stage);
    await created([[409], [201]], 'M', stage);
    await created([[409]], 'M', stage);
    expect((await created([[409]], 'M', stage)).alone).toHaveLength(4);
  });
});

describe('a read of an existing resource', () => {
  test.each([
    ['stands', [[200, '{"version":1}']], old, 200, 1],
    ['is made twice more after server errors', [[500], [500], [200]], old, 200, 3],
    ['is made no more than that', [[500]], old, 500, 3],
    ['is not made again where no lag explains a refusal', [[404], [404], [200]], old, 404, 2],
    ['is made again until a lag is over', [[404], [404], [200]], recent, 200, 3],
  ] satisfies [string, Answer[], () => OwnResource, number, number][])(
    '%s',
    async (_what, answers, make, status, times) => {
      const { on, sent } = inTurn(answers);
      expect((await readPatiently(on, make())).status).toBe(status);
      expect(sent).toHaveLength(times);
    },
  );

  test('is not repeated for a deleted resource', async () => {
    const { on, sent } = inTurn([[404]]);
    const own = recent();
    own.gone(0);
    expect((await readPatiently(on, own)).status).toBe(404);
    expect(sent).toHaveLength(1);
  });
});

describe('a delete', () => {
  const deletes = ({ sent }: ReturnType<typeof inTurn>) => sent.filter(({ name }) => name === 'remove');

  test('is sent by the writer, and is noted', async () => {
    const stage = inTurn([[200]]);
    const own = old();
    await deleteOwn(stage.on, own);
    expect(own.isDeleted).toBe(true);
    expect(stage.sent).toMatchObject([
      { name: 'remove', as: 'M', ask: { path: { id: 'a' }, alone: false, mayNotExist: false } },
    ]);
    expect(stage.learnt.deletesWantMs).toBe(0);
  });

  test('is not sent to a resource of the operator that has to stay', async () => {
    const stage = inTurn([[200]]);
    const on = { ...stage.on, profile: { resource: { sandbox: ['a'] } } };
    await expect(deleteOwn(on, old())).rejects.toThrow('provided resources may not be deleted');
    expect(stage.sent).toEqual([]);
  });

  test('a refused delete is not noted as a delete', async () => {
    const own = old();
    await deleteOwn(inTurn([[400]]).on, own);
    expect(own.isDeleted).toBe(false);
  });

  test.each([
    ['409', [409], 'M', 2],
    ['423', [423], 'M', 2],
    ['403 to who may delete', [403], 'M', 2],
    ['403 to who may not', [403], 'V', 1],
    ['400', [400], 'M', 1],
    ['503', [503], 'M', 1],
  ] satisfies [string, Answer, string, number][])(
    'answered %s is repeated alone if the resource is in use',
    async (_what, answer, label, times) => {
      const stage = inTurn([answer, [200]]);
      const exchange = await deleteOwn(stage.on, old(), stage.caller(label));
      expect(exchange.status).toBe(times === 2 ? 200 : answer[0]);
      expect(deletes(stage).map(({ ask }) => ask.alone)).toEqual(times === 2 ? [false, true] : [false]);
    },
  );

  test('is repeated until the resource is released, and the run learns how long that took', async () => {
    const stage = inTurn([[409], [409], [409], [200]]);
    const own = recent();
    expect((await deleteOwn(stage.on, own)).status).toBe(200);
    expect(own.isDeleted).toBe(true);
    const { deletesWantMs } = stage.learnt;
    expect(deletesWantMs).toBeGreaterThan(10);
    expect(deletesWantMs).toBeLessThanOrEqual(1_010);
  });

  test('is in vain if a resource is not released within the longest lag, and later deletes do not wait', async () => {
    const stage = inTurn([[409]]);
    expect((await deleteOwn(stage.on, recent())).status).toBe(409);
    expect(stage.learnt.deletesWantMs).toBe('never');
    expect(stage.on.clock.now()).toBeGreaterThanOrEqual(1_000);
    const before = stage.sent.length;
    await deleteOwn(stage.on, new OwnResource('b', stage.on.clock.now()));
    expect(stage.sent).toHaveLength(before + 2);
  });

  test('is not waited for with brief waits', async () => {
    const stage = inTurn([[409]], { stage: { brief: true } });
    await deleteOwn(stage.on, recent());
    expect(stage.sent).toHaveLength(2);
    expect(stage.learnt.deletesWantMs).toBe(0);
  });

  test('waits until the resource has the age at which earlier deletes succeeded', async () => {
    const at = async (own: OwnResource, deletesWantMs: number | 'never') => {
      const stage = inTurn([[200]], { learnt: { deletesWantMs } });
      await deleteOwn(stage.on, own);
      return stage.sent[0]?.at;
    };
    expect(await at(recent(), 300)).toBe(300);
    expect(await at(new OwnResource('a', -100), 300)).toBe(200);
    expect(await at(old(), 300)).toBe(0);
    expect(await at(recent(), 'never')).toBe(0);
    const gone = recent();
    gone.gone(0);
    expect(await at(gone, 300)).toBe(0);
  });

  test('the delete of a deleted resource is sent once, and need not find it', async () => {
    const stage = inTurn([[409]]);
    const own = recent();
    own.gone(0);
    await deleteOwn(stage.on, own);
    expect(stage.sent).toHaveLength(1);
    expect(stage.sent[0]?.ask.mayNotExist).toBe(true);
  });

  test('states the shown version if the parameter has a name, and then the newer version', async () => {
    const profile = { delete: { versionParam: 'v' } };
    const own = old();
    own.show('3');
    const stage = judgedStage(
      (name, _as, ask) =>
        name === 'readById' ? [200, '{"version":4}'] : ask.query?.[0]?.[1] === '4' ? [200] : [409],
      { tokens: [M], profile },
    );
    await deleteOwn(stage.on, own);
    expect(deletes(stage).map(({ ask }) => ask.query)).toEqual([[['v', '3']], [['v', '4']]]);
    const unknown = inTurn([[200]], { profile });
    await deleteOwn(unknown.on, old());
    expect(unknown.sent[0]?.ask.query).toBeUndefined();
    const none = inTurn([[200]], { profile: { delete: { versionParam: 'none' } } });
    const shown = old();
    shown.show('3');
    await deleteOwn(none.on, shown);
    expect(none.sent[0]?.ask.query).toBeUndefined();
  });
});

describe('a resource that is created to be deleted', () => {
  const made: Answer = [201, '{"id":"r1","version":1}'];

  test('is handed out once it can be read, and is not shared with other checks', async () => {
    const kept: string[] = [];
    const stage = inTurn([made, [404], [200, '{"version":1}']], {
      stage: { keep: ({ id }) => void kept.push(id) },
    });
    const id = await withDisposable(stage.on, (own) => Promise.resolve(own.id));
    expect(id).toBe('r1');
    expect(kept).toEqual(['r1']);
    expect(stage.sent.map(({ name }) => name)).toEqual(['create', 'readById', 'readById']);
  });

  test('is handed out several times in one place, because the check with the last place would wait for itself', async () => {
    let places = 1;
    const own = new OwnResource('r1', 0);
    const stage = judgedStage((name) => (name === 'create' ? made : [200, '{"version":1}']), {
      tokens: [M, V],
      stage: {
        fresh: async (use) => {
          if (places === 0) throw new Error('no place is free, and none will be');
          places -= 1;
          return await use(own);
        },
        keep: () => undefined,
      },
    });
    expect(await withDisposables(stage.on, 4, (all) => Promise.resolve(all.length))).toBe(4);
  });

  test('is no provided resource that must stay', async () => {
    const lent = { resource: { sandbox: ['r1'] } };
    const use = () => Promise.resolve();
    await expect(withDisposable(inTurn([made], { profile: lent }).on, use)).rejects.toThrow(Inconclusive);
    const toGo = { resource: { sandbox: ['r1'], disposable: ['r1'] } };
    await expect(withDisposable(inTurn([made], { profile: toGo }).on, use)).resolves.toBeUndefined();
  });
});

describe('a further resource', () => {
  const made: Answer = [201, '{"id":"r1","version":1}'];
  test.each([
    ['is had where one is made and read', [made, [200, '{"version":1}']], {}, 'r1'],
    ['is not where it cannot be read', [made, [404]], {}, undefined],
    ['is not where none is made', [[400]], {}, undefined],
    ['is not where creates land on one', [made], { upserts: true }, undefined],
    ['is not where one moves with the other', [made], { siblingsMove: true }, undefined],
    [
      'is not where none of our own can be had',
      [made],
      { noResource: { code: 'no-id-source', text: '' } },
      undefined,
    ],
  ] satisfies [string, Answer[], Known['learnt'], string | undefined][])(
    '%s',
    async (_what, answers, learnt, id) => {
      const stage = inTurn(answers, { learnt });
      expect((await secondResource(stage.on))?.id).toBe(id);
      if (Object.keys(learnt).length > 0) expect(stage.sent).toEqual([]);
    },
  );
});
