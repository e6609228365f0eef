import { describe, expect, test } from 'vitest';
import type { TapeEvent } from '../../../tape/events.ts';
import { recordWorld, type World } from '../../../tape/recorded-world.ts';
import { Diverged, worldOf } from '../../../tape/taped-world.ts';
import type { Answer, Request, Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

const limits = { timeoutMs: 1_000, maxBytes: 1_000 };
const get = (target: string): Request => ({ method: 'GET', target, headers: [] });

/** Answers each request after as many milliseconds as its target says. */
function timedWorld(): World {
  const clock = createVirtualClock();
  const send = async ({ target }: Request): Promise<Answer> => {
    const sentAt = clock.now();
    await clock.sleep(Number(target.slice(1)));
    const body = new TextEncoder().encode(target);
    return { kind: 'answer', status: 200, headers: [], body, sentAt, answeredAt: clock.now() };
  };
  return { clock, transport: { send } as unknown as Transport, began: clock.date() };
}

interface Told {
  readonly transport: Transport;
  readonly clock: World['clock'];
}

/** A run whose order hangs on what comes first. */
async function raced({ transport, clock }: Told, targets: readonly string[]): Promise<readonly string[]> {
  const order: string[] = [];
  await Promise.all([
    ...targets.map(async (target) => {
      await transport.send(get(target), limits);
      order.push(`${target} at ${clock.now()}`);
      await transport.send(get('/1'), limits);
    }),
    clock.sleep(15).then(() => order.push(`woke at ${clock.now()}`)),
  ]);
  return order;
}

describe('a recorded run', () => {
  test('sees no time pass within a turn, and receives events one after another', async () => {
    const events: TapeEvent[] = [];
    const order = await raced(
      recordWorld(timedWorld(), (event) => events.push(event())),
      ['/20', '/10', '/20'],
    );
    expect(order.map((one) => one.split(' ')[0])).toEqual(['/10', 'woke', '/20', '/20']);
    const times = events.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });

  test('reaches the end of a sleep that is shorter than on the tape', async () => {
    const { clock } = recordWorld(timedWorld(), () => undefined);
    await clock.sleep(7.0004);
    const until = clock.now() + 1e-12;
    for (let sleeps = 0; clock.now() < until && sleeps < 3; sleeps += 1)
      await clock.sleep(until - clock.now());
    expect(clock.now()).toBeGreaterThanOrEqual(until);
  });

  test('repeats the same steps from its events', async () => {
    const events: TapeEvent[] = [];
    const order = await raced(
      recordWorld(timedWorld(), (event) => events.push(event())),
      ['/20', '/10', '/20'],
    );
    const again = worldOf({ began: 0, events, bytes: { written: 0, read: 0 } });
    const running = raced(again, ['/20', '/10', '/20']);
    await again.play(() => undefined);
    expect(await running).toEqual(order);
  });

  test('a run that sends another request has diverged, and says where', async () => {
    const events: TapeEvent[] = [];
    await raced(
      recordWorld(timedWorld(), (event) => events.push(event())),
      ['/20', '/10', '/20'],
    );
    const again = worldOf({ began: 0, events, bytes: { written: 0, read: 0 } });
    void raced(again, ['/20', '/11', '/20']);
    const error: unknown = await again.play(() => undefined).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Diverged);
    expect(error).toMatchObject({ n: 2, taped: { q: { t: '/10' } }, asked: { q: { t: '/11' } } });
  });

  test('a run that omits a request has diverged too', async () => {
    const events: TapeEvent[] = [];
    await raced(
      recordWorld(timedWorld(), (event) => events.push(event())),
      ['/20', '/10'],
    );
    const again = worldOf({ began: 0, events, bytes: { written: 0, read: 0 } });
    await expect(again.play(() => undefined)).rejects.toThrow(Diverged);
  });

  test('learns outside events in its turn', async () => {
    const did: string[] = [];
    const events: TapeEvent[] = [];
    const { intervene, clock } = recordWorld(timedWorld(), (event) => events.push(event()));
    intervene({ op: 'hurry' }, () => did.push('hurry'));
    await clock.sleep(5);
    intervene({ op: 'stop' }, () => did.push('stop'));
    await clock.sleep(5);
    expect(did).toEqual(['hurry', 'stop']);
    expect(events.flatMap((event) => ('did' in event ? [event.did.op] : ['sleep']))).toEqual([
      'hurry',
      'sleep',
      'stop',
      'sleep',
    ]);
  });
});
