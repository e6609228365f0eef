import { describe, expect, test } from 'vitest';
import { eachParameterOptional } from '../../../../judging/parameters/each-optional.ts';
import { repeatsAccepted } from '../../../../judging/parameters/repeated-parameters.ts';
import { judgedByQueries, type Rule } from '../../../support/stages/queried-stage.ts';

const isAsked = (query: string, name: string): boolean => `&${query}`.includes(`&${name}=`);
const times = (query: string, name: string): number => `&${query}`.split(`&${name}=`).length - 1;

describe('an order to sort by', () => {
  const repeats = repeatsAccepted('sorted');

  test.each<readonly [string, Rule, boolean]>([
    ['is not, where two words are taken', () => 200, false],
    ['is, where either word is taken and both are refused', (query) => (times(query, 'sort') > 1 ? 400 : 200), true],
    ['is not, where one of the words alone is refused', (query) => (query.includes('sort=b') ? 400 : 200), false],
    ['is not, where no word is one', (query) => (isAsked(query, 'sort') ? 400 : 200), false],
    ['is not, where one word twice is taken', (query) => (query.includes('sort=a&sort=a') || times(query, 'sort') < 2 ? 200 : 400), false],
    ['is not, where two of them fail otherwise than by what blames the request', (query) => (times(query, 'sort') > 1 ? 500 : 200), false],
  ])('that is refused when passed twice %s', async (_what, rule, isSuspect) => {
    const { told } = await judgedByQueries(repeats, rule);
    expect(told.includes('suspected')).toBe(isSuspect);
    expect(told.filter((one) => one === 'violated')).toEqual([]);
  }); // prettier-ignore

  test('costs one request if two words are accepted', async () => {
    const { queries } = await judgedByQueries(repeats, () => 200);
    expect(queries.filter((query) => isAsked(query, 'sort'))).toEqual(['sort=a&sort=b']);
  });

  test('is left to the values that a vendor declares', async () => {
    const profile = { samples: { '4.12': { query: { sort: ['id asc', 'id desc'] } } } };
    const { told } = await judgedByQueries(repeats, (query) => (query === 'sort=a&sort=b' ? 400 : 200), profile);
    expect(told).not.toContain('suspected');
  }); // prettier-ignore
});

describe('a parameter that has no use without another', () => {
  const optional = eachParameterOptional('sorted', {
    together: [
      ['limit', 'offset'],
      ['withTotal', 'var.a'],
    ],
    apart: [
      ['limit', 'withTotal'],
      ['offset', 'var.a'],
    ],
  });
  const without =
    (left: string, there: string, status = 400): Rule =>
    (query) =>
      !isAsked(query, left) && isAsked(query, there) ? status : 200;

  test.each<readonly [string, Rule, number]>([
    ['nothing is refused', () => 200, 0],
    ['an offset needs a limit', without('limit', 'offset'), 1],
    ['a limit needs an offset', without('offset', 'limit', 422), 1],
    ['a limit without an offset is a server error', without('offset', 'limit', 500), 1],
    ['a variable needs a total', without('withTotal', 'var.a'), 1],
    ['what is missing is not blamed', without('limit', 'offset', 404), 0],
    ['two left out together are refused, and neither alone', (query) => (isAsked(query, 'limit') || isAsked(query, 'withTotal') ? 200 : 400), 0],
  ])('is suspect, and no violation, if %s', async (_why, rule, suspects) => {
    const { told } = await judgedByQueries(optional, rule);
    expect(told.filter((one) => one === 'suspected')).toHaveLength(suspects);
    expect(told.filter((one) => one !== 'suspected')).toEqual(['held', 'held']);
  }); // prettier-ignore

  test('costs two requests if neither is refused', async () => {
    const { queries } = await judgedByQueries(optional, () => 200);
    expect(queries).toHaveLength(5);
    expect(queries.slice(3)).toEqual(['offset=1&var.a=a', 'limit=1&withTotal=true']);
  });
});
