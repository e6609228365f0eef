import { describe, expect, test } from 'vitest';
import type { UpdateAction } from '../../../implementation/facts.ts';
import { nothingLearnt } from '../../../implementation/learnt.ts';
import { changeTo } from '../../../implementation/updates/changes.ts';
import {
  anyAction,
  insteadOf,
  leftBy,
  moves,
  passable,
} from '../../../implementation/updates/known-actions.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

/** A stage that has learnt which action is shut, as far as the choice of actions looks at one. */
const knowing = (shutAction: UpdateAction['action'] | undefined) => ({
  facts: { ...nothingLearnt(answered([200, '']).caller), shutAction },
  canary: () => 'own',
});

describe('an update that has to be accepted', () => {
  test('is a change, with the requested text or a text of its own', () => {
    expect(anyAction(knowing(undefined), 'a')).toEqual(changeTo('a'));
    expect(anyAction(knowing(undefined))).toEqual(changeTo('own'));
    expect(anyAction(knowing('doSomeThing'))).toEqual(changeTo('own'));
  });

  test('is doSomeThing if changes are disabled', () => {
    expect(anyAction(knowing('changeSomeProperty'), 'a')).toEqual(doSomeThing);
  });
});

describe('a list of actions', () => {
  const list = [changeTo('a'), doSomeThing, changeTo('b')];

  test('stays unchanged if no action of it is disabled', () => {
    expect(passable(knowing(undefined), list)).toBe(list);
  });

  test('keeps its length if changes are disabled', () => {
    expect(passable(knowing('changeSomeProperty'), list)).toEqual([doSomeThing, doSomeThing, doSomeThing]);
  });

  test('keeps its changes if doSomeThing is disabled, or gets a change', () => {
    expect(passable(knowing('doSomeThing'), list)).toEqual([changeTo('a'), changeTo('b')]);
    expect(passable(knowing('doSomeThing'), [doSomeThing])).toEqual([changeTo('own')]);
  });

  test('stays empty if it was empty', () => {
    expect(passable(knowing('doSomeThing'), [])).toEqual([]);
    expect(passable(knowing('changeSomeProperty'), [])).toEqual([]);
  });

  test('leaves the last value that it sets', () => {
    expect(leftBy(list)).toBe('b');
    expect(leftBy([doSomeThing])).toBeUndefined();
  });

  test('changes the version if one of its actions was seen to change the version', () => {
    const known = { moves: { doSomeThing: true, changeSomeProperty: false } };
    expect(moves(known, [changeTo('a'), doSomeThing])).toBe(true);
    expect(moves(known, [changeTo('a')])).toBe(false);
  });
});

test('names the evidence for the other actions if an action is disabled', () => {
  expect(insteadOf(knowing(undefined).facts)).toBe('');
  expect(insteadOf(knowing('doSomeThing').facts)).toMatch(/by changeSomeProperty alone$/);
  expect(insteadOf(knowing('changeSomeProperty').facts)).toMatch(/by doSomeThing alone$/);
});
