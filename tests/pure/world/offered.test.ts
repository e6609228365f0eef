import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import type { Caller } from '../../../history/caller.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { Entry, History } from '../../../history/history.ts';
import { operationsOf, type Offered } from '../../../world/operations/offered.ts';
import { historyOf, worldOf } from '../../support/histories.ts';

const supplied = (label: string, ...scopes: readonly string[]): Caller => ({
  label,
  kind: 'supplied',
  token: label,
  scopes: new Set(scopes),
});
const manage = supplied('manage', 'manage_test:demo');
const view = supplied('view', 'view_test:demo');
const products = supplied('products', 'view_products:demo');
const empty = supplied('empty');
const nobody: Caller = { label: 'nobody', kind: 'none', scopes: new Set() };
const stranger: Caller = { label: 'stranger', kind: 'random', token: 'stranger', scopes: new Set() };

interface Told {
  readonly mayNotExist?: true;
  /** What is in the header in place of the caller's token. */
  readonly sent?: string;
  /** The key of another project that is asked. */
  readonly elsewhere?: string;
}

type Answered = readonly [EndpointName, Caller, readonly (number | 'reset')[], Told?];

let number = 0;

function exchange(
  name: EndpointName,
  came: number | 'reset',
  caller: Caller,
  { mayNotExist, sent, elsewhere = 'demo' }: Told = {},
): Exchange {
  number += 1;
  const at = { sentAt: 0, answeredAt: 1 };
  const token = sent ?? (caller.token === undefined ? undefined : `Bearer ${caller.token}`);
  return new Exchange({
    number,
    endpoint: name,
    caller,
    request: {
      method: endpoint(name).method ?? 'POST',
      target: `/${elsewhere}/${name}`,
      headers: token === undefined ? [] : [['Authorization', token]],
    },
    outcome:
      came === 'reset'
        ? { kind: 'failure', failure: came, detail: '', wrote: true, ...at }
        : { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...at },
    redirects: 0,
    mayNotExist,
  });
}

/** Everything that these were answered, of which some statuses came and went elsewhere. */
function answered(answers: readonly Answered[], disturbances: readonly number[] = []): History {
  const exchanges = answers.flatMap(([name, caller, came, told]) =>
    came.map((one) => exchange(name, one, caller, told)),
  );
  const passed = disturbances.flatMap((status) =>
    [1, 2].map((): Entry => ({ kind: 'came right', exchange: exchange('sorted', status, manage) })),
  );
  return historyOf([...exchanges, ...passed]);
}

function offered(...what: Parameters<typeof answered>): Offered {
  return worldOf(answered(...what)).offered;
}

/** Who is granted access elsewhere. */
const known: readonly Answered[] = [
  ['query', manage, [200]],
  ['create', manage, [201]],
  ['query', view, [200]],
];

describe('an operation is missing', () => {
  test.each<readonly [string, readonly Answered[], number | undefined]>([
    ['where three requests are answered 404', [['cart', manage, [404, 404, 404]]], 404],
    ['where three are answered 405', [['cart', manage, [405, 405, 405]]], 405],
    ['where three are answered 501', [['cart', manage, [501, 501, 501]]], 501],
    ['where they are answered one or the other', [['cart', manage, [404, 405, 501]]], 501],
    ['where several ask', [['cart', view, [404, 404]], ['cart', manage, [404]]], 404],
    ['apart from what was lost or limited', [['cart', manage, [404, 'reset', 404, 429, 503, 404]]], 404],
    ['though strangers are answered 401', [['cart', nobody, [401]], ['cart', stranger, [401]], ['cart', manage, [404, 404, 404]]], 404],
    ['though a token without scopes is answered 403', [['cart', empty, [403]], ['cart', manage, [404, 404, 404]]], 404],
    ['though a stranger is refused otherwise', [['cart', stranger, [400]], ['cart', manage, [404, 404, 404]]], 404],
    ['where the listed scope is let in nowhere', [['projectionSearch', products, [404, 404, 404]]], 404],
    ['though a token that was sent in another way is refused', [['cart', manage, [401], { sent: 'bearer manage' }], ['cart', manage, [404, 404, 404]]], 404],
    ['but not after two', [['cart', manage, [404, 404]]], undefined],
    ['but not where what was asked for may not exist', [['readById', manage, [404, 404, 404], { mayNotExist: true }]], undefined],
    ['but not where strangers alone ask', [['cart', nobody, [404, 404, 404]], ['cart', stranger, [404, 404]]], undefined],
    ['but not where all are refused', [['cart', manage, [403, 403, 403]]], undefined],
    ['but not where the widest did not ask', [['cart', view, [404, 404, 404]]], undefined],
    ['but not where no listed scope asks', [['projectionSearch', manage, [404, 404, 404]]], undefined],
    ['but not where somebody is let in', [['cart', manage, [404, 404, 404]], ['cart', nobody, [200]]], undefined],
    ['but not where it was let in for what may not exist', [['cart', manage, [404, 404, 404]], ['cart', manage, [200], { mayNotExist: true }]], undefined],
    ['but not where somebody who is granted access elsewhere is refused', [['cart', manage, [404, 404, 404]], ['cart', view, [403]]], undefined],
    ['but not where it is refused otherwise', [['cart', manage, [404, 404, 404, 400]]], undefined],
    ['but not where it crashes', [['cart', manage, [404, 500, 404, 404]]], undefined],
    ['but not where a supplied token is refused otherwise', [['cart', manage, [404, 404, 404]], ['cart', empty, [422]]], undefined],
    ['but not where nobody asks', [], undefined],
  ])('%s', (_what, answers, status) => {
    const name = answers[0]?.[0] ?? 'cart';
    expect(offered([...known, ...answers]).missing(name)).toBe(status);
    expect(offered([...answers, ...known]).missing(name)).toBe(status);
  }); // prettier-ignore

  test('an operation is missing if other answers have a status that came and went elsewhere', () => {
    const answers: readonly Answered[] = [...known, ['cart', manage, [404, 404, 500, 404]]];
    expect(offered(answers, [500]).missing('cart')).toBe(404);
    expect(offered([...answers, ['cart', manage, [200]]], [200]).missing('cart')).toBeUndefined();
  });

  test('an operation is not missing if a caller with access in another project is refused', () => {
    const answers: readonly Answered[] = [...known, ['cart', manage, [404, 404, 404]], ['cart', empty, [403]]]; // prettier-ignore
    const history = answered(answers);
    const missing = () => worldOf(history).offered.missing('cart');
    expect(missing()).toBe(404);
    history.append(exchange('query', 404, empty, { elsewhere: 'other' }));
    history.append(exchange('query', 200, empty, { elsewhere: 'other', sent: 'Bearer manage' }));
    expect(missing()).toBe(404);
    history.append(exchange('query', 200, empty, { elsewhere: 'other' }));
    expect([missing(), worldOf(history).offered.witnesses('cart')]).toEqual([undefined, [403]]);
  });

  test('an operation is missing if only callers of another project find nothing', () => {
    const answers: readonly Answered[] = [['cart', empty, [404, 404, 404]], ['query', empty, [200], { elsewhere: 'other' }]]; // prettier-ignore
    expect(offered([...known, ...answers]).missing('cart')).toBeUndefined();
  });

  test('an operation is not missing if no caller is granted access anywhere', () => {
    expect(offered([['cart', manage, [404, 404, 404]]]).missing('cart')).toBeUndefined();
  });

  test('access to an operation itself does not count as access elsewhere', () => {
    const answers: readonly Answered[] = [['cart', manage, [404, 404, 404]], ['cart', view, [403]]]; // prettier-ignore
    expect(offered([['query', manage, [200]], ...answers]).missing('cart')).toBe(404); // prettier-ignore
  });
});

describe('a sign that an operation exists', () => {
  test.each<readonly [string, readonly Answered[], readonly number[]]>([
    ['a success', [['cart', nobody, [204]]], [204]],
    ['a refusal of what is asked', [['cart', manage, [422, 404]]], [422]],
    ['a refusal of who is known elsewhere', [['cart', view, [403, 401]]], [403, 401]],
    ['not that of who is known nowhere', [['cart', empty, [403]], ['cart', stranger, [401, 400]]], []],
    ['not that nothing is found', [['cart', manage, [404, 405, 501]]], []],
    ['not what was lost', [['cart', manage, ['reset', 429, 502, 503, 504]]], []],
  ])('%s', (_what, answers, statuses) => {
    expect(offered([...known, ...answers]).witnesses('cart')).toEqual(statuses);
  }); // prettier-ignore
});

describe('the knowledge about each operation', () => {
  test('is reported in the order of the contract, with its statuses', () => {
    const history = answered([
      ...known,
      ['readById', manage, [404, 404]],
      ['search', manage, [404, 404, 404]],
      ['sorted', manage, [403]],
      ['exists', manage, [500, 400]],
    ]);
    const facts = operationsOf(worldOf(history).offered);
    expect(facts.map(({ section }) => section).slice(0, 3)).toEqual(['4.1', '4.2', '4.3']);
    const of = (section: string) => {
      const { state, statuses } = facts.find((one) => one.section === section) ?? {};
      return [state, statuses];
    };
    expect(of('4.1')).toEqual(['works', undefined]);
    expect(of('4.2')).toEqual(['unclear', [404]]);
    expect(of('4.4')).toEqual(['missing', [404]]);
    expect(of('4.5')).toEqual(['answers', [500, 400]]);
    expect(of('4.12')).toEqual(['refuses', [403]]);
    expect(of('4.9')).toEqual(['unsent', undefined]);
  });
});
