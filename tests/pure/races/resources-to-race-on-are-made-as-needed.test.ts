import { describe, expect, test } from 'vitest';
import type { Learnt } from '../../../implementation/learnt.ts';
import { noRaces, wanted, type RaceProgress } from '../../../properties/races/progress.ts';
import { ShapeBook } from '../../../properties/races/shapes.ts';
import { fillUp } from '../../../properties/races/tracks.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';
import { bodyOf, raceStage, trackOf, type RaceStage } from '../../support/stages/race-stage.ts';

const progressOf = (more: Partial<RaceProgress> = {}): RaceProgress => ({
  ...noRaces(new ShapeBook(['one change'])),
  ...more,
});

const tracksOf = (stage: RaceStage, count: number) =>
  Array.from({ length: count }, () => trackOf(stage.newOwn()));

async function filled(
  rounds: number,
  {
    store = {},
    known = {},
    labels = [],
    before = () => ({}),
  }: {
    readonly store?: Departures;
    readonly known?: Partial<Learnt>;
    readonly labels?: readonly (readonly [label: string, scope: string])[];
    readonly before?: (stage: RaceStage) => Partial<RaceProgress>;
  } = {},
) {
  const tokens = labels.map(([label, scope]) => ({ label, token: `secret-of-${label}`, scopes: [scope] }));
  const callers = createCallers(tokens, createRandom(7));
  const [updater] = callers.supplied;
  const stage = raceStage(store, { ...known, ...(updater === undefined ? {} : { updater }) }, { callers });
  const progress = progressOf(before(stage));
  const none = await fillUp(stage.on, progress, rounds);
  const sent = (name: string) => stage.sent.filter((one) => one.name === name);
  return { stage, progress, none, creates: sent('create').length, updates: sent('update') };
}

const refusing: Departures = { answer: (name) => (name === 'update' ? [400] : undefined) };

describe('resources', () => {
  test.each([
    [1, 1, 1],
    [2, 2, 2],
    [3, 2, 3],
    [4, 2, 4],
    [24, wanted.solid, wanted.tracks],
  ])('resources for %i rounds: %i with solo updates of their own, %i in all', async (rounds, solid, all) => {
    const { progress, none, creates } = await filled(rounds);
    expect([progress.solid.length, progress.ready.length, progress.tracks.length, creates]).toEqual([
      solid,
      all,
      all,
      all,
    ]);
    expect(progress.ready.filter(({ isFresh }) => !isFresh)).toEqual(progress.solid);
    expect(none).toBeUndefined();
  });

  test('include a resource whose place is free, without its own solo updates', async () => {
    const { progress, creates, updates } = await filled(24, {
      before: (stage) => {
        const solid = tracksOf(stage, 2);
        return { solid, ready: [...solid, ...tracksOf(stage, 1)], tracks: solid.map(({ own }) => own) };
      },
    });
    expect([progress.solid.length, progress.ready.length, creates, updates.length]).toEqual([2, 4, 1, 0]);
    expect(progress.ready.at(-1)).toMatchObject({ isFresh: true, calibration: { moved: 10, of: 10 } });
  });

  test('are not made if there are enough', async () => {
    const { creates } = await filled(24, {
      before: (stage) => {
        const solid = tracksOf(stage, 2);
        return { solid, ready: tracksOf(stage, 4) };
      },
    });
    expect(creates).toBe(0);
  });

  test.each([
    [19, 1],
    [20, 0],
    [18, 2],
  ])('are at most twenty: after %i comes %i', async (used, more) => {
    const { creates } = await filled(24, {
      before: (stage) => ({
        solid: tracksOf(stage, 2),
        tracks: tracksOf(stage, used).map(({ own }) => own),
      }),
    });
    expect(creates).toBe(more);
  });

  test.each<readonly [string, Partial<Learnt>]>([
    ['creates land on one', { upserts: true }],
    ['one shows what is written to another', { siblingsMove: true }],
  ])('are a single resource if %s', async (_when, known) => {
    const { progress, creates } = await filled(24, { known });
    expect([progress.solid.length, progress.ready.length, creates]).toEqual([1, 1, 1]);
  });

  test.each([
    [false, ['r1', 'r2', 'r3', 'r4']],
    [true, []],
  ])(
    'are taken out of use for other checks, except a resource that all checks share: %s',
    async (upserts, kept) => {
      const { stage } = await filled(24, { known: { upserts } });
      expect([...stage.out].sort()).toEqual(kept);
    },
  );
});

describe('if no update changes the version', () => {
  test('resources that refuse updates are not raced on, and no more are created', async () => {
    const { progress, none, creates } = await filled(24, { store: refusing });
    expect(none).toEqual({ why: 'refused' });
    expect([progress.solid.length, progress.ready.length, creates]).toEqual([0, 0, 2]);
  });

  test('after one refusing resource, updates race on the second', async () => {
    const store: Departures = {
      answer: (name, id) => (name === 'update' && id === 'r2' ? [400] : undefined),
    };
    const { progress, none } = await filled(24, { store });
    expect(none).toEqual({ why: 'refused' });
    expect([progress.solid.length, progress.ready.length]).toEqual([1, 4]);
  });

  test('up to six other resources are tried if answers were unusable', async () => {
    const store = (from: number): Departures => ({
      answer: (name, id) => (name === 'update' && Number(id.slice(1)) < from ? [503] : undefined),
    });
    const late = await filled(24, { store: store(3) });
    expect(late.none).toMatchObject({ why: 'noise' });
    expect([late.progress.solid.map(({ own }) => own.id), late.progress.ready.length]).toEqual([
      ['r3', 'r4'],
      4,
    ]);
    const never = await filled(24, { store: store(99) });
    expect(never.none).toMatchObject({ why: 'noise' });
    expect([never.progress.solid.length, never.progress.ready.length, never.creates]).toEqual([0, 0, 6]);
  });

  test('no further resources are tried once one resource has changed and another has not', async () => {
    const before = (stage: RaceStage) => ({
      solid: tracksOf(stage, 1),
      missing: { code: 'version-never-moved', text: '' } as const,
    });
    const { progress, updates } = await filled(24, { before });
    expect([progress.solid.length, progress.ready.length, updates.length]).toEqual([1, 4, 0]);
    const noise = await filled(24, {
      before: (stage) => ({ ...before(stage), missing: { code: 'noise', text: '' } as const }),
    });
    expect(noise.progress.solid).toHaveLength(2);
    const none = await filled(24, { before: (stage) => ({ ...before(stage), solid: [] }) });
    expect(none.progress.solid).toHaveLength(2);
  });
});

test('if doSomeThing changes the version, one resource races only doSomeThing and another the lists', async () => {
  const known = { moves: { doSomeThing: true, changeSomeProperty: true } };
  const isAlone = ({ ask }: RaceStage['sent'][number]) =>
    bodyOf(ask).actions.length === 1 && bodyOf(ask).actions[0]?.action === 'doSomeThing';
  const { updates } = await filled(24, { known });
  const idsOf = (some: typeof updates) => [...new Set(some.map(({ ask }) => ask.path?.['id']))];
  expect(idsOf(updates.filter(isAlone))).toEqual(['r2']);
  expect(idsOf(updates.filter(({ ask }) => bodyOf(ask).actions.length > 1))).toEqual(['r1']);
  const second = await filled(24, { known, before: (stage) => ({ solid: tracksOf(stage, 1) }) });
  expect(second.updates.filter(isAlone)).toHaveLength(3);
  const only = await filled(1, { known });
  expect(only.updates.filter(isAlone)).toHaveLength(3);
  expect(only.updates.some(({ ask }) => bodyOf(ask).actions.length > 1)).toBe(true);
}); // prettier-ignore

describe('tokens that race beside the usual token', () => {
  const manage = 'manage_test:demo';

  test('are tried only on the first resource', async () => {
    const { updates, progress } = await filled(24, { labels: [['A', manage], ['B', manage]] });
    const by = updates.filter(({ ask }) => ask.as?.label === 'B');
    expect(by.map(({ ask }) => ask.path?.['id'])).toEqual(['r1']);
    expect(progress.book.callerAt(1)?.label).toBe('B');
  }); // prettier-ignore

  test('are at most three', async () => {
    const labels = ['A', 'B', 'C', 'D', 'E'].map((label) => [label, manage] as const);
    const { progress } = await filled(24, { labels });
    expect([0, 1, 2, 3, 4].map((at) => progress.book.callerAt(at)?.label)).toEqual([undefined, 'B', 'C', 'D', undefined]);
  }); // prettier-ignore

  test.each(['view_test:demo', 'manage_test:other', 'manage_products:demo'])('exclude tokens that may not create: %s', async (scope) => {
    const { progress, updates } = await filled(24, { labels: [['A', manage], ['B', scope]] });
    expect(updates.some(({ ask }) => ask.as?.label === 'B')).toBe(false);
    expect(progress.book.callerAt(1)).toBeUndefined();
  }); // prettier-ignore
});
