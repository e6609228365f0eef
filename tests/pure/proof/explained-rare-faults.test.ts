import { expect, test } from 'vitest';
import { explained } from '../../support/rare/explained.ts';
import { rareRows } from '../../support/rare/rare-rows.ts';

test('each explanation is for a fault that acts only sometimes', () => {
  const names = new Set(rareRows.flatMap(({ title, fault }) => [title, fault.name]));
  expect(Object.keys(explained).filter((name) => !names.has(name))).toEqual([]);
});
