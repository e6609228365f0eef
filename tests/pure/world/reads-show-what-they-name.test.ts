import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { misdirectedReads } from '../../../world/resources/misdirected-reads.ts';
import { strayUpdates } from '../../../world/resources/stray-updates.ts';
import { historyOf } from '../../support/histories.ts';
import { answered } from '../../support/stories/answered-exchange.ts';

let number = 0;

function exchanged(endpoint: EndpointName, target: string, sent?: unknown, shown: unknown = {}): Exchange {
  number += 1;
  return answered(number, ['GET', target, 200], {
    sent: JSON.stringify(sent),
    body: JSON.stringify(shown),
    endpoint,
  });
}

const content = (text: string) => ({ objectTypeProperty: { arrayOfStringExample: [text, 'a'] } });
const created = (text: string): Exchange => exchanged('create', '/p/resource', content(text));
const overwritten = (text: string): Exchange => exchanged('put', '/p/resource', content(text));
const read = (id: string, text: string): Exchange =>
  exchanged('readById', `/p/resource/${id}`, undefined, { version: 1, ...content(text) });
const readByKey = (key: string, text: string): Exchange =>
  exchanged('readByKey', `/p/resource/key=${key}`, undefined, { version: 1, ...content(text) });

function misdirected(
  route: 'readById' | 'readByKey',
  ...exchanges: readonly Exchange[]
): readonly Exchange[] {
  return misdirectedReads(historyOf(exchanges, { mark: 'zz' })).by(route);
}

const both = [created('one zz'), created('two zz'), read('1', 'one zz'), read('2', 'two zz')];

describe('a read by id', () => {
  test('is misdirected if it shows the content of another resource', () => {
    const wrong = read('2', 'one zz');
    expect(misdirected('readById', ...both, wrong, read('2', 'two zz'))).toEqual([wrong]);
  });

  test.each([
    ['it shows its own', read('1', 'one zz')],
    ['no create has carried the text', read('2', 'three zz')],
    ['the text is no string of the run', read('2', 'one')],
    [
      'it shows no content',
      exchanged('readById', '/p/resource/2', undefined, { version: 1, last: 'one zz' }),
    ],
    [
      'parameters may show another form',
      exchanged('readById', '/p/resource/2?a=b', undefined, { version: 1, ...content('one zz') }),
    ],
  ])('is not misdirected if %s', (_title, exchange) => {
    expect(misdirected('readById', ...both, exchange)).toEqual([]);
  });

  test('is not misdirected if an overwrite has contained the text, because it may reach any resource', () => {
    expect(misdirected('readById', ...both, overwritten('one zz'), read('2', 'one zz'))).toEqual([]);
    expect(
      misdirected('readById', ...both, overwritten('o zz'), read('1', 'o zz'), read('2', 'o zz')),
    ).toEqual([]);
  });

  test('is not misdirected if two creates have carried it', () => {
    expect(misdirected('readById', ...both, created('one zz'), read('3', 'one zz'))).toEqual([]);
  });
});

describe('a read by key', () => {
  test('is misdirected if two keys show one resource, or one key shows two resources', () => {
    const second = readByKey('b', 'one zz');
    expect(misdirected('readByKey', ...both, readByKey('a', 'one zz'), second)).toEqual([second]);
    const other = readByKey('a', 'two zz');
    expect(misdirected('readByKey', ...both, readByKey('a', 'one zz'), other)).toEqual([other]);
  });

  test('is not misdirected if each key shows its own resource, or if no read by id has shown the owner of the key', () => {
    expect(misdirected('readByKey', ...both, readByKey('a', 'one zz'), readByKey('b', 'two zz'))).toEqual([]);
    expect(
      misdirected('readByKey', created('one zz'), readByKey('a', 'one zz'), readByKey('b', 'one zz')),
    ).toEqual([]);
  });
});

describe('a read after updates', () => {
  const updated = (id: string, text: string): Exchange =>
    exchanged('update', `/p/resource/${id}`, { version: 1, actions: [{ someProperty: text }] });
  const showing = (id: string, own: string, changed: string): Exchange =>
    exchanged('readById', `/p/resource/${id}`, undefined, { ...content(own), version: 2, some: changed });
  const stray = (...exchanges: readonly Exchange[]): readonly Exchange[] =>
    strayUpdates(historyOf(exchanges, { mark: 'zz' })).all.map((one) => one.read);
  const seen = [...both, updated('1', 'new zz')];

  test('shows the update of another resource beside its own content', () => {
    const wrong = showing('2', 'two zz', 'new zz');
    expect(stray(...seen, wrong, showing('1', 'one zz', 'new zz'))).toEqual([wrong]);
  });

  test.each([
    ['the resource is the named one', [showing('1', 'one zz', 'new zz')]],
    ['its id is spelled differently', [showing('%31', 'one zz', 'new zz')]],
    ['it shows the other resource as a whole', [showing('2', 'one zz', 'new zz')]],
    [
      'an update of this resource had the text too',
      [updated('2', 'new zz'), showing('2', 'two zz', 'new zz')],
    ],
    ['an overwrite had it, which may reach any', [overwritten('new zz'), showing('2', 'two zz', 'new zz')]],
    ['the text is not of the run', [updated('1', '42'), showing('2', 'two zz', '42')]],
  ])('does not if %s', (_title, more) => {
    expect(stray(...seen, ...more)).toEqual([]);
  });
});
