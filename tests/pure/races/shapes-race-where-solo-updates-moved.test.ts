import { describe, expect, test } from 'vitest';
import type { Stage } from '../../../implementation/stage.ts';
import {
  actionsOf,
  lists,
  longText,
  ShapeBook,
  shapesInstead,
  soloShapes,
  type RaceShape,
} from '../../../properties/races/shapes.ts';
import { leftBy } from '../../../implementation/updates/known-actions.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';
import { raceStage } from '../../support/stages/race-stage.ts';

const other = { ...nobody, label: 'other' };
const third = { ...nobody, label: 'third' };

/** A book in which each of these shapes has changed the version, by one each time unless told otherwise. */
function bookOf(
  solos: readonly (readonly [RaceShape, actions?: number, distance?: bigint])[],
  isShut = false,
) {
  const book = isShut
    ? new ShapeBook(['doSomeThing', 'doSomeThing twice', 'doSomeThing three times'])
    : new ShapeBook(['one change']);
  for (const [shape, actions = 1, distance = 1n] of solos)
    book.moves({ shape, actions, status: 200, distance });
  return book;
}

const stageOf = (facts: Parameters<typeof raceStage>[1]): Stage => raceStage({}, facts).on;
const shut = stageOf({ shutAction: 'changeSomeProperty' });
const times = (shape: RaceShape, count: number) => Array.from({ length: count }, () => [shape] as const);

describe('a shape races', () => {
  test.each<readonly [string, RaceShape, number, boolean]>([
    ['not without a solo update', 'one change', 0, false],
    ['after one that moved the version', 'one change', 1, true],
    ['after one, as a list', 'two changes', 1, true],
    ['as doSomeThing not after two', 'doSomeThing', 2, false],
    ['as doSomeThing after three', 'doSomeThing', 3, true],
    ['as doSomeThing twice not after two', 'doSomeThing twice', 2, false],
    ['as doSomeThing twice after three', 'doSomeThing twice', 3, true],
    ['as doSomeThing three times not after two', 'doSomeThing three times', 2, false],
    ['as doSomeThing three times after three', 'doSomeThing three times', 3, true],
  ])('%s', (_when, shape, count, knows) => {
    const book = bookOf(times(shape, count));
    expect(book.knows(shape)).toBe(knows);
    book.strike(shape);
    expect(book.knows(shape)).toBe(false);
  });

  test('a shape races only by its own solo updates, not by the solo updates of another shape', () => {
    expect(bookOf([['one change'], ['one change'], ['one change']]).knows('doSomeThing')).toBe(false);
    expect(bookOf([['one change']]).knows('a long text')).toBe(false);
  });

  test('no more after its exclusion, while other shapes continue', () => {
    const book = bookOf([['one change'], ['two changes']]);
    book.strike('two changes');
    expect([book.isStruck('two changes'), book.isStruck('one change')]).toEqual([true, false]);
    expect([book.knows('two changes'), book.knows('one change')]).toEqual([false, true]);
  });
});

describe('a shape that may not race is replaced', () => {
  test('the plainest shape replaces it, and a shape that may race is kept', () => {
    const book = bookOf([['one change'], ['two changes']]);
    expect(
      ['two changes', 'a long text', 'doSomeThing'].map((shape) => book.fit(shape as RaceShape, 0)),
    ).toEqual(['two changes', 'one change', 'one change']);
  });

  test('the plainest shape replaces it even if nothing is known yet', () => {
    expect(bookOf([]).fit('a long text', 3)).toBe('one change');
    expect(bookOf([], true).fit('a long text', 1)).toBe('doSomeThing');
  });

  test('each of several shapes replaces it in turn, by its place', () => {
    const book = bookOf([...times('doSomeThing', 3), ...times('doSomeThing twice', 3), ...times('doSomeThing three times', 3)], true);
    expect([0, 1, 2, 3, 4].map((place) => book.fit('one change', place))).toEqual([
      'doSomeThing',
      'doSomeThing twice',
      'doSomeThing three times',
      'doSomeThing',
      'doSomeThing twice',
    ]);
  }); // prettier-ignore

  test('the plainest shape replaces it if the next in turn may not race either', () => {
    const book = bookOf(times('doSomeThing', 3), true);
    expect([0, 1, 2].map((place) => book.fit('one change', place))).toEqual(Array(3).fill('doSomeThing'));
  });
});

describe('shapes of concurrent clients', () => {
  test('are all the plainest if it is a change, whose values differ', () => {
    expect(bookOf([['one change']]).apart(3)).toEqual(Array(3).fill('one change'));
  });

  test('are all different without changes, and fewer if there are not enough', () => {
    const all = bookOf([...times('doSomeThing', 3), ...times('doSomeThing twice', 3), ...times('doSomeThing three times', 3)], true);
    expect(all.apart(2)).toEqual(['doSomeThing', 'doSomeThing twice']);
    expect(all.apart(4)).toEqual(['doSomeThing', 'doSomeThing twice', 'doSomeThing three times']);
    const some = bookOf([...times('doSomeThing', 3), ...times('doSomeThing three times', 3)], true);
    expect(some.apart(3)).toEqual(['doSomeThing', 'doSomeThing three times']);
  }); // prettier-ignore
});

describe('tokens', () => {
  test('race in turn, the usual token first', () => {
    const book = bookOf([]);
    expect([0, 1, 2].map((at) => book.callerAt(at))).toEqual([undefined, undefined, undefined]);
    book.joins(other);
    book.joins(third);
    expect([0, 1, 2, 3, 4].map((at) => book.callerAt(at)?.label)).toEqual([
      undefined,
      'other',
      'third',
      undefined,
      'other',
    ]);
  });

  test('stay unchanged', () => {
    const book = bookOf([]);
    book.joins(other);
    book.joins(third);
    book.leaves(other);
    expect([0, 1, 2].map((at) => book.callerAt(at)?.label)).toEqual([undefined, 'third', undefined]);
  });
});

describe('the next version', () => {
  test.each<readonly [string, Parameters<typeof bookOf>[0], string, number, string | undefined]>([
    ['is not guessed without solo updates', [], '7', 1, undefined],
    ['is as far as each was, whatever it carried', [['one change', 1, 3n], ['two changes', 2, 3n]], '7', 2, '10'],
    ['is as far by each action', [['one change', 1, 3n], ['two changes', 2, 6n]], '7', 2, '13'],
    ['is so for one action, too', [['one change', 1, 3n], ['two changes', 2, 6n]], '7', 1, '10'],
    ['falls as it fell', [['one change', 1, -2n], ['one change', 1, -2n]], '1', 1, '-1'],
    ['of a negative one', [['one change', 1, 2n]], '-7', 1, '-5'],
    ['is beyond what a double tells apart', [['one change', 1, 1n]], '9007199254740993', 1, '9007199254740994'],
    ['is not guessed where they differ', [['one change', 1, 1n], ['one change', 1, 2n]], '7', 1, undefined],
    ['is not guessed where lists differ otherwise', [['one change', 1, 3n], ['two changes', 2, 5n]], '7', 2, undefined],
    ['is not guessed by actions from a list of two', [['two changes', 2, 6n], ['one change', 1, 3n]], '7', 2, undefined],
    ['is not guessed of another writing', [['one change', 1, 1n]], '7.0', 1, undefined],
    ['is not guessed of an exponent', [['one change', 1, 1n]], '7e1', 1, undefined],
  ])('%s', (_how, solos, stated, actions, next) => {
    expect(bookOf(solos).next(stated, actions)).toBe(next);
  }); // prettier-ignore

  test('is not predicted if a version was not a whole number', () => {
    const book = bookOf([['one change']]);
    book.moves({ shape: 'one change', actions: 1, status: 200, distance: undefined });
    expect(book.next('7', 1)).toBeUndefined();
    const first = new ShapeBook(['one change']);
    first.moves({ shape: 'one change', actions: 1, status: 200, distance: undefined });
    expect(first.next('7', 1)).toBeUndefined();
  });
});

test('a shape is accepted with the status of its own solo update', () => {
  const book = bookOf([['one change']]);
  book.moves({ shape: 'a long text', actions: 1, status: 204, distance: 1n });
  expect([book.statusOf('one change'), book.statusOf('a long text'), book.statusOf('two changes')]).toEqual([
    200,
    204,
    undefined,
  ]);
});

describe('solo updates', () => {
  const ofChanges = ['one change', ...lists, 'a long text'];
  const count = (shapes: readonly RaceShape[], shape: RaceShape) =>
    shapes.filter((one) => one === shape).length;

  test('use only doSomeThing if changes are disabled, of each length often enough to race', () => {
    for (const [at, resources] of [[0, 1], [0, 2], [1, 2]] as const) {
      const shapes = soloShapes(shut, at, resources);
      expect(shapes).toHaveLength(9);
      for (const shape of shapesInstead(shut)) expect(count(shapes, shape)).toBe(3);
    }
  }); // prettier-ignore

  test.each([false, undefined])('use only changes if doSomeThing changes nothing: %s', (moves) => {
    const on = stageOf({ moves: { doSomeThing: moves, changeSomeProperty: true } });
    for (const [at, resources] of [[0, 1], [0, 2], [1, 2]] as const)
      expect(soloShapes(on, at, resources)).toEqual(ofChanges);
  }); // prettier-ignore

  test('are divided among the resources if doSomeThing changes the version, often enough on one for it to race', () => {
    const on = stageOf({ moves: { doSomeThing: true, changeSomeProperty: true } });
    expect(soloShapes(on, 0, 2)).toEqual(ofChanges);
    const second = soloShapes(on, 1, 2);
    expect(second[0]).toBe('one change');
    expect(count(second, 'doSomeThing')).toBe(3);
    expect(count(second, 'a long text')).toBe(0);
    const all = soloShapes(on, 0, 1);
    expect(new Set(all)).toEqual(new Set([...ofChanges, 'doSomeThing']));
    expect(count(all, 'doSomeThing')).toBe(3);
  });
});

test('changes replace shapes that may not race, or doSomeThing of each length if they are disabled', () => {
  expect(shapesInstead(stageOf({}))).toEqual(['one change']);
  expect(shapesInstead(stageOf({ shutAction: 'doSomeThing' }))).toEqual(['one change']);
  expect([...shapesInstead(shut)].sort()).toEqual([
    'doSomeThing',
    'doSomeThing three times',
    'doSomeThing twice',
  ]);
  expect(shapesInstead(shut)[0]).toBe('doSomeThing');
});

describe('the actions of a shape', () => {
  const on = stageOf({});
  const did = { action: 'doSomeThing' } as const;
  const changed = { action: 'changeSomeProperty', someProperty: 'mine' } as const;

  test.each<readonly [RaceShape, readonly unknown[]]>([
    ['one change', [changed]],
    ['doSomeThing', [did]],
    ['doSomeThing twice', [did, did]],
    ['doSomeThing three times', [did, did, did]],
    ['doSomeThing, then a change', [did, changed]],
    ['a change, then doSomeThing', [changed, did]],
  ])('%s', (shape, actions) => {
    expect(actionsOf(on, shape, 'mine')).toEqual(actions);
  });

  test('the actions of two changes are two values, and the canary stays', () => {
    const [first, last, ...rest] = actionsOf(on, 'two changes', 'mine');
    expect(rest).toEqual([]);
    expect(last).toEqual(changed);
    expect(first).toMatchObject({ action: 'changeSomeProperty' });
    expect(first).not.toEqual(changed);
  });

  test.each([
    [undefined, longText.longest],
    [longText.shortest, longText.shortest],
    [451, 451],
  ])(
    'the actions of a long text of %s are one value of that length, which begins with the canary',
    (length, characters) => {
      const [one, ...rest] = actionsOf(on, 'a long text', 'mine', length === undefined ? {} : { length });
      const text = one !== undefined && 'someProperty' in one ? (one.someProperty ?? '') : '';
      expect(rest).toEqual([]);
      expect(text).toHaveLength(characters);
      expect(text.startsWith('mine')).toBe(true);
    },
  );

  test.each<readonly [RaceShape, number]>([
    ['three to eight actions', 8],
    ['nine to twenty actions', 20],
  ])(
    'the actions of %s are the longest list of both if none was drawn, and the canary stays',
    (shape, length) => {
      const actions = actionsOf(on, shape, 'mine');
      expect(actions).toHaveLength(length);
      expect(new Set(actions.map(({ action }) => action)).size).toBe(2);
      expect(leftBy(actions)).toBe('mine');
    },
  );

  const drawnList = [
    did,
    { ...changed, someProperty: 'a' },
    did,
    { ...changed, someProperty: 'b' },
    did,
  ] as const;

  test('the actions of a drawn list are the list, with the canary in its last change', () => {
    const list = [...drawnList];
    expect(actionsOf(on, 'three to eight actions', 'mine', { list })).toEqual([
      ...drawnList.slice(0, 3),
      changed,
      did,
    ]);
    expect(actionsOf(on, 'three to eight actions', 'mine', { list: [did, did, did] })).toEqual([
      did,
      did,
      changed,
    ]);
  });

  test('the actions of a drawn list keep their number if doSomeThing is refused, all of them changes', () => {
    const actions = actionsOf(stageOf({ shutAction: 'doSomeThing' }), 'three to eight actions', 'mine', {
      list: [...drawnList],
    });
    expect(actions.map(({ action }) => action)).toEqual(Array(5).fill('changeSomeProperty'));
    expect(leftBy(actions)).toBe('mine');
  });
});
