import { describe, expect, test } from 'vitest';
import { allows } from '../../../config/packaging/node-range.mjs';

describe('a range of Node', () => {
  test.for([
    [
      '^20.19.0 || ^22.12.0 || >=24',
      ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.1.0'],
      ['20.18.9', '21.0.0', '22.11.0', '23.9.0'],
    ],
    ['>=22.19.0', ['22.19.0', '24.0.0'], ['20.20.2', '22.12.0', '22.18.9']],
    ['^22.12.0 || ^24.0.0 || >=26.0.0', ['22.12.0', '24.9.0', '26.0.0'], ['20.20.2', '25.0.0']],
    ['>=18 <21', ['17.0.0', '20.0.0', '22.0.0'], []],
    ['*', ['1.0.0'], []],
  ] as const)('%s is read', ([range, allowed, refused]) => {
    expect(allowed.filter((version) => !allows(range, version))).toEqual([]);
    expect(refused.filter((version) => allows(range, version))).toEqual([]);
  });
});
