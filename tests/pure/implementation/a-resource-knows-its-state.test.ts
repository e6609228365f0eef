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

describe('a version that was shown', () => {
  test('is a hint until the version may have changed', () => {
    const own = seenAt('1');
    expect(own.toState).toBe('1');
    own.mayHaveMoved();
    expect(own.toState).toBeUndefined();
    expect(own.issued).toEqual(['1']);
  });

  test('is noted once in a row, however it is spelled', () => {
    expect(seenAt('1', '1.0', '2', '1').issued).toEqual(['1', '2', '1']);
    expect(seenAt('1', '2', '1').former('1')).toEqual(['2']);
  });

  test('stays while reads may lag behind it', async () => {
    const own = seenAt('2');
    await own.keepingShown(() => Promise.resolve(own.show('1')));
    expect(own.shown).toBe('2');
    own.forget();
    await own.keepingShown(() => Promise.resolve(own.show('3')));
    expect(own.shown).toBe('3');
  });
});

describe('a replaced version', () => {
  test('is an earlier state, if a read shows it', () => {
    const own = seenAt('1');
    own.leave('1');
    expect(own.hasMoved).toBe(true);
    expect(own.seek(showing('1'), '/someProperty')).toBe('an earlier state');
    expect(own.seek(showing('2'), '/someProperty')).toBe('the version');
  });

  test('is awaited after an update that was accepted for later, whatever is forgotten', () => {
    const own = seenAt('1');
    own.updated('0', [changeTo('a')], answered([200, '']), facts);
    own.accepted('1');
    own.forget();
    expect(own.seek(showing('1'), '/someProperty')).toBe('an earlier state');
    expect(own.seek(showing('2'), '/someProperty')).toBe('the version');
    own.forget();
    expect(own.seek(showing('1'), '/someProperty')).toBe('the version');
  });

  test('is never stated, even if a read has shown it', () => {
    const own = seenAt('1');
    own.leave('1');
    own.show('1');
    expect(own.toState).toBeUndefined();
    own.mayHaveStayed();
    expect(own.toState).toBe('1');
  });

  test('is replaced by the version in the answer, unless both are equal', () => {
    const own = seenAt('1');
    own.leave('1', '2');
    expect(own.toState).toBe('2');
    own.leave('2', '2.0');
    expect(own.toState).toBeUndefined();
  });

  test('is accepted again once all notes are cleared', () => {
    const own = seenAt('1');
    own.leave('1', '2');
    own.forget();
    expect(own.hasMoved).toBe(false);
    expect(own.seek(showing('1'), undefined)).toBe('the version');
  });
});

describe('an accepted update', () => {
  test('makes the stated version a former version, if updates of its kind change the version', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('2'), facts);
    expect([own.toState, own.hasMoved, own.value]).toEqual(['2', true, 'a']);
    expect(own.issued).toEqual(['1', '2']);
  });

  test('may have kept the version if it repeats the same value', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('2'), facts);
    own.updated('2', [changeTo('a')], showing('2'), facts);
    expect([own.toState, own.hasMoved]).toEqual(['2', false]);
  });

  test('has kept the version if its answer shows the same version, even if doSomeThing changed it before', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [{ action: 'doSomeThing' }], showing('1'), facts);
    expect([own.toState, own.hasMoved]).toEqual([undefined, false]);
  });

  test('changes the version later if it is deferred, whichever version its answer shows', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [{ action: 'doSomeThing' }], answered([202, '{"version":1}']), facts);
    expect([own.toState, own.hasMoved]).toEqual([undefined, true]);
  });

  test('proves nothing if answers and reads differ', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('a')], showing('7'), { ...facts, answersShowVersion: false });
    expect(own.toState).toBeUndefined();
  });

  test('has kept the version if a read shows it together with the change', () => {
    const own = new OwnResource('a', 0);
    own.updated('1', [changeTo('b')], showing('1'), facts);
    expect(own.seek(showing('1', 'a'), '/someProperty')).toBe('an earlier state');
    expect(own.seek(showing('1', 'b'), '/someProperty')).toBe('the version');
    expect(own.hasMoved).toBe(false);
  });
});

describe('a read', () => {
  const made = (status: number) => new OwnResource('a', 0, { born: answered([status]) });

  test('shows a lag if it finds a resource that another read missed', () => {
    const own = made(201);
    expect(own.found(answered([404]))).toBe(false);
    expect(own.found(showing('1'))).toBe(true);
    expect([own.isConfirmed, own.cameLater]).toEqual([true, false]);
    expect(own.found(showing('1'))).toBe(false);
  });

  test('has seen no lag if the write is deferred', () => {
    const own = made(202);
    own.found(answered([404]));
    expect(own.found(showing('1'))).toBe(false);
    expect(own.cameLater).toBe(true);
  });

  test('after a read without a version, no version can be stated until a read shows one', () => {
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
