import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { Caller } from '../../../history/caller.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { conclude } from '../../../judge/sentence.ts';
import { notAlwaysAnError } from '../../../judging/answers/server-errors.ts';
import { firstOf, plainlyAskedFor } from '../../../world/operations/plain-requests.ts';
import { exchangeAt, historyOf, worldOf } from '../../support/histories.ts';

const manage: Caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) };
const read: Caller = { label: 'V', kind: 'supplied', scopes: new Set(['view_test:demo']) };

type Asked = readonly [status: number, more?: Partial<Parameters<typeof exchangeAt>[1]>];

const json = ['Content-Type', 'application/json'] as const;

/** A record that was posted with this body, by whoever may, and an answer elsewhere after all of them. */
const posts = (asked: readonly Asked[]): readonly Exchange[] => [
  ...asked.map(([status, more], at) =>
    exchangeAt('complexPath', {
      number: at + 1,
      method: 'POST',
      target: '/demo/resource/artificially-complex/path/uri-parameter-one=a/b?queryParameterOne=1',
      caller: manage,
      askedWith: [json],
      asked: { id: 'a', version: '1' },
      status,
      ...more,
    }),
  ),
  exchangeAt('query', { number: 100, target: '/demo/resource', caller: manage, status: 200 }),
];

function said(
  exchanges: readonly Exchange[],
  { name = 'complexPath' as EndpointName, ...which }: Parameters<typeof notAlwaysAnError>[1] & { name?: EndpointName } = {},
): string {
  const { met, broken, doubts, lack } = conclude(notAlwaysAnError(name, which), worldOf(historyOf(exchanges)));
  if (broken.length > 0) return `broken ${broken[0]?.kind}`;
  if (lack !== undefined) return `${lack.isDoubt === true ? 'doubt' : 'lack'} ${lack.code}`;
  if (doubts.length > 0) return `doubt ${doubts[0]?.code}`;
  return met > 0 ? 'met' : 'nothing';
} // prettier-ignore

describe('a history states about an operation that answers with server errors', () => {
  test.each<readonly [string, readonly Asked[], string]>([
    ['that all of them are', [[500], [501], [500]], 'broken crashed'],
    ['nothing for good of two', [[500], [500]], 'doubt flaky'],
    ['that not all of them are', [[400], [500]], 'met'],
    ['that not all of them are, and that they come and go', [[500], [200], [200], [500], [200]], 'doubt flaky'],
    ['that one of them is an accident', [[500], [200], [200], [200]], 'met'],
    ['that they hinge on what is asked', [[500, { asked: { id: 'b' } }], [200], [500, { asked: { id: 'b' } }]], 'met'],
    ['that none is', [[200]], 'met'],
    ['that all of them are, whatever odd ones are refused with', [[500], [400, { asked: { id: 5 } }], [500], [400, { askedWith: [['Content-Type', 'text/plain']] }], [500]], 'broken crashed'],
    ['that all of them are, whoever is refused', [[500], [403, { caller: read }], [500], [500]], 'broken crashed'],
    ['that not all of them are where everybody is refused', [[403], [403]], 'met'],
    ['nothing where another was accepted', [[500], [500], [500], [200, { asked: { id: '\0' } }]], 'doubt flaky'],
    ['that not all are by what is odd, where nothing else was asked', [[400, { asked: { id: 5 } }]], 'met'],
    ['nothing where it was lost', [[503]], 'doubt noise'],
    ['nothing where it was not asked', [], 'doubt noise'],
  ])('%s', (_what, asked, expected) => {
    expect(said(posts(asked))).toBe(expected);
  }); // prettier-ignore

  test('nothing if no other operation has answered since', () => {
    const all = posts([[500], [500], [500]]);
    expect(said(all.slice(0, -1))).toBe('doubt flaky');
  });

  test('nothing if no request is known that should succeed', () => {
    expect(said(posts([[500], [500], [500]]), { isProven: () => false })).toBe('doubt server-error');
    expect(said(posts([[500], [400]]), { isProven: () => false })).toBe('met');
  });

  test('a history states that all deletes fail, though a second delete finds nothing', () => {
    const deletes = [500, 404, 500, 500].map((status, at) =>
      exchangeAt('remove', { number: at + 1, method: 'DELETE', target: `/demo/resource/r${at === 1 ? 0 : at}`, caller: manage, status }),
    ); // prettier-ignore
    const all = [...deletes, ...posts([])];
    expect(said(all, { name: 'remove' })).toBe('met');
    const asked: Parameters<typeof notAlwaysAnError>[1]['asked'] = (world) => firstOf(plainlyAskedFor(world, 'remove'));
    expect(said(all, { name: 'remove', asked })).toBe('broken crashed');
  }); // prettier-ignore
});
