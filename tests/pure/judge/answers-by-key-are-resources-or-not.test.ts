import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import type { Caller } from '../../../history/caller.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { conclude } from '../../../judge/sentence.ts';
import { keyedAnswersAreResources } from '../../../suites/4.03/known-key.ts';
import { evidenceOf, exchangeAt, historyOf, worldOf } from '../../support/histories.ts';

const caller: Caller = { label: 'V', kind: 'supplied', scopes: new Set(['view_test:demo']) };

type Body = Readonly<Record<string, unknown>>;

const at = (name: 'readById' | 'readByKey', segment: string, shows: Body, status = 200): Exchange =>
  exchangeAt(name, { caller, target: `/demo/resource/${segment}`, shows, status });
const byId = (id: string, shows: Body, status?: number) => at('readById', id, shows, status);
const byKey = (key: string, shows: Body, status?: number) => at('readByKey', `key=${key}`, shows, status);

const content = { objectTypeProperty: {} };
const one: Body = { key: 'k', version: 1, ...content };
const unnamed: Body = { version: 1, ...content };
const ill = { ...one, version: '1' };

function said(exchanges: readonly Exchange[], profile: Profile = {}, namedAt: readonly string[] = []) {
  const world = worldOf(historyOf(exchanges, { namedAt }), evidenceOf, profile);
  const { met, broken, lack } = conclude(keyedAnswersAreResources, world);
  return broken.length > 0
    ? broken.map(({ expected, got }) => `${expected}, not ${got}`)
    : (lack?.code ?? met);
}

describe('a history states about answers by key', () => {
  test.each<readonly [string, readonly Exchange[], unknown]>([
    ['that they are resources, as the one by id is', [byId('r', one), byKey('k', one)], 1],
    ['that they are not', [byId('r', one), byKey('k', ill)], ['ExampleResource.version: an integer, not "1"']],
    ['nothing where they have fewer members', [byId('r', { ...one, name: 'n' }), byKey('k', ill)], 'variant-unshown'],
    ['nothing where they have others', [byId('r', one), byKey('k', { ...unnamed, slug: 'k', version: '1' })], 'variant-unshown'],
    ['nothing where that is another resource', [byId('r', { ...one, key: 'other' }), byKey('k', ill)], 'variant-unshown'],
    ['nothing where it may be one by its id', [byId('k', unnamed), byKey('k', { ...unnamed, version: '1' })], 'variant-unshown'],
    ['nothing where there is no version', [byId('r', { key: 'k' }), byKey('k', { key: 'k' })], 'variant-unshown'],
    ['nothing where nothing is read by key', [byId('r', one), byKey('k', ill, 404)], 'premise-failed'],
    ['nothing where nothing is read by id', [byId('r', one, 404), byKey('k', ill)], 'premise-failed'],
    ['nothing where nothing is asked', [], 'premise-failed'],
  ])('%s', (_what, exchanges, expected) => {
    expect(said(exchanges)).toEqual(expected);
  }); // prettier-ignore

  test('the values at the declared place of keys, also in documented members', () => {
    const named = { version: 1, objectTypeProperty: { stringExample: 'a b' } };
    const exchanges = [byId('r', named), byKey('a%20b', named)];
    expect(said(exchanges)).toBe('variant-unshown');
    expect(said(exchanges, {}, ['/objectTypeProperty/stringExample'])).toBe(1);
  });

  test('the values of a fixture, whose key is declared with its id', () => {
    const exchanges = [byId('r', unnamed), byKey('k', unnamed)];
    expect(said(exchanges, { resource: { fixture: { id: 'r', key: 'k' } } })).toBe(1);
    expect(said(exchanges, { resource: { fixture: { id: 'r', key: 'j' } } })).toBe('variant-unshown');
    expect(said(exchanges, { resource: { fixture: { id: 's', key: 'k' } } })).toBe('variant-unshown');
  });
});
