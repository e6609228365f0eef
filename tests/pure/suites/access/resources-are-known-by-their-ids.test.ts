import { describe, expect, test } from 'vitest';
import {
  judgeKnownId,
  observeIdSource,
  judgeNeededParameter,
  judgeNamedReads,
  judgeRefusalsDiscloseNothing,
} from '../../../../suites/4.02/known-id.ts';
import { keptResource } from '../../../../implementation/resources/kept-resource.ts';
import { readingCase } from '../../../../judging/access/token-cases.ts';
import type { Profile } from '../../../../clause/profile.ts';
import { outlineOf, type Known } from '../../../support/stages/judged-stage.ts';
import { queryOf, reportingStage } from '../../../support/stages/reporting-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { storedStage } from '../../../support/stages/stored-stage.ts';

/** Reads by id are answered so, by the id; undefined as the store does. */
type Reads = (id: string, at: number, by: string | undefined) => Answer | undefined;

const reading = (reads: Reads, known: Known = {}) =>
  storedStage(
    { answer: (name, id, at, ask) => (name === 'readById' ? reads(id, at, ask.as?.label) : undefined) },
    known,
  );

describe('a known id', () => {
  const guessed = { kind: 'body', at: '/id', declared: false } as const;
  const declared = { ...guessed, declared: true };
  const judged = async (reads: Reads, learnt: Known['learnt']) => {
    const stage = reading(reads, { learnt: { readable: false, ...learnt } });
    await judgeKnownId(stage.on);
    return stage;
  };

  test.each([
    ['is readable', declared, () => undefined, ['held']],
    ['is readable, though guessed', guessed, () => undefined, ['held']],
    ['is not, where it is declared', declared, () => [404], ['violated']],
    ['is not, for whatever reason', declared, () => [403], ['violated']],
    ['is not, and the server fails', declared, () => [500], ['violated']],
    ['is not, where it was guessed', guessed, () => [404], ['undecided: no-id-source']],
    ['is not, once in three', declared, (id) => (id === 'r2' ? [404] : undefined), ['undecided: flaky']],
    ['is not, twice in three', declared, (id) => (id === 'r2' ? undefined : [404]), ['undecided: flaky']],
    ['is readable, and lost once', declared, (id) => (id === 'r2' ? [503] : undefined), ['held']],
    ['is lost once, and not readable', declared, (id) => (id === 'r2' ? [503] : [404]), ['undecided: no-id-source']],
    ['is lost each time', declared, () => [503], ['undecided: no-id-source']],
  ] as readonly (readonly [string, typeof declared, Reads, readonly string[]])[])('%s', async (_what, idSource, reads, outline) => {
    const { told } = await judged(reads, { idSource });
    expect(outlineOf(told)).toEqual(outline);
  }); // prettier-ignore

  test('is not judged again if the run has read a resource by it', async () => {
    const { told, sent } = await judged(() => [404], { idSource: declared, readable: true });
    expect([outlineOf(told), sent]).toEqual([['held'], []]);
  });

  test('does not exist without a resource', async () => {
    const noResource = { code: 'no-token', text: 't', supply: 's' } as const;
    const { told, sent } = await judged(() => undefined, { noResource, readable: true });
    expect([told, sent]).toEqual([[{ kind: 'discarded', code: 'no-token', supply: 's' }], []]);
  });

  test('is searched for in three resources, each for as long as reads may lag', async () => {
    const { asked } = await judged(() => [404], { idSource: declared });
    expect(asked('create')).toHaveLength(3);
    for (const id of ['r1', 'r2', 'r3'])
      expect(asked('readById').filter(({ ask }) => ask.path?.['id'] === id).at(-1)?.at).toBeGreaterThanOrEqual(1_000);
  }); // prettier-ignore

  test('is shown late by reads that lag', async () => {
    const { told } = await judged((_id, at) => (at < 900 ? [404] : undefined), { idSource: declared });
    expect(outlineOf(told)).toEqual(['held']);
  });

  test('is shown with the create and the read that found nothing', async () => {
    const { told } = await judged(() => [404], { idSource: declared });
    expect(told[0]).toMatchObject({ statuses: [201, 404], more: { deviation: 'status', reproduced: '3/3' } });
  });

  test('does not exist if creates show no id', async () => {
    const { on, told } = storedStage(
      { born: () => [201, '{"version":1}'] },
      { learnt: { idSource: declared, readable: false } },
    );
    await judgeKnownId(on);
    expect(outlineOf(told)).toEqual(['undecided: no-id-source']);
  });
});

describe('the place of ids', () => {
  const observed = async (born: Answer, profile: Profile = {}, reads: Reads = () => undefined, readable = false) => {
    const { on, told } = storedStage(
      {
        born: () => born,
        answer: (name, id, at, ask) => (name === 'readById' ? reads(id, at, ask.as?.label) : undefined),
      },
      { profile, learnt: { readable } },
    );
    await observeIdSource(on);
    return told.map(({ kind, code, value }) => (kind === 'observed' ? value : code));
  }; // prettier-ignore

  const inBody: Answer = [201, '{"id":"r1"}'];
  const inHeader: Answer = [201, '{"id":"r1"}', [['location', '/demo/resource/r1']]];
  const byBody: Profile = { resource: { idSource: 'body:/id' } };
  const byHeader: Profile = { resource: { idSource: 'header:Location' } };

  test.each([
    ['in the body', inBody, {}, { body: true, location: false }],
    ['in both', inHeader, {}, { body: true, location: true }],
    ['nowhere', [201, '{}'], {}, { body: false, location: false }],
    ['in a further header', [201, '{}', [['content-location', '/demo/resource/r1']]], {}, { body: false, location: false, contentLocation: true }],
    ['as is declared', inBody, byBody, { body: true, location: false, asDeclared: true }],
    ['elsewhere than is declared', inBody, byHeader, { body: true, location: false }],
    ['nowhere, although one is declared', [201, '{}'], byBody, { body: false, location: false }],
    ['nobody knows, where nothing is made', [400], byBody, 'premise-failed'],
  ] as readonly (readonly [string, Answer, Profile, unknown])[])('is observed: %s', async (_where, born, profile, value) => {
    expect(await observed(born, profile)).toEqual([value]);
  }); // prettier-ignore

  test.each([
    [[404]],
    [[410]],
    [[403]],
    [[500]],
    [[503]],
  ] as readonly (readonly [Answer])[])('is as declared only if reads by it succeed, and is not judged if no id does: %j', async (read) => {
    const value = { body: true, location: false };
    expect(await observed(inBody, byBody, () => read)).toEqual([value]);
    expect(await observed(inBody, byBody, () => read, true)).toEqual([{ ...value, asDeclared: true }]);
  }); // prettier-ignore

  test.each([
    ['three resources are read by it', (id) => (id.startsWith('r') ? undefined : [404]), false],
    ['one is', (id) => (id === 'r1' ? undefined : [404]), undefined],
    ['it is refused', (id) => (id.startsWith('r') ? [403] : [404]), undefined],
    ['the declared one is refused', (id) => (id.startsWith('r') ? undefined : [403]), undefined],
  ] as readonly (readonly [string, Reads, boolean | undefined])[])('is not as declared only if another place shows a readable id: %s', async (_what, reads, asDeclared) => {
    let made = 0;
    const stage = storedStage(
      {
        born: () => [
          201,
          `{"id":"at-r${(made += 1)}","version":1}`,
          [['location', `/demo/resource/r${made}`]],
        ],
        answer: (name, id, at, ask) => (name === 'readById' ? reads(id, at, ask.as?.label) : undefined),
      },
      {
        profile: byBody,
        learnt: { readable: false, idSource: { kind: 'body', at: '/id', declared: true } },
      },
    );
    await observeIdSource(stage.on);
    const value = { body: true, location: true, ...(asDeclared === undefined ? {} : { asDeclared }) };
    expect(stage.told).toMatchObject([{ kind: 'observed', value }]);
    expect(Object.hasOwn(stage.told[0]?.value as object, 'asDeclared')).toBe(asDeclared !== undefined);
  }); // prettier-ignore

  test.each([
    [{ id: 'f1' }, [200, '{"id":"f1","version":1}'], [{ fixture: true, asDeclared: true }]],
    [{ id: 'f1' }, [404], ['premise-failed']],
    [{}, [200, '{}'], []],
  ] as readonly (readonly [{ id?: string }, Answer, readonly unknown[]])[])('is reported for a fixture, by reading it: %j %j', async (fixture, read, values) => {
    const profile = { resource: { idSource: 'fixture', fixture } } as Profile;
    expect(await observed([201, '{}'], profile, (id) => (id === 'f1' ? read : undefined))).toEqual(values);
  }); // prettier-ignore
});

describe('a read of a named resource', () => {
  const judged = async (reads: (canaries: readonly string[]) => Reads, known: Known = {}) => {
    const canaries: string[] = [];
    const stage = reading((id, at, by) => reads(canaries)(id, at, by), known);
    for (let count = 0; count < 2; count += 1) await stage.on.create();
    await keptResource(stage.on);
    canaries.push(...stage.on.made.map(({ canary }) => canary));
    stage.sent.splice(0);
    await judgeNamedReads(stage.on);
    return stage;
  };
  const holding = (...texts: readonly (string | undefined)[]): Answer => [
    200,
    JSON.stringify({ version: 1, objectTypeProperty: { arrayOfStringExample: texts } }),
  ];

  test.each([
    ['shows it', () => () => undefined, ['held']],
    ['shows another one', (all) => (id) => (id === 'r3' && all.length > 0 ? holding(all[0]) : undefined), ['violated']],
    ['of a neighbour shows another one', (all) => (id) => (id === 'r1' && all.length > 0 ? holding(all[2]) : undefined), ['violated']],
    ['shows it and another one', (all) => (id) => (id === 'r3' && all.length > 0 ? holding(all[2], all[0]) : undefined), ['held']],
    ['shows no content', (all) => (id) => (id === 'r3' && all.length > 0 ? [200, '{"version":1}'] : undefined), ['discarded: not-observable']],
    ['shows another one for as long as a lag', (all) => (id, at) => (id === 'r3' && all.length > 0 && at < 500 ? holding(all[0]) : undefined), ['held']],
  ] as readonly (readonly [string, (canaries: readonly string[]) => Reads, readonly string[]])[])('%s', async (_what, reads, outline) => {
    expect(outlineOf((await judged(reads)).told)).toEqual(outline);
  }); // prettier-ignore

  test('is sent with reads of at most three other existing resources', async () => {
    const stage = storedStage({}, { stage: { gone: new Set(['r4']) } });
    for (let count = 0; count < 5; count += 1) await stage.on.create();
    await keptResource(stage.on);
    stage.sent.splice(0);
    await judgeNamedReads(stage.on);
    const ids = stage.asked('readById').map(({ ask }) => ask.path?.['id'] ?? '');
    expect(ids).toHaveLength(4);
    expect(new Set(ids)).toEqual(new Set(['r2', 'r3', 'r5', 'r6']));
  });

  test('is not judged if all creates share a resource, or if no content distinguishes it', async () => {
    await expect(judged(() => () => undefined, { learnt: { upserts: true } })).rejects.toMatchObject({ tested: false });
    const profile = { resource: { fixture: { id: 'f1' } } };
    const { told } = await judged(() => () => [200, '{"version":1}'], { profile, learnt: { idSource: undefined } });
    expect(outlineOf(told)).toEqual(['discarded: premise-failed']);
  }); // prettier-ignore
});

describe('a refusal of a read', () => {
  const known: Known = {
    tokens: [
      { label: 'M', scopes: ['manage_test:demo'] },
      { label: 'P', scopes: ['view_products:demo'] },
    ],
  };
  const toP = async (answer: (canary: string) => Answer) => {
    let canary = '';
    const stage = reading((_id, _at, by) => (by === 'P' ? answer(canary) : undefined), known);
    ({ canary } = await keptResource(stage.on));
    await judgeRefusalsDiscloseNothing(stage.on, readingCase);
    return stage;
  };

  test.each([
    ['shows nothing', () => [403], 'refused'],
    ['shows its content', (canary) => [403, JSON.stringify({ seen: canary })], 'violated'],
    ['is the resource', () => [403, '{"version":1,"objectTypeProperty":{}}'], 'violated'],
    ['is one at another version', () => [403, '{"version":2,"objectTypeProperty":{}}'], 'refused'],
    ['has a version alone', () => [403, '{"version":1}'], 'refused'],
    ['has content of its own', () => [403, '{"objectTypeProperty":{}}'], 'refused'],
    ['crashes', (canary) => [500, JSON.stringify({ seen: canary })], undefined],
    ['is none', () => [200, '{"version":1}'], undefined],
  ] as readonly (readonly [string, (canary: string) => Answer, string | undefined])[])('%s', async (_what, answer, kind) => {
    const { told } = await toP(answer);
    const ofP = told.filter(({ callers }) => callers?.includes('P') === true);
    expect(ofP.map((one) => one.kind)).toEqual(kind === undefined ? [] : [kind]);
    expect(told.filter((one) => one.kind === 'refused' && one.callers?.includes('M') === true)).toEqual([]);
  }); // prettier-ignore
});

describe('a parameter that a read needs', () => {
  /** Statuses of bare reads, one after the other and then as the last one; and of those with both parameters. */
  const judged = async (bare: readonly number[], withAll: number) => {
    let turn = 0;
    const stage = reportingStage((_name, ask) => {
      if (queryOf(ask) !== '') return [withAll];
      turn += 1;
      return [bare[Math.min(turn, bare.length) - 1] ?? 0];
    });
    await judgeNeededParameter(stage.on, 'r1');
    return stage;
  };

  test.each([
    ['is documented', [400], 200, ['violated']],
    ['is documented, and lacked by content', [422], 200, ['violated']],
    ['is none, where the bare read is found', [200], 200, 'discarded'],
    ['is none, where it is refused for another reason', [404], 200, 'discarded'],
    ['is another one', [400], 400, 'discarded'],
    ['is not known, where reads are lost', [400], 503, 'discarded'],
    ['is needed for once', [400, 200], 200, ['passed']],
  ] as const)('%s', async (_what, bare, withAll, expected) => {
    const { told } = await judged(bare, withAll);
    if (expected === 'discarded') expect(told.map((one) => one.split(' ')[0])).toEqual(['discarded']);
    else expect(told).toEqual(expected);
  });

  test('is tried with both together, at that resource', async () => {
    const { sent } = await judged([400], 200);
    expect(new Set(sent.map(({ ask }) => `${ask.path?.['id']} ${queryOf(ask)}`))).toEqual(
      new Set(['r1 ', 'r1 optionalQueryParameter=a&secondOptionalQueryParameter=a']),
    );
    expect(sent.filter(({ ask }) => queryOf(ask) === '')).toHaveLength(4);
  });
});
