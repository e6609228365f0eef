import { describe, expect, test } from 'vitest';
import type { DrawnRacer } from '../../../properties/arbitraries/race-rounds.ts';
import { ShapeBook, type RaceShape } from '../../../properties/races/shapes.ts';
import { shortestLists } from '../../../properties/races/shortest-lists.ts';

function bookOf(shapes: readonly RaceShape[]): ShapeBook {
  const book = new ShapeBook(['one change']);
  for (const shape of shapes) book.moves({ shape, actions: 1, status: 200, distance: 1n });
  return book;
}

const all = bookOf(['one change', 'two changes', 'three to eight actions', 'nine to twenty actions']);
const withoutShort = bookOf(['one change', 'nine to twenty actions']);

const listOf = (length: number): DrawnRacer => ({
  shape: length > 8 ? 'nine to twenty actions' : 'three to eight actions',
  token: 0,
  list: Array.from({ length }, () => ({ action: 'doSomeThing' })),
});
const plain: DrawnRacer = { shape: 'one change', token: 0 };

/** How many actions a racer carries. */
const lengthOf = ({ list, shape }: DrawnRacer): number => list?.length ?? (shape === 'two changes' ? 2 : 1);

/** What racers are cut down to where such lengths show it. */
async function cut(
  racers: readonly DrawnRacer[],
  shows: (lengths: readonly number[], time: number) => boolean,
  { book = all, repeats = 1 } = {},
) {
  const raced: (readonly DrawnRacer[])[] = [];
  const lengths = await shortestLists(
    racers,
    (candidate) => Promise.resolve(shows(candidate.map(lengthOf), raced.push(candidate))),
    { book, repeats },
  );
  return { lengths, raced };
}

describe('lists of racers that were accepted together', () => {
  test.each<readonly [string, readonly number[], (lengths: readonly number[]) => boolean, readonly (number | undefined)[]]>([
    ['any', [20, 9], () => true, [1, 1]],
    ['one of three actions', [20, 9], (lengths) => lengths.some((one) => one > 2), [1, 3]],
    ['two of three actions', [20, 9], (lengths) => lengths.every((one) => one > 2), [3, 3]],
    ['the first one of eleven', [20, 9], ([first = 0]) => first > 10, [11, 1]],
    ['one of two actions', [4, 3], (lengths) => lengths.some((one) => one > 1), [1, 2]],
    ['whole ones alone', [20, 9], ([first, second]) => first === 20 && second === 9, [undefined, undefined]],
  ])('are cut down to the necessary actions: %s', async (_which, lengths, shows, left) => {
    const came = await cut(lengths.map(listOf), shows);
    expect(came.lengths).toEqual(left);
  }); // prettier-ignore

  test('do not change the other racers', async () => {
    const { lengths, raced } = await cut([plain, listOf(12)], () => true);
    expect(lengths).toEqual([undefined, 1]);
    expect(raced.every(([first]) => first === plain)).toBe(true);
  });

  test('race only shapes that were seen to change the version', async () => {
    const { lengths, raced } = await cut([listOf(16)], ([one = 0]) => one > 2, { book: withoutShort });
    expect(lengths).toEqual([9]);
    expect(raced.flat().every(({ shape }) => withoutShort.knows(shape))).toBe(true);
  });

  test('are raced as often as needed, and at most forty times', async () => {
    const seldom = await cut([listOf(20)], ([one = 0], time) => one > 10 && time % 3 === 0, { repeats: 5 });
    expect(seldom.lengths).toEqual([11]);
    const many = await cut([20, 19, 18, 17].map(listOf), () => false, { repeats: 7 });
    expect(many.raced).toHaveLength(40);
    expect(many.lengths).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each([
    ['there are none', [plain, plain], 5],
    ['the round never showed it again', [listOf(20)], 0],
  ])('cost no request if %s', async (_why, racers, repeats) => {
    const { lengths, raced } = await cut(racers, () => true, { repeats });
    expect([lengths, raced]).toEqual([[], []]);
  });
});
