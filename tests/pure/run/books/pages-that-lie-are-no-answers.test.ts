import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../../contract/endpoints.ts';
import { Pages } from '../../../../run/books/pages.ts';
import { Exchange } from '../../../../run/exchange.ts';
import type { Outcome } from '../../../../wire/exchange.ts';

const page = '<!doctype html><title>Maintenance</title><p>Back at 12:05';

function outcome(type: string, text: string, status = 200): Outcome {
  const headers = type === '' ? [] : [['Content-Type', type] as const];
  return { kind: 'answer', status, headers, body: new TextEncoder().encode(text), sentAt: 0, answeredAt: 0 };
}

const html = (text = page): Outcome => outcome('text/html; charset=utf-8', text);
const json = (): Outcome => outcome('application/json', '{}');
let number = 0;

/** What a session makes of an outcome. */
function exchange(pages: Pages, name: EndpointName, came: Outcome, target = `/${name}`): Exchange {
  number += 1;
  return new Exchange({
    number,
    endpoint: name,
    caller: { label: 'a token', kind: 'supplied', scopes: new Set(), token: 'abc' },
    request: { method: endpoint(name).method ?? 'POST', target, headers: [] },
    outcome: came,
    redirects: 0,
    isPage: pages.isDoubtful(name, came),
  });
}

/** Pages after these answers, each of an operation, with another target where one is named. */
function met(...came: readonly (readonly [EndpointName, Outcome, string?])[]): Pages {
  const pages = new Pages();
  for (const [name, one, target] of came) {
    const answer = exchange(pages, name, one, target);
    if (answer.isPage) pages.hold(answer);
    else pages.note(answer);
  }
  return pages;
}

describe('a page in the place of an answer', () => {
  test('is no success, no status and no grant', () => {
    const one = exchange(met(['query', json()]), 'query', html());
    expect(one).toMatchObject({ kind: 'noise', succeeded: false, status: undefined, label: '200 (a page)' });
    expect(one.asOwn()).toMatchObject({ kind: 'success', status: 200, label: '200' });
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

  test('that stood at two operations and came right is told, and is nobody’s answer', () => {
    const pages = met(...rightAtTwo);
    expect(pages.takeOwn()).toEqual([]);
    expect(pages.told).toEqual([
      '2 of 4 answers were a page (200, text/html, “Maintenance”) with a status of success, and no answer of the implementation (GET /{projectKey}/resource/{id}, GET /{projectKey}/resource): remove what sends it, and run again',
    ]);
  });

  test('that could not be asked for again at either of two operations is nobody’s answer', () => {
    expect(met(['create', html()], ['remove', html()]).takeOwn()).toEqual([]);
  });

  test('that was met once is nobody’s answer', () => {
    expect(met(['query', json()], ['query', html()]).takeOwn()).toEqual([]);
  });

  test('that stood at one operation alone is the implementation’s own', () => {
    const pages = met(
      ['query', json()],
      ['query', html(), '/one'],
      ['query', html(), '/two'],
      ['query', json(), '/one'],
    );
    expect(pages.takeOwn()).toHaveLength(2);
    expect(pages.told).toEqual([]);
    expect(pages.takeOwn()).toEqual([]);
  });

  test('that came each time that the same was asked for is the implementation’s own', () => {
    const pages = met(['readById', html()], ['readById', html()], ['query', html()], ['query', html()]);
    pages.keep(exchange(pages, 'query', html()));
    expect(pages.takeOwn()).toHaveLength(4);
    expect(pages.isDoubtful('create', html())).toBe(false);
  });

  test('is in doubt no more where an operation has answered so three times, and no other', () => {
    const pages = met(['create', html(), '/1'], ['create', html(), '/2'], ['create', html(), '/3']);
    expect(pages.isDoubtful('create', html())).toBe(false);
    expect(pages.isDoubtful('query', html())).toBe(true);
  });
});
