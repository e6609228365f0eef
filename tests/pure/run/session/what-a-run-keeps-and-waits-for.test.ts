import { describe, expect, test } from 'vitest';
import type { Reason } from '../../../../clause/sample.ts';
import type { Clause } from '../../../../clause/clause.ts';
import type { Judgement, Level } from '../../../../clause/judgement.ts';
import { Inconclusive } from '../../../../clause/thrown.ts';
import { Aborted } from '../../../../run/aborted.ts';
import { awaited, type Awaited } from '../../../../run/awaited.ts';
import { RecentlyUsed } from '../../../../history/bodies/recently-used.ts';
import { Memo } from '../../../../run/memo.ts';
import { unlessNothingIsThere } from '../../../../run/nothing-is-there.ts';
import { Pace } from '../../../../run/run-clock.ts';
import { settles } from '../../../../run/settle.ts';
import { createVirtualClock } from '../../../../wire/virtual-clock.ts';

describe('a result that is found out once', () => {
  test('is worked for by the first caller, and shared', async () => {
    const memo = new Memo();
    let worked = 0;
    const work = () => Promise.resolve((worked += 1));
    const first = memo.keep('a', work);
    expect(memo.keep('a', work)).toBe(first);
    expect([await first, await memo.keep('a', work), await memo.keep('b', work)]).toEqual([1, 1, 2]);
  });

  test('is shared if it has failed, too', async () => {
    const memo = new Memo();
    let worked = 0;
    const fail = () => Promise.reject(new Error(`failed ${(worked += 1)}`));
    await expect(memo.keep('a', fail)).rejects.toThrow('failed 1');
    await expect(memo.keep('a', fail)).rejects.toThrow('failed 1');
    expect(worked).toBe(1);
  });
});

describe('the last used value', () => {
  /** Sets each of these, each as large as told, in this room; a key alone is got. */
  type Used = string | readonly [string, number];
  const held = (room: number, ...used: readonly Used[]) => {
    const kept = new RecentlyUsed<string, string>(room);
    for (const one of used)
      if (typeof one === 'string') kept.get(one);
      else kept.set(one[0], `value of ${one[0]}`, one[1]);
    const { size } = kept;
    return { size, keys: ['a', 'b', 'c', 'd'].filter((key) => kept.get(key) === `value of ${key}`) };
  };

  test.each<readonly [string, readonly [number, ...Used[]], readonly string[], number]>([
    ['nothing', [10], [], 0],
    ['what fits', [10, ['a', 4], ['b', 5]], ['a', 'b'], 9],
    ['what just fits', [10, ['a', 4], ['b', 6]], ['a', 'b'], 10],
    ['the later one where it is one too many', [10, ['a', 4], ['b', 7]], ['b'], 7],
    ['no more than has to go', [10, ['a', 4], ['b', 4], ['c', 4]], ['b', 'c'], 8],
    ['as many gone as have to', [10, ['a', 4], ['b', 4], ['c', 10]], ['c'], 10],
    ['the last one however large it is', [10, ['a', 4], ['b', 11]], ['b'], 11],
    ['the only one however large it is', [10, ['a', 11]], ['a'], 11],
    ['not that one once another comes', [10, ['a', 11], ['b', 1]], ['b'], 1],
    ['what was asked for meanwhile', [10, ['a', 4], ['b', 4], 'a', ['c', 4]], ['a', 'c'], 8],
    ['what was asked for in vain', [10, 'a', ['b', 4], 'c'], ['b'], 4],
    ['one once that is set twice', [10, ['a', 4], ['a', 5]], ['a'], 5],
    ['beside another what is set twice', [10, ['a', 4], ['b', 5], ['a', 5]], ['a', 'b'], 10],
    ['what is set twice as used last', [10, ['a', 4], ['b', 4], ['a', 4], ['c', 4]], ['a', 'c'], 8],
  ])('is kept: %s', (_what, used, keys, size) => {
    expect(held(...used)).toEqual({ size, keys });
  }); // prettier-ignore

  test('is the value that was set last', () => {
    const kept = new RecentlyUsed<string, number>(10);
    kept.set('a', 1, 1);
    kept.set('a', 2, 1);
    expect([kept.get('a'), kept.get('b')]).toEqual([2, undefined]);
  });
});

describe('looks', () => {
  const usual = [50, 200, 600, 1_500, 3_000];
  type Span = readonly [window: number, notYet: number, shown: number];
  const paced = (...spans: readonly Span[]) => {
    const pace = new Pace();
    for (const [window, notYet, shown] of spans) pace.note(window, { notYet, shown });
    return pace.looks(1_000, usual);
  };

  test.each<readonly [string, readonly Span[], readonly number[]]>([
    ['as usual where nothing is known', [], usual],
    ['as usual where only another window is known', [[2_000, 200, 600]], usual],
    ['soon, half way, and when it showed', [[1_000, 200, 600]], [50, 400, 600, 1_500, 3_000]],
    ['not before it, where that is known closely', [[1_000, 560, 600]], [50, 600, 1_500, 3_000]],
    ['half way where that is known less closely', [[1_000, 530, 600]], [50, 565, 600, 1_500, 3_000]],
    ['half way in whole milliseconds', [[1_000, 199, 600]], [50, 400, 600, 1_500, 3_000]],
    ['as usual after it', [[1_000, 580, 610]], [50, 610, 1_500, 3_000]],
    ['closer where two agree', [[1_000, 200, 600], [1_000, 400, 600]], [50, 500, 600, 1_500, 3_000]],
    ['closer where the later was looked at earlier', [[1_000, 400, 600], [1_000, 200, 600]], [50, 500, 600, 1_500, 3_000]],
    ['closer where the later shows earlier', [[1_000, 200, 600], [1_000, 200, 400]], [50, 300, 400, 600, 1_500, 3_000]],
    ['as the last one says where it shows later', [[1_000, 400, 600], [1_000, 50, 1_500]], [50, 775, 1_500, 3_000]],
    ['as the last one says where it shows earlier', [[1_000, 400, 600], [1_000, 50, 400]], [50, 225, 400, 600, 1_500, 3_000]],
  ])('come %s', (_when, spans, looks) => {
    expect(paced(...spans)).toEqual(looks);
  }); // prettier-ignore
});

describe('an effect that a lag could explain', () => {
  /** Looks until it shows, so long after the start; which times were looked at, and what was waited for. */
  async function looked(
    showsAt: number,
    { since = 0, ms = 1_000, wait = 0, lookMs = 0, what }: { since?: number; ms?: number; wait?: number; lookMs?: number; what?: Awaited } = {},
    pace = new Pace(),
  ) {
    const virtual = createVirtualClock();
    await virtual.sleep(wait);
    const waits = new Set<Awaited>();
    const sleep = async (milliseconds: number, one: Awaited) => {
      waits.add(one);
      await virtual.sleep(milliseconds);
    };
    const looks: number[] = [];
    const came = await settles({ ...virtual, sleep, stopped: false, pace }, { since, ms, ...(what && { for: what }) }, async () => {
      looks.push(virtual.now());
      await virtual.sleep(lookMs);
      return (looks.at(-1) ?? 0) >= showsAt;
    });
    return { came, looks, waits: [...waits], pace };
  } // prettier-ignore

  test.each<readonly [string, Parameters<typeof looked>, boolean, readonly number[]]>([
    ['is looked at once where it shows', [0], true, [0]],
    ['is looked at again soon', [1], true, [0, 50]],
    ['is looked at until it shows', [500], true, [0, 50, 200, 600]],
    ['is looked at for the last time when the window has passed', [2_000], false, [0, 50, 200, 600, 1_000]],
    ['may show at that time', [1_000], true, [0, 50, 200, 600, 1_000]],
    ['is looked at twice within a short window', [2_000, { ms: 20 }], false, [0, 20]],
    ['is looked at once without a window', [2_000, { ms: 0 }], false, [0]],
    ['is looked at by the time since the write', [2_000, { since: 100, wait: 400 }], false, [400, 700, 1_100]],
    ['is looked at once when the window has passed before', [2_000, { wait: 1_000 }], false, [1_000]],
    ['is looked at no sooner for looks that take long', [2_000, { lookMs: 100 }], false, [0, 100, 200, 600, 1_000]],
  ])('%s', async (_what, told, came, looks) => {
    expect(await looked(...told)).toMatchObject({ came, looks });
  }); // prettier-ignore

  test('is waited for by its kind', async () => {
    expect((await looked(100)).waits).toEqual([awaited.reads]);
    expect((await looked(100, { what: awaited.queries })).waits).toEqual([awaited.queries]);
  });

  test('reads come at the time at which the last effect showed', async () => {
    const { pace } = await looked(500);
    expect((await looked(500, {}, pace)).looks).toEqual([0, 50, 400, 600]);
    const other = new Pace();
    await looked(0, {}, other);
    await looked(2_000, {}, other);
    expect((await looked(500, {}, other)).looks).toEqual([0, 50, 200, 600]);
  });

  test.each([
    ['is undecided where the run is stopped', 1_000, 'stopped'],
    ['is decided where it shows in spite of that', 0, true],
  ])('%s', async (_what, shows, expected) => {
    const clock = { ...createVirtualClock(), stopped: true, pace: new Pace() };
    const came = settles(clock, { since: 0, ms: 1_000 }, () => Promise.resolve(shows === 0)).catch(
      (error: unknown) => (error instanceof Inconclusive ? error.reason.code : error),
    );
    expect(await came).toBe(expected);
  });

  test('is decided if the window has passed before the run was stopped', async () => {
    const clock = { ...createVirtualClock(), stopped: true, pace: new Pace() };
    expect(await settles(clock, { since: -1_000, ms: 1_000 }, () => Promise.resolve(false))).toBe(false);
  });
});

describe('at a missing operation', () => {
  const clause: Pick<Clause<never>, 'part' | 'declares'> = { part: '4.5', declares: [] };
  const nothing: Reason = { code: 'two-readings', text: 'nothing is there' };
  const absent: Reason = { code: 'declared-absent', text: 'declared' };
  const failed: Reason = { code: 'premise-failed', text: 'none was made' };
  const judgement = (verdict: Judgement['verdict'], reason?: Reason): Judgement => ({
    verdict, premise: 1, checks: 1, suspect: false, findings: [], ...(reason && { reason }),
  }); // prettier-ignore

  interface More {
    readonly name?: string;
    readonly level?: Level;
    readonly none?: true;
    readonly declares?: 'presence' | 'absence';
    readonly isThere?: true;
  }

  /** The verdict, the code of its reason, and how often the end was waited for. */
  async function judged(one: Judgement, why: Reason | undefined, more: More = {}) {
    const declared = {
      key: 'auth.4.5',
      met: () => true,
      ...(more.declares === 'absence' && { ofAbsence: true }),
    };
    const about = { ...clause, ...(more.declares && { declares: [declared] }) } as Clause<never>;
    let ended = 0;
    const { verdict, reason } = await unlessNothingIsThere(
      {
        name: more.name ?? '4.5/something',
        clause: more.none === true ? undefined : about,
        level: more.level ?? 'MUST',
      },
      one,
      {
        isSomethingThere: () => more.isThere === true,
        why: () => (ended === 0 ? undefined : why),
        end: () => Promise.resolve(void (ended += 1)),
      },
    );
    return [verdict, reason?.code, ended];
  }

  test.each<readonly [string, Parameters<typeof judged>, readonly unknown[]]>([
    ['a pass does not count', [judgement('pass'), nothing], ['not-tested', 'two-readings', 1]],
    ['a pass does not apply if that is declared', [judgement('pass'), absent], ['not-applicable', 'declared-absent', 1]],
    ['a pass counts if somebody is let in at the end', [judgement('pass'), undefined], ['pass', undefined, 1]],
    ['a pass counts at once if somebody was let in', [judgement('pass'), nothing, { isThere: true }], ['pass', undefined, 0]],
    ['a route that is asked for has passed', [judgement('pass'), nothing, { name: '4.5/route-exists' }], ['pass', undefined, 0]],
    ['a test of no clause has passed', [judgement('pass'), nothing, { none: true }], ['pass', undefined, 0]],
    ['an open clause does not pass either', [judgement('pass'), nothing, { level: 'OPEN' }], ['not-tested', 'two-readings', 1]],
    ['a failure counts', [judgement('fail'), nothing], ['fail', undefined, 0]],
    ['a warning does not count', [judgement('warn'), nothing], ['not-tested', 'two-readings', 1]],
    ['an observation of what finds nothing counts', [judgement('observed'), nothing, { level: 'OPEN', declares: 'absence' }], ['observed', undefined, 0]],
    ['an observation counts', [judgement('observed'), nothing], ['observed', undefined, 0]],
    ['an observation of what is declared does not count', [judgement('observed'), nothing, { level: 'OPEN', declares: 'presence' }], ['not-tested', 'two-readings', 1]],
    ['a doubt stays a doubt, and waits for the operation', [judgement('inconclusive', failed), nothing], ['inconclusive', 'two-readings', 1]],
    ['a doubt about a deviation stays unchanged', [{ ...judgement('inconclusive', failed), deviated: failed }, nothing], ['inconclusive', 'premise-failed', 0]],
    ['a clause that waits for another clause waits for the operation', [judgement('not-tested', { code: 'blocked-by', text: 'waits for 4.5/a' }), nothing], ['not-tested', 'two-readings', 1]],
    ['a clause without a premise waits for the operation', [judgement('not-tested', failed), nothing], ['not-tested', 'two-readings', 1]],
    ['a clause without a premise still lacks it if somebody is granted access', [judgement('not-tested', failed), undefined], ['not-tested', 'premise-failed', 1]],
    ['a clause without a premise still lacks it if the absence is declared', [judgement('not-tested', failed), absent], ['not-tested', 'premise-failed', 1]],
    ['means that the operator can supply are no longer asked for', [judgement('not-tested', { ...failed, supply: 'a key' }), nothing], ['not-tested', 'two-readings', 1]],
    ['a clause that was not tested for another reason keeps that reason', [judgement('not-tested', { code: 'budget', text: 'none left' }), nothing], ['not-tested', 'budget', 0]],
    ['an open clause without a premise says so', [judgement('not-tested', failed), nothing, { level: 'OPEN' }], ['not-tested', 'premise-failed', 0]],
    ['a SHOULD waits like a MUST', [judgement('not-tested', failed), nothing, { level: 'SHOULD' }], ['not-tested', 'two-readings', 1]],
    ['a route without a premise waits for the operation', [judgement('not-tested', failed), nothing, { name: '4.5/route-exists' }], ['not-tested', 'two-readings', 1]],
  ])('%s', async (_what, told, expected) => {
    expect(await judged(...told)).toEqual(expected);
  }); // prettier-ignore

  test('the counts of a judgement stay', async () => {
    const passed = { ...judgement('pass'), premise: 3, held: 3, checks: 4 };
    const on = { isSomethingThere: () => false, why: () => nothing, end: () => Promise.resolve() };
    const stated = { name: '4.5/a', clause: clause as Clause<never>, level: 'MUST' } as const;
    expect(await unlessNothingIsThere(stated, passed, on)).toMatchObject({ premise: 3, held: 3, checks: 4 });
  });
});

test.each(['unreachable', 'configuration'] as const)('a run that is aborted names who is at fault: %s', (why) => {
  expect(new Aborted(why, 'text')).toMatchObject({ why, message: 'text' });
  expect(new Aborted(why, 'text')).toBeInstanceOf(Error);
}); // prettier-ignore
