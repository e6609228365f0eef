import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Caller } from '../../../history/caller.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { History } from '../../../history/history.ts';
import { createCallers } from '../../../run/callers.ts';
import { createRandom } from '../../../run/random.ts';
import type { FailureKind, Outcome } from '../../../wire/exchange.ts';
import { historyOf, worldOf } from '../../support/histories.ts';

const { none, random, empty } = createCallers([], createRandom(1));
const reader: Caller = { label: 'reader', kind: 'supplied', scopes: new Set(['view_test:demo']) };
const writer: Caller = { label: 'writer', kind: 'supplied', scopes: new Set(['manage_test:demo']) };

type Came = number | FailureKind;
type Step = readonly [
  who: Caller,
  came: Came,
  more?: { readonly at?: EndpointName; readonly project?: string; readonly sentAt?: number },
];

const grant: Step = [reader, 200];
const close: Step = [none, 'reset'];

function outcomeOf(came: Came, sentAt: number): Outcome {
  const times = { sentAt, answeredAt: sentAt + 5 };
  return typeof came === 'number'
    ? { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...times }
    : { kind: 'failure', failure: came, detail: '', wrote: true, ...times };
}

function exchangeOf([caller, came, { at = 'query', project = 'demo', sentAt = 0 } = {}]: Step, number = 1) {
  const request = { method: 'GET', target: `/${project}/resource`, headers: [] };
  return new Exchange({ number, endpoint: at, caller, request, outcome: outcomeOf(came, sentAt), redirects: 0 }); // prettier-ignore
}

/** One exchange each ten milliseconds, of which each takes five, unless told otherwise. */
function met(...steps: readonly Step[]): History {
  return historyOf(
    steps.map(([who, came, more], at) => exchangeOf([who, came, { sentAt: at * 10, ...more }], at + 1)),
  );
}

/** Whether one more request is refused, and whose request would be its control. */
function next(history: History, step: Step, isDeclared = false) {
  const { closings } = worldOf(history, undefined, isDeclared ? { refusal: { style: 'close' } } : {});
  const exchange = exchangeOf(step);
  const { endpoint = 'query' } = exchange;
  return {
    isRefusal: closings.isRefusal(endpoint, exchange),
    control: closings.controlOf(endpoint, exchange)?.label,
  };
}

const thrice = [grant, close, grant, close, grant, close, grant] as const;
/** The same of three callers. */
const style = [none, random, empty].flatMap((who): readonly Step[] =>
  thrice.map(([caller, came]) => [caller === none ? who : caller, came]),
);
const sorted = { at: 'sorted' } as const;

describe('the end of a connection is a refusal', () => {
  test.each<readonly [string, readonly Step[]]>([
    ['it came three times, each between two grants', thrice],
    ['the caller was answered in another project alone', [...thrice, [none, 200, { project: 'other' }]]],
  ])('if %s', (_name, steps) => {
    expect(next(met(...steps), close).isRefusal).toBe(true);
  });

  test.each<readonly [string, readonly Step[]]>([
    ['nothing came before', []],
    ['it came twice', thrice.slice(2)],
    ['nothing was granted after the last', thrice.slice(0, -1)],
    ['nothing was granted before the first', thrice.slice(1, -2)],
    ['nothing was granted between', [grant, close, close, close, grant]],
    ['the grants were of another operation', thrice.map(([who, came]) => [who, came, who === reader ? sorted : {}])], // prettier-ignore
    ['the grants were of another project', thrice.map(([who, came]) => [who, came, who === reader ? { project: 'other' } : {}])], // prettier-ignore
    ['the grants were on their way', thrice.map(([who, came], at) => [who, came, who === reader ? { sentAt: at * 10 - 6 } : {}])], // prettier-ignore
    ['the caller was answered before', [[none, 401], ...thrice]],
    ['the caller was answered since', [...thrice, [none, 401]]],
    ['the caller was granted access', [...thrice, [none, 200]]],
    [
      'whoever is let in met the same meanwhile',
      [...thrice.slice(0, 4), [reader, 'reset'], ...thrice.slice(4)],
    ],
    ['it was another failure', thrice.map(([who, came]) => [who, came === 'reset' ? 'timeout' : came])],
  ])('but not if %s', (_name, steps) => {
    expect(next(met(...steps), close).isRefusal).toBe(false);
  });

  test('the end of a connection is not immediately a refusal for a caller who must be granted access', () => {
    expect(next(met(...style), [reader, 'reset']).isRefusal).toBe(false);
    expect(next(met(...style), [writer, 'reset']).isRefusal).toBe(false);
    const refused = thrice.map(([who, came]): Step => [who === none ? writer : who, came]);
    expect(next(met(...refused), [writer, 'reset']).isRefusal).toBe(true);
    expect(next(met(...style), [reader, 'reset', { project: 'other' }]).isRefusal).toBe(true);
  });

  test('the end of a connection is no refusal if the answer is another', () => {
    expect(next(met(...style), [none, 401]).isRefusal).toBe(false);
    expect(next(met(...style), [none, 'framing']).isRefusal).toBe(false);
  });

  test('immediately at a further operation, if three callers were refused that way and it grants some request', () => {
    const granted: Step = [reader, 200, sorted];
    expect(next(met(...style, granted), [none, 'reset', sorted]).isRefusal).toBe(true);
    expect(next(met(...thrice, granted), [none, 'reset', sorted]).isRefusal).toBe(false);
    expect(next(met(...style), [none, 'reset', sorted]).isRefusal).toBe(false);
    expect(next(met(...style, granted, [none, 403, sorted]), [none, 'reset', sorted]).isRefusal).toBe(false);
  });

  test.each<readonly [string, boolean, readonly Step[]]>([
    ['from the first request on', true, []],
    ['where one status contradicts it', true, [[none, 401]]],
    ['not where three do', false, [[none, 401], [none, 401], [none, 401]]],
    ['not where whoever is let in meets the same', false, [[reader, 'reset']]],
    ['where whoever is let in has met it once', true, [grant, [reader, 'reset']]],
  ])('as declared %s', (_name, isRefusal, steps) => {
    expect(next(met(...steps), close, true).isRefusal).toBe(isRefusal);
  }); // prettier-ignore

  test('is confirmed with a caller who was granted the same request', () => {
    expect(next(met(grant), close).control).toBe('reader');
    expect(next(met(), close).control).toBeUndefined();
    expect(next(met(grant), [reader, 'reset']).control).toBeUndefined();
    expect(next(met(grant), [writer, 'reset']).control).toBe('reader');
    expect(next(met(grant, [none, 401]), close).control).toBeUndefined();
    expect(next(met(grant), [none, 401]).control).toBeUndefined();
    expect(next(met(grant), [none, 'reset', { project: 'other' }]).control).toBeUndefined();
  });
});

describe('a closed connection as refusal', () => {
  const refusal = new Exchange({
    number: 1,
    endpoint: 'query',
    caller: random,
    request: { method: 'GET', target: '/demo/resource', headers: [] },
    outcome: outcomeOf('reset', 0),
    redirects: 0,
    isWordless: true,
  });

  test('has no status of HTTP, and is no failure', () => {
    expect(refusal).toMatchObject({ status: 0, failure: undefined, label: 'the end of the connection' });
  });

  test('is one way to answer a stranger, and no answer that broke off', () => {
    const { answers, unanswered } = worldOf(historyOf([refusal]));
    expect([...(answers.here('query')?.byCaller.get(random.label) ?? [])]).toEqual([0]);
    expect(unanswered.broken).toEqual([]);
    expect(worldOf(historyOf([exchangeOf([random, 'reset'])])).unanswered.broken).toEqual([]);
    expect(worldOf(historyOf([exchangeOf([reader, 'reset'])])).unanswered.broken).toEqual(['query']);
  });
});
