import { describe, expect, test } from 'vitest';
import { WatchedWrites } from '../../../judging/watched-writes.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { awaited } from '../../../run/awaited.ts';
import { answered } from '../../support/stages/scripted-stage.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';
import { scriptedStore, type Departures, type Kept } from '../../support/stages/scripted-store.ts';

function met(departures: Departures = {}, known: Partial<Learnt> = {}) {
  const { kept, script } = scriptedStore(departures);
  return { ...reportingStage(script, known), store: kept };
}

const spoilt = (one: Kept): void => {
  one.strings = [...one.strings, 'spoilt'];
};

/** It is known where updates show. */
const shownThere: Partial<Learnt> = { pointer: '/someProperty', pointers: ['/someProperty'] };

describe('writes that are watched', () => {
  async function watching(departures: Departures = {}, known: Partial<Learnt> = {}) {
    const stage = met(departures, known);
    const writes = new WatchedWrites(stage.on);
    const [one, other] = [await writes.made(), await writes.made()];
    const readsOf = (id: string): number =>
      stage.sent.filter(({ name, ask }) => name === 'readById' && ask.path?.['id'] === id).length;
    const write = async () => ({
      exchange: await stage.on.ask('create', { json: { objectTypeProperty: {} } }),
    });
    return { ...stage, writes, one, other, readsOf, write };
  }

  test('know the last read of a created resource, until it is written to', async () => {
    const { writes, one, other } = await watching();
    expect(writes.lastRead(one)?.status).toBe(200);
    writes.forget(one);
    expect(writes.lastRead(one)).toBeUndefined();
    expect(writes.lastRead(other)?.status).toBe(200);
    expect(writes.lastRead(new OwnResource('r9', 0))).toBeUndefined();
  });

  test('use the last read as the read before, if there was no write since', async () => {
    const { writes, one, other, readsOf, write } = await watching();
    const before = readsOf('r1');
    await writes.watch({ kind: 'create', bystanders: [one], write });
    expect(readsOf('r1') - before).toBe(1);
    writes.forget(one);
    await writes.watch({ kind: 'create', bystanders: [one, other], write });
    expect(readsOf('r1') - before).toBe(3);
  });

  test('read again if the last read found nothing', async () => {
    let isHidden = true;
    const { writes, one, readsOf, write } = await watching({
      answer: (name, id) => (name === 'readById' && id === 'r1' && isHidden ? [404] : undefined),
    });
    isHidden = false;
    const before = readsOf('r1');
    await writes.watch({ kind: 'create', bystanders: [one], write });
    expect(readsOf('r1') - before).toBe(2);
  });

  test('wait until a created resource can be read', async () => {
    let born = Infinity;
    const { on } = await watching({
      answer: (name, id, at) => {
        if (name === 'create' && id === 'r1') born = at;
        return name === 'readById' && id === 'r1' && at - born < 500 ? [404] : undefined;
      },
    });
    expect(on.clock.now()).toBeGreaterThanOrEqual(500);
  });

  test('prove nothing about resources that could not be read before', async () => {
    const { writes, one, write } = await watching({
      answer: (name, id) => (name === 'readById' && id === 'r1' ? [404] : undefined),
    });
    await writes.watch({ kind: 'create', bystanders: [one], write });
    expect(writes.steps.map(({ victim, lost }) => [victim, lost])).toEqual([[undefined, undefined]]);
  });

  test('do not count if no request was sent, or if the write is refused', async () => {
    const { writes, one, other } = await watching();
    const own = await writes.watch({
      kind: 'create',
      bystanders: [one],
      write: () => Promise.resolve({ exchange: undefined, own: other }),
    });
    expect(own).toBe(other);
    const refused = () => Promise.resolve({ exchange: answered([400]), own: undefined });
    expect(await writes.watch({ kind: 'create', bystanders: [one], write: refused })).toBeUndefined();
    expect(writes.steps).toEqual([]);
  });

  test('are repeated if a read before may have been stale, and the named resource changed', async () => {
    const { on, writes, one, other, store } = await watching({}, shownThere);
    // One of the two was written to just now, and a look does not show what was left there.
    one.written(on.clock.now());
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'delete',
      bystanders: [one, other],
      write: async (isAgain) => {
        again.push(isAgain);
        const found = store.get('r1');
        if (found !== undefined && !isAgain) spoilt(found);
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual([false, true]);
    expect(writes.steps.map(({ victim, isDoubtful }) => [victim, isDoubtful])).toEqual([[undefined, false]]);
  });

  test.each([
    ['it may have been stale', 0, [false, true]],
    ['it was made a lag after the last write', 1_000, [false]],
    ['it was made later than any lag', 1_500, [false]],
  ])('are repeated or not if %s', async (_, ms, sent) => {
    const { on, writes, one, other, store } = await watching();
    await on.clock.sleep(2_000, awaited.reads);
    one.written(on.clock.now());
    const written = one.lastWriteAt;
    // The read of the look takes a millisecond.
    await on.clock.sleep(Math.max(0, ms - 1 - (on.clock.now() - written)), awaited.reads);
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'delete',
      bystanders: [one, other],
      write: async (isAgain) => {
        again.push(isAgain);
        const found = store.get('r1');
        if (found !== undefined) spoilt(found);
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual(sent);
  });

  test('writes that leave a resource gone, or their text elsewhere, are not repeated', async () => {
    const { on, writes, one, store } = await watching({}, shownThere);
    one.written(on.clock.now());
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'delete',
      bystanders: [one],
      write: async (isAgain) => {
        again.push(isAgain);
        store.delete('r1');
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual([false]);
    expect(writes.steps.map(({ victim }) => victim?.after.status)).toEqual([404]);
  });

  test('writes that leave their text elsewhere are not repeated, even if the read before may have been stale', async () => {
    const { on, writes, one, other, store } = await watching({}, shownThere);
    one.written(on.clock.now());
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'update',
      bystanders: [one],
      update: { named: other, canary: 'x1' },
      write: async (isAgain) => {
        again.push(isAgain);
        const found = store.get('r1');
        if (found !== undefined) found.strings = ['x1'];
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual([false]);
    expect(writes.steps.map(({ astray, text, mention }) => [astray?.status, text, mention])).toEqual([
      [200, 'x1', undefined],
    ]);
  });

  test('writes that update are followed by a read of the named resource', async () => {
    const { on, writes, one, other, readsOf } = await watching();
    const before = readsOf('r2');
    await writes.watch({
      kind: 'update',
      bystanders: [one],
      update: { named: other, canary: 'x1' },
      write: async () => ({ exchange: await on.ask('exists') }),
    });
    expect(readsOf('r2') - before).toBe(1);
  });
});

describe('a read of an updated resource', () => {
  test.each([
    ['shows what was left there', 'left', shownThere, [false]],
    ['shows something else', 'else', shownThere, [false, true]],
    ['is of a place that is not known', 'left', {}, [false, true]],
  ] as const)('whether a read that %s is fresh', async (_, value, known, sent) => {
    const stage = met({}, known);
    const { on, store } = stage;
    const writes = new WatchedWrites(on);
    const one = await writes.made();
    const found = store.get('r1');
    if (found !== undefined) found.someProperty = value;
    one.written(on.clock.now());
    one.updated('1', [{ action: 'changeSomeProperty', someProperty: 'left' }], answered([200]), {
      moves: { doSomeThing: undefined, changeSomeProperty: undefined },
      answersShowVersion: false,
    });
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'delete',
      bystanders: [one],
      write: async (isAgain) => {
        again.push(isAgain);
        if (found !== undefined) spoilt(found);
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual(sent);
  });

  test('is not fresh if the resource was never updated and shows no value', async () => {
    const { on, store } = met(
      { shows: () => ({ someProperty: undefined as unknown as string }) },
      shownThere,
    );
    const writes = new WatchedWrites(on);
    const one = await writes.made();
    const found = store.get('r1');
    one.written(on.clock.now());
    writes.forget(one);
    const again: boolean[] = [];
    await writes.watch({
      kind: 'delete',
      bystanders: [one],
      write: async (isAgain) => {
        again.push(isAgain);
        if (found !== undefined && !isAgain) spoilt(found);
        return { exchange: await on.ask('exists') };
      },
    });
    expect(again).toEqual([false, true]);
  });
});
