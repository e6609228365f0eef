import { describe, expect, test } from 'vitest';
import {
  asDrawn,
  asReplayed,
  fitted,
  mixedRounds,
  plainRound,
  roundKinds,
} from '../../../properties/arbitraries/race-rounds.ts';
import { drawn, drawnInTurn } from '../../../properties/drawn-cases.ts';

const seeds = [1, 2, 3, 4, 5];
const roundsOf = (seed: number, racers = 8, rounds = 24) =>
  drawnInTurn(roundKinds(racers), seed, rounds).map(asDrawn);

describe.each(seeds)('the rounds of seed %i', (seed) => {
  const rounds = roundsOf(seed).map(({ value }) => value);

  test('are the same each time they are drawn', () => {
    expect(roundsOf(seed)).toEqual(roundsOf(seed));
    expect(roundsOf(seed)).not.toEqual(roundsOf(seed + 1));
  });

  test('race as many updates as requested, all released together', () => {
    for (const count of [2, 3, 8, 16])
      for (const { value } of roundsOf(seed, count)) expect(value.racers).toHaveLength(count);
  });

  test('have each kind of update in the first four rounds, each kind alone in a round except doSomeThing and the short lists', () => {
    const shapes = (count: number) =>
      rounds.slice(0, count).map(({ racers }) => new Set(racers.map((one) => one.shape)));
    expect(new Set(shapes(4).flatMap((one) => [...one])).size).toBe(8);
    const alone = shapes(7).flatMap((one) => (one.size === 1 ? [...one] : []));
    expect(alone).toEqual(['a long text', 'one change']);
  });

  test('race at least two updates of one kind if they are mixed, and distinguish doSomeThing', () => {
    for (const { racers } of rounds) expect(racers.some(({ shape }) => shape !== 'doSomeThing')).toBe(true);
  });

  test('race several tokens in two of seven rounds, including the usual token, and only that token otherwise', () => {
    const tokens = rounds.slice(0, 7).map(({ racers }) => new Set(racers.map(({ token }) => token)));
    expect(tokens.filter(({ size }) => size > 1)).toHaveLength(2);
    for (const one of tokens) expect(one.has(0)).toBe(true);
  });

  test('take transports in turn', () => {
    expect(rounds.slice(0, 4).map(({ transport }) => transport % 2)).toEqual([0, 1, 0, 1]);
  });

  test('are single changes under the usual token on resources without other writes', () => {
    for (const one of roundsOf(seed)) {
      const { racers, reads } = plainRound(one).value;
      expect(reads).toBe(0);
      expect(new Set(racers.map(({ shape, token }) => `${shape} ${token}`))).toEqual(
        new Set(['one change 0']),
      );
    }
  });

  test('have a racer with the version before in every second round, and none in a replay', () => {
    const places = roundsOf(3, 8, 40).map(({ value }) => value.left);
    const drawnPlaces = places.filter((_, at) => at % 2 === 1);
    expect(places.filter((_, at) => at % 2 === 0).every((place) => place === undefined)).toBe(true);
    expect(new Set(drawnPlaces).size).toBeGreaterThan(3);
    for (const place of drawnPlaces) expect(place).toBeLessThan(8);
    for (const one of drawnInTurn(roundKinds(8), 3, 2))
      for (const time of [0, 1, 2, 3]) expect(asReplayed(one, time).value.left).toBeUndefined();
  });

  test('mix two versions and reads, with at least two updates that state the actual version', () => {
    for (const size of [4, 8, 16])
      for (const { value } of drawn(mixedRounds(size), seed, 10)) {
        const left = value.racers.filter(({ states }) => states === 'left').length;
        expect(value.racers.length + value.reads).toBe(size);
        expect(left).toBeGreaterThan(0);
        expect(value.racers.length - left).toBeGreaterThan(1);
      }
  });

  test('rounds of two versions stay within the granted requests, with each version among them', () => {
    for (const { value } of drawn(mixedRounds(16), seed, 10)) {
      expect(fitted(value, 16)).toEqual(value);
      for (const size of [4, 5, 8, 12]) {
        const { racers, reads } = fitted(value, size);
        const left = racers.filter(({ states }) => states === 'left').length;
        expect(racers.length + reads).toBe(size);
        expect(left).toBeGreaterThan(0);
        expect(racers.length - left).toBeGreaterThan(1);
      }
    }
  });
});
