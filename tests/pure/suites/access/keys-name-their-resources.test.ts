import { describe, expect, test } from 'vitest';
import {
  agreement,
  compareByKey,
  judgeCompared,
  type Compared,
  anotherKeyed,
  readSomeKey,
  readUntilFound,
  readsByUnknownKeys,
} from '../../../../suites/4.03/key-agreement.ts';
import { judgeKeyAfterChange, keyAfterChange } from '../../../../suites/4.03/changed-key.ts';
import { observeKeySource } from '../../../../suites/4.03/key-source.ts';
import { judgeKnownKey, judgeKeyErrors, judgeNames } from '../../../../suites/4.03/known-key.ts';
import type { Profile } from '../../../../clause/profile.ts';
import { keyedResource, type KeyedResource } from '../../../../implementation/keys/keyed-resource.ts';
import { OwnResource } from '../../../../implementation/resources/own-resource.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import { answered, type Answer } from '../../../support/stages/scripted-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

const declaring: Profile = { resource: { keySource: 'body:/key' } };

/** How a read by key is answered, instead of with what has the key; how often it was asked before. */
type ByKey = (key: string, usual: Answer, before: number, at: number) => Answer;
type ById = (id: string, at: number) => Answer | undefined;

interface Server {
  readonly byKey?: ByKey;
  readonly byId?: ById;
  readonly known?: Known;
}

/** Resources show keys, `k-r1`, and are read by them. */
function keyedStage({ byKey = (_key, usual) => usual, byId, known = {} }: Server = {}) {
  let before = 0;
  const stage: ReturnType<typeof storedStage> = storedStage(
    {
      shows: (id) => ({ key: `k-${id}` }),
      answer: (name, id, at, { path }) => {
        if (name === 'readById') return byId?.(id, at);
        if (name !== 'readByKey') return undefined;
        const key = path?.['key'] ?? '';
        const one = key.startsWith('k-') ? stage.kept.get(key.slice(2)) : undefined;
        const { version, strings, someProperty } = one ?? {};
        const content = { arrayOfStringExample: strings };
        const resource = { id: key.slice(2), version, objectTypeProperty: content, someProperty, key };
        before += 1;
        return byKey(key, one === undefined ? [404] : [200, JSON.stringify(resource)], before - 1, at);
      },
    },
    {
      profile: declaring,
      ...known,
      learnt: { keyPointer: '/key', ...known.learnt },
    },
  );
  stage.learnt.updater = stage.caller('M');
  return stage;
}

const guessing: Known = { profile: {} };
const isUnknown = (key: string) => !key.startsWith('k-');

describe('answers by key and by id', () => {
  const { on } = keyedStage();
  const keyed: KeyedResource = { own: new OwnResource('r1', 0), key: 'k', declared: true, canary: 'c1' };
  const answer = (members: object) => answered([200, JSON.stringify(members)]);
  const usual = { id: 'r1', version: 1, text: 'c1' };

  test.each([
    ['are the same', usual, usual, 'agrees'],
    ['show two versions', usual, { ...usual, version: 2 }, 'contradicts'],
    ['show two ids', usual, { ...usual, id: 'r2' }, 'contradicts'],
    ['show the content of one of them', usual, { ...usual, text: 'c2' }, 'contradicts'],
    ['show the content of none', { ...usual, text: '' }, { ...usual, text: '' }, 'agrees'],
    ['are told by an id that is no text', usual, { ...usual, id: 5 }, 'agrees'],
    ['are not told by an id that is another by id, too', { ...usual, id: 'x' }, { ...usual, id: 'y' }, 'agrees'],
    ['have other members, and no version', usual, { text: 'x' }, 'incomparable'],
    ['have other members, and another version', usual, { version: 9, more: 1 }, 'incomparable'],
    ['have other members, and one id', usual, { id: 'r1', more: 1 }, 'agrees'],
    ['have other members, and one content', usual, { more: 'c1' }, 'agrees'],
    ['have other members, and another id', usual, { id: 'r2', more: 1 }, 'incomparable'],
    ['show no version', { id: 'x' }, { id: 'x' }, 'incomparable'],
  ])('%s', (_what, byId, byKey, expected) => {
    expect(agreement(on, keyed, answer(byId), answer(byKey))).toBe(expected);
  }); // prettier-ignore

  test('are compared by the members of an earlier read as well', () => {
    const before = answer({ id: 'r1', version: 1 });
    const [byId, byKey] = [answer(usual), answer({ id: 'r1', version: 2 })];
    expect(agreement(on, keyed, byId, byKey)).toBe('agrees');
    expect(agreement(on, { ...keyed, before }, byId, byKey)).toBe('contradicts');
  });

  const reads = [answer(usual), answered([404], 2)] as const;
  test.each([
    ['agrees', true, 'held'],
    ['agrees', false, 'held'],
    ['incomparable', true, 'discarded: variant-unshown'],
    ['unreadable', true, 'discarded'],
    ['restless', true, 'undecided: flaky'],
    ['contradicts', true, 'violated'],
    ['contradicts', false, 'undecided: no-key'],
  ] as readonly (readonly [Compared['agreement'], boolean, string])[])('give the verdict: %s, declared: %s', (found, declared, outline) => {
    const stage = keyedStage();
    judgeCompared(stage.on, { ...keyed, declared }, { agreement: found, exchanges: reads });
    expect(outlineOf(stage.told).map((one) => (outline === 'discarded' ? one.split(':')[0] : one))).toEqual([outline]);
  }); // prettier-ignore

  test.each([
    [{ ...usual, id: 'r2' }, 'another-resource'],
    [{ ...usual, version: 2 }, 'differ'],
  ])('differ in one of two ways: %j', (byKey, deviation) => {
    const stage = keyedStage();
    judgeCompared(stage.on, keyed, { agreement: 'contradicts', exchanges: [answer(usual), answer(byKey)] });
    expect(stage.told).toMatchObject([{ more: { deviation, reproduced: '3/3' } }]);
  });
});

describe('the comparison of a read by key', () => {
  const older = (usual: Answer): Answer => [200, usual[1]?.replace('"version":1', '"version":7') ?? ''];
  const compared = async (byKey: ByKey, byId?: ById) => {
    const stage = keyedStage({ byKey, ...(byId === undefined ? {} : { byId }) });
    const keyed = await keyedResource(stage.on);
    stage.sent.splice(0);
    const { agreement: found } = await compareByKey(stage.on, keyed);
    return { ...stage, found };
  };

  test.each([
    ['agrees', (_key, usual) => usual, 'agrees'],
    ['contradicts each time', (_key, usual) => older(usual), 'contradicts'],
    ['contradicts for as long as a lag', (_key, usual, _before, at) => (at < 700 ? older(usual) : usual), 'agrees'],
    ['contradicts now and then', (_key, usual, _before, at) => (at < 1_004 ? older(usual) : usual), 'restless'],
    ['finds nothing', () => [404], 'unreadable'],
    ['finds nothing for as long as a lag', (_key, usual, _before, at) => (at < 700 ? [404] : usual), 'agrees'],
  ] as readonly (readonly [string, ByKey, string])[])('%s', async (_what, byKey, found) => {
    expect((await compared(byKey)).found).toBe(found);
  }); // prettier-ignore

  test('is made once if both agree', async () => {
    const { asked } = await compared((_key, usual) => usual);
    expect([asked('readById').length, asked('readByKey').length]).toEqual([1, 1]);
  });

  test('ends with three reads by key, each between two reads by id', async () => {
    const { sent } = await compared((_key, usual) => older(usual));
    const round = ['readById', 'readByKey', 'readById'];
    expect(sent.slice(-9).map(({ name }) => name)).toEqual([...round, ...round, ...round]);
  });
});

describe('a known key', () => {
  const judged = async (server: Server) => {
    const stage = keyedStage(server);
    await judgeKnownKey(stage.on);
    return stage;
  };

  test.each([
    ['reads its resource', (_key, usual) => usual, ['held']],
    ['reads nothing', () => [404], ['violated']],
    ['is not routed', () => [405], ['violated']],
    ['is not implemented', () => [501], ['violated']],
    ['is refused', () => [403], ['undecided: no-key']],
    ['is gone', () => [410], ['undecided: no-key']],
    ['is lost', () => [503], ['noise']],
    ['reads nothing at first', (_key, usual, _before, at) => (at < 800 ? [404] : usual), ['held']],
    ['reads nothing of one of three', (key, usual) => (key === 'k-r1' ? [404] : usual), ['undecided: flaky']],
    ['reads nothing, and then is lost', (key) => (key === 'k-r1' ? [404] : [503]), ['undecided: noise']],
    ['reads nothing, and then is refused', (key) => (key === 'k-r3' ? [403] : [404]), ['undecided: no-key']],
  ] as readonly (readonly [string, ByKey, readonly string[]])[])('%s', async (_what, byKey, outline) => {
    expect(outlineOf((await judged({ byKey })).told)).toEqual(outline);
  }); // prettier-ignore

  test('fails no clause if it was guessed', async () => {
    const { told } = await judged({ byKey: () => [404], known: guessing });
    expect(outlineOf(told)).toEqual(['undecided: no-key']);
    expect(told[0]?.supply).toBeDefined();
  });

  test('fails no clause if its resource is not read by its id either', async () => {
    let isGone = false;
    const { told } = await judged({
      byKey: () => {
        isGone = true;
        return [404];
      },
      byId: () => (isGone ? [404] : undefined),
    });
    expect(outlineOf(told)).toEqual(['undecided: flaky']);
  });

  test('is searched for in three resources', async () => {
    const { asked } = await judged({ byKey: () => [404] });
    const keys = asked('readByKey').map(({ ask }) => ask.path?.['key']);
    expect(new Set(keys)).toEqual(new Set(['k-r1', 'k-r2', 'k-r3']));
  });

  test.each([
    ['still reads it', (_key, usual) => usual, ['held']],
    ['reads nothing from then on', (_key, usual) => (usual[1]?.includes('"version":1,') === true ? usual : [404]), ['held', 'violated']],
    ['reads nothing of one of three', (key, usual) => (key === 'k-r2' && usual[1]?.includes('"version":1,') !== true ? [404] : usual), ['held', 'undecided: flaky']],
    ['fails the server', (_key, usual) => (usual[1]?.includes('"version":1,') === true ? usual : [500]), ['held', 'undecided: server-error']],
    ['is refused', (_key, usual) => (usual[1]?.includes('"version":1,') === true ? usual : [403]), ['held']],
  ] as readonly (readonly [string, ByKey, readonly string[]])[])('once its resource has changed %s', async (_what, byKey, outline) => {
    expect(outlineOf((await judged({ byKey })).told)).toEqual(outline);
  }); // prettier-ignore

  test('is followed through two accepted updates, and one refused update', async () => {
    const { on, asked } = keyedStage();
    const { own } = await on.another();
    expect((await keyAfterChange(on, own)).key).toBe('k-r1');
    const stated = asked('update').map(({ ask }) =>
      String((ask.json as { readonly version?: unknown }).version),
    );
    expect(stated.slice(0, 2)).toEqual(['1', '2']);
    expect([stated.length, stated[2] === '3']).toEqual([3, false]);
  });

  test.each([
    ['a key that was guessed', { declared: false }, {}],
    ['a fixture', { canary: '' }, {}],
    ['one for all', {}, { upserts: true }],
  ] as const)('is not followed for %s', async (_what, more, learnt) => {
    const { on, sent, learnt: known, told } = keyedStage();
    const keyed = await keyedResource(on);
    Object.assign(known, learnt);
    sent.splice(0);
    await judgeKeyAfterChange(on, { ...keyed, ...more });
    expect([sent, told]).toEqual([[], []]);
  });
});

describe('server errors by a key', () => {
  const judged = async (server: Server) => {
    const stage = keyedStage(server);
    const came = await judgeKeyErrors(stage.on);
    return { ...stage, came };
  };

  test.each([
    ['never', (_key, usual) => usual, ['held']],
    ['never, where nothing is found', () => [404], ['held']],
    ['each time', (key) => (isUnknown(key) ? [404] : [500]), ['violated']],
    ['each time, by any key', () => [500], ['violated']],
    ['once', (_key, usual, before) => (before === 0 ? [500] : usual), ['passed']],
    ['twice', (_key, usual, before) => (before < 2 ? [501] : usual), ['passed']],
  ] as readonly (readonly [string, ByKey, readonly string[]])[])('are reported: %s', async (_what, byKey, outline) => {
    const { told, came } = await judged({ byKey });
    expect([outlineOf(told), came]).toEqual([outline, 'judged']);
  }); // prettier-ignore

  test('are undecided if the key was guessed, or the resource is not there', async () => {
    const byKey: ByKey = () => [500];
    const fixed: Profile = { resource: { fixture: { id: 'f1', key: 'k-f1' } } };
    const byGuess = await judged({ byKey, known: guessing });
    expect(outlineOf(byGuess.told)).toEqual(['undecided: server-error']);
    const resource: Answer = [200, '{"version":1,"key":"another"}'];
    const ofFixture = await judged({ byKey, byId: () => resource, known: { profile: fixed } });
    expect(outlineOf(ofFixture.told)).toEqual(['undecided: server-error']);
    let isGone = false;
    const gone = await judged({
      byKey: () => {
        isGone = true;
        return [500];
      },
      byId: () => (isGone ? [404] : undefined),
    });
    expect(outlineOf(gone.told)).toEqual(['undecided: flaky']);
  });

  test.each([
    [[404], 'violated'],
    [[200, '{}'], 'violated'],
    [[500], 'undecided: server-error'],
    [[503], 'undecided: server-error'],
  ] as readonly (readonly [Answer, string])[])('a fixture that shows no key is tested with an invented key: %j', async (invented, outline) => {
    const { told } = await judged({
      byKey: (key) => (isUnknown(key) ? invented : [500]),
      byId: () => [200, '{"version":1}'],
      known: { profile: { resource: { fixture: { id: 'f1', key: 'k-f1' } } } },
    });
    expect(outlineOf(told)).toEqual([outline]);
  }); // prettier-ignore

  test('are not judged if no key is known', async () => {
    const { told, came, asked } = await judged({ known: { profile: { resource: { keySource: 'none' } } } });
    expect([told, came, asked('readByKey')]).toEqual([[], undefined, []]);
  });
});

describe('the place of keys', () => {
  const observed = async (server: Server) => {
    const { on, told } = keyedStage(server);
    await observeKeySource(on);
    return told.map(({ kind, code, value }) => (kind === 'observed' ? value : (code ?? kind)));
  };
  const none: Known = { profile: { resource: { keySource: 'none' } } };
  const unshown: Known = { learnt: { keyPointer: undefined } };
  /** Keys are declared to be what was changed last; those that `reads` says read what they are of. */
  const elsewhere = (reads: (key: string) => boolean): Server => ({
    byKey: (key, usual) => (reads(key) ? usual : [404]),
    byId: (id) => [
      200,
      JSON.stringify({ id, version: 1, changed: `at-${id}`, key: `k-${id}`, objectTypeProperty: {} }),
    ],
    known: {
      profile: { resource: { keySource: 'body:/changed' } },
      learnt: { keyPointer: '/changed', idSource: { kind: 'body', at: '/id', declared: false } },
    },
  });

  test.each([
    ['as declared', {}, { shown: true, read: '200', asDeclared: true }],
    ['nowhere, where the declared place is empty', { byId: () => [200, '{"version":1}'] }, 'not-observable'],
    ['nowhere yet that is declared', { known: unshown }, 'not-observable'],
    ['nobody knows', { known: { ...guessing, learnt: { keyPointer: undefined, readable: false } } }, 'no-key'],
    ['where nothing is read by any', { byKey: () => [404] }, { shown: true, read: '404' }],
    ['where another place reads them', elsewhere(() => true), { shown: true, read: '404', asDeclared: false }],
    ['where another place reads the first one', elsewhere((key) => key === 'k-r1'), { shown: true, read: '404' }],
    ['where reads are refused', { byKey: () => [403] }, { shown: true, read: '403' }],
    ['where reads are lost', { byKey: () => [503] }, 'noise'],
    ['by a guess', { known: guessing }, { shown: true, read: '200' }],
    ['nowhere, and reads find nothing by it', { byKey: () => [404], known: none }, { shown: true, read: '404', asDeclared: true }],
    ['nowhere, though reads find something', { known: none }, { shown: true, read: '200', asDeclared: false }],
    ['nowhere', { byId: () => [200, '{"version":1}'], known: none }, { shown: false, asDeclared: true }],
    ['nowhere, where it is empty', { byId: () => [200, '{"version":1,"key":""}'], known: none }, { shown: false, asDeclared: true }],
  ] as readonly (readonly [string, Server, unknown])[])('is observed: %s', async (_what, server, value) => {
    expect(await observed(server)).toEqual([value]);
  }); // prettier-ignore

  test('is not reported for a resource that was deleted meanwhile', async () => {
    let isGone = false;
    const byKey: ByKey = () => {
      isGone = true;
      return [404];
    };
    expect(await observed({ byKey, byId: () => (isGone ? [404] : undefined) })).toEqual(['premise-failed']);
  });
});

describe('reads by key', () => {
  test('two reads with unused keys are sent once per run, one with characters that paths reserve', async () => {
    const { on, asked } = keyedStage();
    expect((await readsByUnknownKeys(on)).map(({ status }) => status)).toEqual([404, 404]);
    await readsByUnknownKeys(on);
    const keys = asked('readByKey').map(({ ask }) => ask.path?.['key'] ?? '');
    expect(keys.map((key) => /[/=&+]/.test(key))).toEqual([false, true]);
    expect(asked('readByKey').every(({ ask }) => ask.mayNotExist === true)).toBe(true);
  });

  test('use the known key, or an unused key', async () => {
    expect((await readSomeKey(keyedStage().on)).status).toBe(200);
    const { on } = keyedStage({ known: { profile: { resource: { keySource: 'none' } } } });
    expect((await readSomeKey(on)).status).toBe(404);
  });

  test.each([
    ['at once', 0, 1],
    ['late', 600, 2],
  ])('are sent until the resource is found: %s', async (_when, until, least) => {
    const { on, asked } = keyedStage({ byKey: (_key, usual, _before, at) => (at < until ? [404] : usual) });
    const keyed = await keyedResource(on);
    expect((await readUntilFound(on, keyed)).status).toBe(200);
    expect(asked('readByKey').length).toBeGreaterThanOrEqual(least);
    if (until === 0) expect(asked('readByKey')).toHaveLength(1);
  });

  test('use another resource if one can be made', async () => {
    const { on, learnt } = keyedStage();
    const keyed = await keyedResource(on);
    expect((await anotherKeyed(on, keyed)).key).toBe('k-r2');
    expect(await anotherKeyed(on, { ...keyed, canary: '' })).toMatchObject({ key: 'k-r1' });
    learnt.upserts = true;
    expect(await anotherKeyed(on, keyed)).toBe(keyed);
  });
});

describe('the resource of a key', () => {
  const judged = async (server: Server) => {
    const stage = keyedStage(server);
    await judgeNames(stage.on, await keyedResource(stage.on));
    return stage;
  };
  const stale: ByKey = (_key, [status, text = '']) => [status, text.replace(/"version":\d+/, '"version":1')];

  test.each([
    ['is its resource, as it was made and as it has changed', {}, ['held', 'held']],
    ['is what it was when it was made', { byKey: stale }, ['held', 'violated']],
    ['is not comparable', { byKey: (_key, [status]) => [status, '{}'] }, ['discarded: variant-unshown', 'discarded: variant-unshown']],
  ] as readonly (readonly [string, Server, readonly string[]])[])('%s', async (_what, server, outline) => {
    expect(outlineOf((await judged(server)).told)).toEqual(outline);
  }); // prettier-ignore

  test.each([
    ['with all members of the resource', (text: string) => text, 2],
    ['with another one', (text: string) => text.replace('{', '{"more":1,'), 0],
  ])('does not exist for unused keys: an answer %s', async (_what, change, violated) => {
    let resource = '';
    const { told } = await judged({
      byKey: (key, usual) => {
        if (key === 'k-r1') resource = usual[1] ?? '';
        return isUnknown(key) ? [200, change(resource)] : usual;
      },
    });
    expect(outlineOf(told).filter((one) => one === 'violated')).toHaveLength(violated);
  });
});
