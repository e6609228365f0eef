import { describe, expect, test } from 'vitest';
import { createCallers } from '../../../../run/callers.ts';
import { createRandom } from '../../../../run/random.ts';
import { delivered, type Course, type Dispatch } from '../../../../run/session/dispatch.ts';
import { noticingCompany } from '../../../../run/session/grants.ts';
import { historyOf } from '../../../support/histories.ts';

const { none } = createCallers([], createRandom(1));

/** This many requests that leave, how many are in flight then, and when that is. */
type Leaving = readonly [count: number, inFlight: number | undefined, at: number];

function dispatch(count: number, inFlight: number | undefined): Dispatch {
  const request = { method: 'GET', target: '/demo/resource', headers: [] };
  return {
    parts: Array.from({ length: count }, () => ({ name: 'query', ask: { as: none }, request })),
    way: count === 1 ? { kind: 'single' } : { kind: 'race', transport: 'h1' },
    chain: { depth: 0 },
    exempt: false,
    ...(inFlight === undefined ? {} : { inFlight }),
  };
}

/** What is in the history before each dispatch leaves, and the outcome of the last of them. */
async function sent(leaving: readonly Leaving[]) {
  const history = historyOf([]);
  let now = 0;
  const told: unknown[] = [];
  const send = noticingCompany(history, { now: () => now })(({ parts }) => {
    told.push(history.entries.at(-1));
    now += 1;
    return Promise.resolve(delivered(parts.map(() => ({ kind: 'answer', status: 200, headers: [], body: new Uint8Array(), sentAt: 0, answeredAt: 1 })))); // prettier-ignore
  });
  let course: Course | undefined;
  for (const [count, inFlight, at] of leaving) {
    now = at;
    ({ course } = await send(dispatch(count, inFlight)));
  }
  return { told, entries: history.entries, isInCompany: course?.isInCompany };
}

describe('a request', () => {
  test.each<readonly [string, readonly Leaving[], boolean]>([
    ['with three others in flight', [[1, 4, 0]], true],
    ['with two others in flight', [[1, 3, 0]], false],
    ['of four within 100 ms', [[1, 1, 0], [1, 1, 30], [1, 1, 60], [1, 1, 99]], true],
    ['of four within 101 ms', [[1, 1, 0], [1, 1, 30], [1, 1, 60], [1, 1, 100]], false],
    ['of four in one instant', [[4, 4, 0]], true],
    ['of four in one instant that nobody has granted', [[4, undefined, 0]], true],
  ])('%s is concurrent, or is not', async (_, leaving, isInCompany) => {
    const last = await sent(leaving);
    expect(last.entries.at(-1)).toMatchObject({ kind: 'left', isInCompany });
    expect(last.isInCompany).toBe(isInCompany ? true : undefined);
  }); // prettier-ignore

  test('is in the history once it leaves, before its result', async () => {
    const { told, entries } = await sent([[1, 1, 7], [2, 4, 300]]); // prettier-ignore
    expect(told).toEqual([
      { kind: 'left', count: 1, isInCompany: false, at: 7 },
      { kind: 'left', count: 2, isInCompany: true, at: 300 },
    ]);
    expect(entries).toEqual(told);
  });
});
