import { describe, expect, test } from 'vitest';
import type { ProbeRow } from '../../../../clause/causes/probe.ts';
import type { Caller } from '../../../../history/caller.ts';
import type { Exchange } from '../../../../history/exchange.ts';
import { accessRows } from '../../../../world/probes/access.ts';
import { contentRows } from '../../../../world/probes/content.ts';
import { versionRows } from '../../../../world/probes/versions.ts';
import { evidenceOf, exchangeAt, historyOf, worldOf } from '../../../support/histories.ts';

const path = '/demo/resource/r1';
let number = 0;

function created(version: number): Exchange {
  number += 1;
  return exchangeAt('create', { number, method: 'POST', status: 201, shows: { id: 'r1', version } });
}

function read(version: number): Exchange {
  number += 1;
  return exchangeAt('readById', { number, target: path, shows: { id: 'r1', version } });
}

function update(version: unknown, status: number, more: { shows?: unknown; sentAt?: number; answeredAt?: number; actions?: unknown } = {}): Exchange {
  number += 1;
  const { actions = [{ action: 'doSomeThing' }], ...told } = more;
  return exchangeAt('update', { number, method: 'POST', target: path, asked: { version, actions }, status, ...told });
} // prettier-ignore

/** Of each row what was owed and what came, with some of its features. */
function summary(rows: readonly ProbeRow[], ...features: readonly string[]): readonly unknown[] {
  return rows.map((row) => [row.due, row.came, ...features.map((name) => row.features[name])]);
}

describe('updates by their version', () => {
  test.each<[string, readonly Exchange[], unknown]>([
    ['above the actual one', [created(3), update(4, 200)], [['409', 'accepted', 'above', 'was never the actual one']]],
    ['below it', [created(3), update(2, 412)], [['409', '412', 'below', 'was never the actual one']]],
    ['the one before', [created(3), update(3, 200), read(4), update(3, 200)], [['accepted', 'accepted', undefined, undefined], ['409', 'accepted', 'below', 'was the actual one before']]],
    ['the actual one, refused', [created(3), update(3, 409)], [['accepted', '409', undefined, undefined]]],
    ['of an answer that shows the next one', [created(3), update(3, 200, { shows: { version: 4 } }), update(4, 409)], [['accepted', 'accepted', undefined, undefined], ['accepted', '409', undefined, undefined]]],
    ['a fraction that is taken', [created(3), update(3.5, 200)], [['409', 'accepted', 'above', 'was never the actual one']]],
    ['a text that is taken', [created(3), update('1', 200)], [['409', 'accepted', 'below', 'was never the actual one']]],
  ])('%s', (_name, entries, rows) => {
    expect(summary(versionRows(historyOf(entries)), 'side', 'past')).toEqual(rows);
  }); // prettier-ignore

  test.each<[string, readonly Exchange[]]>([
    ['the form is refused', [created(3), update('3', 400)]],
    ['it is not known whether the version has moved', [created(3), update(3, 200), update(3, 409)]],
    ['the version is nowhere seen', [update(3, 409), update(4, 200)]],
    ['no version is stated', [created(3), update(undefined, 200), update({}, 200), update('latest', 200)]],
    ['all is as is owed', [created(3), update(9, 409), update(3, 200)]],
  ])('show nothing if %s', (_name, entries) => {
    expect(versionRows(historyOf(entries))).toEqual([]);
  });

  test('a losing racer stated a replaced version, in any order of answers', () => {
    const loser = update(3, 409, { sentAt: 500, answeredAt: 600 });
    const winner = update(3, 200, { sentAt: 500, answeredAt: 700 });
    const another = update(9, 200, { sentAt: 800, answeredAt: 900 });
    const rows = versionRows(historyOf([created(3), loser, winner, another]));
    expect(summary(rows, 'side', 'past')).toEqual([
      ['409', '409', 'below', 'was the actual one before'],
      ['accepted', 'accepted', undefined, undefined],
      ['409', 'accepted', 'above', 'was never the actual one'],
    ]);
  });

  test('are told apart by the time without a request', () => {
    const soon = update(9, 409, { sentAt: 500, answeredAt: 501 });
    const late = update(9, 200, { sentAt: 2_600, answeredAt: 2_601 });
    const rows = versionRows(historyOf([created(3), soon, late]));
    const after = (what: string): readonly unknown[] =>
      summary(rows, ...[1000, 2000, 3000].map((ms) => `ms without ${what}, at least ${ms}`));
    expect(after('a request')).toEqual([
      ['409', '409', 'no', 'no', 'no'],
      ['409', 'accepted', 'yes', 'yes', 'no'],
    ]);
    expect(after('an accepted write').at(1)).toEqual(['409', 'accepted', 'yes', 'yes', 'no']);
  });

  test.each([
    ['before the create is nothing to the new resource', 0, [['409', 'accepted', 'above']]],
    ['after the create may have changed the resource', 1, []],
  ] as const)('an overwrite %s', (_when, at, rows) => {
    const overwrite = (): Exchange => {
      number += 1;
      return exchangeAt('put', { number, method: 'PUT', target: '/demo/resource' });
    };
    const before = at === 0 ? [overwrite()] : [];
    const first = created(3);
    const after = at === 1 ? [overwrite()] : [];
    const entries = [...before, first, ...after, update(9, 200)];
    expect(summary(versionRows(historyOf(entries)), 'side')).toEqual(rows);
  });

  test('an overwrite whose answer shows the id is a write to that resource', () => {
    const first = created(3);
    number += 1;
    const shows = { id: 'r1', version: 4 };
    const overwrite = exchangeAt('put', { number, method: 'PUT', target: '/demo/resource', shows });
    expect(summary(versionRows(historyOf([first, overwrite, update(3, 200)])), 'past')).toEqual([
      ['409', 'accepted', 'was the actual one before'],
    ]);
  });

  test('a read that shows a replaced version comes from a replica that lags', () => {
    const entries = [created(3), update(3, 200), read(4), read(3), update(4, 200), update(9, 200)];
    expect(summary(versionRows(historyOf(entries)), 'side')).toEqual([
      ['accepted', 'accepted', undefined],
      ['accepted', 'accepted', undefined],
      ['409', 'accepted', 'above'],
    ]);
  });

  test.each<[string, unknown, Readonly<Record<string, string>>]>([
    ['none', [], { actions: 'none', kinds: 'none', 'an empty text': 'is not there' }],
    [
      'one',
      [{ action: 'doSomeThing' }],
      { actions: 'one', kinds: 'doSomeThing alone', 'actions, at least 3': 'no' },
    ],
    [
      'several with texts',
      [
        { action: 'changeSomeProperty', someProperty: '' },
        { action: 'changeSomeProperty', someProperty: '12' },
        { action: 'doSomeThing' },
        { action: 'changeSomeProperty', someProperty: '12' },
        { action: 'changeSomeProperty', someProperty: 'é'.repeat(70) },
      ],
      {
        actions: 'several',
        kinds: 'several kinds',
        'actions, at least 5': 'yes',
        'actions, at least 6': 'no',
        'an empty text': 'is there',
        digits: 'a text of digits',
        'equal texts': 'are there',
        characters: 'beyond ASCII',
        'characters of a text, at least 64': 'yes',
        'characters of a text, at least 256': 'no',
      },
    ],
  ])('show deviations of lists of actions: %s', (_name, actions, features) => {
    const [first] = versionRows(historyOf([created(3), update(4, 200, { actions })]));
    expect(first?.features).toMatchObject(features);
  });
});

const caller = (label: string, scopes: readonly string[], more: Partial<Caller> = {}): Caller => ({
  label,
  kind: 'supplied',
  scopes: new Set(scopes),
  supplied: { label, token: label, scopes },
  ...more,
});
const manager = caller('MANAGE', ['manage_test:demo']);
const products = caller('PRODUCTS', ['view_products:demo']);
const stranger: Caller = { label: 'no token', kind: 'none', scopes: new Set() };

function asked(by: Caller, status: number, target = '/demo/resource'): Exchange {
  number += 1;
  return exchangeAt('query', { number, caller: by, status, target });
}

describe('requests by their callers', () => {
  test.each<[string, readonly Exchange[], unknown]>([
    ['a stranger who is let in', [asked(stranger, 200)], [['refused', 'accepted', 'requests without a token', '4.1']]],
    ['a token without the scope that is let in', [asked(products, 200)], [['refused', 'accepted', 'tokens of other scopes', '4.1']]],
    ['whom the scopes let in, refused', [asked(manager, 403)], [['accepted', 'refused', 'tokens of other scopes', '4.1']]],
    ['those beside, as is owed', [asked(stranger, 200), asked(products, 403)], [['refused', 'accepted', 'requests without a token', '4.1'], ['refused', 'refused', 'tokens of other scopes', '4.1']]],
  ])('%s', (_name, entries, rows) => {
    expect(summary(accessRows(worldOf(historyOf(entries))), 'caller', 'operation')).toEqual(rows);
  }); // prettier-ignore

  test('name no cause if every answer is as required, or if no caller is refused', () => {
    const entries = [asked(manager, 200), asked(stranger, 401), asked(manager, 400)];
    expect(accessRows(worldOf(historyOf(entries)))).toEqual([]);
  });

  test('distinguish parameters, and requests with and without a token', () => {
    const [row] = accessRows(worldOf(historyOf([asked(stranger, 200, '/demo/resource?limit=1')])));
    expect(row?.features).toMatchObject({ presents: 'no token', query: 'with parameters', access: 'reads' });
  });
});

describe('values of other types', () => {
  /** A create of a resource with this content, and the content that the answer shows. */
  const made = (at: number, sent: unknown, shown: unknown): Exchange =>
    exchangeAt('create', {
      number: at,
      caller: { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) },
      method: 'POST',
      status: 201,
      asked: { objectTypeProperty: { arrayOfIntExample: sent } },
      shows: { id: `r${at}`, version: 1, objectTypeProperty: { arrayOfIntExample: shown } },
    });

  test.each<[string, readonly Exchange[], number]>([
    ['that the create of the resource contained are shown as sent', [made(1, 'x', 'x')], 1],
    ['that another create contained are not', [made(1, 'x', [1]), made(2, [], 'x')], 0],
    ['that no request contained are not', [made(1, [], 'x')], 0],
  ])('%s', (_name, entries, rows) => {
    const world = worldOf(historyOf(entries), (one) => ({
      ...evidenceOf(one),
      number: one.number,
      atMs: one.number,
    }));
    expect(contentRows(world)).toHaveLength(rows);
  });
});
