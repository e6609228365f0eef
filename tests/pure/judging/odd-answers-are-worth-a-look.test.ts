import { expect, test } from 'vitest';
import { oddAnswersTo } from '../../../judging/answers/unknown-targets.ts';
import { createCallers } from '../../../run/callers.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';

const { none } = createCallers([], createRandom(1));
const answered = (status: number): Exchange =>
  new Exchange({
    number: 1,
    endpoint: 'readById',
    caller: none,
    request: { method: 'GET', target: '/demo/resource/a', headers: [] },
    outcome: { kind: 'answer', status, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });

test.each([
  [[404], false],
  [[404, 500], { why: 'A read is answered with a server error (500).' }],
  [[501], { why: 'A read is answered with a server error (501).' }],
  [[200], { why: 'A read succeeds.' }],
  [[503], false],
  [[], false],
] as const)('answers %j: %j', (statuses, suspicion) => {
  expect(oddAnswersTo('A read', statuses.map(answered))).toEqual(suspicion);
});
