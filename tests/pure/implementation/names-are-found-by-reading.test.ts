import { describe, expect, test } from 'vitest';
import { soughtKey } from '../../../implementation/keys/sought-key.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { soughtIdSource } from '../../../implementation/sought-id-source.ts';
import type { Header } from '../../../wire/exchange.ts';
import { exchangeOf, judgedStage, type Known } from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'M', scopes: ['manage_test:demo'] }];
const ok = (value: object): Answer => [200, JSON.stringify(value)];

describe('the place of the key', () => {
  /** Where it is sought in a resource `a` with the text `c1`; the values in `keys` read the resource, or what is said. */
  async function sought(
    resource: object,
    keys: Readonly<Record<string, Answer | 'it'>>,
    known: Known = {},
    unknown: Answer = [404],
  ) {
    const shown = { id: 'a', version: 1, text: 'c1', ...resource };
    const stage = judgedStage(
      (name, _as, { path }) => {
        if (name === 'readById') return ok(shown);
        const key = path?.['key'] ?? '';
        const answer = keys[key];
        if (key.startsWith('unknown-')) return unknown;
        return answer === 'it' ? ok(shown) : (answer ?? [404]);
      },
      { tokens, ...known },
    );
    const pointer = await soughtKey(stage.on, { own: new OwnResource('a', -5_000), canary: 'c1' });
    return {
      pointer,
      tried: stage.sent
        .flatMap(({ name, ask }) => (name === 'readByKey' ? [ask.path?.['key']] : []))
        .slice(1),
    };
  }

  test.each([
    ['a member that reads it', { k: 'x' }, { x: 'it' }, '/k'],
    ['one below the top', { in: { deep: 'x' } }, { x: 'it' }, '/in/deep'],
    ['three below the top', { in: { deep: { k: 'x' } } }, { x: 'it' }, '/in/deep/k'],
    ['none further down', { in: { deep: { deeper: { k: 'x' } } } }, { x: 'it' }, undefined],
    ['a name with signs of its own', { 'a/b~c': 'x' }, { x: 'it' }, '/a~1b~0c'],
    ['none that the contract describes', { someProperty: 'x' }, { x: 'it' }, undefined],
    ['none that holds what it was made with', { k: 'with c1 in it' }, { 'with c1 in it': 'it' }, undefined],
    ['the id, where nothing else is', {}, { a: 'it' }, '/id'],
    ['what is not the id, where both are', { z: 'x' }, { a: 'it', x: 'it' }, '/z'],
    ['none that reads another version', { k: 'x' }, { x: ok({ version: 2, text: 'c1' }) }, undefined],
    ['none that reads no version', { k: 'x' }, { x: ok({ text: 'c1' }) }, undefined],
    ['none that reads other content', { k: 'x' }, { x: ok({ version: 1, text: 'c2' }) }, undefined],
    ['none of what is too long', { k: 'x'.repeat(129) }, { ['x'.repeat(129)]: 'it' }, undefined],
    ['one as long as may be', { k: 'x'.repeat(128) }, { ['x'.repeat(128)]: 'it' }, '/k'],
  ] satisfies [string, object, Record<string, Answer | 'it'>, string | undefined][])(
    'is %s',
    async (_what, resource, keys, pointer) => {
      expect((await sought(resource, keys)).pointer).toBe(pointer);
    },
  );

  test('does not exist if every key is found, and is not tried if the attempt would show nothing', async () => {
    expect(await sought({ k: 'x' }, { x: 'it' }, {}, ok({}))).toEqual({ pointer: undefined, tried: [] });
    expect(await sought({ k: 'x' }, { x: 'it' }, {}, [503])).toEqual({ pointer: undefined, tried: [] });
    const gone = judgedStage(() => [404], { tokens });
    expect(await soughtKey(gone.on, { own: new OwnResource('a', -5_000), canary: 'c1' })).toBeUndefined();
    expect(gone.sent).toHaveLength(1);
  });

  test('is tried first if its name suggests a key, each value once, the id last, and at most eight', async () => {
    const { tried } = await sought({ one: 'x', two: 'x', slug: 'y' }, {});
    expect(tried).toEqual(['y', 'x', 'a']);
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`m${at}`, `v${at}`]));
    expect((await sought(many, {})).tried.length).toBeLessThanOrEqual(8);
  });

  test('shows the id of the resource, if its place is known', async () => {
    const learnt = { idSource: { kind: 'body', at: '/id', declared: false } } as const;
    const by = async (id: string) =>
      (await sought({ k: 'x' }, { x: ok({ version: 1, text: 'c1', id }) }, { learnt })).pointer;
    expect(await by('a')).toBe('/k');
    expect(await by('b')).toBeUndefined();
  });
});

describe('another source of ids', () => {
  /** Where it is found, by two creates that were answered so; ids read what was made with the text of the same place. */
  async function source(
    bodies: readonly object[],
    reads: Readonly<Record<string, Answer>>,
    headers: readonly (readonly Header[])[] = [],
  ) {
    const stage = judgedStage((_, _as, { path }) => reads[path?.['id'] ?? ''] ?? [404], { tokens });
    const born = bodies.map((body, at) => ({
      canary: `c${at + 1}`,
      exchange: exchangeOf([201, JSON.stringify(body), headers[at] ?? []], { caller: stage.on.callers.none }),
    }));
    const found = await soughtIdSource(stage.on, born);
    return { at: found?.at, kind: found?.kind, sent: stage.sent.length };
  }

  const both = { x: ok({ version: 1, text: 'c1' }), y: ok({ version: 1, text: 'c2' }) };
  test.each([
    ['a member by which both are read', [{ uid: 'x' }, { uid: 'y' }], both, '/uid'],
    ['a member further down', [{ in: { ref: 'x' } }, { in: { ref: 'y' } }], both, '/in/ref'],
    ['none by which one is not read', [{ uid: 'x' }, { uid: 'z' }], both, undefined],
    ['none that is the same for both', [{ uid: 'x' }, { uid: 'x' }], both, undefined],
    ['none that reads the other one', [{ uid: 'x' }, { uid: 'y' }], { x: both.y, y: both.x }, undefined],
    [
      'one that reads the version it was made with',
      [
        { uid: 'x', version: 7 },
        { uid: 'y', version: 7 },
      ],
      { x: ok({ version: 7 }), y: ok({ version: 7 }) },
      '/uid',
    ],
    [
      'none that reads no version',
      [{ uid: 'x' }, { uid: 'y' }],
      { x: ok({ text: 'c1' }), y: ok({ text: 'c2' }) },
      undefined,
    ],
    [
      'none that holds the text itself',
      [{ uid: 'c1' }, { uid: 'c2' }],
      { c1: both.x, c2: both.y },
      undefined,
    ],
    [
      'the one with the name of an id, of two',
      [
        { ref: 'x', uid: 'x' },
        { ref: 'y', uid: 'y' },
      ],
      both,
      '/uid',
    ],
  ] satisfies [string, object[], Record<string, Answer>, string | undefined][])(
    'is %s',
    async (_what, bodies, reads, at) => {
      expect((await source(bodies, reads)).at).toBe(at);
    },
  );

  test('is a header of any name, if its value may stand in a path', async () => {
    const headers = [[['X-Resource-Id', 'x']], [['X-Resource-Id', 'y']]] as const;
    expect(await source([{}, {}], both, headers)).toMatchObject({ kind: 'header', at: 'X-Resource-Id' });
    const any = [[['X-Ref', 'x']], [['X-Ref', 'y']]] as const;
    expect(await source([{}, {}], both, any)).toMatchObject({ kind: 'header', at: 'X-Ref' });
    const tags = [[['ETag', '"x"']], [['ETag', '"y"']]] as const;
    expect(await source([{}, {}], both, tags)).toMatchObject({ at: undefined, sent: 0 });
  });

  test('does not exist, without a request, if no resource was created', async () => {
    expect(await source([], both)).toEqual({ at: undefined, kind: undefined, sent: 0 });
  });
});
