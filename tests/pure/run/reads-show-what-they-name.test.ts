import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { MisdirectedReads } from '../../../run/books/misdirected-reads.ts';
import { Exchange } from '../../../run/exchange.ts';

const mark = 'zz';
const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
let number = 0;

function exchanged(endpoint: EndpointName, target: string, sent?: unknown, shown?: unknown): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set() },
    request: {
      method: 'GET',
      target,
      headers: [],
      ...(sent === undefined ? {} : { body: encode(sent) }),
    },
    outcome: {
      kind: 'answer',
      status: 200,
      headers: [],
      body: encode(shown ?? {}),
      sentAt: 0,
      answeredAt: 0,
    },
    redirects: 0,
  });
}

const content = (text: string) => ({ objectTypeProperty: { arrayOfStringExample: [text, 'a'] } });
const created = (text: string): Exchange => exchanged('create', '/p/resource', content(text));
const overwritten = (text: string): Exchange => exchanged('put', '/p/resource', content(text));
const read = (id: string, text: string): Exchange =>
  exchanged('readById', `/p/resource/${id}`, undefined, { version: 1, ...content(text) });
const readByKey = (key: string, text: string): Exchange =>
  exchanged('readByKey', `/p/resource/key=${key}`, undefined, { version: 1, ...content(text) });

function bookOf(...exchanges: readonly Exchange[]): MisdirectedReads {
  const book = new MisdirectedReads(mark);
  exchanges.forEach((exchange) => book.note(exchange));
  return book;
}

const both = [created('one zz'), created('two zz'), read('1', 'one zz'), read('2', 'two zz')];

describe('a read by id', () => {
  test('is misdirected where it shows what another resource was made with', () => {
    const wrong = read('2', 'one zz');
    expect(bookOf(...both, wrong, read('2', 'two zz')).by('readById')).toEqual([wrong]);
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
  ])('is not where %s', (_title, exchange) => {
    expect(bookOf(...both, exchange).by('readById')).toEqual([]);
  });

  test('is not where an overwrite has carried the text, which may land anywhere', () => {
    expect(bookOf(...both, overwritten('one zz'), read('2', 'one zz')).by('readById')).toEqual([]);
    expect(bookOf(...both, overwritten('o zz'), read('1', 'o zz'), read('2', 'o zz')).by('readById')).toEqual(
      [],
    );
  });

  test('is not where two creates have carried it', () => {
    expect(bookOf(...both, created('one zz'), read('3', 'one zz')).by('readById')).toEqual([]);
  });
});

describe('a read by key', () => {
  test('is misdirected where two keys show one resource, or one key two', () => {
    const second = readByKey('b', 'one zz');
    expect(bookOf(...both, readByKey('a', 'one zz'), second).by('readByKey')).toEqual([second]);
    const other = readByKey('a', 'two zz');
    expect(bookOf(...both, readByKey('a', 'one zz'), other).by('readByKey')).toEqual([other]);
  });

  test('is not where each shows its own, nor where no read by id has shown whose it is', () => {
    expect(bookOf(...both, readByKey('a', 'one zz'), readByKey('b', 'two zz')).by('readByKey')).toEqual([]);
    expect(
      bookOf(created('one zz'), readByKey('a', 'one zz'), readByKey('b', 'one zz')).by('readByKey'),
    ).toEqual([]);
  });
});
