import { describe, expect, test } from 'vitest';
import {
  asDrawn,
  asReplayed,
  mixedRounds,
  plainRound,
  roundKinds,
  withRacers,
  type DrawnRound,
} from '../../../properties/arbitraries/race-rounds.ts';
import { drawn, drawnAgain, drawnInTurn, type SeededCase } from '../../../properties/drawn-cases.ts';
import { apartAfter, apartMs } from '../../../properties/races/progress.ts';
import type { Round } from '../../../properties/races/race.ts';
import { drawnLists, longText } from '../../../properties/races/shapes.ts';
import { exchangeAt } from '../../support/histories.ts';

const seed = 4_711;
const roundsOf = (from: number, rounds: number) => drawnInTurn(roundKinds(8), from, rounds).map(asDrawn);
const all = roundsOf(seed, 24);

const replayed = (path: string) => {
  const [drawnBy = ''] = path.split('/');
  const [one] = drawnAgain(roundKinds(8), { seed, path: drawnBy });
  return one === undefined ? [] : [0, 1, 2].map((time) => asReplayed({ ...one, path }, time));
};

const round = (at: number): SeededCase<DrawnRound> => {
  const one = all[at];
  if (one === undefined) throw new RangeError('so many were not drawn');
  return one;
};

const at = (places: readonly number[]) => places.map((place) => ({ place }));

describe('a replay', () => {
  test.each([0, 1, 2, 5, 6, 13])('races the update drawn at place %i, in each round', (at) => {
    const again = replayed(round(at).path);
    expect(again).toHaveLength(3);
    for (const { value } of again) {
      expect(value.racers).toEqual(round(at).value.racers);
      expect([value.reads, value.left]).toEqual([round(at).value.reads, undefined]);
    }
    expect(again.map(({ value }) => value.transport)).toEqual([0, 1, 2]);
  }); // prettier-ignore

  test.each([[[0, 1]], [[2, 5]], [[6, 7, 1]], [[3]]])('a replay of a round that was cut down races the remaining racers %j', (places) => {
    const cut = withRacers(round(3), at(places));
    const kept = places.map((place) => round(3).value.racers[place]);
    expect(cut.value).toMatchObject({ racers: kept, reads: 0 });
    expect(cut.value.left).toBeUndefined();
    for (const { value } of replayed(cut.path)) {
      expect(value.racers).toEqual(kept);
      expect(value.reads).toBe(0);
    }
  }); // prettier-ignore

  test.each([
    [12, 'nine to twenty actions'],
    [9, 'nine to twenty actions'],
    [8, 'three to eight actions'],
    [3, 'three to eight actions'],
    [2, 'two changes'],
    [1, 'one change'],
  ])('a replay of a round whose lists were cut down to %i actions races %s', (actions, shape) => {
    // The seventh kind races nothing but lists, the longest ones among them.
    const place = round(6).value.racers.findIndex(({ list = [] }) => list.length > 12);
    const { list = [], token } = round(6).value.racers[place] ?? { token: -1 };
    const cut = withRacers(round(6), [{ place, actions }, { place: 0 }]);
    const kept = actions > 2 ? { shape, token, list: list.slice(-actions) } : { shape, token };
    expect(cut.value.racers).toEqual([kept, round(6).value.racers[0]]);
    for (const { value } of replayed(cut.path)) expect(value.racers).toEqual(cut.value.racers);
  });

  test('a replay of the plainest round races single changes, as many as before', () => {
    const plain = plainRound(round(1));
    for (const { value } of replayed(plain.path)) {
      expect(value.racers).toEqual(Array(8).fill({ shape: 'one change', token: 0 }));
      expect([value.reads, value.left]).toEqual([0, undefined]);
    }
  });

  test('a replay of the plainest round that was cut down races the remaining number', () => {
    const cut = withRacers(plainRound(round(1)), at([1, 4, 6]));
    expect(cut.value.racers).toHaveLength(3);
    for (const { value } of replayed(cut.path))
      expect(value.racers).toEqual(Array(3).fill({ shape: 'one change', token: 0 }));
  });

  test('has a path of its own for each cut', () => {
    const cuts = [withRacers(round(1), at([0, 1])), withRacers(round(1), at([1, 0])), withRacers(plainRound(round(1)), at([0, 1])), withRacers(round(6), at([0, 1])), withRacers(round(6), [{ place: 0, actions: 3 }, { place: 1 }]), plainRound(round(1)), round(1)];
    expect(new Set(cuts.map(({ path }) => path)).size).toBe(cuts.length);
    expect(new Set(cuts.map((one) => one.seed))).toEqual(new Set([seed]));
  }); // prettier-ignore
});

test('a round with all of its racers stays unchanged, including reads', () => {
  const whole = { ...round(1), value: { ...round(1).value, reads: 1, left: 2 } };
  expect(withRacers(whole, at([...whole.value.racers.keys()]))).toEqual(whole);
});

test('a plain round keeps its transport', () => {
  const given = { ...round(5), value: { ...round(5).value, reads: 1, left: 3 } };
  const { value } = plainRound(given);
  expect([value.reads, value.left]).toEqual([0, undefined]);
  expect(value.transport).toBe(given.value.transport);
});

describe('a drawn round', () => {
  const values = [seed, 1, 2, 3].flatMap((one) => roundsOf(one, 56).map(({ value }) => value));

  test('has lengths only for long texts, within their bounds, and often the longest', () => {
    const racers = values.flatMap((one) => one.racers);
    const lengths = racers.flatMap(({ length }) => length ?? []);
    expect(racers.every(({ shape, length }) => (shape === 'a long text') === (length !== undefined))).toBe(
      true,
    );
    expect(Math.max(...lengths)).toBe(longText.longest);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(longText.shortest);
    expect(Math.min(...lengths)).toBeLessThan(longText.longest - 100);
    expect(lengths.filter((one) => one === longText.longest).length * 3).toBeGreaterThan(lengths.length);
  });

  test.each(Object.entries(drawnLists))(
    'has lists only for %s, of each length within their bounds',
    (name, { fewest, most }) => {
      const lists = values.flatMap(({ racers }) =>
        racers.flatMap(({ shape, list }) => (shape === name ? (list ?? []).length : [])),
      );
      expect(new Set(lists).size).toBe(most - fewest + 1);
      expect([Math.min(...lists), Math.max(...lists)]).toEqual([fewest, most]);
    },
  );

  test('has long lists in a third of the rounds', () => {
    const rounds = values.filter(({ racers }) => racers.some(({ list = [] }) => list.length > 2));
    expect(rounds.length * 3).toBeGreaterThanOrEqual(values.length);
    const racers = values.flatMap((one) => one.racers);
    expect(racers.every(({ shape, list }) => shape in drawnLists === (list !== undefined))).toBe(true);
  });

  test.each([
    [200, 409, 2],
    [200, 503, 20],
    [200, 429, 500],
  ])(
    'is separated from what follows answers %d and %d by %d ms, and never by less than before',
    (one, other, ms) => {
      const racers = [one, other].map((status) => ({
        exchange: exchangeAt('update', { method: 'POST', status }),
      }));
      expect(apartAfter(apartMs, { racers } as unknown as Round)).toBe(ms);
      expect(apartAfter(600, { racers } as unknown as Round)).toBe(600);
    },
  );

  test('sometimes has a concurrent read, but mostly none', () => {
    const reads = values.map((one) => one.reads);
    expect(new Set(reads)).toEqual(new Set([0, 1]));
    expect(reads.filter((one) => one === 1).length * 2).toBeLessThan(reads.length);
  });

  test('distributes shapes and tokens evenly', () => {
    for (const { racers } of values) {
      for (const of of [racers.map(({ shape }) => shape), racers.map(({ token }) => String(token))]) {
        const counts = [...new Set(of)].map((one) => of.filter((other) => other === one).length);
        // In two of the kinds one of two shapes is dealt more often: doSomeThing, and the longest lists.
        const isDealtMore = of.includes('doSomeThing') || of.includes('nine to twenty actions');
        if (!(isDealtMore && counts.length === 2))
          expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
      expect(Math.max(...racers.map(({ token }) => token))).toBeLessThanOrEqual(3);
    }
  });

  test('enters them in any order', () => {
    const orders = values.map(({ racers }) => racers.map(({ token }) => token).join());
    expect(new Set(orders).size).toBeGreaterThan(20);
  });

  test('lets any racer state the replaced version', () => {
    const places = values.flatMap(({ left }) => left ?? []);
    expect(new Set(places)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]));
  });
});

describe('rounds of two versions', () => {
  test.each([
    [2, 1, 1, 0],
    [3, 1, 2, 0],
    [4, 1, 3, 1],
    [7, 1, 6, 2],
    [8, 2, 6, 2],
    [11, 2, 9, 3],
    [12, 3, 9, 3],
    [16, 4, 12, 4],
  ])(
    'rounds of %i requests have %i reads and %i updates, of which %i state the replaced version',
    (size, reads, updates, left) => {
      for (const { value } of drawn(mixedRounds(size), seed, 6)) {
        expect([value.reads, value.racers.length]).toEqual([reads, updates]);
        expect(value.racers.filter(({ states }) => states === 'left')).toHaveLength(left);
        expect(value.racers.filter(({ states }) => states === 'actual')).toHaveLength(updates - left);
      }
    },
  );

  test('race sometimes only under the usual token, and sometimes under others', () => {
    const tokens = drawn(mixedRounds(16), seed, 40).map(({ value }) => new Set(value.racers.map(({ token }) => token)));
    expect(new Set(tokens.map(({ size }) => size))).toEqual(new Set([1, 4]));
    for (const one of tokens) expect(Math.max(...one)).toBeLessThanOrEqual(3);
  }); // prettier-ignore

  test('have either version at any place', () => {
    const first = drawn(mixedRounds(8), seed, 40).map(({ value }) => value.racers[0]?.states);
    expect(new Set(first)).toEqual(new Set(['left', 'actual']));
  });
});
