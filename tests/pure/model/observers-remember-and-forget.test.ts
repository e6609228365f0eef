import { mentionsAt } from '../../../wire/json/pointer.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { describe, expect, test } from 'vitest';
import { LeftVersions } from '../../../properties/model/left-versions.ts';
import { RefusedDeletes } from '../../../properties/model/refused-deletes.ts';
import { BroughtTexts, RefusedTexts } from '../../../properties/model/refused-texts.ts';
import { States } from '../../../properties/model/states.ts';
import { Verdicts } from '../../../properties/model/verdicts.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const at = (version: number, text = '') => answered([200, `{"version":${version},"text":"${text}"}`]);
const later = answered([202]);

describe('states', () => {
  /** Updates that stated the first of each, brought the second, and were shown at the third. */
  function played(...updates: readonly (readonly [stated: string, value: string, shown: number])[]) {
    const verdicts = new Verdicts();
    const states = new States(verdicts);
    for (const [stated, value, shown] of updates) {
      states.leave(stated, at(shown));
      states.enter(value, at(shown), at(shown));
    }
    return { verdicts, states };
  }

  test('have different versions, one by one', () => {
    const { verdicts } = played(['1', 'a', 2], ['2', 'b', 3], ['3', 'c', 4]);
    expect(verdicts.held.get('Versioning/states-differ-in-version')).toBe(2);
    expect(verdicts.isOver).toBe(false);
  });

  test('break the clause if two share a version, however it is spelled', () => {
    const { verdicts } = played(['1', 'a', 2], ['2', 'b', 2], ['2.0', 'c', 3]);
    expect(verdicts.broken).toMatchObject({
      clause: 'Versioning/states-differ-in-version',
      broken: { got: 'a and b: an update with version 2.0 was accepted on both' },
    });
  });

  test('are forgotten if a state that was not shown was replaced', () => {
    const { verdicts } = played(['1', 'a', 2], ['2', 'b', 3], ['7', 'c', 8], ['8', 'd', 2], ['2', 'e', 3]);
    expect(verdicts.broken).toBeUndefined();
  });

  test('prove nothing once all notes are cleared', () => {
    const { verdicts, states } = played(['1', 'a', 2], ['2', 'b', 3]);
    states.forget();
    expect(states.update).toBeUndefined();
    states.leave('3', at(2));
    states.enter('c', at(2), at(2));
    states.leave('2', at(3));
    expect(verdicts.broken).toBeUndefined();
  });
});

test('a version is replaced immediately, and the version of a deferred update by the next update', () => {
  const left = new LeftVersions();
  left.leave('1', at(2));
  left.leave('2', later);
  expect([left.last, left.isOneToBeLeft]).toEqual(['1', true]);
  left.leave('3', at(4));
  expect([left.back(0), left.back(1), left.back(2), left.back(3)]).toEqual(['3', '2', '1', '3']);
  left.forget();
  expect(left.last).toBeUndefined();
});

describe('deletes that were refused', () => {
  test('pass once each, by an update or a read', () => {
    const verdicts = new Verdicts();
    const deletes = new RefusedDeletes(verdicts);
    deletes.add(at(1), answered([403]));
    deletes.hold();
    deletes.add(at(1), answered([403]));
    deletes.look(at(1));
    deletes.look(answered([404]));
    expect(verdicts.held.get('4.11/refused-delete-has-no-effect')).toBe(2);
    expect([verdicts.isOver, deletes.areAny]).toEqual([false, false]);
  });

  test('are broken if the resource is gone, even after an update had shown it', () => {
    const verdicts = new Verdicts();
    const deletes = new RefusedDeletes(verdicts);
    deletes.add(at(1), answered([403]));
    deletes.hold();
    deletes.look(answered([500]));
    expect(verdicts.isOver).toBe(false);
    deletes.look(answered([404]));
    expect(verdicts.broken?.clause).toBe('4.11/refused-delete-has-no-effect');
  });

  test('leave the resource known as existing until another request is sent', () => {
    const deletes = new RefusedDeletes(new Verdicts());
    deletes.look(at(1));
    expect(deletes.there?.status).toBe(200);
    deletes.disturb();
    expect(deletes.there).toBeUndefined();
  });
});

describe('texts', () => {
  const mentioned = ({ value }: Exchange, text: string): string | undefined => mentionsAt(value, text);
  const refused = { canary: 'x1', exchange: answered([409]), clause: '4.10/conflict-has-no-effect' } as const;

  test('texts of refused writes break their clause if they show, unless notes were cleared', () => {
    const verdicts = new Verdicts();
    const texts = new RefusedTexts(verdicts, mentioned);
    texts.add(refused);
    texts.look(at(1, 'x2'));
    expect(verdicts.broken).toBeUndefined();
    texts.forget();
    texts.look(at(1, 'x1'));
    expect(verdicts.broken).toBeUndefined();
    texts.add(refused);
    texts.look(at(1, 'x1'));
    expect(verdicts.broken?.clause).toBe('4.10/conflict-has-no-effect');
  });

  test('texts of writes with unknown rights are suspect, and stay suspect', () => {
    const verdicts = new Verdicts();
    const texts = new RefusedTexts(verdicts, mentioned);
    texts.addDenied('x1');
    texts.look(at(1, 'x1'));
    texts.forget();
    expect([texts.isSuspect, verdicts.isOver]).toEqual([true, false]);
  });

  test('texts of conflicts pass together, once an answer shows that they had no effect', () => {
    const verdicts = new Verdicts();
    const texts = new RefusedTexts(verdicts, mentioned);
    texts.add(refused);
    texts.add({ ...refused, exchange: answered([400]) });
    expect(texts.conflicts).toBe(1);
    texts.settle(true);
    texts.add(refused);
    texts.settle(false);
    texts.settle(true);
    expect(verdicts.held.get('4.10/conflict-has-no-effect')).toBe(1);
  });

  test('texts of updates show in no other resource', () => {
    const verdicts = new Verdicts();
    const texts = new BroughtTexts(verdicts, mentioned);
    texts.add('x1', at(2));
    texts.judge(at(1, 'y'));
    expect(verdicts.held.get('4.10/changes-the-named-resource')).toBe(1);
    texts.judge(at(1, 'x1'));
    expect(verdicts.broken?.clause).toBe('4.10/changes-the-named-resource');
  });
});
