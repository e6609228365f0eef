import { greatestSafe, sameNumber } from '../../wire/json/numbers.ts';
import type { StatedVersion } from '../../clause/deviation.ts';
import type { Random } from '../../run/random.ts';
import type { Mismatch } from './mismatch-batch.ts';

/** A resource does not get this far unnoticed: a nearer version may have become actual. */
export const farApart = 64;

/** An invented version must be so far from the actual version that any width of Float distinguishes them. */
export function distinguishes(version: number, actual: number): boolean {
  return (
    Math.abs(version - actual) >= Math.min(1, Math.abs(version - actual) || 1) &&
    Math.abs(version - actual) >= Math.abs(actual) * 2 ** -20 &&
    Math.fround(version) !== Math.fround(actual)
  );
}

/** Versions that are due 409, chosen to show wrong comparisons: neighbours, zero, digits, images, far away. */
export function integerMismatches(
  actual: string,
  former: readonly string[],
  random: Random,
): readonly Mismatch[] {
  const v = Number(actual);
  const invented: readonly (readonly [string, number])[] = [
    ['one above', v + 1],
    ['one below', v - 1],
    ['zero', 0],
    ['far above', v + random.integer(1_000, 9_000)],
    ['far below', v - random.integer(1_000, 9_000)],
    ['a digit more', v * 10 + random.integer(0, 9)],
    ['a digit less', Math.floor(v / 10)],
    ['modulo 2^8', v + 2 ** 8],
    ['modulo 2^16', v + 2 ** 16],
    ['anywhere', random.integer(0, greatestSafe)],
  ];
  const usable = invented.filter(
    ([, version]) =>
      Number.isInteger(version) && version >= 0 && version <= greatestSafe && distinguishes(version, v),
  );
  const left = former.filter((version) => Number(version) !== v);
  const issued = [...left.slice(0, 1), ...left.slice(-3)];
  const all: Mismatch[] = [
    ...issued.map((version): Mismatch => ({
      label: 'an earlier version',
      former: true,
      version,
      far: false,
    })),
    ...usable.map(([label, version]): Mismatch => ({
      label,
      version: String(version),
      far: Math.abs(version - v) > farApart,
    })),
  ];
  return all.filter((probe, at) => all.findIndex((other) => sameNumber(other.version, probe.version)) === at);
}

export function statedBy({ former }: Mismatch): StatedVersion {
  return former === true ? 'former' : 'other';
}

/** A version unequal to the actual version at any width of Float. */
export function farVersion(actual: string): string {
  return Number(actual) < 5_000 ? '7919' : '3';
}

/** The greatest integers of 32 bits, signed and unsigned, and the greatest that doubles distinguish from the next. */
const greatest = ['2147483647', '4294967295', '9007199254740991'] as const;

/** Valid Float versions that differ, but for which another refusal than 409 may be defended. */
export function oddMismatches(actual: string): readonly Mismatch[] {
  const v = Number(actual);
  const odd: readonly (readonly [string, string])[] = [
    ['half above', plainDecimal(v + 0.5)],
    ['less than half below', plainDecimal(v - 0.4)],
    ['negated', plainDecimal(-v)],
    ['negative', '-1'],
    ['negative and far', '-1000003'],
    ['modulo 2^32', plainDecimal(v + 2 ** 32)],
    ['beyond 2^53', '36028797018963968'],
    // Greatest values, which some servers take for "any version".
    ...greatest.map((version) => ['a greatest value', version] as const),
  ];
  return odd
    .filter(([, version]) => Number.isFinite(Number(version)) && distinguishes(Number(version), v))
    .map(([label, version]): Mismatch => ({ label, version, far: true }));
}

/** A double as a JSON number, without an exponent if its text has none. */
export function plainDecimal(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
}
