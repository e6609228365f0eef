import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import { checkCases, type Cases, type Judged } from '../../../properties/checked-cases.ts';
import { drawn, drawnInTurn, type SeededCase } from '../../../properties/drawn-cases.ts';
import type { ShrunkCase } from '../../../properties/shrunk-case.ts';
import type { Stage } from '../../../implementation/stage.ts';

type List = readonly number[];

const lists: fc.Arbitrary<List> = fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 20, size: 'max' });
const longLists: fc.Arbitrary<List> = fc.array(fc.nat({ max: 9 }), { minLength: 12, maxLength: 20 });
const hasSeven = (list: List): boolean => list.some((one) => one >= 7);

/** Cases of lists that get smaller by themselves, and of long ones that get smaller as any part of them does. */
const byThemselves: Cases<List> = { kinds: [lists], seed: 11, count: 30 };
const byParts: Cases<List> = {
  kinds: [longLists, lists],
  seed: 11,
  count: 30,
  smaller: (list) => fc.subarray([...list], { minLength: 1 }),
};

/** A stage as far as checks of cases look at it; the clock stands still. */
function stage(
  drawnAgain?: Stage['drawnAgain'],
  isStopped = () => false,
): Pick<Stage, 'clock' | 'drawnAgain'> {
  const clock = {
    now: () => 0,
    get stopped() {
      return isStopped();
    },
  } as unknown as Stage['clock'];
  return { clock, drawnAgain };
}

/** Checks until a list with a seven is met; what was judged, tried, and reported. */
async function checked(
  cases: Cases<List>,
  { on = stage(), fails = hasSeven, executions = 500 } = {},
): Promise<{ judged: SeededCase<List>[]; tried: List[]; small: ShrunkCase<List> | undefined }> {
  const judged: SeededCase<List>[] = [];
  const tried: List[] = [];
  let small: ShrunkCase<List> | undefined;
  const judge = (one: SeededCase<List>): Promise<Judged<List>> => {
    judged.push(one);
    if (!hasSeven(one.value)) return Promise.resolve('goes on');
    return Promise.resolve({
      fails: (list) => {
        tried.push(list);
        return Promise.resolve(fails(list));
      },
      executions,
      report: (found) => (small = found),
    });
  };
  await checkCases(on, cases, judge);
  return { judged, tried, small };
}

const both = [
  ['by itself', byThemselves],
  ['by parts', byParts],
] as const;
const seeds = Array.from({ length: 10 }, (_, at) => at + 1);

describe.each(both)('a case that failed and gets smaller %s', (_name, cases) => {
  test.each(seeds)('is cut down to its smallest form by fast-check, seed %i', async (seed) => {
    const { small } = await checked({ ...cases, seed });
    expect(small?.again).toBe(true);
    // Of arrays it leaves an element sometimes that could go.
    expect(small?.value.length).toBeLessThan(4);
    expect(small?.value.every((one) => one < 7)).toBe(false);
  });

  test.each(seeds)('is replayed in its smallest form from seed and path, seed %i', async (seed) => {
    const { small } = await checked({ ...cases, seed }, { executions: 20 });
    const again = small && { seed: small.seed, path: small.path };
    const replay = await checked({ ...cases, seed }, { on: stage(again) });
    expect(replay.judged.map(({ value }) => value)).toEqual([small?.value]);
    expect(replay.small).toMatchObject({ ...again, value: small?.value });
    expect(replay.tried).toHaveLength(1);
  });

  test.each([1, 2, 5, 17])(
    'is executed no more than %i times, and still fails as it is reported',
    async (executions) => {
      for (const seed of seeds) {
        const { small, tried, judged } = await checked({ ...cases, seed }, { executions });
        expect(tried.length).toBeLessThanOrEqual(executions);
        expect(small?.executions).toBe(tried.length);
        expect(hasSeven(small?.value ?? [])).toBe(true);
        expect(small?.value.length).toBeLessThanOrEqual(judged.at(-1)?.value.length ?? 0);
      }
    },
  );

  test('is not executed after its time is over', async () => {
    let left = 3;
    const { tried } = await checked({ ...cases, seed: 5 }, { on: stage(undefined, () => (left -= 1) < 0) });
    expect(tried).toHaveLength(3);
  });

  test('stays unchanged if it does not fail again, and no other case is judged', async () => {
    const { small, tried, judged } = await checked(cases, { fails: () => false });
    expect(small).toEqual({ ...judged.at(-1), again: false, executions: 1 });
    expect(tried).toHaveLength(1);
  });

  test('is the last case that is judged', async () => {
    const { judged } = await checked(cases);
    expect(judged.map(({ value }) => hasSeven(value)).indexOf(true)).toBe(judged.length - 1);
  });

  test('rethrows errors of its execution', async () => {
    const broken = (): boolean => {
      throw new Error('unreachable');
    };
    await expect(checked(cases, { fails: broken })).rejects.toThrow('unreachable');
  });

  test('stays unchanged if a run can send no more', async () => {
    const spent = (): boolean => {
      throw new Inconclusive({ code: 'budget', text: 'nothing is left' });
    };
    const { small, judged } = await checked(cases, { fails: spent });
    expect(small?.value).toEqual(judged.at(-1)?.value);
  });
});

describe('cases that pass', () => {
  const judgedOf = async (cases: Cases<List>, verdict: 'goes on' | 'ends' = 'goes on') => {
    const judged: SeededCase<List>[] = [];
    await checkCases(stage(), cases, (one) => {
      judged.push(one);
      return Promise.resolve(verdict);
    });
    return judged;
  };

  test('are judged in the order in which they are drawn', async () => {
    expect(await judgedOf(byParts)).toEqual(drawnInTurn(byParts.kinds, 11, 30));
    expect(await judgedOf({ ...byThemselves, count: 2.5 })).toEqual(drawn(lists, 11, 3));
  });

  test('are shared out among lanes unchanged', async () => {
    const lanes = [0, 1, 2].map((lane) => judgedOf({ ...byParts, isMine: (run) => run % 3 === lane }));
    const all = (await Promise.all(lanes)).flat();
    expect(all.toSorted((one, other) => Number(one.path) - Number(other.path))).toEqual(
      await judgedOf(byParts),
    );
  });

  test('stay unchanged after the last case', async () => {
    expect(await judgedOf(byParts, 'ends')).toHaveLength(1);
  });

  test('are not failures if an error is thrown', async () => {
    let judged = 0;
    const broken = checkCases(stage(), byThemselves, () => {
      judged += 1;
      throw new Error('unreachable');
    });
    await expect(broken).rejects.toThrow('unreachable');
    expect(judged).toBe(1);
  });

  test('passing cases of another seed are not replayed', async () => {
    const { judged } = await checked(byThemselves, { on: stage({ seed: 12, path: '0' }) });
    expect(judged).toEqual([]);
  });
});
