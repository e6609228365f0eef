import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../clause/thrown.ts';
import {
  requireDeclaredAddresses,
  requireDeclaredEffect,
} from '../../../implementation/declared-addresses.ts';
import { keyedResource, keyOf, readByKey } from '../../../implementation/keys/keyed-resource.ts';
import { nothingLearnt } from '../../../implementation/learnt.ts';
import { untouchedFixture, keptResource } from '../../../implementation/resources/kept-resource.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { Aborted } from '../../../run/aborted.ts';
import { judgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'M', scopes: ['manage_test:demo'] }];
const ok = (value: object): Answer => [200, JSON.stringify(value)];

/** Why a run ends, or the code of why a check does. */
async function ended(work: () => unknown): Promise<string | undefined> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Aborted) return error.why;
    if (error instanceof Inconclusive) return error.reason.code;
    throw error;
  }
  return undefined;
}

describe('a resource with a key', () => {
  const fixture = { id: 'f', key: 'fk' };
  const made: Answer = [201, '{"id":"r1","version":1,"k":"made-key"}'];

  /** What is read by these keys. */
  const readable = ['fk', 'shown-key'];

  async function keyed(
    known: Known,
    read: Answer = ok({ id: 'r1', version: 1, k: 'shown-key' }),
    keys: readonly string[] = readable,
  ) {
    const stage = judgedStage(
      (name, _as, ask) => {
        if (name === 'readByKey') return [keys.includes(ask.path?.['key'] ?? '') ? 200 : 404];
        return name === 'create' ? made : name === 'readById' ? read : [404];
      },
      { tokens, ...known },
    );
    let found: unknown;
    const code = await ended(async () => {
      const { own, key, declared } = await keyedResource(stage.on);
      found = { id: own.id, key, declared };
    });
    return { code, found, names: stage.sent.map(({ name }) => name) };
  }

  const noResource = { code: 'no-id-source', text: '' } as const;
  test.each([
    [
      'is none where the vendor says so',
      { profile: { resource: { keySource: 'none' } } },
      'declared-absent',
      undefined,
    ],
    [
      'is the fixture',
      { profile: { resource: { fixture } } },
      undefined,
      { id: 'f', key: 'fk', declared: true },
    ],
    [
      'is one of our own where the place is declared',
      {
        profile: { resource: { fixture, keySource: 'body:/k' } },
        learnt: { idSource: { kind: 'body', at: '/id', declared: true }, keyPointer: '/k' },
      },
      undefined,
      { id: 'r1', key: 'shown-key', declared: true },
    ],
    [
      'is the fixture where none of our own can be had',
      { profile: { resource: { fixture, keySource: 'body:/k' } }, learnt: { keyPointer: '/k', noResource } },
      undefined,
      { id: 'f', key: 'fk', declared: true },
    ],
    [
      'is one of our own where the place is known',
      { learnt: { keyPointer: '/k' } },
      undefined,
      { id: 'r1', key: 'shown-key', declared: false },
    ],
    [
      'is none where the declared place shows none',
      { profile: { resource: { keySource: 'body:/k' } } },
      'no-key',
      undefined,
    ],
    ['is none where nothing can be read', { learnt: { readable: false } }, 'no-key', undefined],
    ['is none where no place is found', {}, 'no-key', undefined],
    ['is none where the place shows nothing', { learnt: { keyPointer: '/other' } }, 'no-key', undefined],
  ] satisfies [string, Known, string | undefined, object | undefined][])(
    '%s',
    async (_what, known, code, found) => {
      expect(await keyed(known)).toMatchObject({ code, found });
    },
  );

  test('is the fixture if no source shows a readable key', async () => {
    const declared: Known = {
      profile: { resource: { fixture, keySource: 'body:/k' } },
      learnt: { idSource: { kind: 'body', at: '/id', declared: true }, keyPointer: '/k' },
    };
    const found = { id: 'f', key: 'fk', declared: true };
    expect(await keyed(declared, ok({ id: 'r1', version: 1 }))).toMatchObject({ found });
    expect(await keyed(declared, undefined, ['fk'])).toMatchObject({ found });
  });

  test('is not the fixture if the fixture does not exist', async () => {
    expect(await keyed({ profile: { resource: { fixture } } }, [404])).toEqual({
      code: 'no-key',
      found: undefined,
      names: ['readById'],
    });
  });

  test('has the key that its create showed, without a read', async () => {
    const stage = judgedStage(() => ok({ k: 'shown' }), { tokens, learnt: { keyPointer: '/k' } });
    expect(await keyOf(stage.on, new OwnResource('a', 0, { key: 'born' }))).toBe('born');
    expect(stage.sent).toEqual([]);
    expect(await keyOf(stage.on, new OwnResource('a', 0))).toBe('shown');
    stage.learnt.keyPointer = undefined;
    expect(await keyOf(stage.on, new OwnResource('a', 0, { key: 'born' }))).toBeUndefined();
  });

  test('is read by its key with the token of the reader', async () => {
    const stage = judgedStage(() => [200], { tokens });
    await readByKey(stage.on, 'k');
    expect(stage.sent).toMatchObject([{ name: 'readByKey', as: 'M', ask: { path: { key: 'k' } } }]);
  });
});

describe('the resource without writes', () => {
  const made: Answer = [201, '{"id":"r1","version":1}'];
  const fixture = { id: 'f' };
  const noResource = { code: 'no-id-source', text: '' } as const;
  const idSource = { kind: 'body', at: '/id', declared: false } as const;

  async function kept(known: Known, read: Answer = ok({ version: 1 })) {
    const stage = judgedStage((name) => (name === 'create' ? made : read), { tokens, ...known });
    let id: string | undefined;
    let canary: string | undefined;
    const code = await ended(async () => {
      const found = await keptResource(stage.on);
      id = found.own.id;
      canary = found.canary;
    });
    return { code, id, canary, creates: stage.sent.filter(({ name }) => name === 'create').length };
  }

  test.each([
    [
      'is made, with a text of its own',
      { learnt: { idSource } },
      { id: 'r1', canary: 'canary1', creates: 1 },
    ],
    [
      'is made although there is a fixture',
      { learnt: { idSource }, profile: { resource: { fixture } } },
      { id: 'r1' },
    ],
    [
      'is the fixture where no id is known',
      { profile: { resource: { fixture } } },
      { id: 'f', canary: '', creates: 0 },
    ],
    [
      'is the fixture where none can be had',
      { learnt: { idSource, noResource }, profile: { resource: { fixture } } },
      { id: 'f', creates: 0 },
    ],
    [
      'is lent where nothing is written',
      { options: { readOnly: true }, learnt: { noResource }, profile: { resource: { sandbox: ['s'] } } },
      { id: 's', creates: 0 },
    ],
    [
      'is not lent where something is',
      { learnt: { noResource }, profile: { resource: { sandbox: ['s'] } } },
      { code: 'no-id-source', creates: 0 },
    ],
    [
      'is none where reads find none',
      { learnt: { idSource, readable: false } },
      { code: 'blocked-by', creates: 0 },
    ],
    [
      'is none once somebody may have written to the only one',
      { learnt: { idSource, upserts: true }, phase: 'lanes' },
      { code: 'premise-failed', creates: 0 },
    ],
    [
      'is the last that was made where creates land on one',
      {
        learnt: { idSource, upserts: true },
        stage: {
          made: [
            { id: 'x', canary: 'cx', at: 0 },
            { id: 'y', canary: 'cy', at: 0 },
          ],
        },
      },
      { id: 'y', canary: 'cy', creates: 0 },
    ],
    [
      'is none where none was made',
      { learnt: { idSource, upserts: true } },
      { code: 'blocked-by', creates: 0 },
    ],
  ] satisfies [string, Known, object][])('%s', async (_what, known, found) => {
    expect(await kept(known)).toMatchObject(found);
  });

  test('is given up after four creates without a readable resource', async () => {
    expect(await kept({ learnt: { idSource } }, [404])).toMatchObject({ code: 'premise-failed', creates: 4 });
  });

  test('is made once per run, and again if creates update one resource', async () => {
    const stage = judgedStage((name) => (name === 'create' ? made : ok({ version: 1 })), { tokens });
    const creates = () => stage.sent.filter(({ name }) => name === 'create').length;
    for (let time = 0; time < 2; time += 1) await keptResource(stage.on);
    expect(creates()).toBe(1);
    for (let time = 0; time < 2; time += 1) await untouchedFixture(stage.on, 'g');
    expect(creates()).toBe(2);
    await untouchedFixture(stage.on, 'h');
    expect(creates()).toBe(3);
    stage.learnt.upserts = true;
    for (let time = 0; time < 2; time += 1) await untouchedFixture(stage.on, 'h');
    expect(creates()).toBe(5);
  });

  test('is waited for if one of two replicas lags', async () => {
    const reads: Answer[] = [ok({ version: 1 }), ok({ version: 1 }), [404], ok({ version: 1 })];
    const stage = judgedStage((name) => (name === 'create' ? made : (reads.shift() ?? ok({ version: 1 }))), {
      tokens,
    });
    await keptResource(stage.on);
    expect(stage.learnt.lags).toBe(true);
    expect(stage.on.clock.now()).toBeGreaterThanOrEqual(1_000);
  });
});

describe('a resource that the profile names', () => {
  const profile = { resource: { fixture: { id: 'f', key: 'fk' }, sandbox: ['s'], disposable: ['d'] } };

  async function named(answers: Readonly<Record<string, readonly Answer[]>>, list: Answer = ok([])) {
    const turns = new Map<string, number>();
    const stage = judgedStage(
      (_, _as, { path }) => {
        const what = path?.['id'] ?? path?.['key'];
        if (what === undefined) return list;
        const turn = turns.get(what) ?? 0;
        turns.set(what, turn + 1);
        return answers[what]?.[turn] ?? answers[what]?.at(-1) ?? [200];
      },
      { tokens, profile },
    );
    const why = await ended(() => requireDeclaredAddresses(stage.on, stage.caller('M')));
    return { why, asked: stage.sent.map(({ ask }) => ask.path?.['id'] ?? ask.path?.['key']) };
  }

  test('is read once', async () => {
    expect(await named({})).toEqual({ why: undefined, asked: ['f', 's', 'd', 'fk'] });
    const { on, sent } = judgedStage(() => [404], { tokens, profile });
    await requireDeclaredAddresses(on, undefined);
    expect(sent).toEqual([]);
  });

  test.each(['f', 's', 'd', 'fk'])('has to exist: %s', async (what) => {
    expect((await named({ [what]: [[404]] })).why).toBe('configuration');
    expect((await named({ [what]: [[410]] })).why).toBe('configuration');
    expect((await named({ [what]: [[403]] })).why).toBeUndefined();
    expect((await named({ [what]: [[404], [200]] })).why).toBeUndefined();
    expect((await named({ [what]: [[503], [503], [503]] })).why).toBeUndefined();
    expect((await named({ [what]: [[404]] }, ok([{ id: what }]))).why).toBeUndefined();
  });

  test.each([
    ['shows where it is declared', '/p', ['/q', '/p'], undefined],
    ['shows elsewhere', '/p', ['/q'], 'configuration'],
    ['shows nowhere', '/p', [], undefined],
    ['was not seen', '/p', undefined, undefined],
    ['is declared to show nowhere', 'none', ['/q'], undefined],
    ['is not declared', undefined, ['/q'], undefined],
  ] as const)('the resource is the place of an effect that %s', async (_what, declared, pointers, why) => {
    const { on } = judgedStage(() => [200], {
      tokens,
      profile: declared === undefined ? {} : { update: { observable: declared } },
    });
    const learnt = { ...nothingLearnt(on.callers.none), pointers };
    expect(await ended(() => requireDeclaredEffect(on, learnt))).toBe(why);
  });
});
