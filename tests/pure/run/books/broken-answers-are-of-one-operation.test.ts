import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../../contract/endpoints.ts';
import type { ExchangeEvidence } from '../../../../clause/sample.ts';
import { BrokenAnswerBook } from '../../../../run/books/broken-answers.ts';
import { createCallers } from '../../../../run/caller.ts';
import { Exchange } from '../../../../run/exchange.ts';
import { createRandom } from '../../../../run/random.ts';
import type { FailureKind, Outcome } from '../../../../wire/exchange.ts';

const { none, random } = createCallers([], createRandom(1));
const evidence: ExchangeEvidence = {
  request: { method: 'GET', target: '/demo/resource', headers: [] },
  milliseconds: 1,
  curl: 'curl …',
};

type Step = readonly [
  name: EndpointName,
  came: 'whole' | FailureKind,
  more?: {
    readonly as?: 'a stranger';
    readonly mayNotExist?: true;
    readonly path?: string;
    readonly at?: number;
  },
];

/** One exchange each ten milliseconds, of which each takes five. */
function bookOf(...steps: readonly Step[]): BrokenAnswerBook {
  const book = new BrokenAnswerBook('reset');
  for (const [
    index,
    [name, came, { as, mayNotExist, path = '/demo/resource', at = index * 10 } = {}],
  ] of steps.entries()) {
    const times = { sentAt: at, answeredAt: at + 5 };
    const outcome: Outcome =
      came === 'whole'
        ? { kind: 'answer', status: 200, headers: [], body: new Uint8Array(), ...times }
        : { kind: 'failure', failure: came, detail: '', wrote: true, ...times };
    const exchange = new Exchange({
      number: index + 1,
      endpoint: name,
      caller: as === undefined ? none : random,
      request: { method: 'GET', target: path, headers: [] },
      outcome,
      redirects: 0,
      mayNotExist,
    });
    book.note(name, exchange, () => evidence);
  }
  return book;
}

const broken = ['readByKey', 'reset'] as const;
const whole = ['query', 'whole'] as const;

describe('answers that never come', () => {
  test('are of the one operation that gives none, while others answer', () => {
    const book = bookOf(whole, broken, broken, whole);
    expect(book.alone).toBe('readByKey');
    expect(book.isolated(2)).toEqual({ name: 'readByKey', count: 2, evidence });
    expect(book.isolated(3)).toBeUndefined();
  });

  test('count where others answered before the last of them, and not before the first alone', () => {
    expect(bookOf(broken, whole, broken, whole).isolated(2)?.count).toBe(2);
  });

  test('count once for those that were sent before one of them had failed', () => {
    const late = ['readByKey', 'reset', { at: 12 }] as const;
    expect(bookOf(whole, broken, late, whole).isolated(1)?.count).toBe(1);
  });

  test('are of a caller who never gets a whole one, whatever others get', () => {
    const stranger = ['readByKey', 'whole', { as: 'a stranger' }] as const;
    const invented = ['readByKey', 'whole', { mayNotExist: true }] as const;
    expect(bookOf(whole, stranger, broken, invented, broken, whole).isolated(2)?.count).toBe(2);
  });

  test('are counted at the first delete of a resource: the second may find nothing', () => {
    const deleted = (path: string, came: 'whole' | 'reset') => ['remove', came, { path }] as const;
    const book = bookOf(whole, deleted('/1', 'reset'), deleted('/1', 'whole'), deleted('/2', 'reset'), whole);
    expect(book.isolated(2)).toEqual({ name: 'remove', count: 2, evidence });
  });

  test.each<readonly [string, readonly Step[]]>([
    ['one has come', [whole, broken, ['readByKey', 'whole'], broken, whole]],
    ['another operation gives none either', [whole, broken, broken, ['sorted', 'reset'], whole]],
    ['nothing is answered afterwards', [whole, broken, broken]],
    ['nothing was answered before', [broken, broken, whole]],
    ['they were lost in another way', [whole, ['readByKey', 'timeout'], ['readByKey', 'timeout'], whole]],
  ])('are nobody’s where %s', (_why, steps) => {
    expect(bookOf(...steps).isolated(2)).toBeUndefined();
  }); // prettier-ignore

  test('are told apart from those that come and go elsewhere', () => {
    const passing: readonly Step[] = [['sorted', 'reset'], ['sorted', 'whole']]; // prettier-ignore
    expect(bookOf(whole, ...passing, broken, broken, whole).alone).toBe('readByKey');
  });
});
