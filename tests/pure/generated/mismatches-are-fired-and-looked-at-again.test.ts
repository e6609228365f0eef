import { describe, expect, test } from 'vitest';
import type { UpdateAction } from '../../../implementation/facts.ts';
import type { StatedVersion } from '../../../properties/arbitraries/stated-version.ts';
import { mismatchBatches, oddVersionBatches } from '../../../properties/mismatches/mismatch-batches.ts';
import {
  smallerCase,
  lookAgain,
  season,
  seasonFor,
  sendCase,
} from '../../../properties/mismatches/mismatch-case.ts';
import { drawn } from '../../../properties/drawn-cases.ts';
import { outlineOf, type Known } from '../../support/stages/judged-stage.ts';
import type { JsonNumber } from '../../../wire/json/json.ts';
import { propertyStage, statedIn } from '../../support/stages/property-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';
import type { Departures } from '../../support/stages/scripted-store.ts';

const actions: readonly UpdateAction[] = [{ action: 'changeSomeProperty', someProperty: 'a' }];
const offBy = (distance: number): StatedVersion => ({ kind: 'off by', distance });
const literal = (version: string): StatedVersion => ({ kind: 'literal', version });

/** A resource whose mismatches are answered so in turn, and then as is plain. */
async function met(
  answers: readonly (Answer | undefined)[] = [],
  known: Known = {},
  departures: Departures = {},
) {
  const rest = [...answers];
  const stage = propertyStage(
    {
      answer: (name, id, at, ask) => {
        if (name !== 'update' || departures.answer !== undefined)
          return departures.answer?.(name, id, at, ask);
        const { version } = ask.json as { readonly version?: JsonNumber };
        return String(version) === String(stage.kept.get(id)?.version) ? undefined : rest.shift();
      },
    },
    known,
  );
  const own = await stage.made();
  const stated = () => stage.sent.flatMap((one) => (one.name === 'update' ? [statedIn(one)] : []));
  const at = (version: number) => {
    const one = stage.kept.get(own.id);
    if (one !== undefined) one.version = version;
  };
  return { ...stage, own, stated, at, outline: () => outlineOf(stage.told) };
}

describe('a batch of mismatches', () => {
  test('is sent before an update with the actual version', async () => {
    const { on, own, stated } = await met();
    const { held, noise, deviations } = await sendCase(on, own, {
      actions,
      versions: [offBy(100), offBy(200)],
    });
    expect([held, noise, deviations]).toEqual([2, 0, []]);
    expect(stated()).toEqual(['101', '201', '1']);
  });

  test('states no version twice, and never the actual version', async () => {
    const { on, own, stated } = await met();
    await sendCase(on, own, {
      actions,
      versions: [offBy(100), offBy(100), literal('101'), literal('1'), literal('1.0')],
    });
    expect(stated()).toEqual(['101', '1']);
  });

  test.each([
    ['a refusal other than 409', [400], offBy(100), { held: 0, noise: 0, deviations: 1 }],
    ['a server error', [500], offBy(100), { held: 0, noise: 0, deviations: 1 }],
    ['a refusal of an odd version', [400], literal('0.5'), { held: 1, noise: 0, deviations: 0 }],
    ['a refusal of a negative version', [422], literal('-5'), { held: 1, noise: 0, deviations: 0 }],
    ['a success', [200], offBy(100), { held: 0, noise: 0, deviations: 1 }],
    ['a success of an odd version', [200], literal('0.5'), { held: 0, noise: 0, deviations: 1 }],
    ['a 409', [409], offBy(100), { held: 1, noise: 0, deviations: 0 }],
  ] as const)('shows %s', async (_what, answer, version, told) => {
    const { on, own } = await met([answer]);
    const { held, noise, deviations } = await sendCase(on, own, { actions, versions: [version] });
    expect({ held, noise, deviations: deviations.length }).toEqual(told);
  });

  test('repeats lost requests, and counts them as without usable answer if they stay lost', async () => {
    const { on, own, stated } = await met([[503], [503], [503]]);
    expect(await sendCase(on, own, { actions, versions: [offBy(100)] })).toMatchObject({
      held: 0,
      noise: 1,
      deviations: [],
    });
    expect(stated()).toEqual(['101', '101', '101', '1']);
  });

  test.each([
    [[400], 0],
    [[409], 0],
    [[200], 1],
  ] as const)('shows only a success by %j if the actions are not accepted', async (answer, deviations) => {
    const { on, own } = await met(
      [],
      {},
      {
        answer: (name, _id, _at, { json }) =>
          name === 'update' ? (JSON.stringify(json).includes('"101"') ? answer : [400]) : undefined,
      },
    );
    const seen = await sendCase(on, own, { actions, versions: [offBy(100)] });
    expect([seen.held, seen.deviations.length]).toEqual([0, deviations]);
  });

  test.each([
    ['far away', 200, 100, {}, true],
    ['near', 200, 5, {}, false],
    ['far away, where writes elsewhere move versions', 200, 100, { siblingsMove: true }, false],
    ['far away and refused', 400, 100, {}, false],
  ] as const)(
    'needs no further check of a version that is %s',
    async (_what, status, distance, learnt, isWitness) => {
      const { on, own } = await met([[status]], { learnt });
      const { deviations } = await sendCase(on, own, { actions, versions: [offBy(distance)] });
      expect(deviations).toMatchObject([{ isWitness, actual: '1', stated: offBy(distance) }]);
    },
  );
});

describe('a deviation', () => {
  async function looked(
    answers: readonly Answer[],
    version: StatedVersion = offBy(100),
    known: Known = {},
    departures: Departures = {},
  ) {
    const stage = await met(answers, known, departures);
    const one = { actions, versions: [version] };
    const { deviations } = await sendCase(stage.on, stage.own, one);
    const [deviation] = deviations;
    if (deviation === undefined) throw new Error('nothing deviates');
    stage.sent.splice(0);
    const came = await lookAgain(stage.on, stage.own, one, deviation);
    return { ...stage, came, one };
  }
  const times = (count: number, status: number) => Array.from({ length: count }, (): Answer => [status]);

  test('a probe that is refused with another status four times is reported', async () => {
    const { came, one, broken, on } = await looked(times(4, 400));
    if (typeof came === 'string') throw new Error(came);
    expect(await came.fails?.(one)).toBe(false);
    await came.report({ value: one, seed: 3, path: '0', again: true, executions: 1 });
    expect(broken).toMatchObject([
      { reproduced: '4/4', seed: 3, path: '0', exchanges: [{ status: 400 }], deviation: { stated: 'other' } },
    ]);
    expect(on.brief).toBe(false);
  });

  test('is no deviation if the actual version is refused in the same way in that state', async () => {
    const woken = new Set<string>();
    const stage = await met([], {}, {
      answer: (name, id) => (name !== 'update' || woken.has(id) ? undefined : (woken.add(id), [400])),
    }); // prettier-ignore
    const one = { actions, versions: [offBy(100)] };
    const { deviations } = await sendCase(stage.on, stage.own, one);
    const [deviation] = deviations;
    if (deviation === undefined) throw new Error('nothing deviates');
    const came = await lookAgain(stage.on, stage.own, { ...one, next: () => stage.made() }, deviation);
    expect([came, ...stage.outline()]).toEqual(['alone as it must be', 'passed']);
  });

  test('is repeated without other requests if it was refused', async () => {
    const { sent } = await looked(times(4, 400));
    const updates = sent.filter((one) => one.name === 'update' && statedIn(one).length > 2);
    expect(updates.length).toBeGreaterThan(2);
    expect(updates.every(({ ask }) => ask.alone === true)).toBe(true);
  });

  test.each([
    ['is answered 409 from then on', times(1, 400), offBy(100), 'alone as it must be', ['passed']],
    ['comes twice in all', times(2, 400), offBy(100), 'unconfirmed', ['undecided: flaky']],
    ['comes three times in all', times(3, 400), offBy(100), 'unconfirmed', ['undecided: flaky']],
    ['blames the caller each time', times(4, 403), offBy(100), 'unconfirmed', ['undecided: premise-failed']],
    ['is a near success, once', times(1, 200), offBy(5), 'unconfirmed', ['undecided: flaky']],
  ] as const)('a deviation that %s is not reported', async (_what, answers, version, came, outline) => {
    const seen = await looked(answers, version);
    expect([seen.came, seen.outline()]).toEqual([came, outline]);
  });

  test.each([[1, '1/4'], [2, '2/4'], [4, '4/4'], [9, '4/4']] as const)('a distant version that succeeds is reported if it came %i times', async (count, reproduced) => {
    const { came, one, broken, outline } = await looked(times(count, 200));
    if (typeof came === 'string') throw new Error(came);
    await came.report({ value: one, seed: 3, path: '0', again: true, executions: 1 });
    expect([outline(), broken[0]?.reproduced]).toEqual([['violated'], reproduced]);
  }); // prettier-ignore

  test('a distant version that succeeded once is not made small', async () => {
    const once = await looked(times(1, 200));
    expect(typeof once.came === 'string' || once.came.fails !== undefined).toBe(false);
    const often = await looked(times(9, 200));
    expect(typeof often.came === 'string' || often.came.fails === undefined).toBe(false);
  });

  test('a near version that succeeds is undecided if the version changes by itself', async () => {
    let reads = 0;
    const moving: Departures = {
      answer: (name) => {
        if (name === 'update') return [200];
        return name === 'readById' ? [200, `{"version":${10 + (reads += 1)}}`] : undefined;
      },
    };
    const { came, outline } = await looked([], offBy(5), {}, moving);
    expect([came, outline()]).toEqual(['unconfirmed', ['undecided: flaky']]);
  });
});

describe('updates change the version of a resource', () => {
  test.each([
    [1, 11],
    [10, 2],
    [11, 1],
    [12, 0],
    [22, 1],
    [999, 1],
    [1_000, 0],
    [9_999, 0],
  ])('updates raise %i by %i, until its digits make another version', async (version, updates) => {
    const { on, own, at, stated } = await met();
    at(version);
    await season(on, own);
    expect(stated()).toHaveLength(updates);
  });

  test.each<readonly [StatedVersion, number, number]>([
    [{ kind: 'former', back: 0 }, 1, 1],
    [{ kind: 'first digits', cut: 1 }, 8, 2],
    [offBy(1), 1, 0],
    [literal('3'), 3, 1],
  ])('updates change the version until %j can be stated: from %i by %i', async (stated, version, updates) => {
    const stage = await met();
    stage.at(version);
    await seasonFor(stage.on, stage.own, { actions, versions: [offBy(1), stated] });
    expect(stage.stated()).toHaveLength(updates);
  });

  test('at most thirteen updates are sent', async () => {
    const { on, own, at, stated } = await met();
    at(-100);
    await seasonFor(on, own, { actions, versions: [{ kind: 'last digits', cut: 1 }] });
    expect(stated()).toHaveLength(13);
  });

  test('updates are sent only up to the first refused update', async () => {
    const { on, own, stated } = await met(
      [],
      {},
      { answer: (name) => (name === 'update' ? [400] : undefined) },
    );
    await season(on, own);
    expect(stated()).toHaveLength(1);
  });

  test('no update is sent if the version does not show', async () => {
    const { on, own, stated } = await met(
      [],
      {},
      { answer: (name) => (name === 'readById' ? [200, '{}'] : undefined) },
    );
    await season(on, own);
    expect(stated()).toEqual([]);
  });
});

test('a case shrinks in versions and actions, with at least one of each', () => {
  const whole = { versions: [offBy(1), offBy(2)], actions: [...actions, ...actions, ...actions] };
  const smaller = drawn(smallerCase(whole), 1, 100).map(({ value }) => value);
  expect(new Set(smaller.map(({ versions }) => versions.length))).toEqual(new Set([1, 2]));
  expect(new Set(smaller.map((one) => one.actions.length))).toEqual(new Set([1, 2, 3]));
});

describe.each([
  ['integers', mismatchBatches],
  ['odd versions', oddVersionBatches],
] as const)('volleys of %s', (name, evidence) => {
  const judged = async (answers: (version: string) => Answer | undefined) => {
    const stage = propertyStage({
      answer: (operation, id, _at, { json }) => {
        if (operation !== 'update') return undefined;
        const { version } = json as { readonly version?: JsonNumber };
        return String(version) === String(stage.kept.get(id)?.version) ? undefined : answers(String(version));
      },
    });
    await evidence.check(stage.on);
    return outlineOf(stage.told);
  };

  test('pass if they are answered 409', async () => {
    const outline = await judged(() => undefined);
    expect(new Set(outline)).toEqual(new Set(['held']));
    expect(outline.length).toBeGreaterThan(3);
  });

  test('are reported if one version is accepted', async () => {
    expect((await judged(() => [200])).filter((one) => one !== 'held')).toEqual(['violated']);
  });

  test('may get other refusals if only the actions are odd', async () => {
    const outline = new Set(await judged(() => [400]));
    expect(outline).toEqual(new Set([name === 'integers' ? 'violated' : 'held']));
  });

  test('give no usable answer if they are lost', async () => {
    expect(new Set(await judged(() => [503]))).toContain('noise');
  });
});
