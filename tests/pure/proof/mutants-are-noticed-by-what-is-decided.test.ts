import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differenceOf, type Outcome } from '../../../proof/mutation/battery/item.ts';
import { reworded } from '../../../proof/mutation/hook.mjs';
import { mutate } from '../../../proof/mutation/mutants.ts';
import { observed } from '../../../proof/mutation/observed.mjs';
import { drawnOf, rooms } from '../../../proof/mutation/rooms.ts';
import { wilson } from '../../../proof/mutation/score.ts';
import { writeSwitched } from '../../../proof/mutation/switched-folder.ts';
import { MutantSwitches } from '../../../proof/mutation/switches.ts';

const outcome = (digest: string, ...failed: readonly string[]): Outcome => ({ digest, failed });

describe('an item notices a mutant', () => {
  test.each([
    ['a fault that gets away', { breaks: 'a' }, outcome('x', 'a'), outcome('y'), 'unmet'],
    [
      'a fault that another clause fails for',
      { breaks: 'a' },
      outcome('x', 'a'),
      outcome('y', 'a', 'b'),
      'other',
    ],
    ['an alarm that is none', {}, outcome('x'), outcome('y', 'a'), 'unmet'],
    ['a verdict that is another', {}, outcome('x', 'a'), outcome('y'), 'other'],
    ['nothing', { breaks: 'a' }, outcome('x', 'a'), outcome('x', 'a'), undefined],
  ] as const)('an item notices a mutant by %s', (_what, item, usual, now, difference) => {
    expect(differenceOf(item, usual, now)).toBe(difference);
  });
});

/** What is come by in a module with three mutants at one place, where it is asked of some what they would have come to. */
async function watched(asked: readonly number[]) {
  const switches = new MutantSwitches();
  switches.install();
  const of = `const { act: stryMutAct_9fa48, cov: stryCov_9fa48, obs: stryObs_9fa48 } = globalThis.mutantsOf('m');\n`;
  const code = `${of}export function f(a) {
    return stryMutAct_9fa48("3") ? go(a) : stryMutAct_9fa48("2") ? a > 1 : stryMutAct_9fa48("1") ? true : (stryCov_9fa48("1", "2", "3"), a >= 1);
  }`;
  const address = `data:text/javascript,${encodeURIComponent(observed(code, asked))}`;
  const { f } = (await import(/* @vite-ignore */ address)) as { f: (a: number) => boolean };
  return (a: number): readonly number[] => {
    switches.watch();
    expect(f(a)).toBe(a >= 1);
    return [...(switches.met()['m'] ?? [])].toSorted((one, other) => one - other);
  };
}

describe('a module with switches', () => {
  test('has a switch for each mutant, and no switch in a text', async () => {
    const module = await mutate('clause/verdict.ts');
    expect(module.mutants.length).toBeGreaterThan(3);
    expect(module.mutants.map(({ operator }) => operator)).not.toContain('StringLiteral');
    rmSync(writeSwitched([module]), { recursive: true });
  });

  test('is refused if a mutant has no switch, or if there is no mutant', async () => {
    const module = await mutate('clause/mark.ts');
    const source = module.source.replace(/stryMutAct_9fa48\("\d+"\)/, 'false');
    expect(() => writeSwitched([{ ...module, source }])).toThrow('has no switch');
    expect(() => writeSwitched([{ ...module, mutants: [] }])).toThrow('no mutant');
  });

  test('names switches that would give another value, and switches that it cannot evaluate', async () => {
    const metWith = await watched([2]);
    expect(metWith(0)).toEqual([1, 3]);
    expect(metWith(1)).toEqual([2, 3]);
    expect(metWith(2)).toEqual([3]);
  });

  test('reports that code was reached, if a switch is not evaluated', async () => {
    const metWith = await watched([]);
    expect(metWith(0)).toEqual([1, 2, 3]);
  });
});

test('prose is reworded, but names are not', () => {
  const code = "import a from 'no prose at all';\nconst b = ['one name', 'name', `${a} is told`, /no text/];";
  expect(reworded(code)).toBe(
    "import a from 'no prose at all';\nconst b = ['one indeed name', 'name', `${a} is indeed told`, /no text/];",
  );
});

test('a sample is drawn by its salt, and the same each time', () => {
  const [room] = rooms;
  if (room === undefined) throw new Error('there is no room');
  const mutants = Array.from({ length: 40 }, (_, index) => ({
    module: 'm', index, line: index, column: 1, operator: 'o', original: '', replacement: '',
  })); // prettier-ignore
  const some = { ...room, sample: 10 };
  expect(drawnOf(some, mutants)).toHaveLength(10);
  expect(drawnOf(some, mutants)).toEqual(drawnOf(some, mutants.toReversed()));
  expect(drawnOf(some, mutants, 'another')).not.toEqual(drawnOf(some, mutants));
});

test('a share has its interval', () => {
  const [from, to] = wilson(88, 100);
  expect([from, to].map((share) => share.toFixed(3))).toEqual(['0.802', '0.930']);
  expect(wilson(0, 0)).toEqual([0, 1]);
});
