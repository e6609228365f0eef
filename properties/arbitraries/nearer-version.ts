import fc from 'fast-check';
import { fewerOf } from './reductions.ts';
import type { StatedVersion } from './stated-version.ts';

/** The smaller forms of a list of wrong versions: fewer versions, and nearer versions for the rest. */
export function fewerAndNearer(versions: readonly StatedVersion[]): fc.Arbitrary<readonly StatedVersion[]> {
  const places = versions.map((_, place) => place);
  return fc.record({ kept: fewerOf(places), nearer: fc.tuple(...versions.map(nearerVersion)) }).map(
    ({ kept, nearer }) => kept.flatMap((place) => nearer.slice(place, place + 1)),
    (list) => {
      const nearer: unknown = list;
      if (!Array.isArray(nearer) || nearer.length !== versions.length)
        throw new RangeError('a list that was cut');
      return { kept: places, nearer: versions.map((one) => one) };
    },
  );
}

/**
 * The smaller forms of a wrong version: a nearer version if it states a distance, otherwise the smallest
 * number of its kind. A version that already shows the deviation stays.
 */
export function nearerVersion(stated: StatedVersion): fc.Arbitrary<StatedVersion> {
  switch (stated.kind) {
    case 'off by':
    case 'off by, with .0':
      return towards(1, stated.distance, stated, (distance) => ({ kind: stated.kind, distance }));
    case 'image':
      // A version beyond the distance that any Float distinguishes is stated only by its kind.
      return stated.bits > 16
        ? fc.constant(stated)
        : towards(1, stated.times * 2 ** stated.bits, stated, (distance) => ({ kind: 'off by', distance }));
    case 'anywhere':
      return towards(0, stated.version, stated, (version) => ({ kind: 'anywhere', version }));
    case 'former':
      return towards(0, stated.back, stated, (back) => ({ kind: 'former', back }));
    case 'digits permuted':
      return towards(1, stated.turn, stated, (turn) => ({ kind: 'digits permuted', turn }));
    case 'first digits':
    case 'last digits':
      return towards(1, stated.cut, stated, (cut) => ({ kind: stated.kind, cut }));
    case 'literal':
      return /^-?\d+$/.test(stated.version)
        ? towards(stated.version.startsWith('-') ? 1 : 0, Number(stated.version), stated, (version) => ({
            kind: 'literal',
            version: String(version),
          }))
        : fc.constant(stated);
    default:
      return fc.constant(stated);
  }
}

/** Versions with numbers from the drawn number down to the least of its sign; fast-check halves the distance. */
function towards(
  least: number,
  drawn: number,
  stated: StatedVersion,
  asStated: (by: number) => StatedVersion,
): fc.Arbitrary<StatedVersion> {
  const sign = drawn < 0 ? -1 : 1;
  const most = Math.max(least, Math.min(Math.abs(drawn), Number.MAX_SAFE_INTEGER));
  return fc.integer({ min: least, max: most }).map(
    (by) => asStated(sign * by),
    (value) => {
      if (value !== stated) throw new RangeError('a version that was not drawn');
      return most;
    },
  );
}
