import { describe, expect, test } from 'vitest';
import { movesUntouched, notEveryTimeOrDrift } from '../../../judging/effects/drift.ts';
import { effectOf } from '../../../judging/effects/crowd.ts';
import {
  effectOfOne,
  firstAttempt,
  tried,
  unseen,
  untilLate,
  type Change,
  type Effect,
  type EffectAttempt,
  type Treatment,
  type Trial,
} from '../../../judging/effects/effect.ts';
import { reportEffect } from '../../../judging/effects/reported-effect.ts';
import { foreignWrites, isForeign } from '../../../judging/effects/foreign.ts';
import { stateShows } from '../../../judging/effects/state.ts';
import type { Learnt } from '../../../implementation/learnt.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import type { Stage } from '../../../implementation/stage.ts';
import { awaited } from '../../../run/awaited.ts';
import { answered, type Answer } from '../../support/stages/scripted-stage.ts';
import { reportingStage, type Script } from '../../support/stages/reporting-stage.ts';

const resource = (version: number, text = 'a'): Answer => [
  200,
  JSON.stringify({
    id: 'r1',
    version,
    objectTypeProperty: { arrayOfStringExample: [text] },
    someProperty: text,
  }),
];

describe('a try', () => {
  const change: Change = { before: answered([200]), sent: [], after: answered([404]) };
  const changed: Trial = { kind: 'changed', ...change };
  const unchanged: Trial = { kind: 'unchanged', ...change };

  test('uses a recently created resource unless stated otherwise, and its effect need not last', async () => {
    const tries: EffectAttempt[] = [];
    const treated = (attempt: EffectAttempt): Promise<Trial> => {
      tries.push(attempt);
      return Promise.resolve(unchanged);
    };
    const { on } = reportingStage(() => [200]);
    const question = { treated, untreated: treated };
    expect((await effectOf(on, question)).kind).toBe('none');
    await effectOf(on, { ...question, ofOld: true });
    expect(tries.map(({ isOld, hasToLast }) => [isOld, hasToLast])).toEqual([
      [false, false],
      [true, false],
    ]);
    expect([firstAttempt.isOld, firstAttempt.hasToLast]).toEqual([false, false]);
  });

  test('a try with foreign content keeps the evidence', () => {
    const effect = unseen({ kind: 'foreign', ...change });
    expect(effect.kind === 'foreign' && effect.change.after.status).toBe(404);
  });

  test.each([
    ['one after the other where there is no second one', { upserts: true }, undefined, true],
    ['one after the other where that is asked for', {}, true, true],
    ['side by side', {}, undefined, false],
  ])('is made %s', async (_, known, inTurn, isInTurn) => {
    const { on } = reportingStage(() => [200], known);
    let underWay = 0;
    let most = 0;
    const during = (trial: Trial) => async (): Promise<Trial> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await on.clock.sleep(10, awaited.reads);
      underWay -= 1;
      return trial;
    };
    const effect = await effectOfOne(on, {
      seen: change,
      treated: during(changed),
      untreated: during(unchanged),
      ...(inTurn === undefined ? {} : { inTurn }),
    });
    expect([effect.kind, most]).toEqual(['every-time', isInTurn ? 1 : 2]);
  });

  const foreign: Trial = { ...changed, kind: 'foreign' };
  const lost: Trial = { kind: 'untried', why: 'the resource could not be read before' };
  test.each<readonly [string, { readonly quiet?: Trial; readonly came?: Trial; readonly anew?: boolean }, string]>([
    ['every time where all of a crowd agree', { anew: true }, 'every-time'],
    ['restless where one of a crowd that is left alone changes', { quiet: changed, anew: true }, 'restless'],
    ['restless where it does, and no crowd can be treated', { quiet: changed }, 'restless'],
    ['foreign where somebody writes to one that is left alone', { quiet: foreign }, 'foreign'],
    ['foreign where somebody writes to one that is treated', { came: foreign, anew: true }, 'foreign'],
    ['not every time where one of a crowd does not change', { came: unchanged, anew: true }, 'not-every-time'],
    ['every time where no crowd is to be treated', { came: unchanged }, 'every-time'],
    ['every time where one of a crowd could not be tried', { quiet: lost, came: lost, anew: true }, 'every-time'],
  ])('is %s', async (_, { quiet = unchanged, came = changed, anew = false }, kind) => {
    const { on } = reportingStage(() => [200]);
    /** The last of a crowd is another. */
    const crowd = (usual: Trial, last: Trial, names: string[] = []) => ({ name }: EffectAttempt): Promise<Trial> => {
      if (name.startsWith('in a crowd')) names.push(name);
      expect(new Set(names).size).toBe(names.length);
      return Promise.resolve(names.length === 4 ? last : usual);
    };
    const question = { treated: crowd(changed, came), untreated: crowd(unchanged, quiet), anew };
    expect((await effectOf(on, { seen: change, ...question })).kind).toBe(kind);
  }); // prettier-ignore

  test.each([
    ['each of its own: once, and in a crowd of which half are treated', true, 5, [1, 4], [1, 4]],
    ['one: three times, and then a crowd is left alone', undefined, 3, [3, 0], [3, 8]],
  ])('counts its samples if tries treat %s', async (_, anew, times, treated, untreated) => {
    const { on } = reportingStage(() => [200]);
    const counted = (trial: Trial, counts = [0, 0]) => ({
      counts,
      of: ({ name }: EffectAttempt): Promise<Trial> => {
        const at = name.startsWith('in a crowd') ? 1 : 0;
        counts[at] = (counts[at] ?? 0) + 1;
        return Promise.resolve(trial);
      },
    });
    const [came, quiet] = [counted(changed), counted(unchanged)];
    const question = { treated: came.of, untreated: quiet.of, ...(anew === undefined ? {} : { anew }) };
    const effect = await effectOf(on, { seen: change, ...question });
    expect(effect).toMatchObject({ kind: 'every-time', times });
    expect([came.counts, quiet.counts]).toEqual([treated, untreated]);
  });

  test('is unconfirmed if the run could treat too few resources at once', async () => {
    const { on } = reportingStage(() => [200]);
    const treated = ({ name }: EffectAttempt): Promise<Trial> =>
      Promise.resolve(/crowd [123]/.test(name) ? lost : changed);
    const question = { treated, untreated: () => Promise.resolve(unchanged), anew: true };
    expect((await effectOf(on, { seen: change, ...question })).kind).toBe('unconfirmed');
  });

  test('treats one resource at a time if all creates update one resource', async () => {
    const { on } = reportingStage(() => [200], { upserts: true });
    const names: string[] = [];
    const of = (trial: Trial) => ({ name }: EffectAttempt) => {
      names.push(name);
      return Promise.resolve(trial);
    };
    const effect = await effectOf(on, { seen: change, treated: of(changed), untreated: of(unchanged), anew: true });
    expect([effect.kind, names]).toEqual(['every-time', ['1', '1', '2', '2', '3', '3']]);
  }); // prettier-ignore
});

/** A resource under a treatment, of which reads come to what a script says. */
async function played(
  script: Script,
  treatment: Treatment = {},
  {
    attempt = {},
    known = {},
    more = {},
    own = () => new OwnResource('r1', 0),
    begin = 0,
  }: {
    readonly attempt?: Partial<EffectAttempt>;
    readonly known?: Partial<Learnt>;
    readonly more?: Partial<Stage>;
    readonly own?: () => OwnResource;
    readonly begin?: number;
  } = {},
) {
  const { on, sent } = reportingStage(script, known, more);
  if (begin > 0) await on.clock.sleep(begin, awaited.reads);
  const trial = await tried(on, own(), { ...firstAttempt, ...attempt }, treatment);
  return { trial, sent, took: on.clock.now() - begin };
}

describe('a resource under trial', () => {
  test('is lost if the read before the trial is lost', async () => {
    const { trial } = await played(() => [503]);
    expect(trial.kind === 'lost' && trial.by.status).toBe(503);
  });

  test('is not written to for as long as an effect may take', async () => {
    const { trial, took } = await played(() => resource(1));
    expect(trial).toMatchObject({ kind: 'unchanged', sent: [] });
    expect(took).toBeGreaterThanOrEqual(2_000);
  });

  test('has not changed if a read in between was lost', async () => {
    const { trial } = await played((_, __, at) => (at > 100 && at < 500 ? [503] : resource(1)));
    expect(trial.kind).toBe('unchanged');
  });

  test('has changed if the change still shows once its other possible cause is over', async () => {
    const script: Script = (_, __, at) => resource(at > 100 ? 2 : 1);
    const { trial, took } = await played(script, { within: 300 }, { attempt: { hasToLast: true } });
    expect(trial.kind).toBe('changed');
    expect(took).toBeGreaterThanOrEqual(1_000);
    expect((await played(script, { within: 300 })).took).toBeLessThan(1_000);
  });

  test('has not changed if the change ends before any lag does', async () => {
    const script: Script = (_, __, at) => resource(at > 100 && at < 700 ? 2 : 1);
    expect((await played(script, { within: 300 })).trial.kind).toBe('changed');
    const { trial } = await played(script, { within: 300 }, { attempt: { hasToLast: true } });
    expect(trial.kind).toBe('unchanged');
  });

  test('is compared by its content if versions change together', async () => {
    const script: Script = (_, __, at) => resource(at > 100 ? 2 : 1);
    expect((await played(script)).trial.kind).toBe('changed');
    expect((await played(script, {}, { known: { siblingsMove: true } })).trial.kind).toBe('unchanged');
    const other: Script = (_, __, at) => resource(1, at > 100 ? 'b' : 'a');
    expect((await played(other, {}, { known: { siblingsMove: true } })).trial.kind).toBe('changed');
  });

  test('is read in the late phase if its effect is late and a change has to last', async () => {
    const phases: string[] = [];
    const until = (phase: string): Promise<void> => Promise.resolve(void phases.push(phase));
    const isLate = (): boolean => phases.length > 0;
    const { trial, took } = await played(
      () => resource(isLate() ? 2 : 1),
      { within: 'late' },
      { more: { until } },
    );
    expect([trial.kind, phases]).toEqual(['changed', ['late']]);
    expect(took).toBeGreaterThanOrEqual(1_000);
    phases.length = 0;
    const passing: Script = (_, __, at) => resource(isLate() && at < 500 ? 2 : 1);
    expect((await played(passing, { within: 'late' }, { more: { until } })).trial.kind).toBe('unchanged');
  });

  test('gets no more time once it is late', async () => {
    const until = (): Promise<void> => Promise.resolve();
    const { took } = await played(() => resource(1), { within: 'late' }, { more: { until } });
    expect(took).toBeLessThan(100);
  });

  test.each([
    ['as long as it takes to be old', 0, 2_000],
    ['what is left of that', 1_500, 500],
    ['no more where it is old', 3_000, 0],
  ])('waits %s', async (_, begin, ms) => {
    const { took } = await played(() => resource(1), { within: 0 }, { attempt: { isOld: true }, begin });
    expect(took).toBeGreaterThanOrEqual(ms);
    expect(took).toBeLessThan(ms + 100);
  });

  test('rests before it is read', async () => {
    const own = (): OwnResource => {
      const one = new OwnResource('r1', 0);
      one.written(100);
      return one;
    };
    const { trial } = await played(
      (_, __, at) => resource(at < 1_000 ? 1 : 2),
      { within: 1_500 },
      { own, begin: 100 },
    );
    expect(trial.kind).toBe('unchanged');
  });

  test('is requested again if another kind of read shows it later', async () => {
    const look = { look: () => Promise.resolve(answered([404])), within: 0 };
    expect((await played(() => resource(1), look)).trial.kind).toBe('untried');
    let looks = 0;
    const late: Script = (name, _, at) => {
      looks += Number(name === 'query');
      return name === 'query' && at < 300 ? [404] : resource(1);
    };
    const { on } = reportingStage(late);
    const trial = await tried(on, new OwnResource('r1', 0), firstAttempt, {
      look: () => on.ask('query'),
      within: 0,
    });
    expect(trial.kind).toBe('unchanged');
    expect(looks).toBeGreaterThan(2);
  });

  test('is read once before, if that kind of read shows it', async () => {
    let looks = 0;
    const { on } = reportingStage((name) => {
      looks += Number(name === 'query');
      return resource(1);
    });
    await tried(on, new OwnResource('r1', 0), firstAttempt, { look: () => on.ask('query'), within: 0 });
    expect(looks).toBe(2);
  });

  test('shared by all creates is read once it shows the version of its create', async () => {
    const own = (): OwnResource => new OwnResource('r1', 0, { born: answered(resource(5)) });
    const script: Script = (_, __, at) => resource(at < 300 ? 4 : 5);
    const { trial, took } = await played(script, { within: 0 }, { own, known: { upserts: true } });
    expect(trial.kind === 'unchanged' && trial.before.object?.['version']).toMatchObject({ source: '5' });
    expect(took).toBeLessThan(900);
    const apart = await played(script, { within: 0 }, { own });
    expect(apart.took).toBeLessThan(100);
    const unversioned = (): OwnResource => new OwnResource('r1', 0, { born: answered([200]) });
    const without = await played(script, { within: 0 }, { own: unversioned, known: { upserts: true } });
    expect(without.took).toBeLessThan(100);
    const unborn = await played(script, { within: 0 }, { known: { upserts: true } });
    expect(unborn.took).toBeLessThan(100);
  });

  test('shared by all creates is read at the end, though it shows no version', async () => {
    const own = (): OwnResource => new OwnResource('r1', 0, { born: answered(resource(5)) });
    const { trial, took } = await played(() => [200], { within: 0 }, { own, known: { upserts: true } });
    expect(trial.kind).toBe('unchanged');
    expect(took).toBeGreaterThanOrEqual(1_000);
  });
});

describe('the late phase', () => {
  test.each([
    ['is waited for', {}, 'quiet', true, 0],
    ['is over once a late effect has had its time in it', {}, 'late', false, 2_000],
    ['is not waited for by what all creates land on', { upserts: true }, 'quiet', false, 2_000],
  ] as const)('%s', async (_, known, phase, isAwaited, ms) => {
    const phases: string[] = [];
    const until = (one: string): Promise<void> => Promise.resolve(void phases.push(one));
    const { on } = reportingStage(() => [200], known, { phase, until });
    await untilLate(on);
    expect([phases.length > 0, on.clock.now()]).toEqual([isAwaited, ms]);
  });
});

describe('an effect is reported', () => {
  const sent = [403, 403, 403, 404].map((status, at) => answered([status], at + 2));
  const change: Change = { before: answered([200], 1), sent, after: answered([200], 9) };
  const words = { expected: () => 'e', deviation: 'd', got: () => 'g' };

  async function reported(effect: Effect, more: { readonly counterexample?: unknown } = {}) {
    const stage = reportingStage(() => [200]);
    reportEffect(stage.on, effect, { ...words, ...more });
    return stage;
  }

  test.each([
    [{ kind: 'none' }, 'held', []],
    [{ kind: 'not-every-time', change }, 'undecided flaky', [200, 403, 403, 403, 404, 200]],
    [{ kind: 'unconfirmed', change }, 'undecided flaky', [200, 403, 403, 403, 404, 200]],
    [{ kind: 'restless', change }, 'undecided flaky', [200, 403, 403, 403, 404, 200]],
    [{ kind: 'foreign', change }, 'undecided foreign-writes', [200, 403, 403, 403, 404, 200]],
    [{ kind: 'lost', by: answered([503]) }, 'noise', []],
    [{ kind: 'untried', why: 'w' }, 'discarded premise-failed', []],
  ] as const satisfies readonly (readonly [Effect, string, readonly number[]])[])(
    'an effect is reported as its kind: %o',
    async (effect, kind, statuses) => {
      const { told, shown } = await reported(effect);
      expect(told).toEqual([kind]);
      expect(shown.flat()).toEqual(statuses);
    },
  );

  test.each([
    ['not-every-time', true],
    ['unconfirmed', true],
    ['restless', false],
  ] as const)('an effect is a deviation with or without enough cases: %s, %s', async (kind, isOne) => {
    expect((await reported({ kind, change })).deviated).toEqual([isOne]);
  });

  test('an effect between two reads is a violation, and a few of the requests are at fault', async () => {
    const { told, broken } = await reported({ kind: 'every-time', change, times: 3 });
    expect(told).toEqual(['violated']);
    expect(broken[0]).toMatchObject({
      expected: 'e',
      got: 'g',
      reproduced: '3/3',
      deviation: { kind: 'differ', exchange: change.after, beside: change.before },
      exchanges: [
        { exchange: change.before, role: 'look' },
        ...sent.slice(0, 3).map((exchange) => ({ exchange, role: 'probe', culprit: true })),
        { exchange: change.after, role: 'look' },
      ],
    });
    expect(broken[0]?.exchanges).toHaveLength(5);
    expect(broken.map((one) => 'counterexample' in one)).toEqual([false]);
  });

  test('an effect is a violation by a status if the resource is gone', async () => {
    const after = answered([404]);
    const { broken } = await reported({ kind: 'every-time', change: { ...change, after }, times: 3 });
    expect(broken[0]?.deviation).toEqual({ kind: 'status', exchange: after });
  });

  test('an effect is reported with its counterexample', async () => {
    const { broken } = await reported(
      { kind: 'every-time', change, times: 3 },
      { counterexample: { at: 3 } },
    );
    expect(broken[0]?.counterexample).toEqual({ at: 3 });
  });
});

describe('a read shows foreign content', () => {
  const read = (texts: readonly string[], some = 'own', status = 200) =>
    answered([
      status,
      JSON.stringify({
        objectTypeProperty: { arrayOfStringExample: texts },
        someProperty: some,
        latest: 'theirs',
      }),
    ]);
  const foreign = (
    before: ReturnType<typeof read> | undefined,
    after: ReturnType<typeof read>,
    pointer = '',
  ) => {
    const known = pointer === '' ? {} : { pointer };
    const { on } = reportingStage(() => [200], known, { hasSent: (text) => text === 'own' });
    return isForeign(on, before, after);
  };

  test.each([
    ['where it shows a text that nobody of the run has sent', ['own'], ['own', 'theirs'], true],
    ['unless that was shown before', ['theirs'], ['theirs', 'own'], false],
    ['unless the run has sent it', [], ['own'], false],
    ['unless it is empty', ['own'], ['', 'own'], false],
  ])('%s', (_, before, after, isOne) => {
    expect(foreign(read(before), read(after))).toBe(isOne);
  });

  test('content of another client shows if no read came before', () => {
    expect(foreign(undefined, read(['theirs']))).toBe(true);
    expect(foreign(undefined, read(['own']))).toBe(false);
  });

  test('foreign content in a refusal does not count', () => {
    expect(foreign(read([]), read(['theirs'], 'own', 404))).toBe(false);
  });

  test('foreign content is found by the place at which changes show, if the run knows that place', () => {
    expect(foreign(read(['own']), read(['own'], 'theirs'), '/someProperty')).toBe(true);
    expect(foreign(read(['own'], 'theirs'), read(['own'], 'theirs'), '/someProperty')).toBe(false);
    expect(foreign(read(['own']), read(['own'], 'theirs'))).toBe(false);
  });

  test('foreign content leaves the clause undecided', () => {
    const { on, told, shown } = reportingStage(() => [200]);
    foreignWrites(on, [answered([200]), answered([404])]);
    expect([told, shown]).toEqual([['undecided foreign-writes'], [[200, 404]]]);
  });
});

describe('a text', () => {
  test.each([
    [200, '/objectTypeProperty/arrayOfStringExample/0'],
    [404, undefined],
  ])('a text in an answer with status %s is state at %s', (status, pointer) => {
    const { on } = reportingStage(() => [200]);
    const read = answered([status, '{"objectTypeProperty":{"arrayOfStringExample":["x1"]}}']);
    expect(stateShows(on, read, 'x1')).toBe(pointer);
  });

  test.each([
    ['/attempts', '/attempts'],
    ['none', undefined],
  ] as const)(
    'a text in a member of the server is state if the profile says so: %s',
    (observable, pointer) => {
      const { facts } = reportingStage(() => [200]).on;
      const read = answered([200, '{"attempts":["asked for x1"]}']);
      expect(stateShows({ facts, profile: { update: { observable } } }, read, 'x1')).toBe(pointer);
    },
  );
});

describe('versions', () => {
  /** Versions of what is made move when it is so old. */
  async function drifting(afterMs: number, known: Partial<Learnt> = {}, suspectAge = 700) {
    const made = new Map<string, number>();
    const stage = reportingStage(
      (name, { path }, at) => {
        const id = name === 'create' ? `r${made.size + 1}` : (path?.['id'] ?? '');
        if (name === 'create') made.set(id, at);
        return [200, JSON.stringify({ id, version: at - (made.get(id) ?? 0) > afterMs ? 2 : 1 })];
      },
      {
        idSource: { kind: 'body', at: '/id', declared: false },
        ...known,
      },
    );
    await stage.on.clock.sleep(suspectAge, awaited.reads);
    const suspect = new OwnResource('r0', 0);
    return { ...stage, suspect };
  }

  test.each([
    ['move by themselves where one that nobody writes to shows that', 300, true],
    ['do not where it is older by then', 900, false],
  ])('%s', async (_, afterMs, moves) => {
    const { on, suspect } = await drifting(afterMs);
    expect(await movesUntouched(on, suspect)).toBe(moves);
  });

  test('are watched for at most the longest lag', async () => {
    const { on, suspect } = await drifting(5_000, {}, 10_000);
    await movesUntouched(on, suspect);
    expect(on.clock.now()).toBeGreaterThanOrEqual(11_000);
    expect(on.clock.now()).toBeLessThan(11_100);
  });

  test('are watched for as long a time as the other version had', async () => {
    const { on } = await drifting(5_000);
    await movesUntouched(on, new OwnResource('r0', 500));
    expect(on.clock.now()).toBeGreaterThanOrEqual(900);
    expect(on.clock.now()).toBeLessThan(950);
  });

  test.each([
    ['a young one, where one can be made', {}, []],
    ['one that stays for others, where creates show no ids', { idSource: undefined }, ['r1']],
  ])('are watched at %s', async (_, known, stays) => {
    const { on, suspect, kept } = await drifting(300, known);
    expect(await movesUntouched(on, suspect)).toBe(true);
    expect(kept).toEqual(stays);
  });

  test('are watched once per run', async () => {
    const { on, suspect, sent } = await drifting(300);
    await movesUntouched(on, suspect);
    const requests = sent.length;
    await movesUntouched(on, suspect);
    expect(sent).toHaveLength(requests);
  });

  test('are not watched if there is no second resource', async () => {
    const { on, suspect, sent } = await drifting(300, { upserts: true });
    expect([await movesUntouched(on, suspect), sent]).toEqual([false, []]);
  });

  test.each([
    ['that move by themselves break nothing', 300, 'discarded premise-failed', []],
    ['that do not are undecided', 5_000, 'undecided flaky', [[409]]],
  ])('%s', async (_, afterMs, kind, exchanges) => {
    const { on, suspect, told, shown } = await drifting(afterMs);
    await notEveryTimeOrDrift(on, suspect, 'd', [answered([409])]);
    expect([told, shown]).toEqual([[kind], exchanges]);
  });
});
