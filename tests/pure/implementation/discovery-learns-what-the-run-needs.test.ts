import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { historyOf, worldOf } from '../../support/histories.ts';
import { createCallers } from '../../../run/callers.ts';
import type { SuppliedToken } from '../../../history/caller.ts';
import { createRandom } from '../../../run/random.ts';
import { createBodies } from '../../../implementation/create-body.ts';
import { discover } from '../../../implementation/discovery.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Header } from '../../../wire/exchange.ts';
import { scriptedStage, type Answer } from '../../support/stages/scripted-stage.ts';
import { scriptedStore, type Departures } from '../../support/stages/scripted-store.ts';

const token = (label: string, ...scopes: readonly string[]): SuppliedToken => ({
  label,
  token: `token-${label}`,
  scopes: scopes.map((scope) => `${scope}:demo`),
});
const manage = token('MANAGE', 'manage_test');
const view = token('VIEW', 'view_test');

interface Given {
  readonly store?: Departures;
  readonly profile?: Profile;
  readonly tokens?: readonly SuppliedToken[];
  readonly readOnly?: boolean;
  /** What anyone who has no token is answered. */
  readonly strangers?: Answer;
  /** Where what is made is noted. */
  readonly ledger?: (readonly [id: string, canary: string])[];
}

/** What discovery learns of such a store, which lets in anyone who has a token. */
async function found({
  store = {},
  profile = {},
  tokens = [manage, view],
  readOnly = false,
  strangers = [401],
  ledger = [],
}: Given = {}) {
  const { kept, script } = scriptedStore({
    ...store,
    answer: (...asked) => (asked[3].as?.kind === 'supplied' ? store.answer?.(...asked) : strangers),
  });
  const callers = createCallers(tokens, createRandom(7));
  let canaries = 0;
  const stage = scriptedStage(script, {
    profile,
    callers,
    options: {
      projectKey: 'demo',
      baseUrl: 'http://it',
      readOnly,
      without: new Set(),
    } as unknown as Stage['options'],
    world: worldOf(historyOf([])),
    canary: () => `c${(canaries += 1)}`,
  });
  // Who asks, unless it is said: as a run has it, what discovery has chosen.
  const on = new Proxy(stage.on, {
    get: (of, name) =>
      name === 'reader'
        ? stage.learnt.reader
        : name === 'ask'
          ? (...[endpoint, ask = {}]: Parameters<Stage['ask']>) =>
              of.ask(endpoint, { as: stage.learnt.reader ?? callers.none, ...ask })
          : name === 'with'
            ? () => on
            : (Reflect.get(of, name) as unknown),
  });
  const { resources, createBody } = await discover(on, stage.learnt, (...entry) => void ledger.push(entry));
  const names = stage.sent.map(({ name }) => name);
  return { ...stage, kept, ledger, createBody, names, ids: resources.map(({ id }) => id) };
}

/** Creates alone are answered so, one after the other. */
function creating(...answers: readonly (Answer | undefined)[]): Departures {
  const rest = [...answers];
  return { answer: (name) => (name === 'create' ? rest.shift() : undefined) };
}

const always = (answer: Answer): Departures => creating(...Array.from({ length: 30 }, () => answer));

describe('of a plain server', () => {
  test('the run learns all facts in at most forty requests', async () => {
    const { learnt, ids, ledger, sent, createBody } = await found();
    expect(ids).toEqual(['r1', 'r2']);
    expect(learnt).toMatchObject({
      idSource: { kind: 'body', at: '/id', declared: false },
      noResource: undefined,
      readable: true,
      upserts: false,
      unversioned: false,
      createsLater: false,
      keyPointer: undefined,
      pointer: '/someProperty',
      siblingsMove: false,
      updates: 'accepted',
    });
    expect([learnt.reader?.label, learnt.writer?.label]).toEqual(['MANAGE', 'MANAGE']);
    expect(createBody).toBe(createBodies[0]);
    expect(ledger.map(([id]) => id)).toEqual(['r1', 'r2']);
    expect(new Set(ledger.map(([, canary]) => canary)).size).toBe(2);
    expect(sent.length).toBeLessThanOrEqual(40);
  });

  test('no resource is created before the run knows who may read', async () => {
    const { names } = await found();
    expect(names[0]).toBe('query');
    expect(names.filter((name) => name === 'create')).toHaveLength(2);
  });

  test('the key is at the place that an answer shows', async () => {
    const { learnt } = await found({ store: { shows: (id) => ({ key: `k-${id}` }) } });
    expect(learnt.keyPointer).toBe('/key');
    const declared = { resource: { keySource: 'body:/name' } } as const;
    expect(
      (await found({ profile: declared, store: { shows: (id) => ({ name: id }) } })).learnt.keyPointer,
    ).toBe('/name');
  });
});

describe('a server that shows no key by itself', () => {
  /** A store that shows the keys that creates have stated, in their order; `answer` may refuse such creates. */
  function keyed(answer?: Departures['answer']) {
    const keys = new Map<string, string>();
    const keyOf = (ask: { readonly json?: unknown }) => (ask.json as { readonly key?: string }).key;
    const store: Departures = {
      follows: (name, id, _kept, ask) => {
        const key = keyOf(ask);
        if (name === 'create' && key !== undefined) keys.set(id, key);
      },
      born: (id, json) => [201, JSON.stringify({ ...(JSON.parse(json) as object), key: keys.get(id) })],
      shows: (id) => (keys.has(id) ? { key: keys.get(id) ?? '' } : {}),
      answer: (...asked) => answer?.(...asked),
    };
    return { store, keys, keyOf };
  }

  test('gets keys by the creates of the run if answers show them', async () => {
    const { store, keys } = keyed();
    const { learnt, createBody, ids, names } = await found({ store });
    expect(learnt.keyPointer).toBe('/key');
    expect(ids).toEqual(['r2', 'r1']);
    const stated = [1, 2].map(() => createBody?.('abc') as { readonly key?: string });
    expect(new Set([...keys.values(), ...stated.map(({ key }) => key)]).size).toBe(3);
    expect(names.filter((name) => name === 'create')).toHaveLength(2);
  });

  test('gets plain creates if it refuses a key, or shows none', async () => {
    const { store, keyOf } = keyed((name, _id, _at, ask) =>
      name === 'create' && keyOf(ask) !== undefined ? [400] : undefined,
    );
    for (const { learnt, createBody, ids } of [await found({ store }), await found()]) {
      expect([learnt.keyPointer, createBody, ids.length]).toEqual([undefined, createBodies[0], 2]);
    }
  });

  test('gets no key if the profile says that resources have none', async () => {
    const { store, keys } = keyed();
    await found({ store, profile: { resource: { keySource: 'none' } } });
    expect(keys.size).toBe(0);
  });

  test('is judged by the last create if all creates update one resource', async () => {
    const { store } = keyed();
    const { ids, learnt } = await found({ store: { ...store, ids: ['r1', 'r1'] } });
    expect([ids, learnt.upserts]).toEqual([['r1'], true]);
  });
});

describe('a create', () => {
  test('a refused create is followed by a create with a plainer body', async () => {
    const { createBody, ids } = await found({ store: creating([400], [422]) });
    expect(createBody).toBe(createBodies[2]);
    expect(ids).toEqual(['r1', 'r2']);
  });

  test('is first sent as declared', async () => {
    const body = { objectTypeProperty: { arrayOfStringExample: ['ours'] } };
    const { kept } = await found({ profile: { samples: { '4.6': { body } } } });
    expect(kept.get('r1')?.strings).toEqual(['ours', expect.any(String)]);
  });

  test('a create whose answer was lost is sent again, later each time', async () => {
    const { sent, ids } = await found({ store: creating([503], [503]) });
    const [first = 0, second = 0, third = 0] = sent.flatMap(({ name, at }) =>
      name === 'create' ? [at] : [],
    );
    expect([second - first, third - second]).toEqual([101, 401]);
    expect(ids).toEqual(['r1', 'r2']);
  });

  test('a create without room waits until there may be room', async () => {
    const { sent, ids } = await found({ store: creating([507], [507]) });
    const [first = 0, second = 0, third = 0] = sent.flatMap(({ name, at }) =>
      name === 'create' ? [at] : [],
    );
    expect([second - first, third - second]).toEqual([1_001, 3_001]);
    expect(ids).toEqual(['r1', 'r2']);
  });

  test('a create that never finds room is soon given up', async () => {
    const { learnt, names } = await found({ store: always([507]) });
    expect(names.filter((name) => name === 'create')).toHaveLength(createBodies.length + 2);
    expect(learnt.noResource?.code).toBe('blocked-by');
  });

  test('a create that is always lost is soon given up', async () => {
    const { learnt, names } = await found({ store: always([503]) });
    expect(names.filter((name) => name === 'create')).toHaveLength(7);
    expect(learnt.noResource?.code).toBe('blocked-by');
  });

  test('a create that is refused for its content leaves no resource, and names the means to supply', async () => {
    const { learnt, ids } = await found({ store: always([400]) });
    expect(ids).toEqual([]);
    expect(learnt.noResource).toMatchObject({ code: 'blocked-by', supply: expect.stringContaining('"4.6"') });
  });

  test('a create that is refused for its caller proves no token', async () => {
    const { learnt } = await found({ store: always([403]) });
    expect(learnt.noResource).toMatchObject({
      code: 'liveness-unproven',
      supply: 'MANAGE=<a valid token that holds manage_test>',
    });
  });

  test('is not sent if the run may not write, or if no caller may create', async () => {
    const reading = await found({ readOnly: true });
    expect(reading.names).not.toContain('create');
    expect(reading.learnt.noResource?.code).toBe('read-only');
    const viewing = await found({ tokens: [view] });
    expect(viewing.names).not.toContain('create');
    expect(viewing.learnt.noResource?.code).toBe('no-token');
  });

  test('a create that may hit an existing resource comes after a search', async () => {
    const before = ({ names }: { readonly names: readonly string[] }) =>
      names.slice(0, names.indexOf('create'));
    const { learnt, ...upserting } = await found({
      profile: { create: { mode: 'upsert' } },
      store: { ids: ['r1', 'r1'] },
    });
    expect(before(upserting).filter((name) => name === 'search' || name === 'sorted')).toHaveLength(2);
    expect(learnt.upserts).toBe(true);
    expect(before(await found()).filter((name) => name === 'search')).toHaveLength(0);
  });
});

describe('creates that update one resource', () => {
  test('are known by their id', async () => {
    const { learnt, ids } = await found({ store: { ids: ['r1', 'r1'] } });
    expect([learnt.upserts, ids]).toEqual([true, ['r1']]);
  });
});

describe('the id of a created resource', () => {
  const located = (id: string): readonly Header[] => [['Location', `/demo/resource/${id}`]];

  test('is taken from a header if the body has none', async () => {
    const { learnt, ids } = await found({ store: { born: (id) => [201, '{}', located(id)] } });
    expect(learnt.idSource).toEqual({ kind: 'header', at: 'Location', declared: false });
    expect(ids).toEqual(['r1', 'r2']);
  });

  test('is sought in headers of any name', async () => {
    const headers = (id: string): readonly Header[] => [['Date', 'Tue, 01 Dec 2026'], ['X-Trace', `t${id}`], ['X-Document-Ref', id]]; // prettier-ignore
    const { learnt, ids } = await found({ store: { born: (id) => [201, '{"version":1}', headers(id)] } });
    expect([learnt.idSource?.at, ids]).toEqual(['X-Document-Ref', ['r1', 'r2']]);
  });

  test('is not a value that is equal in both, if another place distinguishes them', async () => {
    const { learnt } = await found({ store: { born: (id) => [201, '{"id":"us"}', located(id)] } });
    expect([learnt.idSource?.at, learnt.upserts]).toEqual(['Location', false]);
  });

  test('is not a value that names no resource, if another place does', async () => {
    const { learnt, ids } = await found({
      store: { born: (id) => [201, `{"id":"row-${id}"}`, located(id)] },
    });
    expect([learnt.idSource?.at, learnt.readable, ids]).toEqual(['Location', true, ['r1', 'r2']]);
  });

  test('is searched for elsewhere by reads', async () => {
    const { learnt, ids } = await found({
      store: { born: (id) => [201, JSON.stringify({ version: 1, resource: { uid: id } })] },
    });
    expect([learnt.idSource?.at, ids]).toEqual(['/resource/uid', ['r1', 'r2']]);
  });

  test('is requested if no answer shows it', async () => {
    const { learnt, ids } = await found({ store: { born: () => [201, '{}'] } });
    expect(ids).toEqual([]);
    expect(learnt.noResource).toMatchObject({
      code: 'no-id-source',
      text: 'the answer to a create does not show an id',
    });
  });

  test('an id that is declared at another place than it shows is a mistake of the profile, and the created resource is noted', async () => {
    const ledger: Given['ledger'] = [];
    await expect(found({ ledger, profile: { resource: { idSource: 'body:/uid' } } })).rejects.toThrow(
      /resource\.idSource is "body:\/uid", but creates show their id only at body:\/id/,
    );
    const { learnt } = await found({
      profile: { resource: { idSource: 'body:/uid' } },
      store: { born: () => [201, '{"id":"x"}'] },
    });
    expect(ledger.map(([id]) => id)).toEqual(['r1', 'r2']);
    expect(learnt.noResource?.text).toBe('the answer to a create does not show the declared body:/uid');
  });
});

describe('a read of a created resource', () => {
  const reading = (answer: NonNullable<Departures['answer']>): Departures => ({
    answer: (...asked) => (asked[0] === 'readById' ? answer(...asked) : undefined),
  });

  test('one read by another reader is enough', async () => {
    const { learnt } = await found({
      store: reading((_1, _2, _3, { as }) => (as?.label === 'MANAGE' ? [403] : undefined)),
    });
    expect([learnt.reader?.label, learnt.readable]).toEqual(['VIEW', true]);
  });

  test('waits as long as it may lag', async () => {
    const { learnt } = await found({ store: reading((_1, _2, at) => (at < 500 ? [404] : undefined)) });
    expect([learnt.readable, learnt.createsLater]).toEqual([true, false]);
  });

  test('a read that finds a deferred create later shows no lag', async () => {
    const { learnt } = await found({
      store: {
        ...reading((_1, _2, at) => (at < 500 ? [404] : undefined)),
        born: (_id, json) => [202, json],
      },
    });
    expect([learnt.readable, learnt.createsLater]).toEqual([true, true]);
  });

  test('a read that is never answered stops all updates', async () => {
    const { learnt, names } = await found({ store: reading(() => [404]) });
    expect([learnt.readable, learnt.unversioned]).toEqual([false, false]);
    expect(names).not.toContain('update');
  });

  test('may show no version', async () => {
    const { learnt } = await found({ store: reading(() => [200, '{}']) });
    expect([learnt.readable, learnt.unversioned]).toEqual([true, true]);
  });
});

describe('a resource that the profile names', () => {
  test('is provided in addition to the created resource', async () => {
    const ids = ['r1', 'r2'];
    const profile = { resource: { sandbox: ['r2'] } };
    expect((await found({ store: { ids }, profile })).ids).toEqual(['r1', 'r2', 'r2']);
  });

  test('is a mistake of the profile if it does not exist', async () => {
    await expect(found({ profile: { resource: { sandbox: ['gone'] } } })).rejects.toThrow(
      /resource\.sandbox\[0\] names something that does not exist/,
    );
    await expect(
      found({ readOnly: true, profile: { resource: { fixture: { id: 'gone' } } } }),
    ).rejects.toThrow(/resource\.fixture\.id names something that does not exist/);
    await expect(found({ readOnly: true, profile: { resource: { disposable: ['gone'] } } })).rejects.toThrow(
      /resource\.disposable\[0\] names something that does not exist/,
    );
  });

  test('is a mistake if an update shows elsewhere', async () => {
    await expect(found({ profile: { update: { observable: '/other' } } })).rejects.toThrow(
      /update\.observable is "\/other", but changeSomeProperty changed "\/someProperty"/,
    );
  });
});

describe('the run ends', () => {
  test('it ends if no caller is granted access anywhere', async () => {
    await expect(found({ store: { answer: () => [401] } })).rejects.toMatchObject({
      name: 'Aborted',
      why: 'configuration',
    });
  });

  test('it ends after one body if no request gets a usable answer', async () => {
    let creates = 0;
    const answer: Departures['answer'] = (name) => {
      if (name === 'create') creates += 1;
      return [503];
    };
    await expect(found({ store: { answer }, strangers: [503] })).rejects.toMatchObject({
      why: 'unreachable',
    });
    expect(creates).toBe(4);
  });
});
