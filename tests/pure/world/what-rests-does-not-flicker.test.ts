import { describe, expect, test } from 'vitest';
import { flickers, type Flickers } from '../../../world/resources/flickers.ts';
import { historyOf } from '../../support/histories.ts';
import { answered } from '../../support/stories/answered-exchange.ts';

const path = '/demo/resource/7';

type Step = readonly [at: number, method: keyof typeof endpoints, status: number, target?: string];

const endpoints = { GET: 'readById', POST: 'update', DELETE: 'remove', PUT: 'put' } as const;

function after(...steps: readonly Step[]): Flickers {
  return flickers(
    historyOf(
      steps.map(([at, method, status, target = path]) =>
        answered(at, [method, target, status], { endpoint: endpoints[method] }),
      ),
    ),
  );
}

/** What was missed, with the read that found it again, and how long it had rested. */
const missed = (...steps: readonly Step[]) =>
  after(...steps).all.flatMap((one) =>
    one.flickers.map((one) => [one.missed.number, one.found?.number, one.restedMs]),
  );

describe('a resource that is found, and then not', () => {
  test('flickers once it is found again', () => {
    expect(missed([100, 'GET', 200], [200, 'GET', 404], [300, 'GET', 200])).toEqual([[200, 300, 97]]);
    expect(missed([100, 'GET', 200], [200, 'GET', 410])).toEqual([[200, undefined, 97]]);
  });

  test('flickers once, even if several reads miss it meanwhile', () => {
    const steps: readonly Step[] = [
      [100, 'GET', 200],
      [200, 'GET', 404],
      [250, 'GET', 404],
      [300, 'GET', 200],
    ];
    expect(missed(...steps)).toHaveLength(1);
  });

  test.each<readonly [string, readonly Step[]]>([
    ['it was not found before', [[100, 'GET', 404], [200, 'GET', 200]]],
    ['it was found while it was missed', [[100, 'GET', 200], [101, 'GET', 404], [200, 'GET', 200]]],
    ['a delete was aimed at it before', [[100, 'GET', 200], [150, 'DELETE', 403], [200, 'GET', 404], [300, 'GET', 200]]],
    ['an update was under way', [[100, 'GET', 200], [200, 'GET', 404], [201, 'POST', 200], [300, 'GET', 200]]],
    ['it was asked for with parameters', [[100, 'GET', 200], [200, 'GET', 404, `${path}?a=b`], [300, 'GET', 200]]],
    ['it was answered otherwise', [[100, 'GET', 200], [200, 'GET', 500], [300, 'GET', 200]]],
    ['another project was asked', [[100, 'GET', 200], [200, 'GET', 404, '/other/resource/7'], [300, 'GET', 200]]],
  ])('does not flicker if %s', (_why, steps) => {
    expect(missed(...steps)).toEqual([]);
  }); // prettier-ignore

  test('rests since the last write to it, or to an unknown resource', () => {
    expect(after([100, 'GET', 200], [150, 'POST', 200]).restsSince('7')).toBe(153);
    expect(after([100, 'GET', 200], [170, 'PUT', 200, '/demo/resource']).restsSince('7')).toBe(173);
    expect(after([100, 'GET', 200], [170, 'DELETE', 500]).restsSince('7')).toBeUndefined();
    expect(
      missed([100, 'GET', 200], [170, 'PUT', 200, '/demo/resource'], [200, 'GET', 404], [300, 'GET', 200]),
    ).toEqual([[200, 300, 27]]);
  });
});

describe('a resource that no read has found', () => {
  const unfound = (...steps: readonly Step[]) =>
    after(...steps).unfound.map(({ id, missed: { number } }) => [id, number]);

  test('is reported with the last read that missed it', () => {
    expect(unfound([100, 'GET', 404], [200, 'GET', 410])).toEqual([['7', 200]]);
  });

  test('stays in the list when it is deleted', () => {
    expect(unfound([100, 'GET', 404], [150, 'DELETE', 200], [200, 'GET', 404])).toEqual([['7', 100]]);
  });

  test.each<readonly [string, readonly Step[]]>([
    ['it is found later', [[100, 'GET', 404], [200, 'GET', 200]]],
    ['it was found before', [[100, 'GET', 200], [200, 'GET', 404]]],
    ['it was deleted before', [[100, 'DELETE', 200], [200, 'GET', 404]]],
    ['it was answered otherwise', [[100, 'GET', 403], [200, 'GET', 500]]],
    ['it was asked for with parameters', [[100, 'GET', 404, `${path}?a=b`]]],
  ])('is not reported if %s', (_why, steps) => {
    expect(unfound(...steps)).toEqual([]);
  }); // prettier-ignore
});
