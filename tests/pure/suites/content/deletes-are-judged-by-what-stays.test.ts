import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../clause/profile.ts';
import type { Stage } from '../../../../implementation/stage.ts';
import { judgeEffect } from '../../../../suites/4.11/effect-of-delete.ts';
import { observeAfterwards, observeVersionParameter } from '../../../../suites/4.11/habits.ts';
import {
  judgeBareDelete,
  judgeSufficientDeletes,
  plainDelete,
  seekRoute,
  judgeSilentDeletes,
} from '../../../../suites/4.11/plain-deletes.ts';
import { remove } from '../../../../suites/4.11-delete.ts';
import type { Caller } from '../../../../history/caller.ts';
import { conclude } from '../../../../judge/sentence.ts';
import { thereIs } from '../../../../judging/answers/routes.ts';
import { exchangeAt, historyOf, worldOf } from '../../../support/histories.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { checkOf, queryIn, servedStage, type Held, type Requested } from '../../../support/stages/suite-stage.ts'; // prettier-ignore

type Rule = (request: Requested, held: Map<string, Held>) => Answer | undefined;

/** How deletes alone are answered. */
const deletes = (rule: Rule): Rule => (request, held) => (request.name === 'remove' ? rule(request, held) : undefined); // prettier-ignore
const always = (status: number): Rule => deletes(() => [status]);
const first = (count: number, status: number): Rule =>
  deletes(({ before }) => (before < count ? [status] : undefined));
/** Deletes that take place, whatever they are answered. */
const silently = (status: number, json = '{}'): Rule =>
  deletes(({ id }, held) => {
    held.delete(id);
    return [status, json];
  });
const plainly: Rule = () => undefined;

async function judged(check: (on: Stage) => Promise<void>, rule: Rule, known: Known = {}) {
  const stage = servedStage(rule, known);
  await check(stage.on);
  return { ...stage, deleted: stage.requests.filter(({ name }) => name === 'remove') };
}

describe('a plain delete', () => {
  test('is sent once per run, to a resource that was created for it and read', async () => {
    const { on, requests, kept } = servedStage(plainly);
    expect(await plainDelete(on)).toBe(await plainDelete(on));
    expect(requests.map(({ name }) => name)).toEqual(['create', 'readById', 'remove']);
    expect([requests.at(-1)?.id, kept]).toEqual(['r1', ['r1']]);
  });

  test('a delete that the network loses is repeated on another resource, at most twice', async () => {
    const { on, requests } = servedStage(always(503));
    expect((await plainDelete(on)).status).toBe(503);
    const ids = requests.flatMap(({ name, id }) => (name === 'remove' ? [id] : []));
    expect(ids).toEqual(['r1', 'r2', 'r3']);
  });
});

describe('the route of deletes', () => {
  const manage: Caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) };
  /** What is said of deletes that were answered so, one after the other. */
  const said = (...statuses: readonly number[]) => {
    const deletes = statuses.map((status, at) =>
      exchangeAt('remove', {
        number: at + 1,
        method: 'DELETE',
        target: '/demo/resource/a',
        caller: manage,
        status,
      }),
    );
    return conclude(thereIs('remove', { isShown: true }), worldOf(historyOf(deletes)));
  };

  test.each([
    ['is there', [200], 'met'],
    ['is not there', [405, 405, 405], 'broken'],
    ['is not supported', [501, 501, 501], 'broken'],
    ['is there where a delete is refused', [400], 'met'],
    ['is there where a delete crashes', [500], 'met'],
    ['is there where nothing is found', [404], 'met'],
    ['is not there for once', [405, 200], 'met'],
    ['is not there for a while', [405, 405, 200], 'met'],
    ['is gone since', [200, 405, 405, 405], 'broken'],
    ['may be gone since', [200, 405, 405], 'doubtful'],
    ['may not be there', [405, 405], 'doubtful'],
    ['is lost', [503], 'unseen'],
  ] as const)('%s', (_what, statuses, expected) => {
    const { met, broken, doubts } = said(...statuses);
    const what = doubts.length > 0 ? 'doubtful' : met > 0 ? 'met' : 'unseen';
    expect(broken.length > 0 ? 'broken' : what).toBe(expected);
  });

  test('is tried three times at one resource, and reported as missing by the last answer', async () => {
    const { on, requests } = servedStage(always(405));
    await seekRoute(on);
    const deleted = requests.flatMap(({ name, id }) => (name === 'remove' ? [id] : []));
    expect(deleted).toEqual(['r1', 'r2', 'r2', 'r2']);
    const [claim] = said(405, 405, 405).broken;
    expect(claim?.shown).toMatchObject({ exchanges: [{ number: 3 }], reproduced: '3/3' });
  });
});

describe('a holder of manage_test', () => {
  test.each([
    ['may delete', plainly, ['held']],
    ['is turned away each time', always(403), ['violated']],
    ['is unknown each time', always(401), ['violated']],
    ['is turned away at first', first(2, 401), ['passed']],
    ['is refused for another reason', always(400), ['undecided: premise-failed']],
    ['finds nothing', always(404), ['undecided: premise-failed']],
    ['is lost', always(503), ['noise']],
  ])('%s', async (_, rule, outline) => {
    const stage = await judged(judgeSufficientDeletes, rule);
    expect(stage.outline()).toEqual(outline);
  });

  test('deletes another resource each time', async () => {
    const { deleted } = await judged(judgeSufficientDeletes, always(401));
    expect(new Set(deleted.map(({ id }) => id)).size).toBe(deleted.length);
  });
});

describe('a delete of a readable resource', () => {
  test.each([
    ['finds it', plainly, ['held']],
    ['finds nothing each time', always(404), ['violated']],
    ['finds nothing at first', first(1, 404), ['held']],
    ['finds nothing for a while', first(3, 404), ['undecided: flaky']],
    ['finds nothing, since it is gone by then', silently(404), ['undecided: premise-failed']],
    ['is refused', always(400), ['undecided: premise-failed']],
    ['is lost', always(503), ['noise']],
    ['finds nothing once, and is then refused', deletes(({ before }) => [before < 3 ? 404 : 400]), ['undecided: premise-failed']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(judgeBareDelete, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('counts at three resources, each deleted twice between reads', async () => {
    const { requests, told } = await judged(judgeBareDelete, always(404));
    const asked = requests.filter(({ name }) => name === 'remove').map(({ id }) => id);
    expect(new Set(asked.slice(1)).size).toBe(3);
    expect(asked.slice(1)).toHaveLength(6);
    expect(told[0]).toMatchObject({ statuses: [404], more: { reproduced: '3/3' } });
  });
});

describe('a delete with concurrent requests', () => {
  /** Whatever comes in the same instant as the one before it. */
  const beside = (answer: (request: Requested, held: Map<string, Held>) => Answer): Rule => {
    let last = -Infinity;
    return deletes((request, held) => {
      const isBeside = request.at === last;
      last = request.at;
      return isBeside ? answer(request, held) : undefined;
    });
  };

  async function judgedBeside(rule: Rule, known: Known = {}) {
    const stage = servedStage(rule, { tokens: [{ label: 'M', scopes: ['manage_test:demo'] }], ...known });
    const made = await Promise.all([stage.on.another(), stage.on.another()]);
    for (const { own } of made) await stage.on.ask('readById', { path: { id: own.id } });
    await Promise.all(
      made.map(({ own }) => stage.on.ask('remove', { path: { id: own.id }, as: stage.on.writer })),
    );
    await judgeBareDelete(stage.on);
    return stage;
  }

  test.each([
    ['finds nothing', beside(() => [404]), {}, ['held', 'violated']],
    ['finds its resource', plainly, {}, ['held']],
    ['finds nothing, and has deleted it', beside(({ id }, held) => (held.delete(id), [404])), {}, ['held']],
    ['is of the one resource that there is', beside(() => [404]), { learnt: { upserts: true } }, ['held']],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    expect((await judgedBeside(rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['three times in three rounds', [1, 5, 9], ['held', 'violated']],
    ['once a round in two of three', [1, 5], ['held', 'undecided: flaky']],
    ['not in the first round', [5, 6, 7], ['held']],
  ])('finds nothing %s', async (_, missed, outline) => {
    let inCompany = 0;
    const rule = deletes(({ id }) => (Number(id.slice(1)) > 5 && missed.includes(inCompany++) ? [404] : undefined));
    const first = beside(() => [404]);
    const isEarly = ({ id }: Requested): boolean => Number(id.slice(1)) <= 5;
    const stage = await judgedBeside((request, held) => (isEarly(request) ? first : rule)(request, held));
    expect(stage.outline()).toEqual(outline);
  }); // prettier-ignore

  test('is read later than any lag', async () => {
    const { requests } = await judgedBeside(beside(() => [404]));
    const last = requests.findLast(({ name }) => name === 'remove');
    const looks = requests.slice(requests.findLastIndex(({ name }) => name === 'remove') + 1).slice(0, 4);
    expect(looks.map(({ name }) => name)).toEqual(Array.from({ length: 4 }, () => 'readById'));
    expect((looks[0]?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a delete that reports no resource', () => {
  test.each([
    ['and is right', always(404), []],
    ['and deletes', silently(404), ['violated']],
    ['and says it is gone, and deletes', silently(410), ['violated']],
    ['and deletes, and shows what', silently(404, '{"version":1}'), ['suspected', 'undecided: two-readings']],
    ['in other words, and deletes', silently(400), []],
    ['by a failure, and deletes', silently(500), []],
    ['no more', plainly, []],
  ])('%s', async (_, rule, outline) => {
    expect((await judged(judgeSilentDeletes, rule)).outline()).toEqual(outline);
  });

  test.each([
    [1, 'undecided: flaky'],
    [2, 'undecided: flaky'],
    [3, 'violated'],
  ])('a delete that reports no resource deletes this number of three: %i', async (count, kind) => {
    const rule = deletes(({ id, before }, held) => {
      if (before > 0 && before <= count) held.delete(id);
      return [404];
    });
    expect((await judged(judgeSilentDeletes, rule)).outline()).toEqual([kind]);
  });

  test.each([
    ['others vanish as well', (held: Map<string, Held>) => held.clear()],
    ['it comes back', () => undefined],
  ])('does not count if %s', async (_, spoil) => {
    const rule = deletes((__, held) => {
      spoil(held);
      return [404];
    });
    expect((await judged(judgeSilentDeletes, rule)).outline()).toEqual([]);
  });

  test('is not checked if all creates update one resource', async () => {
    const { deleted, told } = await judged(judgeSilentDeletes, silently(404), { learnt: { upserts: true } });
    expect([deleted.length, told]).toEqual([1, []]);
  });
});

describe('the effect of a delete', () => {
  const shown = (held: Map<string, Held>, id: string, more: string): Answer => [
    200,
    `{"id":"${id}","version":${held.get(id)?.version ?? '0'}${more}}`,
  ];
  const gone = new Set<string>();
  /** Deletes that only mark what they delete. */
  const marking = (more: string): Rule => ({ name, id }, held) => {
    if (name === 'create') gone.clear();
    if (name === 'remove') gone.add(id);
    if (name === 'remove') return [200, '{"version":1}'];
    return name === 'readById' && gone.has(id) ? shown(held, id, more) : undefined;
  }; // prettier-ignore

  test.each([
    ['is that it is read no more', plainly, 'held'],
    ['is a mark', marking(',"deleted":true'), 'held'],
    ['is none', deletes(() => [200]), 'violated'],
    ['is none at a success of any status', deletes(() => [204, '']), 'violated'],
    ['is none yet, where it is accepted for later', deletes(() => [202]), 'undecided: two-readings'],
    ['is not looked for where it is refused', always(400), 'discarded: premise-failed'],
    ['is lost', always(503), 'noise'],
    ['is none once', deletes(({ before }) => (before < 1 ? [200] : undefined)), 'undecided: flaky'],
  ] as readonly (readonly [string, Rule, string])[])('%s', async (_, rule, kind) => {
    // Later looks tell more of the same.
    const { outline } = await judged(judgeEffect, rule);
    expect(outline()[0]).toBe(kind);
  }); // prettier-ignore

  test('may be the refusal of updates', async () => {
    const rule: Rule = (request) => {
      if (request.name === 'remove') gone.add(request.id);
      if (request.name === 'create') gone.clear();
      if (request.name === 'remove') return [200, '{"version":1}'];
      if (request.name === 'update' && gone.has(request.id)) return [404];
      return undefined;
    };
    expect((await judged(judgeEffect, rule)).outline()).toEqual(['held']);
  });

  test('may be declared to come later, which leaves the effect undecided', async () => {
    const profile: Profile = { async: { '4.11': true } };
    const stage = await judged(judgeEffect, deletes(() => [200]), { profile });
    expect(stage.outline()[0]).toBe('undecided: two-readings');
    expect(stage.told[0]?.more).toMatchObject({ readings: 2 });
  }); // prettier-ignore

  test('a missing effect is checked at more resources, of which three suffice', async () => {
    const { told, deleted } = await judged(judgeEffect, deletes(() => [200]));
    expect(told[0]).toMatchObject({ kind: 'violated', more: { deviation: 'agree', reproduced: '6/6' } });
    expect(new Set(deleted.map(({ id }) => id)).size).toBe(7);
    const every = await judged(judgeEffect, deletes(({ id }) => (Number(id.slice(1)) % 2 === 1 ? [200] : undefined))); // prettier-ignore
    expect(every.told[0]).toMatchObject({ kind: 'violated', more: { reproduced: '3/6' } });
  }); // prettier-ignore

  test('is not checked again if all creates update one resource', async () => {
    const { outline, phases } = await judged(judgeEffect, plainly, { learnt: { upserts: true } });
    expect([outline(), phases]).toEqual([['held'], []]);
  });
});

describe('an open point about deletes', () => {
  test.each([
    ['gone', plainly, { read: '404', after: '404', repeat: '4xx' }],
    ['gone for good', ({ name, id }, held) => (name === 'readById' && !held.has(id) ? [410] : undefined), { read: '410', after: '410', repeat: '4xx' }],
    ['read on', deletes(() => [200]), { read: '200', after: 'softDeleted', repeat: '2xx' }],
    ['gone, and deleted again', deletes(({ id }, held) => [held.delete(id) ? 200 : 204]), { after: '404', repeat: '2xx' }],
  ] as readonly (readonly [string, Rule, object])[])('is whether it is %s', async (_, rule, value) => {
    expect((await judged(observeAfterwards, rule)).observed()).toMatchObject(value);
  }); // prettier-ignore

  test.each<readonly [string, Known, string]>([
    ['no longer where no read was seen to lag', {}, 'softDeleted'],
    ['as long as a lag where one was', { learnt: { lags: true } }, '404'],
    ['as long as a lag where another choice is declared', { profile: { delete: { after: '404' } } }, '404'],
    [
      'as long as a lag where a repeated delete is declared to be refused',
      { profile: { delete: { repeat: '4xx' } } },
      '404',
    ],
    ['no longer where it is declared', { profile: { delete: { after: 'softDeleted' } } }, 'softDeleted'],
  ])('is searched for %s', async (_, known, after) => {
    let reads = 0;
    const lagging: Rule = ({ name, id }, held) =>
      name === 'readById' && !held.has(id) && (reads += 1) <= 5 ? [200] : undefined;
    expect((await judged(observeAfterwards, lagging, known)).observed()).toMatchObject({ after });
  });

  test.each([400, 403, 500])('has no value for a read that is answered %i', async (status) => {
    const rule: Rule = ({ name, id }, held) => (name === 'readById' && !held.has(id) ? [status] : undefined);
    expect((await judged(observeAfterwards, rule)).observed()).not.toHaveProperty('after');
  });

  test('is the answer to an update beside a delete', async () => {
    const { requests, observed } = await judged(observeAfterwards, plainly);
    expect(observed()).toMatchObject({ raced: { update: expect.any(String) as string, delete: '200' } });
    expect(requests.filter(({ name, id }) => name === 'update' && id === 'r1')).toHaveLength(1);
  });

  test('is not reported if a delete is refused', async () => {
    expect((await judged(observeAfterwards, always(400))).outline()).toEqual(['discarded: premise-failed']);
  });

  /** Deletes that have to state the version by a parameter of that name. */
  const wanting = (name: string, status = 400) => {
    const stage = (profile: Profile = {}) => {
      const served = servedStage(
        deletes(() => {
          const query = queryIn(served.sent.at(-1)?.ask ?? {});
          return query.startsWith(`${name}=`) ? undefined : [status];
        }),
        { profile },
      );
      return served;
    };
    return stage;
  };

  test.each([
    ['version', 400, { bare: false, takes: 'version' }, true],
    ['expectedVersion', 400, { bare: false, takes: 'expectedVersion' }, true],
    ['expectedVersion', 428, { bare: false, takes: 'expectedVersion' }, true],
    ['other', 400, { bare: false }, true],
    ['version', 404, { bare: false, takes: 'version' }, false],
    ['version', 500, { bare: false }, false],
  ])('is whether they state the version by %s, else %i', async (name, status, value, isSuspect) => {
    const stage = wanting(name, status)();
    await observeVersionParameter(stage.on);
    expect(stage.observed()).toEqual({ answer: String(status), ...value });
    expect(stage.outline().includes('suspected')).toBe(isSuspect);
  });

  test.each([
    ['version', { bare: false, stated: true }],
    ['other', { bare: false, stated: false }],
  ])('is whether they state the version by the declared parameter: %s', async (name, value) => {
    const stage = wanting('version')({ delete: { versionParam: name } } as Profile);
    await observeVersionParameter(stage.on);
    expect(stage.observed()).toEqual({ answer: '400', ...value });
  });

  test('may be that they need not state the version', async () => {
    expect((await judged(observeVersionParameter, plainly)).observed()).toEqual({
      answer: '200',
      bare: true,
    });
    expect((await judged(observeVersionParameter, always(503))).observed()).toBeUndefined();
    const none = await judged(observeVersionParameter, always(400), { profile: { delete: { versionParam: 'none' } } as Profile }); // prettier-ignore
    expect(none.observed()).toEqual({ answer: '400', bare: false });
  });

  test.each([
    ['none', { bare: true }, true],
    ['none', { bare: false }, false],
    ['version', { bare: false, stated: true }, true],
    ['version', { bare: true, stated: false }, false],
    ['version', { bare: true, takes: 'version' }, true],
    ['version', { bare: false }, undefined],
  ])('is declared by %s, observed as %j, and kept: %s', (declared, value, isKept) => {
    const { met } = remove.clauses.find(({ id }) => id === '4.11/version-parameter')?.declares[0] ?? {};
    expect(met?.(declared, value)).toBe(isKept);
  });

  test.each([
    [404, ['observed']],
    [409, ['observed']],
    [204, ['observed', 'suspected']],
    [500, ['observed', 'suspected']],
    [503, []],
  ])('is the delete of an unused id, answered %i', async (status, outline) => {
    const check = checkOf(remove, '4.11/unknown-id');
    expect((await judged(check, always(status))).outline()).toEqual(outline);
    const { requests, outline: told } = await judged(check, always(status), { options: { readOnly: true } });
    expect([requests, told()]).toEqual([[], ['discarded: read-only']]);
  });
});
