import { apartMs } from '../../../properties/races/progress.ts';
import { describe, expect, test } from 'vitest';
import type { DrawnRound } from '../../../properties/arbitraries/race-rounds.ts';
import type { SeededCase } from '../../../properties/drawn-cases.ts';
import { reduced } from '../../../properties/races/reduced-round.ts';
import { ShapeBook, type RaceShape } from '../../../properties/races/shapes.ts';
import { bodyOf, raceStage, trackOf, type Heat, type Racers } from '../../support/stages/race-stage.ts';

const shapes: readonly RaceShape[] = [
  'one change',
  'two changes',
  'one change',
  'a change, then doSomeThing',
];

function bookOf(): ShapeBook {
  const book = new ShapeBook(['one change']);
  for (const shape of new Set(shapes)) book.moves({ shape, actions: 1, status: 200, distance: 1n });
  return book;
}

const from: SeededCase<DrawnRound> = {
  value: {
    racers: shapes.map((shape) => ({ shape, token: 0 })),
    reads: 1,
    transport: 0,
    left: undefined,
  },
  seed: 7,
  path: '3',
};

/** What a round on such a store is cut down to. */
async function cut(unlocked: Racers['unlocked'], { isReplay = false, racers = from.value.racers } = {}) {
  const stage = raceStage({ racers: { unlocked: unlocked ?? false } }, {}, { drawnAgain: isReplay ? { seed: 7, path: '3' } : undefined });
  const drawn = { ...from.value, racers };
  const came = await reduced(stage.on, trackOf(stage.newOwn()), { drawn, transports: ['h1'], book: bookOf() }, from);
  return { came, stage, places: came.small.map((one) => from.value.racers.indexOf(one)) };
} // prettier-ignore

const lengths = ({ entries }: Heat) => entries.map(([, ask]) => bodyOf(ask).actions.length);

describe('a round with several winners', () => {
  test('is repeated five times unchanged, then with fewer racers, without reads, and at most twenty times', async () => {
    const { stage, came } = await cut(true);
    expect(stage.heats.slice(0, 5).map(({ entries }) => entries.length)).toEqual([4, 4, 4, 4, 4]);
    expect(stage.heats.length).toBeLessThanOrEqual(20);
    expect(stage.heats.every(({ entries }) => entries.every(([name]) => name === 'update'))).toBe(true);
    expect(stage.heats.every(({ entries }) => entries.length >= 2)).toBe(true);
    expect(came).toMatchObject({ again: 5, of: 5 });
  });

  test('is separated from the round before each time', async () => {
    const { stage } = await cut(true);
    for (const [at, heat] of stage.heats.slice(1).entries())
      expect(heat.at - (stage.heats[at]?.at ?? 0)).toBeGreaterThanOrEqual(20 + apartMs);
  });

  test.each<readonly [string, readonly number[], (heat: Heat) => boolean, readonly number[] | undefined]>([
    ['any two of four', [0, 1, 2, 3], () => true, undefined],
    ['a list and another', [0, 1, 2, 3], (heat) => lengths(heat).some((length) => length > 1), undefined],
    ['two lists', [1, 2, 3], (heat) => lengths(heat).filter((length) => length > 1).length > 1, [1, 3]],
    ['two single ones', [0, 1, 2], (heat) => lengths(heat).filter((length) => length === 1).length > 1, [0, 2]],
  ])('is cut down to the necessary racers: %s', async (_which, places, unlocked, left) => {
    const racers = from.value.racers.filter((_, at) => places.includes(at));
    const { came, places: found } = await cut(unlocked, { racers });
    expect(came.small).toHaveLength(2);
    expect(found).toEqual(left ?? found);
    expect(came.from).toMatchObject({ seed: 7, path: `3/${found.join(',')}` });
  }); // prettier-ignore

  test('a round that never shows again stays unchanged', async () => {
    const { came, stage } = await cut(false);
    expect(came).toMatchObject({ again: 0, of: 5, from });
    expect(came.small).toEqual(from.value.racers);
    expect(stage.heats).toHaveLength(5);
  });

  test('a violation that shows only sometimes is reported with its count', async () => {
    let raced = 0;
    const { came } = await cut(() => (raced += 1) % 2 === 1 && raced <= 5);
    expect(came).toMatchObject({ again: 3, of: 5 });
  });

  test('a round that is a replay uses the path of the replayed round', async () => {
    const { came } = await cut(true, { isReplay: true });
    expect(came.from).toBe(from);
    expect(came.small).toHaveLength(2);
  });
});
