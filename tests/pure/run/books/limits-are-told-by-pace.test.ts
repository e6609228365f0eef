import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import { ToldLimits } from '../../../../run/books/told-limits.ts';
import type { Header, Outcome } from '../../../../wire/exchange.ts';

function answer(status: number, headers: readonly Header[] = []): Outcome {
  return { kind: 'answer', status, headers, body: new Uint8Array(), sentAt: 0, answeredAt: 0 };
}

/** How requests went, and how many of them were answered 400 and then right. */
interface Went {
  readonly company: number;
  readonly alone: number;
  readonly passedInCompany: number;
  readonly passedAlone: number;
  readonly at?: readonly EndpointName[];
}

function limitsAfter(
  { company, alone, passedInCompany, passedAlone, at = ['query', 'create'] }: Went,
  status = 400,
) {
  const limits = new ToldLimits();
  limits.send(company, 4, 0);
  for (let one = 1; one <= alone; one += 1) limits.send(1, 1, 1_000 * one);
  const pass = (count: number, isInCompany: boolean): void => {
    for (let one = 0; one < count; one += 1)
      limits.passed({ outcome: answer(status), isInCompany, endpoint: at[one % at.length] });
  };
  pass(passedInCompany, true);
  pass(passedAlone, false);
  return limits;
}

describe('a request', () => {
  test.each([
    ['with three others in flight', [[1, 4, 0]], true],
    ['with two others in flight', [[1, 3, 0]], false],
    [
      'of four within 100 ms',
      [
        [1, 1, 0],
        [1, 1, 30],
        [1, 1, 60],
        [1, 1, 99],
      ],
      true,
    ],
    [
      'of four within 101 ms',
      [
        [1, 1, 0],
        [1, 1, 30],
        [1, 1, 60],
        [1, 1, 100],
      ],
      false,
    ],
    ['of four in one instant', [[4, 4, 0]], true],
  ] as const)('%s is in company, or is not', (_, sends, isInCompany) => {
    const limits = new ToldLimits();
    const told = sends.map(([count, inFlight, now]) => limits.send(count, inFlight, now));
    expect(told.at(-1)).toBe(isInCompany);
  });
});

describe('an answer may be a limit’s', () => {
  const often = { company: 1_000, alone: 100, passedInCompany: 3, passedAlone: 0 };

  test.each([
    ['where three came right that were given in company', often, true],
    ['not where two did', { ...often, passedInCompany: 2 }, false],
    ['not where as many of those came right that were sent alone', { ...often, passedAlone: 1 }, false],
    ['where hardly any did that were sent alone', { ...often, passedInCompany: 50, passedAlone: 1 }, true],
    ['not where all were of one operation', { ...often, passedInCompany: 50, at: ['query'] as const }, false],
  ])('%s', (_, went, mayBe) => {
    const limits = limitsAfter(went);
    expect(limits.mayBeLimit(answer(400))).toBe(mayBe);
    expect(limits.mayBeLimit(answer(403))).toBe(false);
    expect(limits.isKnown(400)).toBe(mayBe && went.passedInCompany >= 10);
  });

  test.each([
    [403, 'X-RateLimit-Remaining', '0', true],
    [400, 'RateLimit-Remaining', '0', true],
    [403, 'x-ratelimit-remaining-minute', ' 0', true],
    [403, 'RateLimit', '"default";r=0;t=5', true],
    [403, 'RateLimit', '"default";r=10;t=5', false],
    [403, 'X-RateLimit-Remaining', '10', false],
    [200, 'X-RateLimit-Remaining', '0', false],
    [404, 'X-RateLimit-Remaining', '0', false],
    [409, 'X-RateLimit-Remaining', '0', false],
    [500, 'X-RateLimit-Remaining', '0', false],
  ])('as it says of itself: %i with %s: %s', (status, name, value, mayBe) => {
    expect(new ToldLimits().mayBeLimit(answer(status, [[name, value]]))).toBe(mayBe);
  });
});

describe('a gateway', () => {
  const limits = limitsAfter({ company: 1_000, alone: 100, passedInCompany: 50, passedAlone: 0 }, 503);

  test('is asked again as after any outage, and named as a limit where there was none', () => {
    expect(limits.mayBeLimit(answer(503))).toBe(false);
    expect(limits.told(true)).toEqual([]);
    expect(limits.told(false)).toHaveLength(1);
  });
});

describe('a limit', () => {
  test('is named from ten answers on, with what keeps below it', () => {
    const went = { company: 1_000, alone: 100, passedAlone: 0 };
    expect(limitsAfter({ ...went, passedInCompany: 9 }).told(false)).toEqual([]);
    expect(limitsAfter({ ...went, passedInCompany: 10 }).told(false)).toEqual([
      '10 answers were 400 to requests in company, and came out right when requested again: a limit of pace; set CONFORMANCE_MAX_RPS or CONFORMANCE_CONCURRENCY below it, and run again',
    ]);
  });
});
