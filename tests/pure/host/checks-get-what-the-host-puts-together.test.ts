import { describe, expect, test } from 'vitest';
import type { Phase } from '../../../clause/clause.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import {
  composeStage,
  phaseWithOneResource,
  type StageParts,
} from '../../../implementation/host/check-stage.ts';
import { givingBack } from '../../../implementation/host/housekeeping.ts';
import { whyNothingIsThere } from '../../../implementation/host/missing-section.ts';
import { Noted } from '../../../implementation/host/noted.ts';
import { lookAgain } from '../../../implementation/host/second-looks.ts';
import { SentTexts } from '../../../implementation/host/sent-texts.ts';
import { JsonNumber, type JsonInput } from '../../../wire/json/json.ts';
import { judgedStage, type Known, type Script } from '../../support/stages/judged-stage.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { answered, type Answer } from '../../support/stages/scripted-stage.ts';

const tokens = [{ label: 'M', scopes: ['manage_test:demo'] }];

test.each([
  ['quiet', undefined, 'quiet'],
  ['lanes', undefined, 'lanes'],
  ['lanes', 'quiet', 'quiet'],
  ['lanes', 'races', 'races'],
  ['quiet', 'races', 'quiet'],
  ['overwrites', 'races', 'overwrites'],
  ['end', 'quiet', 'end'],
  ['end', 'races', 'end'],
] as const)(
  'a check of the phase %s with %s moves to %s if creates update one resource',
  (phase, whereOneResource, to) => {
    const placing = whereOneResource === undefined ? { phase } : { phase, whereOneResource };
    expect(phaseWithOneResource(placing)).toBe(to);
  },
);

describe('texts that the run has sent', () => {
  const sent = (...bodies: readonly (JsonInput | undefined)[]): SentTexts => {
    const texts = new SentTexts('zmarkz');
    for (const body of bodies) texts.note(body);
    return texts;
  };

  test.each([
    ['a', ['a'], true],
    ['A', ['a'], true],
    [' a ', ['a'], true],
    ['b', ['a'], false],
    ['a', [['b', { in: ['a'] }]], true],
    ['in', [{ in: 'a' }], false],
    ['1', [1, new JsonNumber('1'), null, undefined, true], false],
    ['x zmarkz y', [], true],
    ['ZMARKZ', [], true],
  ] satisfies [string, (JsonInput | undefined)[], boolean][])('%j is one of %j: %s', (text, bodies, has) => {
    expect(sent(...bodies).has(text)).toBe(has);
  });
});

describe('the notes of checks', () => {
  const exchange = answered([409]);

  test('are visible to other checks, each in its own list', () => {
    let now = 5;
    const passed: unknown[] = [];
    const noted = new Noted({ now: () => now, passed: (one) => passed.push(one) });
    const sharing = noted.sharing({ shared: (_key, work) => work(), hasSent: () => false });
    expect(noted.lastRefusal).toBe(-Infinity);
    expect(noted.power).toEqual({});
    sharing.noteRest(10_000);
    sharing.noteRest(3_500);
    expect(noted.power).toEqual({ restedMs: 10_000 });
    sharing.refusedWrite({ endpoint: 'update', exchange });
    expect(noted.lastRefusal).toBe(5);
    now = 9;
    sharing.noteGrant({ exchange, look: exchange });
    sharing.noteSpuriousConflict({ exchange, explainedBy: undefined, costMs: 1 });
    expect(noted.lastRefusal).toBe(5);
    expect(passed).toEqual([exchange]);
    sharing.refusedWrite({ endpoint: 'create', exchange });
    expect(noted.lastRefusal).toBe(9);
    const { refusedWrites, grants, spuriousConflicts, batches, missedConflicts } = sharing;
    expect(
      [refusedWrites, grants, spuriousConflicts, batches, missedConflicts].map(({ length }) => length),
    ).toEqual([2, 1, 1, 0, 0]);
  });

  test('are in one book for all checks', () => {
    const noted = new Noted({ now: () => 0, passed: () => undefined });
    const parts = { shared: <T>(_key: unknown, work: () => Promise<T>) => work(), hasSent: () => false };
    noted.sharing(parts).refusedWrite({ endpoint: 'update', exchange });
    expect(noted.sharing(parts).refusedWrites).toHaveLength(1);
  });
});

test('a check that waits for a later phase first gives back its resources', async () => {
  const done: string[] = [];
  let phase: Phase = 'quiet';
  const waiting = givingBack(
    {
      get phase() {
        return phase;
      },
      defer: (work) => work(),
      until: (next) => {
        done.push(`until ${next}`);
        phase = next;
        return Promise.resolve();
      },
    },
    () => done.push('back'),
  );
  expect(await waiting.defer(() => Promise.resolve('deferred'))).toBe('deferred');
  expect(done).toEqual([]);
  await waiting.until('lanes');
  expect(done).toEqual(['back', 'until lanes']);
  expect(waiting.phase).toBe('lanes');
});

describe('a stage', () => {
  test('shows new knowledge of the run, and changes only its patience when the wait differs', () => {
    let phase: Phase = 'quiet';
    let seed = 1;
    const knowledge: Pick<Stage, 'seed'> = {
      get seed() {
        return seed;
      },
    };
    const waiting: Pick<Stage, 'phase'> = {
      get phase() {
        return phase;
      },
    };
    const stands: Pick<Stage, 'brief' | 'atOnce' | 'canary' | 'hasSent'> = {
      brief: false,
      atOnce: () => 3,
      canary: () => 'c',
      hasSent: () => true,
    };
    const { brief, atOnce, canary, hasSent } = stands;
    const parts: StageParts = {
      knowledge: knowledge as StageParts['knowledge'],
      patience: { brief } as StageParts['patience'],
      sending: { atOnce } as StageParts['sending'],
      resourceAccess: { canary } as StageParts['resourceAccess'],
      sharing: { hasSent } as StageParts['sharing'],
      waiting: waiting as StageParts['waiting'],
      reporting: {} as StageParts['reporting'],
    };
    const stage = composeStage(parts);
    const hasty = stage.with({ clock: stage.clock, grace: { readMs: 1, queryMs: 2 }, brief: true });
    expect([stage.brief, hasty.brief]).toEqual([false, true]);
    expect(hasty.grace).toEqual({ readMs: 1, queryMs: 2 });
    phase = 'end';
    seed = 2;
    for (const one of [stage, hasty]) {
      expect([one.phase, one.seed, one.atOnce(), one.canary(), one.hasSent('')]).toEqual([
        'end',
        2,
        3,
        'c',
        true,
      ]);
    }
  });
});

describe('nothing is there', () => {
  type Answered = readonly [EndpointName, ...(readonly number[])];

  /** Why, of a part, once these operations were answered so, by a caller who is granted access elsewhere. */
  async function why(
    part: '4.1' | '4.3' | '4.16',
    answers: readonly Answered[],
    { sends = '', profile = {} as NonNullable<Known['profile']> } = {},
  ) {
    const rest = [200, ...answers.flatMap(([, ...statuses]) => statuses)].map((status): Answer => [status]);
    const { on, world } = judgedStage(() => rest.shift() ?? [200], { tokens });
    await on.ask('search');
    for (const [name, ...statuses] of answers)
      for (const _ of statuses) await on.ask(name, { path: { key: 'k', id: 'a', namespace: 'n' } });
    return whyNothingIsThere({ part, sends }, { world, profile });
  }

  const thrice = (name: EndpointName, status = 404): Answered => [name, status, status, status];

  test.each([404, 405, 501])('an operation finds nothing if all requests are answered %i', async (status) => {
    expect(await why('4.1', [thrice('query', status)])).toEqual({
      code: 'premise-failed',
      text: `a caller who is granted access elsewhere is answered ${status} by GET /{projectKey}/resource, as if the operation did not exist`,
    });
  });

  test.each([
    ['they are let in at times', [thrice('query'), ['query', 200]]],
    ['they are refused for who they are', [['query', 403, 403, 403]]],
    ['too few have asked', [['query', 404, 404]]],
    ['nobody has asked', []],
    ['another operation is not there', [thrice('sorted')]],
  ] satisfies [string, Answered[]][])('an operation may find something if %s', async (_where, answers) => {
    expect(await why('4.1', answers)).toBeUndefined();
  });

  test('an operation finds nothing if the vendor has declared it', async () => {
    const declared = { profile: { resource: { keySource: 'none' } } } as const;
    expect(await why('4.3', [thrice('readByKey')], declared)).toMatchObject({ code: 'declared-absent' });
    expect(await why('4.3', [thrice('readByKey')])).toMatchObject({ code: 'premise-failed' });
    expect(await why('4.1', [thrice('query')], declared)).toMatchObject({ code: 'premise-failed' });
  });

  test.each<readonly [string, readonly Answered[], string | undefined]>([
    ['both', [thrice('namespaceRead'), thrice('namespaceWrite')], 'CONFORMANCE_WITHOUT=4.16'],
    ['one, while nobody has asked for the other', [thrice('namespaceRead')], 'CONFORMANCE_WITHOUT=4.16'],
  ])('of two operations %s: the advice leaves the section out, and suggests no request', async (_which, answers, supply) => {
    expect((await why('4.16', answers))?.supply).toBe(supply);
  }); // prettier-ignore

  test('of two operations one: the advice suggests a request that finds something, unless both are meant', async () => {
    const answers = [thrice('namespaceRead'), ['namespaceWrite', 200]] satisfies Answered[];
    const sends = 'GET /{projectKey}/resource/namespace-action';
    expect((await why('4.16', answers, { sends }))?.supply).toContain('"samples": {"4.16.GET"');
    expect(await why('4.16', answers)).toBeUndefined();
  });
});

describe('refused reads', () => {
  /** What is asked by second looks, after these reads were answered by the script. */
  async function looks(reads: readonly (readonly [EndpointName, string])[], script: Script, as?: 'nobody') {
    const stage = judgedStage(script, { tokens });
    for (const [name, id] of reads)
      await stage.on.ask(name, {
        path: { id, key: id },
        ...(as === undefined ? {} : { as: stage.on.callers.none }),
      });
    const before = stage.sent.length;
    await lookAgain(stage.on);
    return stage.sent.slice(before);
  }

  const reads = (...ids: readonly string[]) => ids.map((id) => ['readById', id] as const);

  test('are sent again unchanged', async () => {
    const again = await looks(
      [
        ['readById', 'a b'],
        ['readByKey', 'k=1'],
      ],
      () => [400],
    );
    expect(
      again.map(({ name, ask }) => [name, name === 'readById' ? ask.path?.['id'] : ask.path?.['key']]),
    ).toEqual(
      expect.arrayContaining([
        ['readById', 'a b'],
        ['readByKey', 'k=1'],
      ]),
    );
    expect(again.every(({ as, ask }) => as === 'M' && ask.whenSilent === 'go-on')).toBe(true);
  });

  test('are not sent again if nothing was refused, or if the caller had no token', async () => {
    expect(await looks(reads('a'), () => [200, '{"id":"a","version":1}'])).toEqual([]);
    expect(await looks(reads('a'), () => [401], 'nobody')).toEqual([]);
  });

  test('are at most three for an operation and a status', async () => {
    const many = ['a', 'b', 'c', 'd', 'e'];
    expect(await looks(reads(...many), () => [400])).toHaveLength(3);
    expect(await looks(reads('a', 'b', 'c'), () => [400])).toHaveLength(3);
    const byName: Script = (_name, _as, { path }) => [many.indexOf(path?.['id'] ?? '') < 2 ? 400 : 422];
    expect(await looks(reads(...many), byName)).toHaveLength(5);
  });
});
