import { describe, expect, test } from 'vitest';
import { createCallers } from '../../../run/callers.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createRandom } from '../../../run/random.ts';
import { Belongings } from '../../../implementation/host/belongings.ts';
import { CreatePace } from '../../../implementation/host/create-pace.ts';
import { Capacity } from '../../../implementation/host/capacity.ts';

/** A check. */
const someone = {};

const { none } = createCallers([], createRandom(1));

function answered(status: number, headers: readonly (readonly [string, string])[] = []): Exchange {
  return new Exchange({
    number: 1,
    endpoint: 'create',
    caller: none,
    request: { method: 'POST', target: '/demo/resource', headers: [] },
    outcome: { kind: 'answer', status, headers, body: new Uint8Array(), sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });
}

/** A server that lets so many be there, and a run that has made some. */
function world(room: number, made: number, deletes = true, keeps?: number) {
  const living = new Set(Array.from({ length: made }, (_, at) => `r${at}`));
  const removed: string[] = [];
  let slept = 0;
  let sent = 0;
  let whileAsleep = (): void => undefined;
  const capacity = new Capacity({
    living: () => living.size,
    idle: () => undefined,
    remove: (id) => {
      removed.push(id);
      return Promise.resolve(!deletes || living.delete(id));
    },
    isGone: (id) => Promise.resolve(!living.has(id)),
    now: () => slept,
    sleep: (ms) => {
      slept += ms;
      whileAsleep();
      return Promise.resolve();
    },
    mayRemove: () => true,
    keeps,
  });
  const create = (refusal = answered(507)): Promise<Exchange> =>
    capacity.create(() => {
      sent += 1;
      if (living.size >= room) return Promise.resolve(refusal);
      living.add(`new ${sent}`);
      return Promise.resolve(answered(201));
    });
  return {
    capacity,
    create,
    living,
    removed,
    slept: () => slept,
    sent: () => sent,
    onSleep: (work: () => void) => {
      whileAsleep = work;
    },
  };
}

describe('a create that is refused', () => {
  test('is repeated once an unneeded resource was deleted', async () => {
    const { capacity, create, removed } = world(5, 5);
    capacity.giveBack(someone, ['r0', 'r1']);
    expect((await create()).status).toBe(201);
    expect(removed).toEqual(['r0']);
  });

  test('waits for resources that other checks give back, if there are many', async () => {
    const { capacity, create, removed, onSleep } = world(20, 20);
    onSleep(() => capacity.giveBack(someone, ['r7']));
    expect((await create()).status).toBe(201);
    expect(removed).toEqual(['r7']);
  });

  test('does not wait if there are few', async () => {
    const { create, slept, sent } = world(5, 5);
    expect((await create()).status).toBe(507);
    expect([slept(), sent()]).toEqual([0, 1]);
  });

  test.each([
    ['a refusal of the caller', answered(401)],
    ['a limit of rate', answered(429, [['Retry-After', '1']])],
  ])('stays refused, and no resource is deleted: %s', async (_, refusal) => {
    const { capacity, create, removed } = world(5, 5);
    capacity.giveBack(someone, ['r0']);
    expect(await create(refusal)).toBe(refusal);
    expect(removed).toEqual([]);
  });

  test('stops deleting once deletes have made no room', async () => {
    const { capacity, create, removed } = world(0, 9);
    capacity.giveBack(someone, ['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7']);
    for (let time = 0; time < 4; time += 1) await create();
    expect(removed).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });
});

test('no further resource is deleted if a delete leaves its resource', async () => {
  const { capacity, create, removed } = world(5, 5, false);
  capacity.giveBack(someone, ['r0', 'r1', 'r2']);
  for (let time = 0; time < 3; time += 1) await create();
  expect(removed).toEqual(['r0']);
});

describe('a learnt limit', () => {
  test('is kept before the run reaches it, and divides among fewer checks', async () => {
    const { capacity, create, removed, living } = world(24, 24);
    expect(capacity.places).toBe(Infinity);
    capacity.giveBack(someone, ['r0', 'r1']);
    await create();
    expect(capacity.places).toBe(3);
    await capacity.make(someone);
    expect(removed).toEqual(['r0', 'r1']);
    expect(living.size).toBe(23);
  });
});

describe('a declared limit', () => {
  test('is respected from the first create on', async () => {
    const { capacity, removed } = world(Infinity, 22, true, 25);
    expect(capacity.places).toBe(3);
    capacity.giveBack(someone, ['r0', 'r1']);
    await capacity.make(someone);
    expect(removed).toEqual(['r0']);
  });
});

/** A server that accepts so many creates in ten seconds, and a run that sends them. */
function counted(most: number) {
  let now = 0;
  let accepted: number[] = [];
  const pace = new CreatePace({
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  });
  const send = (): Promise<Exchange> => {
    accepted = accepted.filter((at) => at > now - 10_000);
    if (accepted.length >= most) return Promise.resolve(answered(403));
    accepted.push(now);
    pace.made();
    return Promise.resolve(answered(201));
  };
  const create = async (): Promise<Exchange> => {
    await pace.turn();
    return await pace.outwait(await send(), send, (one) => !one.succeeded);
  };
  return { create, slept: () => now };
}

describe('creates that are rate-limited', () => {
  test('are repeated once creates are accepted again, and no faster from then on', async () => {
    const { create, slept } = counted(25);
    for (let made = 0; made < 26; made += 1) expect((await create()).status).toBe(201);
    const first = slept();
    expect(first).toBeGreaterThanOrEqual(10_000);
    for (let made = 0; made < 50; made += 1) expect((await create()).status).toBe(201);
    expect(slept() - first).toBeLessThan(30_000);
  });

  test('are waited for no longer than a run has patience, and not at all if few were accepted', async () => {
    const few = counted(0);
    expect([(await few.create()).status, few.slept()]).toEqual([403, 0]);
    const pace = new CreatePace({ now: () => 0, sleep: (ms) => Promise.resolve(void (slept += ms)) });
    let slept = 0;
    for (let made = 0; made < 12; made += 1) pace.made();
    const refused = answered(403);
    const again = (): Promise<Exchange> => Promise.resolve(refused);
    expect(await pace.outwait(refused, again, () => true)).toBe(refused);
    expect(slept).toBeLessThan(70_000);
    expect(await pace.outwait(refused, again, () => true)).toBe(refused);
    expect(slept).toBeLessThan(70_000);
  });
});

describe('the resources of a check', () => {
  test('are given back when it ends, except resources shared with other checks', async () => {
    const belongings = new Belongings();
    ['a', 'b', 'c'].forEach((id) => belongings.made(id));
    belongings.keep('a');
    await belongings.sharing(() => Promise.resolve(belongings.keep('b')));
    expect(belongings.giveBackUnkept()).toEqual(['c']);
    expect(belongings.giveBackAll()).toEqual(['a']);
    expect(belongings.giveBackAll()).toEqual([]);
  });
});
