import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Entry } from '../../../history/history.ts';
import { limitByPace } from '../../../world/circumstances/other-answers.ts';
import type { World } from '../../../world/world.ts';
import { cameOf } from '../../../run/session/heeding.ts';
import type { Header, Outcome } from '../../../wire/exchange.ts';
import { passingAnswers } from '../../../world/weather/passing-answers.ts';
import type { ToldLimits } from '../../../world/weather/told-limits.ts';
import { historyOf } from '../../support/histories.ts';

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

function limitsOf(...entries: readonly Entry[]): ToldLimits {
  return passingAnswers(historyOf(entries)).limits;
}

/** What succeeded when it was sent again at once. */
function triedAgain(number: number, endpoint: EndpointName, status: number, isInCompany: boolean): Entry {
  const exchange = new Exchange({
    number,
    endpoint,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set(), token: 'abc' },
    request: { method: 'GET', target: `/${endpoint}`, headers: [] },
    outcome: answer(status),
    redirects: 0,
    isInCompany,
  });
  return { kind: 'tried again', exchange };
}

function limitsAfter(
  { company, alone, passedInCompany, passedAlone, at = ['query', 'create'] }: Went,
  status = 400,
): ToldLimits {
  const pass = (count: number, isInCompany: boolean): readonly Entry[] =>
    Array.from({ length: count }, (_, one) =>
      triedAgain(one, at[one % at.length] ?? 'query', status, isInCompany),
    );
  return limitsOf(
    { kind: 'left', count: company, isInCompany: true, at: 0 },
    { kind: 'left', count: alone, isInCompany: false, at: 1_000 },
    ...pass(passedInCompany, true),
    ...pass(passedAlone, false),
  );
}

describe('an answer may come from a limit', () => {
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
  ])('a limit is known by its own words: %i with %s: %s', (status, name, value, mayBe) => {
    expect(limitsOf().mayBeLimit(answer(status, [[name, value]]))).toBe(mayBe);
  });
});

/** What is told of limits by a run that was answered all the time, or for two seconds by a gateway alone. */
function toldLimits(limits: ToldLimits, hadOutage: boolean): readonly string[] {
  const gateway = [0, 1_000, 2_000].map((at) =>
    cameOf({ ...answer(503), sentAt: at, answeredAt: at }, { operation: 'GET /a', isSingle: false, at }),
  );
  const history = historyOf(hadOutage ? gateway : []);
  return limitByPace.tells?.({ history, passing: { limits } } as World) ?? [];
}

describe('a gateway', () => {
  const limits = limitsAfter({ company: 1_000, alone: 100, passedInCompany: 50, passedAlone: 0 }, 503);

  test('is requested again as after any outage, and named as a limit if there was none', () => {
    expect(limits.mayBeLimit(answer(503))).toBe(false);
    expect(toldLimits(limits, true)).toEqual([]);
    expect(toldLimits(limits, false)).toHaveLength(1);
  });
});

describe('a limit', () => {
  test('is named from ten answers on, with settings that keep below it', () => {
    const went = { company: 1_000, alone: 100, passedAlone: 0 };
    expect(toldLimits(limitsAfter({ ...went, passedInCompany: 9 }), false)).toEqual([]);
    expect(toldLimits(limitsAfter({ ...went, passedInCompany: 10 }), false)).toEqual([
      '10 answers were 400 to concurrent requests, and succeeded when requested again: a limit of pace; set CONFORMANCE_MAX_RPS or CONFORMANCE_CONCURRENCY below it, and run again',
    ]);
  });
});
