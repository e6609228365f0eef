import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import type { Caller } from '../../../history/caller.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { conclude } from '../../../judge/sentence.ts';
import { collectionIsAnObject } from '../../../suites/4.01/collection.ts';
import { evidenceOf, exchangeAt, historyOf, worldOf } from '../../support/histories.ts';

const manage: Caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) };
const view: Caller = { label: 'V', kind: 'supplied', scopes: new Set(['view_test:demo']) };
const nobody: Caller = { label: 'no token', kind: 'none', scopes: new Set() };

type Told = NonNullable<Parameters<typeof exchangeAt>[1]>;

/** What is asked at a time in milliseconds. */
type Asked = (at: number) => Exchange;

const query =
  (shows?: unknown, told: Told = {}): Asked =>
  (at) =>
    exchangeAt('query', { number: at, caller: manage, shows, ...told });
const nothing = query();
const full = query({ arrayOfStringExample: ['a'] });

const one =
  (name: 'readById' | 'remove', told: Told = {}, id = 'r'): Asked =>
  (at) =>
    exchangeAt(name, {
      number: at,
      caller: manage,
      target: `/demo/resource/${id}`,
      method: name === 'remove' ? 'DELETE' : 'GET',
      shows: { version: 1 },
      ...told,
    });
const read = one('readById');
const remove = one('remove');
const create: Asked = (at) =>
  exchangeAt('create', { number: at, method: 'POST', status: 201, shows: { id: 'r' } });

function said(asked: Readonly<Record<number, Asked>>, profile: Profile = {}) {
  const exchanges = Object.entries(asked).map(([at, ask]) => ask(Number(at)));
  const { met, broken, doubts, lack, suspicion } = conclude(
    collectionIsAnObject,
    worldOf(historyOf(exchanges), evidenceOf, profile),
  );
  if (broken.length > 0) return `broken: ${broken[0]?.got}`;
  if (doubts.length > 0) return `doubt: ${doubts[0]?.code}`;
  return met > 0 ? 'met' : `${suspicion === undefined ? '' : 'suspect, '}${lack?.code}`;
}

const paged: Profile = { query: { shape: 'paged' } };
const page = query({ results: [{ id: 'a' }] });
const again = { 2000: nothing, 2010: nothing, 2020: nothing };

describe('a history states about the collection', () => {
  test.each<readonly [string, Asked, Profile, string]>([
    ['that it is an object, by a documented member', full, {}, 'met'],
    ['that it is an array', query([1]), {}, 'broken: an array'],
    ['that it is null', query(null), {}, 'broken: null'],
    ['nothing by an object without any', query({}), {}, 'suspect, vacuous-body'],
    ['nothing by a page', page, {}, 'two-readings'],
    ['that it is a page, as declared', page, paged, 'declared-absent'],
    ['nothing by an empty page, whatever is declared', query({ results: [] }), paged, 'suspect, vacuous-body'],
    ['that it is an object, though a page is declared', full, paged, 'met'],
    ['nothing by a refusal', query({}, { status: 404 }), {}, 'premise-failed'],
    ['nothing by what a caller got who is not let in', query({ arrayOfIntExample: [1] }, { caller: nobody }), {}, 'premise-failed'],
  ])('%s', (_what, asked, profile, expected) => {
    expect(said({ 1: asked }, profile)).toBe(expected);
  }); // prettier-ignore

  test.each<readonly [string, Readonly<Record<number, Asked>>, string]>([
    ['that it is nothing where something is, three times', { 1: read, ...again, 2030: read }, 'broken: 200 without a body'],
    ['the same, though others were answered before', { 1: read, 1900: full, ...again, 2030: read }, 'broken: 200 without a body'],
    ['the same of what is as old as a lag since it was made', { 1: create, 1500: read, ...again, 2030: read }, 'broken: 200 without a body'],
    ['nothing of two', { 1: read, 2000: nothing, 2010: nothing, 2030: read }, 'doubt: flaky'],
    ['nothing of three with another between them', { 1: read, 2000: nothing, 2005: full, 2010: nothing, 2020: nothing, 2030: read }, 'doubt: flaky'],
    ['nothing of a resource younger than a lag', { 1500: read, ...again, 2030: read }, 'premise-failed'],
    ['nothing of a resource that is not read after it', { 1: read, ...again }, 'premise-failed'],
    ['nothing of a resource that is not found after it', { 1: read, ...again, 2030: one('readById', { status: 404 }) }, 'premise-failed'],
    ['nothing of a resource that is deleted before', { 1: read, 1990: remove, ...again, 2030: read }, 'premise-failed'],
    ['that it is nothing before the resource is deleted', { 1: read, ...again, 2030: read, 2040: remove }, 'broken: 200 without a body'],
    ['nothing of what another caller has read', { 1: one('readById', { caller: view }), ...again, 2030: one('readById', { caller: view }) }, 'premise-failed'],
    ['nothing of two resources, each read once', { 1: read, ...again, 2030: one('readById', {}, 's') }, 'premise-failed'],
    ['nothing of queries with conditions', { 1: read, 2000: nothing, 2010: nothing, 2020: query(undefined, { target: '/demo/resource?a=1' }), 2030: read }, 'doubt: flaky'],
    ['nothing of pages of content beside such objects', { 1: full, 2: query({ results: [{ arrayOfStringExample: ['a'] }] }) }, 'doubt: two-readings'],
    ['nothing of pages of resources beside such objects', { 1: query({ results: [{ version: 1 }] }), 2: full }, 'doubt: two-readings'],
    ['that it is an object, beside a page of links', { 1: full, 2: query({ links: [{ href: '/a' }] }) }, 'met'],
    ['nothing of an empty collection', { 1: nothing, 2: nothing, 3: nothing, 4: full }, 'met'],
  ])('%s', (_what, asked, expected) => {
    expect(said(asked)).toBe(expected);
  }); // prettier-ignore

  test('a violation without a body if the vendor declares an existing resource', () => {
    const asked = { 1990: read, ...again, 2030: read };
    expect(said(asked)).toBe('premise-failed');
    expect(said(asked, { resource: { fixture: { id: 'r' } } })).toBe('broken: 200 without a body');
  });
});
