import { describe, expect, test } from 'vitest';
import type { ExchangeEvidence, Finding } from '../../../clause/sample.ts';
import { actualVersion, Versions } from '../../../reporters/reproduce/versions.ts';

const stating = (version: string, status: number): ExchangeEvidence => ({
  request: { method: 'POST', target: '/demo/resource/1', headers: [], body: `{"version":${version}}` },
  answer: { status, headers: [] },
  milliseconds: 1,
  curl: 'curl …',
});
const finding = { expected: 'no effect' } as Finding;

describe('the actual version of a story', () => {
  test.each<readonly [string, readonly (readonly [string, number])[]]>([
    ['46', [['46', 200]]],
    ['46', [['46.0', 200]]],
    ['46', [['7', 409], ['46', 200]]],
    ['46', [['46.5', 400], ['7', 409], ['46', 200]]],
    ['7', [['46.5', 400], ['-3', 409], ['7', 409]]],
  ])('is %s, the first whole version without a conflict: %j', (actual, steps) => {
    expect(actualVersion(finding, steps.map(([version, status]) => stating(version, status)))).toBe(actual);
  }); // prettier-ignore

  test('does not follow from fractions alone', () => {
    expect(actualVersion(finding, [stating('46.5', 400)])).toBeUndefined();
  });
});

describe('a version in a script', () => {
  test('is the same number of whole steps from the actual version, however it is spelled', () => {
    for (const actual of ['46', '46.5']) {
      const { lines, text } = new Versions('r1').find('48.5', actual) ?? { lines: [], text: '' };
      expect(lines.join(' ')).toContain('$((r1_v1 + 2))');
      expect(text).toMatch(/r1_v2.*\.5$/);
    }
  });
});
