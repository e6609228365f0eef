import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import { judgeSiblings, siblings } from '../../../judging/siblings.ts';
import type { Ask } from '../../../run/ask.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { versionOf } from '../../../implementation/resources/own-resource.ts';
import { reportingStage } from '../../support/stages/reporting-stage.ts';
import {
  reaching,
  scriptedStore,
  spoilt,
  type Departures,
  type Kept,
} from '../../support/stages/scripted-store.ts';

/** A run against such a store: its stage, and what a check on it reports. */
function met(departures: Departures = {}, known: Partial<Learnt> = {}) {
  const { script } = scriptedStore(departures);
  const told: string[] = [];
  const tell =
    (kind: string) =>
    (...[code, text]: readonly unknown[]) =>
      void told.push([kind, code, text].filter((part) => typeof part === 'string').join(': '));
  const stage = reportingStage(script, known, {
    held: tell('held'),
    noise: tell('noise'),
    discarded: tell('discarded'),
    undecided: tell('undecided'),
    violated: ({ expected, got }) => void told.push(`violated: ${expected}; ${got}`),
  });
  return { ...stage, told };
}

/** What a check of such writes reports. */
async function judged(kind: 'create' | 'update' | 'delete', ...run: Parameters<typeof met>) {
  const { on, told } = met(...run);
  await judgeSiblings(on, kind);
  return told;
}

/** It is known where updates show. */
const shownThere: Partial<Learnt> = { pointer: '/someProperty', pointers: ['/someProperty'] };

/** Creates change each resource that was updated. */
const resetting: Departures = {
  follows: (name, _id, kept) => {
    for (const one of kept.values()) if (name === 'create' && one.version > 1) spoilt(one);
  },
};

/** The text that an update leaves. */
const textOf = ({ json }: Ask): string | undefined =>
  (json as unknown as { actions?: readonly { someProperty?: string }[] } | undefined)?.actions?.at(-1)
    ?.someProperty;

describe('resources that a write does not name', () => {
  test.each([
    ['create', 1],
    ['update', 2],
    ['delete', 2],
  ] as const)('stay unchanged after each %s', async (kind, times) => {
    expect(await judged(kind)).toEqual(Array.from({ length: times }, () => 'held'));
  });

  test.each([
    ['create', resetting],
    ['update', reaching('update', spoilt)],
    ['delete', reaching('remove', spoilt)],
  ] as const)('are seen to change with each %s', async (kind, departures) => {
    expect(await judged(kind, departures)).toContain(
      `violated: a resource that the ${kind} did not name to stay as it was; other documented members`,
    );
  });

  test('are seen to be gone with a delete', async () => {
    const told = await judged(
      'delete',
      reaching('remove', (_one, kept, id) => kept.delete(id)),
    );
    expect(told[0]).toMatch(/^violated: a resource that the delete did not name .*; 404/);
  });

  test('are seen to change at the place that shows updates', async () => {
    const change = (one: Kept): void => {
      one.someProperty += 'x';
    };
    expect((await judged('update', reaching('update', change), shownThere)).join()).toContain('violated');
    expect(await judged('update', reaching('update', change))).toEqual(['held', 'held']);
  });

  test('may show other versions', async () => {
    const moved = (one: Kept): void => {
      one.version += 1;
    };
    expect(await judged('create', reaching('create', moved))).toEqual(['held']);
  });

  test('resources that change once report nothing against the server, and are not counted as passed', async () => {
    let times = 0;
    const once = (one: Kept): void => {
      if ((times += 1) === 1) one.strings = ['spoilt'];
    };
    const told = await judged('update', reaching('update', once));
    expect(told.filter((one) => one.startsWith('undecided: flaky'))).toHaveLength(1);
    expect(told.join()).not.toContain('violated');
  });

  test('resources that change by themselves report nothing against the server', async () => {
    let reads = 0;
    const told = await judged('update', {
      shows: () => ({ objectTypeProperty: { arrayOfStringExample: [`${(reads += 1)}`] } }),
    });
    expect(told).toEqual(['held', 'held']);
  });

  test('resources for which the network answers give no usable answer', async () => {
    let updates = 0;
    const told = await judged('update', {
      answer: (name) => (name === 'readById' && updates > 0 ? [503] : undefined),
      follows: (name) => {
        if (name === 'update') updates += 1;
      },
    });
    expect(told[0]).toMatch(/^noise/);
  });

  test('resources that change once with a delete do not count if updates change them too', async () => {
    const updating = reaching('update', spoilt);
    const deleting = reaching('remove', spoilt);
    let deletes = 0;
    const told = await judged('delete', {
      follows: (...write) => {
        updating.follows?.(...write);
        if (write[0] === 'remove' && (deletes += 1) === 1) deleting.follows?.(...write);
      },
    });
    expect(told).toEqual([expect.stringMatching(/^undecided: flaky: .* with a delete/), 'held']);
  });

  // The look after an update is a millisecond old, and what it compares with the next one is of the state before.
  test.each([2, 3, 4, 400])(
    'report nothing against the server after a read that was stale for %s ms',
    async (lagMs) => {
      const { on, told, sent } = met({ lagMs }, shownThere);
      await judgeSiblings(on, 'update');
      expect(told).toEqual(['held', 'held']);
      // No round of confirmation, for which others would be made.
      expect(sent.filter(({ name }) => name === 'create').length).toBeLessThan(7);
    },
  );

  test('are undecided if a read was stale, and the write cannot be repeated', async () => {
    let updates = 0;
    const answer: Departures['answer'] = (name) =>
      name === 'update' && (updates += 1) > 2 ? [400] : undefined;
    const told = await judged('update', { lagMs: 3, answer }, shownThere);
    expect(told).toEqual([
      'held',
      'undecided: flaky: another resource changed with a update, which could not be repeated',
    ]);
  });
});

describe('the text of an update', () => {
  test('the text in the content of another resource is a violation immediately', async () => {
    const told = await judged('update', {
      follows: (name, id, kept, ask) => {
        const text = textOf(ask);
        if (name === 'update' && text !== undefined)
          for (const [other, one] of kept) if (other !== id) one.strings = [...one.strings, text];
      },
    });
    expect(told[0]).toMatch(/; the change of the update in another resource$/);
  });

  test('a text outside the content has two readings, unless the run knows where updates show', async () => {
    let last = '';
    const mentioning: Departures = {
      follows: (_name, _id, _kept, ask) => {
        last = textOf(ask) ?? last;
      },
      shows: () => ({ latest: last }),
    };
    expect((await judged('update', mentioning))[0]).toMatch(/^undecided: two-readings/);
    expect(await judged('update', mentioning, shownThere)).toEqual(['held', 'held']);
  });
});

describe('the outcome for the resources', () => {
  test('is kept for later reads', async () => {
    const { on, sent } = met();
    const { steps, deleted, lastDelete, survivor, checked } = await siblings(on);
    expect(steps.map(({ kind }) => kind)).toEqual(['update', 'update', 'create', 'delete', 'delete']);
    expect(deleted.map(({ own, updated }) => [own.id, updated])).toEqual([
      ['r4', false],
      ['r1', true],
    ]);
    expect(lastDelete).toBe(deleted[1]?.exchange);
    expect(survivor?.own.id).toBe('r2');
    expect(versionOf(survivor?.otherwise.value)).toBe('1');
    expect(versionOf(survivor?.last.value)).toBe('2');
    expect(sent.at(-1)?.name).toBe('exists');
    expect(checked?.succeeded).toBe(true);
  });

  test('is computed once per run', async () => {
    const { on, sent } = met();
    await siblings(on);
    const requests = sent.length;
    await siblings(on);
    expect(sent).toHaveLength(requests);
  });

  test('ignores refused deletes', async () => {
    const { on } = met({ answer: (name) => (name === 'remove' ? [400] : undefined) });
    const { deleted, checked, lastDelete } = await siblings(on);
    expect([deleted, checked, lastDelete?.status]).toEqual([[], undefined, 400]);
  });
});

describe('nothing is stated', () => {
  test.each([
    ['where creates land on one resource', { upserts: true }],
    ['where no resource can be read', { readable: false }],
  ])('%s', async (_, known) => {
    await expect(siblings(met({}, known).on)).rejects.toThrow(Inconclusive);
  });

  test('the history states nothing about updates if no update is accepted', async () => {
    const told = await judged('update', { answer: (name) => (name === 'update' ? [400] : undefined) });
    expect(told).toEqual(['discarded: premise-failed: no update succeeded']);
  });

  test('the history states nothing about a create that changes a resource between its reads', async () => {
    expect(await judged('create', { ids: ['r1', 'r2', 'r1'] })).toEqual([
      'discarded: premise-failed: no create succeeded',
    ]);
  });
});
