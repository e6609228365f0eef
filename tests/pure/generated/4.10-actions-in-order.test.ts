import { describe, expect, test } from 'vitest';
import { actionOrder } from '../../../properties/action-order.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';
import type { Kept } from '../../support/stages/scripted-store.ts';

interface Action {
  readonly action: string;
  readonly someProperty?: string;
}

type Left = (one: Kept, values: readonly string[]) => void;

const first: Left = (one, values) => void (one.someProperty = values[0] ?? '');

/** A store where several changes leave something else in the turns that are wrong; doSomeThing alone clears the value, or nothing. */
async function judged(isWrong: (turn: number) => boolean, { clears = false, left = first } = {}) {
  let turn = 0;
  const stage = propertyStage({
    answer: (name, id, _at, { json }) => {
      const one = stage.kept.get(id);
      if (name !== 'update' || one === undefined) return undefined;
      const { actions } = json as unknown as { readonly actions: readonly Action[] };
      const values = actions.flatMap(({ someProperty }) => someProperty ?? []);
      if (values.length === 1 || (values.length === 0 && !clears)) return undefined;
      one.version += 1;
      one.someProperty = values.at(-1) ?? '';
      if (values.length > 1 && isWrong((turn += 1))) left(one, values);
      return [200, `{"version":${one.version}}`];
    },
  });
  await actionOrder.check(stage.on);
  return { ...stage, outline: outlineOf(stage.told) };
}

describe('drawn sequences of actions', () => {
  test('pass if the last value is left', async () => {
    expect(new Set((await judged(() => false)).outline)).toEqual(new Set(['held']));
  });

  test('fail if they leave another value every time, in the smallest case', async () => {
    const { broken } = await judged(() => true);
    expect(broken).toMatchObject([{ reproduced: '3/3', counterexample: { length: 2 } }]);
  });

  test('fail if single changes do so once', async () => {
    const { broken } = await judged((turn) => turn === 1, { clears: true });
    expect(broken.map(({ reproduced }) => reproduced)).toEqual(['1/3']);
  });

  test.each<readonly [string, Left]>([
    ['a value that none of them gave', (one) => void (one.someProperty = 'of others')],
    [
      'an earlier version',
      (one, values) => {
        first(one, values);
        one.version -= 2;
      },
    ],
  ])('are undecided if single changes leave %s once', async (_, left) => {
    const { outline } = await judged((turn) => turn === 1, { clears: true, left });
    expect(outline).toContain('undecided: flaky');
    expect(outline).not.toContain('violated');
  });

  test('are undecided if doSomeThing is among them and leaves the same once', async () => {
    expect((await judged((turn) => turn === 1)).outline).toContain('undecided: flaky');
  });
});
