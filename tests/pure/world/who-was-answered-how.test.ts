import { describe, expect, test } from 'vitest';
import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import { Exchange } from '../../../history/exchange.ts';
import type { FailureKind } from '../../../wire/exchange.ts';
import { answers, wasGranted } from '../../../world/callers/answers.ts';
import { isSuccess } from '../../../wire/status.ts';
import { isAskedOf } from '../../../world/documented.ts';
import { historyOf } from '../../support/histories.ts';
import { nobody } from '../../support/stages/scripted-stage.ts';

/** An exchange that came to this status, or to no answer. */
function exchange(name: EndpointName, came: number | FailureKind, target: string, as = ''): Exchange {
  const at = { sentAt: 0, answeredAt: 1 };
  return new Exchange({
    number: 1,
    endpoint: name,
    caller: { ...nobody, label: as },
    request: { method: endpoint(name).method ?? 'POST', target, headers: [] },
    outcome:
      typeof came === 'number'
        ? { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...at }
        : { kind: 'failure', failure: came, detail: '', wrote: true, ...at },
    redirects: 0,
  });
}

describe('the answers to each caller', () => {
  test.each([
    [199, false],
    [200, true],
    [204, true],
    [299, true],
    [300, false],
    [404, false],
  ])('%i is a success: %s', (status, success) => {
    expect(isSuccess(status)).toBe(success);
    expect(wasGranted(new Set([401, status]))).toBe(success);
  });

  test('a caller without answers has no grants', () => {
    expect([wasGranted(undefined), wasGranted(new Set())]).toEqual([false, false]);
  });

  test('are stored by operation, project and caller', () => {
    const met = [
      exchange('query', 200, '/a%20b/resource', 'A'),
      exchange('query', 403, '/a%20b/resource?limit=1', 'A'),
      exchange('query', 401, '/a%20b/resource', 'B'),
      exchange('query', 204, '/a%20bc/resource', 'B'),
      exchange('search', 404, '/a%20b/resource/search', 'B'),
    ];
    const told = answers(historyOf(met, { projectKey: 'a b' }));
    const shown = told.sites.map(({ endpoint, project, key, byCaller }) => [
      endpoint,
      project,
      key,
      [...byCaller].map(([label, statuses]) => [label, [...statuses]]),
    ]);
    expect(shown).toEqual([
      ['query', 'here', 'a%20b', [['A', [200, 403]], ['B', [401]]]],
      ['query', 'elsewhere', 'a%20bc', [['B', [204]]]],
      ['search', 'here', 'a%20b', [['B', [404]]]],
    ]); // prettier-ignore
    expect(told.here('query')).toBe(told.sites[0]);
    expect(told.here('create')).toBeUndefined();
    const elsewhere = exchange('query', 200, '/a%20bc/other');
    expect(told.placeOf('query', elsewhere)).toBe(told.sites[1]);
    expect(told.placeOf('search', elsewhere)).toBeUndefined();
    expect(['A', 'B', 'C'].map((label) => told.wasGranted('query', label))).toEqual([true, false, false]);
    expect(told.wasGranted('search', 'A')).toBe(false);
  });

  test.each([
    ['429', 429],
    ['503', 503],
    ['a server error', 500],
    ['a lost connection', 'reset'],
  ] as const)('prove nothing with %s', (_what, came) => {
    expect(answers(historyOf([exchange('query', came, '/demo/resource')])).sites).toEqual([]);
  });

  test.each([
    ['/demo/resource', true],
    ['/demo/', true],
    ['/demos/resource', false],
    ['/other/resource', false],
    ['/demo', false],
  ])('%s is of the project: %s', (target, isHere) => {
    expect(isAskedOf('demo', exchange('query', 200, target))).toBe(isHere);
  });
});
