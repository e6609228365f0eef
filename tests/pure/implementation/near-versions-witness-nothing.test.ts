import { expect, test } from 'vitest';
import { farApart, integerMismatches } from '../../../implementation/updates/wrong-versions.ts';
import { createRandom } from '../../../run/random.ts';

test('a version that a resource may have reached meanwhile is no proof by itself', () => {
  const probes = integerMismatches('1', [], createRandom(1));
  const near = probes.filter(({ version }) => Number(version) <= 1 + farApart);
  expect(near.map(({ label }) => label)).toContain('a digit more');
  expect(near.filter(({ far }) => far)).toEqual([]);
  expect(probes.some(({ far }) => far)).toBe(true);
});
