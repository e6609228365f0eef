import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { History } from '../../../history/history.ts';
import { pageInBetween } from '../../../world/circumstances/other-answers.ts';
import type { World } from '../../../world/world.ts';
import type { Outcome } from '../../../wire/exchange.ts';
import { pages, type Pages } from '../../../world/weather/pages.ts';
import { historyOf } from '../../support/histories.ts';

const page = '<!doctype html><title>Maintenance</title><p>Back at 12:05';

function outcome(type: string, text: string, status = 200): Outcome {
  const headers = type === '' ? [] : [['Content-Type', type] as const];
  return { kind: 'answer', status, headers, body: new TextEncoder().encode(text), sentAt: 0, answeredAt: 0 };
}

const html = (text = page): Outcome => outcome('text/html; charset=utf-8', text);
const json = (): Outcome => outcome('application/json', '{}');
let number = 0;

/** What a session makes of an outcome. */
function exchange(history: History, name: EndpointName, came: Outcome, target = `/${name}`): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint: name,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set(), token: 'abc' },
    request: { method: endpoint(name).method ?? 'POST', target, headers: [] },
    outcome: came,
    redirects: 0,
    isPage: pages(history).isDoubtful(name, came),
  });
}

type Came = readonly [name: EndpointName, came: Outcome, target?: string];

/** A history of these answers, each of an operation, with another target where one is named. */
function answered(...came: readonly Came[]): History {
  const history = historyOf([]);
  for (const [name, one, target] of came) history.append(exchange(history, name, one, target));
  return history;
}

/** The pages among them. */
function met(...came: readonly Came[]): Pages {
  return pages(answered(...came));
}

describe('a page in place of an answer', () => {
  test('is neither a success nor a status nor a grant', () => {
    const one = exchange(answered(['query', json()]), 'query', html());
    expect(one).toMatchObject({ status: undefined, label: '200 (a page)' });
    expect([one.is('gateway'), one.asOwn().is('success')]).toEqual([true, true]);
    expect(one.asOwn()).toMatchObject({ status: 200, label: '200' });
  });

  test.each([
    ['markup, where the contract shows an answer', 'create', html(), [], true],
    ['markup, where the operation answers otherwise', 'update', html(), [['update', json()]], true],
    [
      'markup without a body, where other checks have no type',
      'exists',
      html(''),
      [['exists', outcome('', '')]],
      true,
    ],
    ['not markup of an operation that has answered so', 'update', html(), [['update', html()]], false],
    ['not what is merely labelled so', 'query', html('{}'), [['query', json()]], false],
    ['not a refusal', 'query', outcome('text/html', page, 403), [['query', json()]], false],
  ] as const)('is %s', (_, name, came, before, isDoubtful) => {
    expect(met(...before).isDoubtful(name, came)).toBe(isDoubtful);
  });
});

describe('a page', () => {
  const rightAtTwo = [
    ['query', json()],
    ['readById', html()],
    ['readById', json()],
    ['query', html('<!doctype html><title>Maintenance</title><p>Back at 12:06')],
  ] as const;

  test('a page that was at two operations and succeeded is reported against no answer', () => {
    const { own, lies, heard } = met(...rightAtTwo);
    expect(own).toEqual([]);
    expect(pageInBetween.tells?.({ pages: { lies, heard } } as World)).toEqual([
      '2 of 4 answers were a page (200, text/html, “Maintenance”) with a status of success, and no answer of the implementation (GET /{projectKey}/resource/{id}, GET /{projectKey}/resource): remove what sends it, and run again',
    ]);
  });

  test('a page that could not be requested again at two operations excuses no answer', () => {
    expect(met(['create', html()], ['remove', html()]).own).toEqual([]);
  });

  test('a page that came once excuses no answer', () => {
    expect(met(['query', json()], ['query', html()]).own).toEqual([]);
  });

  test('a page that occurred at one operation alone belongs to the implementation', () => {
    const history = answered(
      ['query', json()],
      ['query', html(), '/one'],
      ['query', html(), '/two'],
      ['query', json(), '/one'],
    );
    const { own } = pages(history);
    expect(own).toHaveLength(2);
    expect(pageInBetween.tells?.({ pages: pages(history) } as World)).toEqual([]);
    for (const one of own) history.append(one.asOwn());
    expect(pages(history).own).toEqual(own);
  });

  test('a page that came at each repetition belongs to the implementation', () => {
    const history = answered(
      ['readById', html()],
      ['readById', html()],
      ['query', html()],
      ['query', html()],
    );
    history.append({ kind: 'own page', exchange: exchange(history, 'query', html()) });
    expect(pages(history).own).toHaveLength(4);
    expect(pages(history).isDoubtful('create', html())).toBe(false);
  });

  test('is no longer in doubt if only one operation has answered that way, three times', () => {
    const seen = met(['create', html(), '/1'], ['create', html(), '/2'], ['create', html(), '/3']);
    expect(seen.isDoubtful('create', html())).toBe(false);
    expect(seen.isDoubtful('query', html())).toBe(true);
  });
});
