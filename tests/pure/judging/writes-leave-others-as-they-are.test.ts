import { describe, expect, test } from 'vitest';
import { judgeSiblings, siblings } from '../../../judging/siblings.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Ask } from '../../../run/ask.ts';
import { asName } from '../../../wire/json/pointer.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';
import {
  reaching,
  scriptedStore,
  spoilt,
  type Departures,
  type Kept,
} from '../../support/stages/scripted-store.ts';

function met(departures: Departures = {}, known: Partial<Learnt> = {}, more: Partial<Stage> = {}) {
  const { kept, script } = scriptedStore(departures);
  return { ...reportingStage(script, known, more), store: kept };
}

type Kind = 'create' | 'update' | 'delete';

async function judged(kind: Kind, ...run: Parameters<typeof met>) {
  const stage = met(...run);
  await judgeSiblings(stage.on, kind);
  return stage;
}

const gone = (_one: Kept, kept: Map<string, Kept>, id: string): void => void kept.delete(id);

/** It is known where updates show. */
const shownThere: Partial<Learnt> = {
  pointer: '/someProperty',
  pointers: ['/someProperty'],
  moves: { doSomeThing: true, changeSomeProperty: true },
};

/** Creates change each resource that was updated. */
const resetting: Departures = {
  follows: (name, _id, kept) => {
    for (const one of kept.values()) if (name === 'create' && one.version > 1) spoilt(one);
  },
};

interface Sent {
  readonly actions?: readonly { readonly action: string; readonly someProperty?: string }[];
}

const actionsOf = ({ json }: Ask) => (json as unknown as Sent | undefined)?.actions ?? [];

/** The text that an update leaves. */
const textOf = (ask: Ask): string | undefined => actionsOf(ask).at(-1)?.someProperty;

/** Updates leave their text in all other resources. */
const spreading: Departures = {
  follows: (name, id, kept, ask) => {
    const text = textOf(ask);
    if (name === 'update' && text !== undefined)
      for (const [other, one] of kept) if (other !== id) one.strings = [...one.strings, text];
  },
};

describe('a resource that a write does not name', () => {
  test.each([
    ['create', 1],
    ['update', 2],
    ['delete', 2],
  ] as const)('passes after each %s', async (kind, times) => {
    expect((await judged(kind)).told).toEqual(Array.from({ length: times }, () => 'held'));
  });

  test.each([
    ['create', resetting],
    ['update', reaching('update', spoilt)],
    ['delete', reaching('remove', spoilt)],
  ] as const)('violates if it changes with each %s', async (kind, departures) => {
    const { told, broken } = await judged(kind, departures);
    expect(told).toContain('violated');
    const [one] = broken;
    expect(one?.deviation.kind).toBe('differ');
    expect(one?.reproduced).toBe('3/3');
    expect(one?.expected).toContain(kind);
    expect(one?.got).not.toBe('200');
    const shown = one?.exchanges.map((part) => ('exchange' in part ? part.exchange : part).endpoint);
    expect(shown).toEqual([
      'readById',
      { create: 'create', update: 'update', delete: 'remove' }[kind],
      'readById',
    ]);
  });

  test('a resource that is gone with each delete breaks the clause', async () => {
    const { told, broken } = await judged('delete', reaching('remove', gone));
    expect(told[0]).toBe('violated');
    expect(broken[0]?.got).toBe('404');
    expect(broken[0]?.deviation.kind).toBe('status');
  });

  test.each(['create', 'delete'] as const)('passes if writes other than a %s change it', async (kind) => {
    expect((await judged(kind, reaching('update', spoilt))).told).not.toContain('violated');
  });

  test('is distinguished from a resource that changes by itself', async () => {
    let reads = 0;
    const { told, deviated } = await judged(
      'update',
      { shows: () => ({ someProperty: `${(reads += 1)}` }) },
      shownThere,
    );
    expect(told).toEqual(['undecided flaky', 'undecided flaky']);
    expect(deviated).toEqual([false, false]);
  });

  test('is undecided if it changes once', async () => {
    let times = 0;
    const { told, deviated, shown } = await judged(
      'update',
      reaching('update', (one) => {
        if ((times += 1) === 1) one.strings = ['spoilt'];
      }),
    );
    expect(told).toEqual(['undecided flaky', 'held']);
    expect([deviated, shown]).toEqual([[true], [[200, 200, 200]]]);
  });

  test('a resource that changes once with a delete does not count if updates change it too', async () => {
    let deletes = 0;
    const { told } = await judged('delete', {
      follows: (name, id, kept, ask) => {
        reaching('update', spoilt).follows?.(name, id, kept, ask);
        if (name === 'remove' && (deletes += 1) === 1)
          reaching('remove', spoilt).follows?.(name, id, kept, ask);
      },
    });
    expect(told).toEqual(['undecided flaky', 'held']);
  });

  test('is undecided if no further write is accepted', async () => {
    let updates = 0;
    const { told, deviated } = await judged(
      'update',
      {
        ...reaching('update', spoilt),
        answer: (name) => (name === 'update' && (updates += 1) > 2 ? [400] : undefined),
      },
      shownThere,
    );
    expect(told).toEqual(['undecided flaky', 'undecided flaky']);
    expect(deviated).toEqual([true, true]);
  });

  test('is a violation if it changes in one way and then in another', async () => {
    let last = '';
    let updates = 0;
    const { told, broken } = await judged(
      'update',
      {
        follows: (name, id, kept, ask) => {
          updates += Number(name === 'update');
          if (updates > 2) last = textOf(ask) ?? last;
          else if (name === 'update') for (const [other, one] of kept) if (other !== id) spoilt(one);
        },
        shows: () => (last === '' ? {} : { latest: last }),
      },
      shownThere,
      { profile: { update: { observable: '/latest' } } },
    );
    expect(told[0]).toBe('violated');
    const shown = broken[0]?.exchanges.map((part) => ('exchange' in part ? part.exchange : part).endpoint);
    expect(shown).toEqual(['update', 'update', 'readById']);
  });

  test('may be compared with other resources after the same time without any write', async () => {
    // What nobody writes to changes within a lag.
    const born = new Map<string, number>();
    let now = 0;
    const { told } = await judged('update', {
      answer: (name, id, at) => {
        now = at;
        if (name === 'create') born.set(id, at);
        return undefined;
      },
      shows: (id) =>
        now - (born.get(id) ?? 0) > 3 ? { objectTypeProperty: { arrayOfStringExample: ['old'] } } : {},
    });
    expect(told).not.toContain('violated');
  });

  test('gives no usable answer if no read of it is answered', async () => {
    let updates = 0;
    const { told } = await judged('update', {
      answer: (name) => (name === 'readById' && updates > 0 ? [503] : undefined),
      follows: (name) => {
        if (name === 'update') updates += 1;
      },
    });
    expect(told[0]).toBe('noise');
  });

  test('is a violation if it changes, even if the answer about another resource is lost', async () => {
    const silent = new Set<string>();
    const losing: Departures = {
      answer: (name, id) => (name === 'readById' && silent.has(id) ? [503] : undefined),
      follows: (name, _id, kept) => {
        if (name !== 'create') return;
        const updated = [...kept].filter(([id, { version }]) => version > 1 && !silent.has(id));
        for (const [id, one] of updated)
          if (updated.length > 1 && id === updated[0]?.[0]) silent.add(id);
          else spoilt(one);
      },
    };
    const { told } = await judged('create', losing, shownThere);
    expect(told).toEqual(['violated']);
  });

  test('is a violation if it changes, even if it also mentions the written text', async () => {
    let last = '';
    const { told } = await judged(
      'update',
      {
        follows: (name, id, kept, ask) => {
          last = textOf(ask) ?? last;
          if (name === 'update') for (const [other, one] of kept) if (other !== id) spoilt(one);
        },
        shows: () => ({ latest: last }),
      },
      { pointers: [] },
    );
    expect(told[0]).toBe('violated');
  });

  test('may be answered by the network in between', async () => {
    let last = 0;
    const { told } = await judged('create', {
      answer: (name, _id, at) => {
        if (name === 'create') last = at;
        return name === 'readById' && last > 10 && at - last < 100 ? [503] : undefined;
      },
    });
    expect(told).toEqual(['held']);
  });
});

describe('the text of an update', () => {
  test('the text in the content of another resource is a violation immediately', async () => {
    const { told, broken, sent } = await judged('update', spreading);
    expect(told).toEqual(['violated', 'violated']);
    expect(broken[0]?.deviation).toMatchObject({ kind: 'holds' });
    expect(broken[0]?.deviation).toHaveProperty(
      'text',
      textOf(sent.find(({ name }) => name === 'update')?.ask ?? {}),
    );
    expect(broken[0]?.exchanges).toHaveLength(3);
    expect(broken[0]?.got).toBeDefined();
    expect(sent.filter(({ name }) => name === 'create')).toHaveLength(5);
  });

  test('the text in a resource without other content of its own is a violation too', async () => {
    // What is compared stays as it was.
    let last = '';
    const { told, broken } = await judged(
      'update',
      {
        follows: (_name, _id, _kept, ask) => {
          last = textOf(ask) ?? last;
        },
        shows: () => ({ latest: last }),
      },
      {},
      { profile: { update: { observable: '/latest' } } },
    );
    expect(told[0]).toBe('violated');
    // Without a victim there is no look before.
    expect(broken[0]?.exchanges).toHaveLength(2);
  });

  test.each([
    [undefined, ['undecided two-readings', 'undecided two-readings']],
    [[], ['undecided two-readings', 'undecided two-readings']],
    [['/someProperty'], ['held', 'held']],
  ] as const)('the text is mentioned elsewhere, while it shows at %j: %j', async (pointers, told) => {
    let last = '';
    const stage = await judged(
      'update',
      {
        follows: (_name, _id, _kept, ask) => {
          last = textOf(ask) ?? last;
        },
        shows: () => ({ latest: last }),
      },
      { pointers },
    );
    expect(stage.told).toEqual(told);
    expect(stage.shown).toEqual(told.filter((one) => one !== 'held').map(() => [200, 200]));
    expect(stage.readings.map(({ length }) => length)).toEqual(stage.shown.map(() => 2));
  });
});

describe('a stale read', () => {
  // The look after an update is a millisecond old, and what it compares with the next one is of the state before.
  test.each([2, 3, 4, 400])(
    'a read that was stale for %s ms reports nothing against the server',
    async (lagMs) => {
      const { told, sent } = await judged('update', { lagMs }, shownThere);
      expect(told).toEqual(['held', 'held']);
      // No round of confirmation, for which others would be made.
      expect(sent.filter(({ name }) => name === 'create').length).toBeLessThan(7);
    },
  );

  test('is undecided if the write cannot be repeated', async () => {
    let updates = 0;
    const { told, shown, deviated } = await judged(
      'update',
      { lagMs: 3, answer: (name) => (name === 'update' && (updates += 1) > 2 ? [400] : undefined) },
      shownThere,
    );
    expect(told).toEqual(['held', 'undecided flaky']);
    expect([shown, deviated]).toEqual([[[200, 200]], [false]]);
  });

  test('is repeated once every lag is over', async () => {
    const { sent } = await judged('update', { lagMs: 3 }, shownThere);
    const updates = sent.filter(({ name }) => name === 'update').map(({ at }) => at);
    expect((updates[2] ?? 0) - (updates[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });
});

describe('the outcome for the resources', () => {
  test('is reported for each write and each resource', async () => {
    const { on, sent, kept } = met();
    const { steps, deleted, lastDelete, survivor, checked } = await siblings(on);
    expect(steps.map((step) => step.kind)).toEqual(['update', 'update', 'create', 'delete', 'delete']);
    expect(deleted.map(({ own, updated, before }) => [own.id, updated, before.succeeded])).toEqual([
      ['r4', false, true],
      ['r1', true, true],
    ]);
    expect(lastDelete).toBe(deleted[1]?.exchange);
    expect(survivor?.own.id).toBe('r2');
    expect(survivor?.otherwise.object?.['version']).toMatchObject({ source: '1' });
    expect(survivor?.last.object?.['version']).toMatchObject({ source: '2' });
    expect([sent.at(-1)?.name, checked?.status]).toEqual(['exists', 200]);
    expect(kept).toEqual(['r1', 'r2', 'r3', 'r4', 'r5']);
  });

  test('covers updates with both kinds of actions', async () => {
    const { on, sent } = met();
    await siblings(on);
    const updates = sent.filter(({ name }) => name === 'update');
    expect(updates.map(({ ask }) => ask.path?.['id'])).toEqual(['r1', 'r2']);
    for (const { ask } of updates)
      expect(actionsOf(ask).map(({ action }) => action)).toEqual([
        'changeSomeProperty',
        'doSomeThing',
        'changeSomeProperty',
      ]);
  });

  test('covers updates with one action, if other updates are refused', async () => {
    const { on, sent } = met({
      answer: (name, _id, _at, ask) => (name === 'update' && actionsOf(ask).length > 1 ? [400] : undefined),
    });
    const { steps, survivor } = await siblings(on);
    expect(steps.filter(({ kind }) => kind === 'update')).toHaveLength(2);
    expect(survivor?.own.id).toBe('r2');
    const updates = sent.filter(({ name }) => name === 'update');
    expect(updates.map(({ ask }) => actionsOf(ask).length)).toEqual([3, 1, 3, 1]);
  });

  test.each([
    ['crash', 500],
    ['noise', 503],
  ])('is not repeated with one action after a %s', async (_, status) => {
    const { on, sent } = met({ answer: (name) => (name === 'update' ? [status] : undefined) });
    const { steps, survivor, deleted, lastDelete } = await siblings(on);
    expect(steps.map(({ kind }) => kind)).toEqual(['create', 'delete', 'delete']);
    expect([survivor, lastDelete]).toEqual([undefined, undefined]);
    expect(deleted.map(({ updated }) => updated)).toEqual([false, false]);
    expect(sent.every(({ name, ask }) => name !== 'update' || actionsOf(ask).length === 3)).toBe(true);
  });

  test('is read by key once it was updated, if a key is known', async () => {
    const withKeys: Partial<Stage> = {
      another: async () => {
        const exchange = await stage.on.ask('create', {
          json: { objectTypeProperty: { arrayOfStringExample: [stage.on.canary()] } },
        });
        const id = asName(exchange.object?.['id']) ?? 'none';
        return {
          own: new OwnResource(id, stage.on.clock.now(), { key: `k${id}`, born: exchange }),
          exchange,
        };
      },
    };
    const stage = met({}, {}, withKeys);
    await siblings(stage.on);
    expect(stage.sent.filter(({ name }) => name === 'readByKey').map(({ ask }) => ask.path)).toEqual([
      { key: 'kr1' },
    ]);
    const refusing = met({ answer: (name) => (name === 'update' ? [400] : undefined) }, {}, withKeys);
    await siblings(refusing.on);
    expect(refusing.sent.some(({ name }) => name === 'readByKey')).toBe(false);
    const keyless = met();
    await siblings(keyless.on);
    expect(keyless.sent.some(({ name }) => name === 'readByKey')).toBe(false);
  });

  test('is computed once per run', async () => {
    const { on, sent } = met();
    await siblings(on);
    const requests = sent.length;
    await siblings(on);
    expect(sent).toHaveLength(requests);
  });

  test('ignores refused deletes', async () => {
    const { on, sent } = met({ answer: (name) => (name === 'remove' ? [400] : undefined) });
    const { deleted, checked, lastDelete } = await siblings(on);
    expect([deleted, checked, lastDelete?.status]).toEqual([[], undefined, 400]);
    expect(sent.some(({ name }) => name === 'exists')).toBe(false);
  });

  test('includes no third resource if the create is refused', async () => {
    let creates = 0;
    const { on } = met({ answer: (name) => (name === 'create' && (creates += 1) > 2 ? [400] : undefined) });
    const { steps, deleted } = await siblings(on);
    expect(steps.map(({ kind }) => kind)).toEqual(['update', 'update', 'delete']);
    expect(deleted.map(({ own }) => own.id)).toEqual(['r1']);
  });

  test('includes no resource that is deleted without having been seen', async () => {
    const { on } = met({ answer: (name, id) => (name === 'readById' && id === 'r4' ? [404] : undefined) });
    const { deleted, steps } = await siblings(on);
    expect(deleted.map(({ own }) => own.id)).toEqual(['r1']);
    expect(steps).toHaveLength(5);
  });

  test('includes no survivor that cannot be read', async () => {
    let updates = 0;
    const { on } = met({
      answer: (name, id) => {
        updates += Number(name === 'update');
        return name === 'readById' && id === 'r2' && updates >= 2 ? [404] : undefined;
      },
    });
    expect((await siblings(on)).survivor).toBeUndefined();
  });
});

describe('nothing is stated', () => {
  test.each([
    ['where creates land on one resource', { upserts: true }, 'premise-failed'],
    ['where no resource can be read', { readable: false }, 'premise-failed'],
    ['where none can be had', { noResource: { code: 'no-token', text: 't' } }, 'no-token'],
    [
      'where none can be had, wherever creates land',
      { upserts: true, noResource: { code: 'no-token', text: 't' } },
      'no-token',
    ],
  ] as const)('%s', async (_, known, code) => {
    await expect(siblings(met({}, known).on)).rejects.toMatchObject({ tested: false, reason: { code } });
  });

  test.each([
    ['update', { answer: (name) => (name === 'update' ? [400] : undefined) }],
    ['delete', { answer: (name) => (name === 'remove' ? [400] : undefined) }],
    ['create', { ids: ['r1', 'r2', 'r1'] }],
  ] as const satisfies readonly (readonly [Kind, Departures])[])(
    'the history states nothing about a %s if none succeeds, or if it updates an observed resource',
    async (kind, departures) => {
      expect((await judged(kind, departures)).told).toEqual(['discarded premise-failed']);
    },
  );
});
