import { describe, expect, test } from 'vitest';
import { actionOrder } from '../../../properties/action-order.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';

interface Action {
  readonly action: string;
  readonly someProperty?: string;
}

/** A store where several changes leave the first value in the turns that are wrong; doSomeThing alone clears it, or nothing. */
async function judged(isWrong: (turn: number) => boolean, clears = false) {
  let turn = 0;
  const stage = propertyStage({
    answer: (name, id, _at, { json }) => {
      const one = stage.kept.get(id);
      if (name !== 'update' || one === undefined) return undefined;
      const { actions } = json as unknown as { readonly actions: readonly Action[] };
      const values = actions.flatMap(({ someProperty }) => someProperty ?? []);
      if (values.length === 1 || (values.length === 0 && !clears)) return undefined;
      const isFirst = values.length > 1 && isWrong((turn += 1));
      one.version += 1;
      one.someProperty = (isFirst ? values[0] : values.at(-1)) ?? '';
      return [200, `{"version":${one.version}}`];
    },
  });
  await actionOrder.check(stage.on);
  return { ...stage, outline: outlineOf(stage.told) };
}

describe('drawn sequences of actions', () => {
  test('hold where the last value is left', async () => {
    expect(new Set((await judged(() => false)).outline)).toEqual(new Set(['held']));
  });

  test('fail where they leave another value every time, as small as they go', async () => {
    const { broken } = await judged(() => true);
    expect(broken).toMatchObject([{ reproduced: '3/3', counterexample: { length: 2 } }]);
  });

  test('fail where changes alone do so once', async () => {
    const { broken } = await judged((turn) => turn === 1, true);
    expect(broken.map(({ reproduced }) => reproduced)).toEqual(['1/3']);
  });

  test('are undecided where doSomeThing is among them and they do so once', async () => {
    expect((await judged((turn) => turn === 1)).outline).toContain('undecided: flaky');
  });
});
