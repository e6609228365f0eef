import { expect, test } from 'vitest';
import { retry } from '../../../proof/mutation/retry.ts';

test('twenty mutants of the judge, drawn by the commit, end as recorded', async () => {
  const { tried, otherwise } = await retry(20, process.env['SALT'] ?? '');
  expect(otherwise).toEqual([]);
  expect(tried).toBe(20);
});
