import { describe, expect, test } from 'vitest';
import {
  effectOfOne,
  firstAttempt,
  ofContent,
  tried,
  type EffectAttempt,
  type Question,
  type Trial,
} from '../../../judging/effects/effect.ts';
import { stateShows } from '../../../judging/effects/state.ts';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { answered, scriptedStage, type Answer } from '../../support/stages/scripted-stage.ts';

const seen = { before: answered([200]), sent: [], after: answered([200]) };

const trials: Readonly<Record<string, Trial>> = {
  c: { kind: 'changed', ...seen },
  u: { kind: 'unchanged', ...seen },
  f: { kind: 'foreign', ...seen },
  l: { kind: 'lost', by: answered([503]) },
  x: { kind: 'untried', why: 'it could not be read' },
};

/** Gives out what two scripts say of what is treated and of what is left alone, a letter a try. */
async function asked(treated: string, untreated: string, more: Partial<Question> = {}) {
  const tries: EffectAttempt[] = [];
  const next = (script: string) => {
    const left = script.split('');
    return (attempt: EffectAttempt): Promise<Trial> => {
      tries.push(attempt);
      const trial = trials[left.shift() ?? ''];
      if (trial === undefined) throw new Error(`nothing more was to be tried after ${script}`);
      return Promise.resolve(trial);
    };
  };
  const { on } = scriptedStage(() => [200]);
  const effect = await effectOfOne(on, { treated: next(treated), untreated: next(untreated), ...more });
  return { kind: effect.kind, tries };
}

describe('an effect', () => {
  test.each([
    ['is none where the first try shows no change', 'u', '', 'none'],
    ['is confirmed three times, each beside one that stayed', 'cccc', 'uuu', 'every-time'],
    ['that does not show again is not forgotten', 'ccu', 'uu', 'not-every-time'],
    ['that a try was lost after is not forgotten', 'cl', 'u', 'unconfirmed'],
    ['that could not be tried again is not forgotten', 'ccx', 'uu', 'unconfirmed'],
    ['beside a control that was lost is not forgotten', 'cc', 'l', 'unconfirmed'],
    ['is asked of old ones where a young one changes by itself', 'cccccc', 'ucuuu', 'every-time'],
    ['is restless where an old one changes by itself as well', 'cccc', 'ccc', 'restless'],
    ['is foreign where somebody else writes to what is treated', 'cf', 'u', 'foreign'],
    ['is foreign where somebody else writes to what is left alone', 'cc', 'f', 'foreign'],
    ['is foreign at the first try', 'f', '', 'foreign'],
    ['is lost at the first try', 'l', '', 'lost'],
    ['has no premise at the first try', 'x', '', 'untried'],
  ])('%s', async (_, treated, untreated, kind) => {
    expect((await asked(treated, untreated)).kind).toBe(kind);
  });

  test('an effect that was seen before is confirmed at once', async () => {
    expect((await asked('ccc', 'uuu', { seen })).kind).toBe('every-time');
    expect((await asked('u', 'u', { seen })).kind).toBe('not-every-time');
  });

  test('has to last only in the last try, and each try has a name of its own', async () => {
    const { tries } = await asked('cccc', 'uuu');
    expect(tries.map(({ hasToLast }) => hasToLast)).toEqual([false, false, false, false, false, true, true]);
    expect(new Set(tries.map(({ name }) => name)).size).toBe(4);
  });

  test('compares content instead of versions if an untreated resource changes its version too', async () => {
    const tries: EffectAttempt[] = [];
    const note = (attempt: EffectAttempt) => {
      tries.push(attempt);
      return Promise.resolve(trials['u'] as Trial);
    };
    const question = ofContent({ treated: note, untreated: note, seen });
    await question.treated({ ...firstAttempt, name: 'a' });
    expect(tries).toMatchObject([{ name: 'content a', ofContent: true }]);
    expect(question).toMatchObject({ ofOld: true, seen: undefined });
  });

  test('an effect on old resources is tried on old resources from the first try on', async () => {
    const { tries } = await asked('cccc', 'uuu', { ofOld: true });
    expect(tries.every(({ isOld }) => isOld)).toBe(true);
  });
});

/** A resource that shows a version, which may depend on when it is read and what was done. */
async function played(
  script: (at: number, isTreated: boolean) => Answer,
  attempt: Partial<EffectAttempt> = {},
  treat: 'refused' | 'impossible' | 'nothing' = 'refused',
) {
  let isTreated = false;
  const { on } = scriptedStage((_, __, at) => script(at, isTreated), { hasSent: () => false });
  const own = new OwnResource('r1', 0);
  const trial = await tried(
    on,
    own,
    { isOld: false, hasToLast: false, ...attempt },
    {
      within: 2_000,
      treat: async () => {
        isTreated = treat === 'refused';
        return treat === 'impossible' ? 'it could not be sent' : [answered([403])];
      },
    },
  );
  return { kind: trial.kind, took: on.clock.now() };
}

const version = (number: number, text = 'a'): Answer => [
  200,
  `{"version":${number},"objectTypeProperty":{"arrayOfStringExample":["${text}"]}}`,
];

describe('a resource under trial', () => {
  test('no change is confirmed if all reads show the same until an effect has had its time', async () => {
    const { kind, took } = await played(() => version(1));
    expect(kind).toBe('unchanged');
    expect(took).toBeGreaterThanOrEqual(2_000);
  });

  test('has changed once a read shows another version, without a further wait', async () => {
    const { kind, took } = await played((at, isTreated) => version(isTreated && at > 600 ? 2 : 1));
    expect(kind).toBe('changed');
    expect(took).toBeLessThan(2_000);
  });

  test('has changed if it is gone', async () => {
    expect((await played((_, isTreated) => (isTreated ? [404] : version(1)))).kind).toBe('changed');
  });

  test('is unchanged if it shows an earlier state for a while, when the change has to last', async () => {
    const lagging = (at: number, isTreated: boolean) => version(isTreated && at < 700 ? 1 : 2);
    expect((await played(lagging)).kind).toBe('changed');
    expect((await played(lagging, { hasToLast: true })).kind).toBe('unchanged');
  });

  test('belongs to another client if it shows content that the run has not sent', async () => {
    const script = (_: number, isTreated: boolean) => (isTreated ? version(2, 'theirs') : version(1));
    expect((await played(script)).kind).toBe('foreign');
  });

  test('is untried if it cannot be read, or if no treatment was possible', async () => {
    expect((await played(() => [404])).kind).toBe('untried');
    expect((await played(() => version(1), {}, 'impossible')).kind).toBe('untried');
  });

  test('is lost if the answer comes from the network, not from the server', async () => {
    expect((await played((_, isTreated) => (isTreated ? [503] : version(1)))).kind).toBe('lost');
  });

  test('is old before a try on an old resource', async () => {
    const recent = await played((_, isTreated) => version(isTreated ? 2 : 1));
    const old = await played((_, isTreated) => version(isTreated ? 2 : 1), { isOld: true });
    expect(old.took - recent.took).toBeGreaterThan(1_900);
  });
});

describe('a text', () => {
  const shown = (json: string, more: object = {}) => {
    const { on, learnt } = scriptedStage(() => [200], { profile: {}, ...more });
    learnt.pointers = ['/someProperty'];
    return stateShows(on, answered([200, json]), 'x1');
  };

  test('is state in documented content, and in places that were seen to show changes', () => {
    expect(shown('{"objectTypeProperty":{"arrayOfStringExample":["x1"]}}')).toBe(
      '/objectTypeProperty/arrayOfStringExample/0',
    );
    expect(shown('{"someProperty":"x1"}')).toBe('/someProperty');
  });

  test('is a mention elsewhere, unless the place is declared', () => {
    const json = '{"links":{"self":"?q=x1"},"latest":"x1","objectTypeProperty":{"note":"x1"}}';
    expect(shown(json)).toBeUndefined();
    expect(shown(json, { profile: { update: { observable: '/latest' } } })).toBe('/latest');
  });

  test('a text in a refusal is no state', () => {
    const { on } = scriptedStage(() => [200], { profile: {} });
    expect(stateShows(on, answered([409, '{"someProperty":"x1"}']), 'x1')).toBeUndefined();
  });
});
