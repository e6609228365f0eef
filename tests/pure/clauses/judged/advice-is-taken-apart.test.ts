import { describe, expect, test } from 'vitest';
import {
  askedBy,
  holdsMembers,
  isToFillIn,
  mergedMembers,
  namesOf,
  suppliedMembers,
  type Asked,
  type Members,
} from '../../../../clause/supplied-members.ts';

describe('a line of advice', () => {
  test.each<[supply: string, asked: Omit<Asked, 'line'>]>([
    ['', {}],
    ['ask somebody', {}],
    ['see what CONFORMANCE_ONE=1 does', {}],
    ['CONFORMANCE_ONE=1', { settings: { CONFORMANCE_ONE: '1' } }],
    ['CONFORMANCE_ONE=', { settings: { CONFORMANCE_ONE: '' } }],
    ['CONFORMANCE_ONE=a=b', { settings: { CONFORMANCE_ONE: 'a=b' } }],
    ['CONFORMANCE_ONE=a\nb', { settings: { CONFORMANCE_ONE: 'a\nb' } }],
    ['CONFORMANCE_ONE=1 and CONFORMANCE_TWO=2', { settings: { CONFORMANCE_ONE: '1', CONFORMANCE_TWO: '2' } }],
    ['"search": {"method": "GET"}', { inProfile: true, profile: { search: { method: 'GET' } } }],
    ['"search": {"method": "GET"} and CONFORMANCE_ONE=1', { inProfile: true, profile: { search: { method: 'GET' } }, settings: { CONFORMANCE_ONE: '1' } }],
    ['"search": {"method": "this and that"}', { inProfile: true, profile: { search: { method: 'this and that' } } }],
    ['"search": in words', { inProfile: true }],
    ['(or state the limit: CONFORMANCE_WITHOUT=no-scope)', { limit: 'no-scope' }],
  ])('%j asks for it', (supply, { limit, ...asked }) => {
    const line = limit === undefined ? supply : '';
    expect(askedBy(supply)).toEqual({ line, ...asked, ...(limit === undefined ? {} : { limit }) });
  }); // prettier-ignore

  test('ends with the limit that could be stated instead', () => {
    const limited = 'CONFORMANCE_ONE=1  (or state the limit: CONFORMANCE_WITHOUT=4.15)';
    expect([askedBy(limited).line, askedBy(limited).limit]).toEqual(['CONFORMANCE_ONE=1', '4.15']);
    expect(askedBy(`${limited}, says somebody`).limit).toBeUndefined();
    expect('limit' in askedBy('CONFORMANCE_ONE=1')).toBe(false);
  });
});

describe('requested members', () => {
  test.each<[supply: string, members: Members | undefined]>([
    ['', undefined],
    [' "create": {"mode": "mixed"}', undefined],
    ['"create"', undefined],
    ['"create": {"mode": "one (or two)"}', { create: { mode: 'one (or two)' } }],
    ['"create": {"mode": "one or two"}', { create: { mode: 'one or two' } }],
    ['"create": {"mode": "mixed"}  (turns)', { create: { mode: 'mixed' } }],
    ['"resource": {"idSource": "body:/…"} or {"idSource": "header:Location"}', { resource: { idSource: 'body:/…' } }],
    ['"version": "one" or "two"', { version: 'one' }],
    ['"resource": {"sandbox": ["r1"]} or "resource": {}', { resource: { sandbox: ['r1'] } }],
    ['"errors": {"precedence": ["auth"] or "exists"}', undefined],
    ['"resource": {"sandbox": [<id>]}', { resource: { sandbox: ['<id>'] } }],
    ['"image": {"method":<method>}', { image: { method: '<method>' } }],
    ['"image": {"method": <method>, "schema": …}', { image: { method: '<method>', schema: '<value>' } }],
    ['"image": {"method": "GET", …}', { image: { method: 'GET', '<member>': '<value>' } }],
    ['"samples": {"4.6": {…}, "4.7": {…}}', { samples: { '4.6': { '<member>': '<value>' }, '4.7': { '<member>': '<value>' } } }],
  ])('%s', (supply, members) => {
    expect(suppliedMembers(supply)).toEqual(members);
  }); // prettier-ignore

  test.each([
    [{ image: { method: '<method>' } }, true],
    [{ '<member>': 1 }, true],
    [{ resource: { idSource: 'body:/…' } }, true],
    [{ image: { method: 'GET' } }, false],
    [{}, false],
  ])('%j are to be filled in: %s', (members, is) => {
    expect(isToFillIn(members)).toBe(is);
  });

  test.each([
    [{ search: { method: 'POST' } }, 'search.method'],
    [{ samples: { '4.6': { body: 1 } } }, 'samples.4.6.body'],
    [{ fixture: { id: '<id>', key: '<key>' } }, 'fixture.id, key'],
    [{ one: 1, two: [2], three: null }, 'one, two, three'],
    [{ samples: { '4.6': { '<member>': '<value>' } } }, 'samples.4.6'],
    [{ samples: {} }, 'samples'],
    [{}, ''],
  ])('%j are searched for as %s', (members, names) => {
    expect(namesOf(members)).toBe(names);
  });
});

describe('two profiles in one', () => {
  test.each<[one: Members, other: Members, both: Members]>([
    [{}, { a: 1 }, { a: 1 }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, { a: 2, b: 3 }, { a: 1, b: 3 }],
    [{ a: false }, { a: true }, { a: false }],
    [{ a: null }, { a: { b: 1 } }, { a: null }],
    [{ a: { b: 1 } }, { a: { b: 2, c: 3 } }, { a: { b: 1, c: 3 } }],
    [{ a: { b: { c: 1 } } }, { a: { b: { d: 2 } } }, { a: { b: { c: 1, d: 2 } } }],
    [{ a: [1, 2] }, { a: [2, 3] }, { a: [1, 2, 3] }],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, { b: 2 }] }],
    [{ a: ['r1'] }, { a: ['<id>'] }, { a: ['r1'] }],
    [{ a: [] }, { a: ['<id>'] }, { a: ['<id>'] }],
    [{ a: [1] }, { a: 'text' }, { a: [1] }],
    [{ a: 'text' }, { a: [1] }, { a: 'text' }],
    [{ a: 'text' }, { a: { b: 1 } }, { a: 'text' }],
    [{ a: { b: 1 } }, { a: 'text' }, { a: { b: 1 } }],
    [{ a: [1] }, { a: { b: 1 } }, { a: [1] }],
  ])('%j with %j', (one, other, both) => {
    expect(mergedMembers(one, other)).toEqual(both);
  });

  test('keep each unchanged', () => {
    const [one, other] = [
      { a: { b: 1 }, c: [1] },
      { a: { d: 2 }, c: [2] },
    ];
    mergedMembers(one, other);
    expect([one, other]).toEqual([
      { a: { b: 1 }, c: [1] },
      { a: { d: 2 }, c: [2] },
    ]);
  });
});

describe('a profile', () => {
  test.each<[profile: unknown, members: Members, does: boolean]>([
    [{}, {}, true],
    [undefined, { a: 1 }, false],
    [undefined, {}, false],
    [null, { a: 1 }, false],
    ['text', { length: 4 }, false],
    [[1], { length: 1 }, false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, { a: 1 }, true],
    [{ a: { b: 1, c: 2 } }, { a: { c: 2 } }, true],
    [{ a: { b: 1 } }, { a: { c: 2 } }, false],
    [{ a: 'text' }, { a: { b: 1 } }, false],
    [{ a: { b: 1 } }, { a: 'text' }, false],
    [{ a: [1, 2] }, { a: [2] }, true],
    [{ a: [1, 2] }, { a: [3] }, false],
    [{ a: ['x'] }, { a: 'x' }, false],
    [{ a: 'x' }, { a: ['x'] }, false],
    [{ a: ['r1'] }, { a: ['<id>'] }, true],
    [{ a: [] }, { a: ['<id>'] }, false],
    [{ a: 'r1' }, { a: '<id>' }, true],
    [{ b: 'r1' }, { a: '<id>' }, false],
    [{ a: {} }, { a: { '<member>': '<value>' } }, false],
    [{ a: { any: 1 } }, { a: { '<member>': '<value>' } }, true],
    [{ b: 1 }, { a: { '<member>': '<value>' } }, false],
  ])('%j has %j: %s', (profile, members, does) => {
    expect(holdsMembers(profile, members)).toBe(does);
  });
});
