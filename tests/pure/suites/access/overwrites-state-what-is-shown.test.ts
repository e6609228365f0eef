import { describe, expect, test } from 'vitest';
import {
  asContent,
  withMember,
  withString,
  versionsIn,
  versionsOfOthers,
} from '../../../../suites/overwrites/aim.ts';
import { JsonNumber } from '../../../../wire/json/json.ts';
import { judgedStage } from '../../../support/stages/judged-stage.ts';
import { answered } from '../../../support/stages/scripted-stage.ts';

const json = (text: string) => answered([200, text]);

describe('content gets a string of its own', () => {
  test.each([
    [{ arrayOfStringExample: ['a'] }, 'own', { arrayOfStringExample: ['own'] }],
    [{ arrayOfStringExample: ['a', 'b', 'c'] }, 'own', { arrayOfStringExample: ['own', 'b', 'c'] }],
    [{ arrayOfStringExample: ['a'], x: 1 }, 'own', { arrayOfStringExample: ['own'], x: 1 }],
    [{ arrayOfStringExample: [] }, 'own', { arrayOfStringExample: [] }],
    [{ arrayOfStringExample: 'a' }, 'own', { arrayOfStringExample: 'a' }],
    [{ x: 1 }, 'own', { x: 1 }],
    [{}, 'own', {}],
    [{ arrayOfStringExample: ['a'] }, undefined, { arrayOfStringExample: ['a'] }],
  ])('content gets a string only in place of its first string: %j', (content, canary, expected) => {
    expect(withString(content, canary)).toEqual(expected);
  });

  test('the original content stays unchanged', () => {
    const content = { arrayOfStringExample: ['a'] };
    withString(content, 'own');
    expect(content).toEqual({ arrayOfStringExample: ['a'] });
  });
});

describe('a value', () => {
  test.each([[undefined], [null], ['a'], [true], [1], [['a']], [[]], [new JsonNumber('1')]])(
    'a value that is no object is no content: %j',
    (value) => {
      expect(asContent(value)).toBeUndefined();
    },
  );

  test.each([[{}], [{ a: 1 }]])('an object is content, as a copy: %j', (value) => {
    expect(asContent(value)).toEqual(value);
    expect(asContent(value)).not.toBe(value);
  });
});

describe('a member is set', () => {
  test.each([
    [{}, ['id'], { id: 'v' }],
    [{ id: 'old', a: 1 }, ['id'], { id: 'v', a: 1 }],
    [{}, ['a', 'id'], { a: { id: 'v' } }],
    [{ a: { b: 1 } }, ['a', 'id'], { a: { b: 1, id: 'v' } }],
    [{ a: { b: { c: 1 } }, d: 2 }, ['a', 'b', 'id'], { a: { b: { c: 1, id: 'v' } }, d: 2 }],
    [{ a: ['x'] }, ['a', 'id'], { a: { id: 'v' } }],
    [{ a: 'x' }, ['a', 'id'], { a: { id: 'v' } }],
    [{ a: 1 }, [], { a: 1 }],
  ])('a member is set at its path, without other changes: %j %j', (body, path, expected) => {
    expect(withMember(body, path, 'v')).toEqual(expected);
  });
});

describe('versions', () => {
  test.each([
    ['{}', []],
    ['[]', []],
    ['"1"', []],
    ['{"version":1}', ['1']],
    ['{"version":9007199254740993}', ['9007199254740993']],
    ['{"version":"1"}', []],
    ['{"version":1.5}', []],
    ['{"version":null}', []],
    ['[{"version":1},{"version":2}]', ['1', '2']],
    ['{"results":[{"version":1},{"a":{"version":2}}]}', ['1', '2']],
    ['{"version":1,"a":{"version":2}}', ['1', '2']],
    ['{"version":{"version":3}}', ['3']],
  ])('are found at any depth, if they are whole numbers: %s', (text, versions) => {
    expect(versionsIn(json(text).value).toSorted()).toEqual(versions);
  });

  test('do not exist in a text that is not JSON', () => {
    expect(versionsIn(undefined)).toEqual([]);
  });

  const { on } = judgedStage(() => [200], { stage: { made: [{ id: 'r1', canary: 'c1', at: 0 }] } });

  test.each([
    ['{"results":[]}', []],
    ['{"results":[{"id":"r1","version":1}]}', []],
    ['{"results":[{"id":"x","version":2}]}', ['2']],
    ['{"results":[{"id":"r1","version":1},{"id":"x","version":2},{"id":"y","version":3}]}', ['2', '3']],
  ])('versions of other resources have ids that the run has not made: %s', (text, versions) => {
    expect(versionsOfOthers(on, [json(text)]).toSorted()).toEqual(versions);
  });

  test('versions of other resources are taken from each list', () => {
    const lists = [json('{"results":[{"id":"x","version":2}]}'), json('{"a":[{"id":"y","version":3}]}')];
    expect(versionsOfOthers(on, lists).toSorted()).toEqual(['2', '3']);
    expect(versionsOfOthers(on, [])).toEqual([]);
  });
});
