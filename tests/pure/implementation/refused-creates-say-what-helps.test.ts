import { expect, test } from 'vitest';
import { wantOfCreate } from '../../../implementation/reasons.ts';
import { exchangeAt } from '../../support/histories.ts';

test.each([
  [400, '400', true],
  [413, '413', true],
  [507, '507, there is no room: remove what earlier runs left (clean) or others do not need', false],
])('a create that was answered %d asks for a sample, unless there is no room', (status, text, isSample) => {
  const want = wantOfCreate(exchangeAt('create', { method: 'POST', status }));
  expect(want.text).toBe(text);
  expect(want.supply?.startsWith('"samples"') ?? false).toBe(isSample);
});

test('no create was sent, so no sample is requested', () => {
  expect(wantOfCreate(undefined)).toMatchObject({ text: 'none was sent' });
});
