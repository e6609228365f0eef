import { expect, test } from 'vitest';
import { canonicalVersion } from '../../../properties/history/version-value.ts';
import { followed } from '../../../run/session/redirects.ts';
import { readJson, sameJson, writeJson } from '../../../wire/json/json.ts';
import { decimal, isIntegerSource, sameNumber } from '../../../wire/json/numbers.ts';
import { processorMs } from '../../support/processor-time.ts';

const million = 1_000_000;
const digits = `1${'7'.repeat(million - 1)}`;
const zerosBetween = `1.${'0'.repeat(million)}1`;
const longPower = `1e${'9'.repeat(million)}`;

/** Milliseconds of processor time: what takes the square of a million steps takes minutes. */
const most = 5_000;

function within(work: () => void): void {
  expect(processorMs(work)).toBeLessThan(most);
}

test('a version of a million digits is compared, read and written', () => {
  within(() => {
    const other = `${digits.slice(0, -1)}8`;
    expect(sameNumber(digits, `${digits}.0`)).toBe(true);
    expect(sameNumber(digits, other)).toBe(false);
    expect(isIntegerSource(digits)).toBe(true);
    expect(canonicalVersion(digits)).toBe(digits);
    const [one, two] = [digits, other].map((source) => readJson(Buffer.from(`{"version":${source}}`)));
    if (one?.kind !== 'json' || two?.kind !== 'json') throw new Error('no JSON');
    expect(sameJson(one.value, two.value)).toBe(false);
    expect(writeJson(one.value)).toBe(`{"version":${digits}}`);
  });
});

test('so is a version with a million zeros after the point', () => {
  within(() => {
    expect(isIntegerSource(zerosBetween)).toBe(false);
    expect(canonicalVersion(zerosBetween)).toContain('e-1000001');
    expect(sameNumber(zerosBetween, '1')).toBe(false);
  });
});

test('and a version with a million digits of exponent: only the same text is the same number', () => {
  within(() => {
    for (let time = 0; time < 100; time += 1) expect(isIntegerSource(longPower)).toBe(true);
    expect(isIntegerSource(longPower.replace('e', 'e-'))).toBe(false);
    expect(sameNumber(longPower, longPower)).toBe(true);
    expect(sameNumber(longPower, longPower.replace(/9$/, '8'))).toBe(false);
    expect(sameNumber(longPower, '1')).toBe(false);
    expect(canonicalVersion(longPower)).toBe(longPower);
    expect(decimal(`0e${'9'.repeat(million)}`)).toMatchObject({ digits: '' });
  });
});

test('a place of a hundred thousand slashes is no operation', () => {
  within(() => {
    const bounds = { baseUrl: 'http://api.test', projectKeys: ['demo'] };
    const request = { method: 'GET', target: '/demo/resource', headers: [] };
    const outcome = { kind: 'answer', status: 307, headers: [], body: new Uint8Array() } as const;
    const location = `${'/a'.repeat(10)}${'/'.repeat(100_000)}x`;
    expect(followed(bounds, request, { ...outcome, sentAt: 0, answeredAt: 1 }, location)).toBeUndefined();
  });
});
