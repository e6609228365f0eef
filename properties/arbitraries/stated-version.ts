import { greatestSafe } from '../../wire/json/numbers.ts';
import fc from 'fast-check';
import { plainDecimal, distinguishes, farApart } from '../../implementation/updates/wrong-versions.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';

/** A wrong version relative to observed versions: plain data, so that it can be replayed on another resource. */
export type StatedVersion =
  | { readonly kind: 'former'; readonly back: number }
  | { readonly kind: 'off by'; readonly distance: number }
  | { readonly kind: 'image'; readonly bits: 8 | 16 | 32 | 53; readonly times: number }
  | { readonly kind: 'digits permuted'; readonly turn: number }
  | { readonly kind: 'first digits'; readonly cut: number }
  | { readonly kind: 'last digits'; readonly cut: number }
  | { readonly kind: 'digit more'; readonly digit: number }
  | { readonly kind: 'anywhere'; readonly version: number }
  | { readonly kind: 'off by, with .0'; readonly distance: number }
  | { readonly kind: 'fraction'; readonly part: number }
  | { readonly kind: 'a step ahead' }
  | { readonly kind: 'negated' }
  | { readonly kind: 'literal'; readonly version: string };

const nearest = fc.constantFrom(-3, -2, -1, 1, 2, 3);
const far = fc.integer({ min: -9_000, max: 9_000 }).filter((distance) => Math.abs(distance) > 3);

const image = (bits: 8 | 16): fc.Arbitrary<StatedVersion> =>
  fc.constantFrom(-2, -1, 1, 2, 3).map((times): StatedVersion => ({ kind: 'image', bits, times }));

/**
 * Kinds of wrong versions for which the answer is 409: non-negative safe integers, and versions that the
 * server issued. In pairs, because not every draw can be stated on every resource.
 */
export const integerKinds: readonly fc.Arbitrary<StatedVersion>[] = [
  fc.nat({ max: 6 }).map((back): StatedVersion => ({ kind: 'former', back })),
  image(8),
  fc.integer({ min: 1, max: 3 }).map((cut): StatedVersion => ({ kind: 'first digits', cut })),
  nearest.map((distance): StatedVersion => ({ kind: 'off by', distance })),
  fc.nat({ max: 9 }).map((digit): StatedVersion => ({ kind: 'digit more', digit })),
  image(16),
  fc.integer({ min: 1, max: 3 }).map((cut): StatedVersion => ({ kind: 'last digits', cut })),
  fc
    .oneof(fc.constantFrom(0, 1, greatestSafe), fc.integer({ min: 0, max: greatestSafe }))
    .map((version): StatedVersion => ({ kind: 'anywhere', version })),
  fc.integer({ min: 1, max: 5 }).map((turn): StatedVersion => ({ kind: 'digits permuted', turn })),
  far.map((distance): StatedVersion => ({ kind: 'off by', distance })),
];

/** Up to this many other orders of the digits of the actual version. */
export function otherOrders(most: number): readonly StatedVersion[] {
  return Array.from({ length: most }, (_, at): StatedVersion => ({ kind: 'digits permuted', turn: at + 1 }));
}

/** Kinds of well-typed Floats that differ, for which a refusal other than 409 may be defended. */
export const oddKinds: readonly fc.Arbitrary<StatedVersion>[] = [
  fc
    .constantFrom(-0.5, -0.1, -0.005, 0.005, 0.1, 0.25, 0.5, 0.75, 0.9)
    .map((part): StatedVersion => ({ kind: 'fraction', part })),
  fc
    .constantFrom('2147483647', '4294967295', '9007199254740992', '9007199254740993', '-9007199254740993')
    .map((version): StatedVersion => ({ kind: 'literal', version })),
  fc
    .integer({ min: -9_000, max: -4 })
    .map((version): StatedVersion => ({ kind: 'literal', version: `${version}` })),
  fc
    .tuple(fc.constantFrom(32 as const, 53 as const), fc.constantFrom(-1, 1, 2))
    .map(([bits, times]): StatedVersion => ({ kind: 'image', bits, times })),
  fc
    .constantFrom('1e300', '-1e300', '9223372036854775808', '18446744073709551616', '5e-324', '4294967295.5')
    .map((version): StatedVersion => ({ kind: 'literal', version })),
  fc
    .integer({ min: 4, max: 9_000 })
    .map((distance): StatedVersion => ({ kind: 'off by, with .0', distance })),
  fc.constant<StatedVersion>({ kind: 'negated' }),
];

/** A version so far away that no other write can have made it the actual version. */
export const farVersion = fc.oneof(
  fc.integer({ min: 100, max: 9_000 }).map((distance): StatedVersion => ({ kind: 'off by', distance })),
  fc.constantFrom(7_919, 65_536, 999_999).map((version): StatedVersion => ({ kind: 'anywhere', version })),
  fc.constantFrom('-70001', '0.5').map((version): StatedVersion => ({ kind: 'literal', version })),
);

/**
 * The version as a probe for the current state of the resource. Undefined if it is not wrong, or if a 32-bit
 * Float may not distinguish it from the actual version.
 */
export function aimed(
  stated: StatedVersion,
  actual: string,
  former: readonly string[],
): Mismatch | undefined {
  const version = versionText(stated, actual, former);
  if (version === undefined) return undefined;
  const [value, v] = [Number(version), Number(actual)];
  if (!Number.isFinite(v) || value === v) return undefined;
  if (stated.kind !== 'former' && !distinguishes(value, v)) return undefined;
  const isFormer = stated.kind === 'former';
  return {
    label: stated.kind,
    ...(isFormer ? { former: true } : {}),
    version,
    far: !isFormer && Math.abs(value - v) > farApart,
  };
}

function versionText(stated: StatedVersion, actual: string, former: readonly string[]): string | undefined {
  const v = Number(actual);
  const digits = /^\d+$/.test(actual) ? actual : undefined;
  switch (stated.kind) {
    case 'former':
      return former.at(-1 - (stated.back % Math.max(1, former.length)));
    case 'off by':
      // There is no version below zero, so the other direction is used.
      return natural(v + stated.distance) ?? natural(v - stated.distance);
    case 'off by, with .0': {
      const version = natural(v + stated.distance);
      return version === undefined ? undefined : `${version}.0`;
    }
    case 'a step ahead':
      // Its distance from the actual version equals the distance between the actual and the previous version.
      return natural(2 * v - Number(former.at(-1) ?? v - 1));
    case 'image':
      return stated.bits >= 32
        ? plainDecimal(v + stated.times * 2 ** 32)
        : (natural(v + stated.times * 2 ** stated.bits) ?? natural(v - stated.times * 2 ** stated.bits));
    case 'digits permuted':
      return digits === undefined ? undefined : safe(rotated(digits, stated.turn));
    case 'first digits':
      return digits === undefined ? undefined : safe(digits.slice(0, -cutOf(stated.cut, digits)));
    case 'last digits':
      return digits === undefined ? undefined : safe(digits.slice(cutOf(stated.cut, digits)));
    case 'digit more':
      return digits === undefined ? undefined : safe(`${digits}${stated.digit}`);
    case 'anywhere':
      return String(stated.version);
    case 'fraction':
      return Number.isSafeInteger(v) ? plainDecimal(v + stated.part) : undefined;
    case 'negated':
      return v === 0 ? undefined : plainDecimal(-v);
    case 'literal':
      return stated.version;
  }
}

function natural(value: number): string | undefined {
  return Number.isSafeInteger(value) && value >= 0 && value <= greatestSafe ? String(value) : undefined;
}

/** Digits as a number without leading zeros, if any Float holds it. */
function safe(digits: string): string | undefined {
  return digits === '' ? undefined : natural(Number(digits));
}

/** Cuts off some digits and keeps some; undefined for a single digit. */
function cutOf(cut: number, digits: string): number {
  return digits.length < 2 ? digits.length : 1 + ((cut - 1) % (digits.length - 1));
}

function rotated(digits: string, turn: number): string {
  const at = turn % digits.length;
  const once = digits.slice(at) + digits.slice(0, at);
  return once === digits ? Array.from(digits).toReversed().join('') : once;
}
