import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../../history/caller.ts';
import type { Answers, AnswerSite } from '../../../../world/callers/answers.ts';
import { Ban, spacingRefusals } from '../../../../run/session/ban.ts';
import type { Delivery, Dispatch, Send } from '../../../../run/session/dispatch.ts';

const inSeconds = (at: number): string => `${at / 1_000} s`;

function banned({ endsAt = Infinity, refused = 20 } = {}) {
  const time = { now: 0 };
  const ban = new Ban({
    clock: { now: () => time.now },
    sleep: (ms) => {
      time.now += ms;
      return Promise.resolve();
    },
    isStopped: () => false,
  });
  for (let count = 0; count < refused; count += 1) ban.refused();
  const outwait = (): Promise<boolean> => ban.outwait(() => Promise.resolve(time.now >= endsAt));
  return { time, ban, outwait };
}

describe('a period in which every caller is refused', () => {
  test('is waited out after many refusals, and reported', async () => {
    const { time, ban, outwait } = banned({ endsAt: 3_500 });
    expect(await outwait()).toBe(true);
    expect(time.now).toBe(4_000);
    expect(ban.told(inSeconds)[0]).toContain(
      'nobody was let in from 0 s to 4 s, after 20 refused requests: a ban',
    );
  });

  test('is waited out for a moment, although strangers are always refused in this way', async () => {
    const { time, ban } = banned();
    expect(await ban.outwait(() => Promise.resolve(false), { isLikely: false })).toBe(false);
    expect(time.now).toBe(4_000);
  });

  test('causes one wait for all concurrent requests', async () => {
    const { time, outwait } = banned({ endsAt: 1_000 });
    expect(await Promise.all([outwait(), outwait(), outwait()])).toEqual([true, true, true]);
    expect(time.now).toBe(1_000);
  });

  test('is no ban if few requests were refused, or long ago', async () => {
    const few = banned({ endsAt: 1_000, refused: 4 });
    expect(await few.outwait()).toBe(false);
    const old = banned({ endsAt: 0 });
    old.time.now = 10_001;
    expect(await old.outwait()).toBe(false);
    expect(old.ban.told(inSeconds)).toEqual([]);
  });

  test('is given up if it does not end, and costs no further wait', async () => {
    const { time, ban, outwait } = banned();
    expect(await outwait()).toBe(false);
    expect(time.now).toBeLessThan(35_000);
    const { now } = time;
    for (let count = 0; count < 20; count += 1) ban.refused();
    expect(await outwait()).toBe(false);
    expect(time.now).toBe(now);
  });
});

test('without any answer is a restart once, and a ban the second time', () => {
  const { ban } = banned({ refused: 20 });
  ban.outage({ from: 100, to: 2_000 });
  expect(ban.told(inSeconds)).toEqual([]);
  ban.outage({ from: 3_000, to: 4_000 });
  expect(ban.told(inSeconds)).toEqual([]);
  for (let count = 0; count < 9; count += 1) ban.refused();
  ban.outage({ from: 5_000, to: 6_000 });
  expect(ban.told(inSeconds)[0]).toContain('from 0.1 s to 2 s, after 20 refused requests; from 5 s to 6 s, after 9');
}); // prettier-ignore

describe('a request that must be refused', () => {
  const manage: Caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) };
  const products: Caller = { label: 'P', kind: 'supplied', scopes: new Set(['view_products:demo']) };
  const nobody: Caller = { label: 'no token', kind: 'none', scopes: new Set() };

  /** Here only the token of another kind was ever asked about, and refused. */
  const refused: Answers['here'] = () =>
    ({ byCaller: new Map([['Q', new Set([403])]]) }) as unknown as AnswerSite;
  const given = { projectKey: 'demo', answers: { here: refused } };

  const asked = (as: Caller, exempt = false): Dispatch =>
    ({ parts: [{ name: 'query', ask: { as }, request: {} }], exempt }) as unknown as Dispatch;
  const answering =
    (status: number): Send<Delivery> =>
    () =>
      Promise.resolve({ outcomes: [{ kind: 'answer', status }] } as unknown as Delivery);

  test('is counted only if it was refused', async () => {
    const { ban, outwait } = banned({ endsAt: 0, refused: 0 });
    const send = (as: Caller, status: number) => spacingRefusals(ban, given)(answering(status))(asked(as));
    for (let count = 0; count < 9; count += 1) {
      await send(manage, 403);
      await send(nobody, 200);
    }
    expect(await outwait()).toBe(false);
    const before: Caller = { label: 'Q', kind: 'supplied', scopes: new Set() };
    for (const as of [nobody, products, nobody, before, nobody]) await send(as, 401);
    expect(await outwait()).toBe(true);
  });

  test('is sent at once until there was a ban, and then at two a second', async () => {
    const { time, ban, outwait } = banned({ endsAt: 0 });
    const send = spacingRefusals(ban, given)(answering(401));
    await send(asked(nobody));
    await send(asked(nobody));
    expect(time.now).toBe(0);
    await outwait();
    const { now } = time;
    for (const as of [nobody, manage, products, manage, nobody]) await send(asked(as));
    await send(asked(nobody, true));
    expect(time.now - now).toBe(1_000);
    await outwait();
    const since = time.now;
    for (let count = 0; count < 3; count += 1) await send(asked(nobody));
    expect(time.now - since).toBe(2_000);
  });
});
