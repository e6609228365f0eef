import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../history/caller.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import type { FailureKind, Outcome } from '../../../wire/exchange.ts';
import { unanswered, type BrokenAnswersOf } from '../../../world/weather/broken-answers.ts';
import { historyOf } from '../../support/histories.ts';

const tokens = ['own', 'other', 'view'].map((label) => ({
  label,
  token: label,
  scopes: [`${label === 'view' ? 'view_published_products' : 'manage_test'}:demo`],
}));
const [own, other, keptOut] = createCallers(tokens, createRandom(1)).supplied as readonly [
  Caller,
  Caller,
  Caller,
];

type Step = readonly [
  name: EndpointName,
  came: 'whole' | FailureKind,
  more?: {
    readonly as?: Caller;
    readonly mayNotExist?: true;
    readonly path?: string;
    readonly at?: number;
  },
];

/** What never came, of one exchange each ten milliseconds, of which each takes five. */
function after(...steps: readonly Step[]): BrokenAnswersOf {
  const exchanges = steps.map(
    ([name, came, { as = own, mayNotExist, path = '/demo/resource', at } = {}], index) => {
      const sentAt = at ?? index * 10;
      const times = { sentAt, answeredAt: sentAt + 5 };
      const outcome: Outcome =
        came === 'whole'
          ? { kind: 'answer', status: 200, headers: [], body: new Uint8Array(), ...times }
          : { kind: 'failure', failure: came, detail: '', wrote: true, ...times };
      return new Exchange({
        number: index + 1,
        endpoint: name,
        caller: as,
        request: { method: 'GET', target: path, headers: [] },
        outcome,
        redirects: 0,
        mayNotExist,
      });
    },
  );
  return unanswered(historyOf(exchanges));
}

/** The exchange with this number. */
const numbered = (number: number): unknown => expect.objectContaining({ number });

const broken = ['readByKey', 'reset'] as const;
const whole = ['query', 'whole'] as const;

describe('answers that never come', () => {
  test('belong to one operation without complete answers, while others answer', () => {
    const met = after(whole, broken, broken, whole);
    expect(met.alone).toBe('readByKey');
    expect(met.isolated(2)).toEqual({ name: 'readByKey', count: 2, exchange: numbered(3) });
    expect(met.isolated(3)).toBeUndefined();
  });

  test('count if others answered before the last of them, and not only before the first', () => {
    expect(after(broken, whole, broken, whole).isolated(2)?.count).toBe(2);
  });

  test('count once for requests that were sent before one of them had failed', () => {
    const late = ['readByKey', 'reset', { at: 12 }] as const;
    expect(after(whole, broken, late, whole).isolated(1)?.count).toBe(1);
  });

  test('belong to a caller who never gets a complete answer, whatever other callers get', () => {
    const stranger = ['readByKey', 'whole', { as: other }] as const;
    const invented = ['readByKey', 'whole', { mayNotExist: true }] as const;
    const met = after(whole, stranger, broken, invented, broken, whole);
    expect(met.isolated(2)?.count).toBe(2);
    expect([own, other].map((caller) => met.hasAnswered('readByKey', caller))).toEqual([false, true]);
  });

  test('are no refusals: a server may close the connection of a denied caller', () => {
    const refused = ['readByKey', 'reset', { as: keptOut }] as const;
    expect(after(whole, refused, refused, whole).alone).toBeUndefined();
  });

  test('are counted at the first delete of a resource: the second may find nothing', () => {
    const deleted = (path: string, came: 'whole' | 'reset') => ['remove', came, { path }] as const;
    const met = after(
      whole,
      deleted('/demo/1', 'reset'),
      deleted('/demo/1', 'whole'),
      deleted('/demo/2', 'reset'),
      whole,
    );
    expect(met.isolated(2)).toEqual({ name: 'remove', count: 2, exchange: numbered(4) });
  });

  test.each<readonly [string, readonly Step[]]>([
    ['one has come', [whole, broken, ['readByKey', 'whole'], broken, whole]],
    ['another operation gives none either', [whole, broken, broken, ['sorted', 'reset'], whole]],
    ['nothing is answered afterwards', [whole, broken, broken]],
    ['nothing was answered before', [broken, broken, whole]],
    ['they were lost in another way', [whole, ['readByKey', 'timeout'], ['readByKey', 'timeout'], whole]],
  ])('are not reported against the server if %s', (_why, steps) => {
    expect(after(...steps).isolated(2)).toBeUndefined();
  }); // prettier-ignore

  test('are distinguished from answers that come and go elsewhere', () => {
    const passing: readonly Step[] = [['sorted', 'reset'], ['sorted', 'whole']]; // prettier-ignore
    expect(after(whole, ...passing, broken, broken, whole).alone).toBe('readByKey');
  });
});
