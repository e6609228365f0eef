import { describe, expect, test } from 'vitest';
import type { Stage } from '../../../../implementation/stage.ts';
import { judgeAftermath } from '../../../../suites/4.10/aftermath.ts';
import { judgeLeftVersions } from '../../../../suites/4.10/left-versions.ts';
import { missingUpdates } from '../../../../suites/4.10/missing-updates.ts';
import { farProbes, oddProbes, reportMoves } from '../../../../suites/4.10/refused-moves.ts';
import { versioning } from '../../../../suites/versioning.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import {
  checkOf,
  servedStage,
  suiteStage,
  type Held,
  type Requested,
} from '../../../support/stages/suite-stage.ts';

type Rule = (request: Requested, held: Map<string, Held>) => Answer | undefined;
type Versions = Parameters<typeof servedStage>[2];

/** How updates alone are answered. */
const updates = (rule: Rule): Rule => (request, held) => (request.name === 'update' ? rule(request, held) : undefined); // prettier-ignore
const plainly: Rule = () => undefined;
const always = (status: number): Rule => updates(() => [status]);
/** States another version than the actual one. */
const isStale = ({ id, version }: Requested, held: Map<string, Held>): boolean =>
  Number(version) !== Number(held.get(id)?.version);

async function judged(check: (on: Stage) => Promise<void>, rule: Rule, known: Known = {}, versions: Versions = {}) {
  const stage = servedStage(rule, known, versions);
  await check(stage.on);
  return { ...stage, sent: stage.requests.filter(({ name }) => name === 'update') };
} // prettier-ignore

describe('a chain of updates', () => {
  const check = checkOf(versioning, 'Versioning/next-version-is-accepted');

  test.each([
    ['is accepted', plainly, ['held', 'held']],
    ['is never accepted', always(400), ['discarded: blocked-by']],
    ['is answered 409 from the start', always(409), ['discarded: blocked-by']],
    ['is lost', always(503), ['noise']],
    ['is answered 409 after the first', updates(({ before }) => (before > 0 ? [409] : undefined)), ['violated']],
    ['is answered 409 after the second', updates(({ before }) => (before > 1 ? [409] : undefined)), ['held', 'violated']],
    ['is refused after the first', updates(({ before }) => (before > 0 ? [400] : undefined)), ['discarded: blocked-by']],
    ['is accepted on a fresh resource alone', updates(({ id }) => (id === 'r1' ? [400] : undefined)), ['held', 'held']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(check, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('states the version of the latest read', async () => {
    const { sent } = await judged(check, plainly, {}, { first: '7', next: (version) => String(Number(version) * 2) });
    expect(sent.map(({ version }) => version)).toEqual(['7', '14', '28']);
  }); // prettier-ignore
});

describe('an open point about versions', () => {
  const step = checkOf(versioning, 'Versioning/step');
  const declared = (id: string, at = 0) => versioning.clauses.find((one) => one.id === id)?.declares[at];

  test.each([
    ['plusOne', (version: string) => String(Number(version) + 1)],
    ['increasing', (version: string) => String(Number(version) + 2)],
    ['increasing', (version: string) => String(Number(version) * 2)],
    ['arbitrary', (version: string) => String(Number(version) - 1)],
    ['arbitrary', (version: string) => String(Number(version) === 9 ? 8 : Number(version) + 1)],
  ])('is their step: %s', async (kind, next) => {
    const { observed } = await judged(step, plainly, {}, { first: '8', next });
    expect(observed()).toMatchObject({ step: kind, initial: 8 });
  });

  test('is the first version, unless all creates change one resource', async () => {
    const { observed } = await judged(step, plainly, { learnt: { upserts: true } });
    expect(observed()).not.toHaveProperty('initial');
  });

  test('is not reported for fewer than three updates', async () => {
    const { outline } = await judged(step, updates(({ before }) => (before === 1 ? [400] : undefined)));
    expect(outline()).toEqual(['discarded: premise-failed']);
  }); // prettier-ignore

  test.each([
    ['arbitrary', { step: 'plusOne' }, true],
    ['arbitrary', {}, undefined],
    ['increasing', { step: 'plusOne' }, true],
    ['increasing', { step: 'increasing' }, true],
    ['increasing', { step: 'arbitrary' }, false],
    ['plusOne', { step: 'plusOne' }, true],
    ['plusOne', { step: 'increasing' }, false],
  ])('is declared as %s beside %j, and kept: %s', (value, seen, isKept) => {
    expect(declared('Versioning/step')?.met(value, seen)).toBe(isKept);
  });

  test.each([
    ['moves it', plainly, true],
    ['keeps it', updates(({ id, actions }, held) => (held.get(id)?.value === actions[0]?.someProperty ? [200] : undefined)), false],
  ] as readonly (readonly [string, Rule, boolean])[])('is whether an update without effect %s', async (_, rule, noop) => {
    const known: Known = { learnt: { moves: { doSomeThing: false, changeSomeProperty: true } } };
    const check = checkOf(versioning, 'Versioning/bumps');
    const { observed } = await judged(check, rule, known);
    expect(observed()).toEqual({ doSomeThing: false, changeSomeProperty: true, noop });
    expect((await judged(check, always(400))).outline()).toEqual(['discarded: blocked-by']);
  }); // prettier-ignore

  test.each([
    ['one id and one version each time', () => [1, 1], 'one', 'one', 6, true],
    [
      'one id and one version once',
      (turn: number) => (turn < 2 ? [1, 1] : [turn, 1]),
      'different',
      'one',
      4,
      false,
    ],
    ['one id and two versions', (turn: number) => [1, turn], 'one', 'different', 2, false],
    ['two ids and one version', (turn: number) => [turn, 1], 'different', 'one', 2, false],
  ] as const)('is whether two creates differ: %s', async (_, of, ids, versions, count, isSuspect) => {
    let turn = 0;
    const stage = suiteStage(() => {
      const [id, version] = of(turn);
      turn += 1;
      return [201, JSON.stringify({ id: `r${id}`, version, objectTypeProperty: { turn } })];
    });
    await checkOf(versioning, 'Versioning/creates-differ')(stage.on);
    expect([stage.observed(), turn]).toEqual([{ ids, versions }, count]);
    expect(stage.outline().includes('suspected')).toBe(isSuspect);
  });

  test('ignores two creates that show the same content', async () => {
    const stage = suiteStage(() => [201, '{"id":"r1","version":1,"objectTypeProperty":{}}']);
    await checkOf(versioning, 'Versioning/creates-differ')(stage.on);
    expect([stage.outline(), stage.sent.length]).toEqual([['observed'], 2]);
  });
});

describe('a replaced version', () => {
  const check = (on: Stage) => on.own((own) => judgeLeftVersions(on, own));
  const moving: Known = { learnt: { moves: { doSomeThing: true, changeSomeProperty: true } } };

  test.each([
    ['is answered 409', plainly, moving, ['held', 'held']],
    ['is accepted', updates((request, held) => (isStale(request, held) ? [200] : undefined)), moving, ['violated']],
    ['is refused otherwise', updates((request, held) => (isStale(request, held) ? [400] : undefined)), moving, ['violated', 'violated']],
    ['is not known to have been left', plainly, {}, ['discarded: version-never-moved']],
    ['is not left, as no update is accepted', always(400), moving, ['discarded: blocked-by']],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('%s', async (_, rule, known, outline) => {
    expect((await judged(check, rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('is in doubt if it was accepted once, and the resource returned to it', async () => {
    let isSetBack = false;
    const restored = updates((request, held) => {
      const one = held.get(request.id);
      if (isSetBack || one === undefined || !isStale(request, held)) return undefined;
      isSetBack = true;
      one.version = request.version ?? '';
      return [200];
    });
    const { told } = await judged(check, restored, moving);
    expect(told.at(-1)).toMatchObject({ kind: 'undecided', code: 'flaky', statuses: [200] });
  });

  test('stays for a while before it is replaced', async () => {
    const { sent } = await judged(check, plainly, moving);
    expect(sent[0]?.at).toBeGreaterThanOrEqual(250);
    expect(sent.filter(({ version }) => version === '1').length).toBeGreaterThan(3);
  });
});

describe('a conflict', () => {
  const spoiling = (spoil: (held: Map<string, Held>, id: string) => void): Rule =>
    updates((request, held) => {
      if (!isStale(request, held) || !held.has(request.id)) return undefined;
      spoil(held, request.id);
      return [409];
    });

  test.each([
    ['spoils nothing', plainly, ['held']],
    ['removes the resource', spoiling((held, id) => held.delete(id)), ['violated']],
    ['uses up the version', spoiling((held, id) => held.set(id, { version: '50', value: '' })), ['violated']],
    ['is none, as a mismatch is accepted', updates(() => [200]), ['discarded: blocked-by']],
    ['is none, as a mismatch is refused otherwise', updates((request, held) => (isStale(request, held) ? [400] : undefined)), ['discarded: blocked-by']],
    ['is none, as no update is accepted', always(400), ['discarded: blocked-by']],
    ['locks the resource', updates(({ before }) => (before > 3 ? [423] : undefined)), ['undecided: two-readings']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(judgeAftermath, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('is tested with three in a row, and with three resources compared with three others', async () => {
    const { sent, told } = await judged(judgeAftermath, spoiling((held, id) => held.delete(id))); // prettier-ignore
    expect(told[0]?.more).toMatchObject({ reproduced: '3/3' });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(7);
    const plain = await judged(judgeAftermath, plainly);
    expect(plain.sent.map(({ version }) => Number(version) > 100)).toEqual([false, true, true, true, false]);
  });
});

describe('updates that find nothing', () => {
  const there: Rule = ({ name, id }) => (name === 'update' ? [404, id.startsWith('canary') ? '{"no":"id"}' : '{"no":"route"}'] : undefined); // prettier-ignore

  test.each([
    ['as a path that is none, and not as an id that is none', there, { broken: [{ kind: 'absent', got: '404', shown: { reproduced: '3/3' } }] }],
    ['as an id that is none', always(404), { broken: [], doubts: [{ code: 'two-readings' }], suspicion: 'POST by id does not find a resource that reads show.' }],
  ])('report it %s', async (_, rule, said) => {
    const stage = servedStage(rule);
    expect(await missingUpdates(stage.on)).toMatchObject(said);
    expect(stage.told).toEqual([]);
  }); // prettier-ignore

  test.each([
    ['are refused otherwise', always(409)],
    ['find something at times', updates(({ before }) => (before < 6 ? [404] : undefined))],
    ['name what is not there', ({ name }: Requested) => (name === 'update' || name === 'readById' ? [404] : undefined)],
    ['name what no delete obeys', ({ name }: Requested) => (name === 'update' ? [404] : name === 'remove' ? [405] : undefined)],
  ] as readonly (readonly [string, Rule])[])('are not reported if they %s', async (_, rule) => {
    const stage = servedStage(rule);
    expect(await missingUpdates(stage.on)).toBeUndefined();
    expect(stage.told).toEqual([]);
  }); // prettier-ignore
});

describe('refusals that change the version', () => {
  const moves = updates((request, held) => {
    const one = held.get(request.id);
    if (one === undefined || !isStale(request, held)) return undefined;
    one.version = String(Number(one.version) + 100);
    return [409];
  });
  const report = (on: Stage) =>
    on.fresh(async (own) => void (await reportMoves(on, own, oddProbes, 200, 'moved')));

  test.each([
    ['one of many', moves, {}, ['violated']],
    ['the one that all creates land on', moves, { learnt: { upserts: true } }, ['violated']],
    ['none', plainly, {}, []],
    ['none that all creates land on', plainly, { learnt: { upserts: true } }, []],
  ] as readonly (readonly [string, Rule, Known, readonly string[]])[])('of %s', async (_, rule, known, outline) => {
    expect((await judged(report, rule, known)).outline()).toEqual(outline);
  }); // prettier-ignore
});

describe('versions that are refused', () => {
  test.each(['1', '1000', '9007199254740993'])('are far from %s, at most three', (actual) => {
    const probes = farProbes(suiteStage(() => [200]).on, actual);
    expect(probes.length).toBeGreaterThanOrEqual(1);
    expect(probes.length).toBeLessThanOrEqual(3);
    for (const { version, far } of probes) expect([far, Number(version) === Number(actual)]).toEqual([true, false]);
  }); // prettier-ignore

  test.each(['1', '1000'])('are odd near %s: a fraction, a negative and a huge version', (actual) => {
    const versions = oddProbes(actual).map(({ version }) => Number(version));
    expect(versions).toHaveLength(3);
    expect(versions.filter((version) => !Number.isInteger(version))).toHaveLength(1);
    expect(versions.filter((version) => version < 0)).toHaveLength(1);
    expect(versions.filter((version) => version > 2 ** 53)).toHaveLength(1);
  });
});
