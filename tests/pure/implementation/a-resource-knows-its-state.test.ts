import { describe, expect, test } from 'vitest';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { changeTo } from '../../../implementation/updates/changes.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const facts = { moves: { doSomeThing: true, changeSomeProperty: true }, answersShowVersion: true };
const showing = (version: string, property = 'a') =>
  answered([200, `{"version":${version},"someProperty":"${property}"}`]);

function seenAt(...versions: readonly string[]): OwnResource {
  const own = new OwnResource('a', 0);
  for (const version of versions) own.show(version);
  return own;
}

describe('what was shown', () => {
  test('is a hint until the version may have moved', () => {
    const own = seenAt('1');
    expect(own.toState).toBe('1');
    own.mayHaveMoved();
    expect(own.toState).toBeUndefined();
    expect(own.issued).toEqual(['1']);
  });

  test('is noted once in a row, however spelt', () => {
    expect(seenAt('1', '1.0', '2', '1').issued).toEqual(['1', '2', '1']);
    expect(seenAt('1', '2', '1').former('1')).toEqual(['2']);
  });

  test('stands while reads may lag behind it', async () => {
    const own = seenAt('2');
    await own.keepingShown(() => Promise.resolve(own.show('1')));
    expect(own.shown).toBe('2');
    own.forget();
    await own.keepingShown(() => Promise.resolve(own.show('3')));
    expect(own.shown).toBe('3');
  });
});

describe('a version that was left', () => {
  test('is an earlier state, if a read shows it', () => {
    const own = seenAt('1');
    own.leave('1');
    expect(own.hasMoved).toBe(true);
    expect(own.seek(showing('1'), '/someProperty')).toBe('an earlier state');
    expect(own.seek(showing('2'), '/someProperty')).toBe('the version');
  });

  test('is none to state, even if a read has shown it', () => {
    const own = seenAt('1');
    own.leave('1');
    own.show('1');
    expect(own.toState).toBeUndefined();
    own.mayHaveStayed();
    expect(own.toState).toBe('1');
  });

  test('gives way to what the answer showed, unless that is the same', () => {
    const own = seenAt('1');
    own.leave('1', '2');
    expect(own.toState).toBe('2');
    own.leave('2', '2.0');
    expect(own.toState).toBeUndefined();
  });

  test('is taken again once all is forgotten', () => {
    const own = seenAt('1');
    own.leave('1', '2');
    own.forget();
    expect(own.hasMoved).toBe(false);
    expect(own.seek(showing('1'), undefined)).toBe('the version');
  });
});

describe('an accepted update', () => {
  test('makes the stated version a former one, if updates of its kind change the version', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('2'), facts);
    expect([own.toState, own.hasMoved, own.value]).toEqual(['2', true, 'a']);
    expect(own.issued).toEqual(['1', '2']);
  });

  test('may have stayed if it gives the same value again', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('2'), facts);
    own.updated('2', [changeTo('a')], showing('2'), facts);
    expect([own.toState, own.hasMoved]).toEqual(['2', false]);
  });

  test('has stayed if its answer says so, whatever doSomeThing did before', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [{ action: 'doSomeThing' }], showing('1'), facts);
    expect([own.toState, own.hasMoved]).toEqual([undefined, false]);
  });

  test('moves later if it was accepted for later, whatever its answer shows', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [{ action: 'doSomeThing' }], answered([202, '{"version":1}']), facts);
    expect([own.toState, own.hasMoved]).toEqual([undefined, true]);
  });

  test('shows nothing if answers and reads differ', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('7'), { ...facts, answersShowVersion: false });
    expect(own.toState).toBeUndefined();
  });

  test('has stayed at its version where a read shows the change beside it', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('b')], showing('1'), facts);
    expect(own.seek(showing('1', 'a'), '/someProperty')).toBe('an earlier state');
    expect(own.seek(showing('1', 'b'), '/someProperty')).toBe('the version');
    expect(own.hasMoved).toBe(false);
  });
});

describe('a read', () => {
  const made = (status: number) => new OwnResource('a', 0, { born: answered([status]) });

  test('that finds what another one missed has seen a lag', () => {
    const own = made(201);
    expect(own.found(answered([404]))).toBe(false);
    expect(own.found(showing('1'))).toBe(true);
    expect([own.isConfirmed, own.cameLater]).toEqual([true, false]);
    expect(own.found(showing('1'))).toBe(false);
  });

  test('of what was accepted for later has not', () => {
    const own = made(202);
    own.found(answered([404]));
    expect(own.found(showing('1'))).toBe(false);
    expect(own.cameLater).toBe(true);
  });

  test('without a version leaves none to state, until one shows', () => {
    const own = made(201);
    expect(own.seek(answered([200]), undefined)).toBe('no version');
    expect(own.isUnversioned).toBe(true);
    expect(own.seek(answered([404]), undefined)).toBe('no resource');
    expect(own.isUnversioned).toBe(false);
    own.missing();
    expect(own.isUnversioned).toBe(true);
  });
});

test('the last write is the latest of all', () => {
  const own = new OwnResource('a', 5);
  own.written(9);
  own.mayHaveMoved(7);
  expect(own.lastWriteAt).toBe(9);
  own.gone(11);
  expect([own.lastWriteAt, own.isDeleted, own.isAbandoned]).toEqual([11, true, false]);
});
