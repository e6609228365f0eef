import { describe, expect, test } from 'vitest';
import { leftVersion } from '../../../world/resources/left-version.ts';
import { exchangeAt, historyOf } from '../../support/histories.ts';

interface Step {
  readonly name: 'readById' | 'update';
  readonly asked?: unknown;
  readonly status?: number;
  readonly shows?: unknown;
}

const leftIn = (...steps: readonly Step[]): string | undefined =>
  leftVersion(
    historyOf(
      steps.map(({ name, ...step }, at) =>
        exchangeAt(name, {
          ...step,
          number: at + 1,
          method: name === 'update' ? 'POST' : 'GET',
          target: '/demo/resource/1',
          sentAt: 10 * at,
        }),
      ),
    ),
    '1',
  );

const read = (version: number, someProperty?: string): Step => ({
  name: 'readById',
  shows: { version, someProperty: someProperty ?? null },
});
const update = (version: number, ...texts: readonly string[]): Step => ({
  name: 'update',
  asked: {
    version,
    actions: [
      { action: 'doSomeThing' },
      ...texts.map((someProperty) => ({ action: 'changeSomeProperty', someProperty })),
    ],
  },
});

describe('the version that a resource had before', () => {
  test.each([
    ['is the one that its last accepted update stated', [update(1, 'a'), update(2, 'b'), read(3, 'b')], '2'],
    [
      'is that one whatever reads show since',
      [update(1, 'a'), update(2, 'b'), read(3, 'b'), read(1), read(7)],
      '2',
    ],
    [
      'is not the one that a refused update stated',
      [update(1, 'a'), read(2, 'a'), { ...update(9, 'b'), status: 409 }],
      '1',
    ],
    ['is not known where nothing shows what the update brought', [update(1, 'a'), read(2)], undefined],
    ['is not known where that shows with the version stated', [update(1, 'a'), read(1, 'a')], undefined],
    ['is not known before an update was accepted', [read(1), { ...update(9, 'b'), status: 409 }], undefined],
    [
      'is not known where the update was accepted for later',
      [{ ...update(1, 'a'), status: 202 }, read(2, 'a')],
      undefined,
    ],
    ['is not known where the update brought no value', [update(1), read(2)], undefined],
    [
      'is not known where it brought a value again',
      [update(1, 'a'), update(2, 'b', 'a'), read(3, 'a')],
      undefined,
    ],
    [
      'is not known where a refused one had brought it',
      [{ ...update(9, 'a'), status: 409 }, update(1, 'a'), read(2, 'a')],
      undefined,
    ],
  ] as const)('%s', (_what, steps, left) => {
    expect(leftIn(...steps)).toBe(left);
  });
});
