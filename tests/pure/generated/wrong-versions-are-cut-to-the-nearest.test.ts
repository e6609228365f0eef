import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewerAndNearer, nearerVersion } from '../../../properties/arbitraries/nearer-version.ts';
import {
  aimed,
  integerKinds,
  oddKinds,
  type StatedVersion,
} from '../../../properties/arbitraries/stated-version.ts';
import { boundedTries, shrunkAgain, shrunkBy } from '../../../properties/shrunk-case.ts';

const actual = '24';
const former = ['20', '21', '22', '23'];

type Breaks = (version: number, stated: StatedVersion) => boolean;

/** What a list of versions shrinks to on a server on which such a version fails, and in how many tries. */
async function cut(versions: readonly StatedVersion[], breaks: Breaks) {
  const fails = (list: readonly StatedVersion[]): Promise<boolean> =>
    Promise.resolve(
      list.some((one) => {
        const version = aimed(one, actual, former)?.version;
        return version !== undefined && breaks(Number(version), one);
      }),
    );
  const smaller = fewerAndNearer(versions);
  const tries = boundedTries(fails, { executions: 200 });
  const small = await shrunkBy({ value: versions, seed: 7, path: '3' }, smaller, tries);
  expect(shrunkAgain(versions, smaller, small)).toEqual(small.value);
  return { ...small, versions: small.value.map((one) => aimed(one, actual, former)?.version) };
}

const near: StatedVersion = { kind: 'off by', distance: 2 };

describe('a wrong version that was accepted', () => {
  test.each<readonly [string, StatedVersion, Breaks, string]>([
    ['the nearest beyond a bound', { kind: 'anywhere', version: 6_645_438 }, (v) => v >= 1_000_024, '1000024'],
    ['the nearest by distance', { kind: 'off by', distance: 9_000 }, (v) => v > 24 + 65, '90'],
    ['the nearest below', { kind: 'off by', distance: -7_000 }, (v) => v > 24 + 65, '90'],
    ['the next one', { kind: 'off by', distance: 4_000 }, () => true, '25'],
    ['the nearest image', { kind: 'image', bits: 16, times: 3 }, (v) => v > 1_000, '1001'],
    ['an image alone', { kind: 'image', bits: 8, times: 2 }, (v) => (v - 24) % 256 === 0, '536'],
    ['the last one that was left', { kind: 'former', back: 3 }, (v) => v < 24, '23'],
    ['the least negative one', { kind: 'literal', version: '-4711' }, (v) => v < 0, '-1'],
    ['the least of the great ones', { kind: 'literal', version: '9223372036854775808' }, (v) => v > 2 ** 31, '2147483649'],
    ['a greatest value alone', { kind: 'literal', version: '2147483647' }, (v) => v === 2_147_483_647, '2147483647'],
    ['a fraction as it is', { kind: 'fraction', part: 0.25 }, () => true, '24.25'],
  ])('is cut to %s', async (_which, stated, breaks, left) => {
    const { versions, executions } = await cut([near, stated], (v, one) => one.kind !== 'off by' || one.distance !== 2 ? breaks(v, one) : false);
    expect(versions).toEqual([left]);
    expect(executions).toBeLessThan(120);
  }); // prettier-ignore

  test.each([0, 1])('is the version that remains after the reduction, at place %i', async (place) => {
    const two: readonly StatedVersion[] = [{ kind: 'negated' }, { kind: 'fraction', part: 0.5 }];
    const { value } = await cut(two, (_v, one) => one.kind === two[place]?.kind);
    expect(value).toEqual(two.slice(place, place + 1));
  });
});

test('no version shrinks to a version that is farther away, on the other side, or of a kind that was not drawn', () => {
  const kinds = fc.oneof(...integerKinds, ...oddKinds);
  const distanceOf = (one: StatedVersion): number | undefined =>
    'distance' in one ? one.distance : one.kind === 'image' ? one.times * 2 ** one.bits : undefined;
  fc.assert(
    fc.property(kinds, fc.nat(), (stated, seed) => {
      const whole = distanceOf(stated);
      for (const smaller of fc.sample(nearerVersion(stated), { seed, numRuns: 5 })) {
        expect(stated.kind === 'image' ? ['image', 'off by'] : [stated.kind]).toContain(smaller.kind);
        const part = distanceOf(smaller);
        expect(part === undefined).toBe(whole === undefined);
        if (part === undefined || whole === undefined) continue;
        expect(Math.sign(part)).toBe(Math.sign(whole));
        expect(Math.abs(part)).toBeLessThanOrEqual(Math.abs(whole));
      }
    }),
  );
});
