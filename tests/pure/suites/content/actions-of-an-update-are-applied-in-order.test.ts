import { describe, expect, test } from 'vitest';
import { judgeActionOrder, leftByOther, valueGiven } from '../../../../suites/4.10/action-sequences.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { servedStage, type Held, type Requested } from '../../../support/stages/suite-stage.ts';

const learnt = { pointer: '/someProperty', moves: { doSomeThing: true, changeSomeProperty: true } };

/** A server that leaves another value than the last one, of the values that an update gives. */
function leaving(choose: (values: readonly string[], isMixed: boolean) => string | undefined, known: Known = { learnt }) {
  const rule = ({ name, id, actions }: Requested, held: Map<string, Held>): Answer | undefined => {
    const own = held.get(id);
    if (name !== 'update' || own === undefined) return undefined;
    const values = actions.flatMap(({ someProperty }) => (someProperty === undefined ? [] : [someProperty]));
    held.set(id, {
      version: String(Number(own.version) + 1),
      value: choose(values, values.length < actions.length) ?? own.value,
    });
    return [200];
  };
  return servedStage(rule, known);
} // prettier-ignore

const last = (values: readonly string[]): string | undefined => values.at(-1);

describe('several actions', () => {
  test.each([
    ['are applied in order', last, ['held']],
    ['are reversed', (values) => values[0], ['violated']],
    ['are sorted', (values) => values.toSorted().at(-1), ['violated']],
    ['are sorted the other way', (values) => values.toSorted()[0], ['violated']],
    ['are left out but for the first', (values, isMixed) => (isMixed ? last(values) : values[0]), ['violated']],
    ['leave nothing', (values) => (values.length > 1 ? '' : last(values)), ['violated']],
    ['change nothing', () => undefined, ['discarded: premise-failed']],
  ] as readonly (readonly [string, (values: readonly string[], isMixed: boolean) => string | undefined, readonly string[]])[])('%s', async (_, choose, outline) => {
    const stage = leaving(choose);
    await judgeActionOrder(stage.on);
    // One of the lists may show nothing of it.
    const told = stage.outline().includes('violated') ? ['violated'] : stage.outline();
    expect(new Set(told)).toEqual(new Set(outline));
  }); // prettier-ignore

  test('are not judged if no effect is visible', async () => {
    const stage = leaving(last, {});
    await judgeActionOrder(stage.on);
    expect(stage.requests.filter(({ name }) => name === 'update')).toEqual([]);
    expect(stage.outline()).not.toContain('held');
  });

  test('include doSomeThing only if doSomeThing alone keeps the value', async () => {
    const isMixed = (actions: Requested['actions']): boolean =>
      actions.length > 1 && actions.some(({ action }) => action === 'doSomeThing');
    for (const leaves of [true, false]) {
      const stage = leaving((values, mixed) => (mixed && values.length === 0 && !leaves ? 'other' : last(values)));
      await judgeActionOrder(stage.on);
      expect(stage.requests.some(({ actions }) => isMixed(actions))).toBe(leaves);
    }
  }); // prettier-ignore
});

describe('a sequence with doSomeThing that failed once', () => {
  /** The first mixed sequence leaves its first value; lists of two changes do so from the given one on. */
  const onceWrong = (from: number, expected: string[] = []) => {
    let [mixed, pairs] = [0, 0];
    const choose = (values: readonly string[], isMixed: boolean) => {
      if (isMixed && values.length === 2) return values[(mixed += 1) === 1 ? 0 : 1];
      return values.length === 2 && (pairs += 1) >= from ? values[0] : last(values);
    };
    return leaving(choose, { learnt, stage: { violated: (one) => void expected.push(one.expected) } });
  }; // prettier-ignore

  test('is undecided if changes alone are in order', async () => {
    const stage = onceWrong(Infinity);
    await judgeActionOrder(stage.on);
    expect(stage.outline()).toContain('undecided: flaky');
  });

  test('fails if lists of changes also fail, and states the due values', async () => {
    const expected: string[] = [];
    const stage = onceWrong(2, expected);
    await judgeActionOrder(stage.on);
    expect(stage.outline()).not.toContain('undecided: flaky');
    expect(expected).toEqual([expect.stringMatching(/^canary\d+ at \/someProperty$/)]);
  });
});

describe('doSomeThing alone', () => {
  test.each([
    ['leaves the last value', last, 'the last value'],
    [
      'leaves another',
      (values: readonly string[]) => (values.length === 0 ? 'other' : last(values)),
      'another',
    ],
    ['is not looked at where changes do not show', () => 'other', 'not shown'],
  ] as const)('%s', async (_, choose, left) => {
    const { on, requests } = leaving(choose);
    expect((await leftByOther(on)).left).toBe(left);
    const count = requests.length;
    await leftByOther(on);
    expect(requests).toHaveLength(count);
  });
});

describe('the value that shows', () => {
  const a = { action: 'changeSomeProperty', someProperty: 'a' } as const;
  const b = { action: 'changeSomeProperty', someProperty: 'b' } as const;

  test.each([
    ['a', [a, b], ['1', '2']],
    ['b', [a, b], ['2', '2']],
    ['a', [a, b, a], ['3', '3']],
    ['a', [{ action: 'doSomeThing' }, a], ['2', '2']],
  ] as const)('is reported with the last action that set it: %s', (value, actions, by) => {
    const told = valueGiven(value, actions);
    expect([told.startsWith(value), told.match(/\d+/g)]).toEqual([true, by]);
  });

  test('is reported on its own if at most one action set it', () => {
    expect(valueGiven('a', [a])).toBe('a');
    expect(valueGiven('c', [a, b])).toBe('c');
  });
});
