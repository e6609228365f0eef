import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { embeddedTokens, rehearse } from '../../../config/runs/rehearsal.ts';
import { aimed, integerKinds, oddKinds } from '../../../properties/arbitraries/stated-version.ts';
import { actionKinds, updateActions } from '../../../properties/arbitraries/update-actions.ts';
import { drawn, drawnInTurn } from '../../../properties/drawn-cases.ts';
import type { Header, Request } from '../../../wire/exchange.ts';

const seeds = [1, 2, 3];

/** Faults that show on few inputs or in races only, with the clause whose evidence has to see them. */
const caught: readonly (readonly [fault: string, clause: string])[] = [
  ['version-digits-in-any-order', '4.10/conflict-on-mismatch'],
  ['version-accepted-as-prefix', '4.10/conflict-on-mismatch'],
  ['version-not-checked-for-empty-text', '4.10/conflict-on-mismatch'],
  ['version-not-checked-for-digit-texts', '4.10/conflict-on-mismatch'],
  ['mismatch-400-for-long-lists', '4.10/conflict-on-mismatch'],
  ['actions-after-the-eighth-left-out', '4.10/actions-in-order'],
  ['version-wraps-at-16', 'Versioning/states-differ-in-version'],
  ['window-of-1-ms-between-check-and-write', '4.10/one-winner'],
  ['window-for-more-than-two-actions', '4.10/one-winner'],
  ['window-for-more-than-ten-actions', '4.10/one-winner'],
  ['version-not-checked-for-three-actions-in-company', '4.10/one-winner'],
  ['locks-by-token', '4.10/one-winner'],
  ['two-nodes-lock-apart-by-connection', '4.10/one-winner'],
  ['loser-of-a-race-merged', '4.10/conflict-has-no-effect'],
  ['losers-of-a-race-told-success', '4.10/stale-version-conflicts'],
];

/** The plan with nothing but one clause and its evidence. */
function only(clause: string) {
  const sections = plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.filter(({ id }) => id === clause),
  }));
  return { sections, evidence: plan.evidence.filter((evidence) => evidence.clause === clause) };
}

/** The request with a token that the reference knows in place of the one made up for a test. */
function withToken(request: Request, token: string): Request {
  const headers = request.headers.map(([name, value]): Header =>
    value === 'Bearer mixed' ? [name, `Bearer ${token}`] : [name, value],
  );
  return { ...request, headers };
}

describe('evidence from generated cases', () => {
  test.each(caught)('sees the fault %s', async (fault, clause) => {
    for (const seed of seeds) {
      const { judgements } = await rehearse({ plan: only(clause), faults: [fault], seed });
      expect(judgements.get(clause)?.verdict, `seed ${seed}`).toBe('fail');
    }
  });

  test.each([...new Set(caught.map(([, clause]) => clause))])(
    'lets the honest reference pass %s',
    async (clause) => {
      const { judgements } = await rehearse({ plan: only(clause) });
      expect(judgements.get(clause)?.verdict).toBe('pass');
    },
  );

  test('is found again by the seed and path of a finding', () => {
    const arbitrary = updateActions();
    for (const { value, seed, path } of drawn(arbitrary, 7, 10))
      expect(fc.sample(arbitrary, { seed, path, numRuns: 1 })).toEqual([value]);
  });

  test('uses each kind in turn, each case repeatable by its seed and path', () => {
    const kinds = [fc.constant('a'), fc.nat({ max: 9 }).map(String), fc.constant('c')];
    const cases = drawnInTurn(kinds, 7, 8);
    expect(cases.map(({ value }) => value.replace(/\d/, 'n')).join('')).toBe('ancancan');
    cases.forEach(({ value, seed, path }, at) => {
      const kind = kinds[at % kinds.length] ?? fc.constant('');
      expect(fc.sample(kind, { seed, path, numRuns: 1 })).toEqual([value]);
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('has every edge among its first eight lists, seed %i', (seed) => {
    const lists = drawnInTurn(actionKinds, seed, 8).map(({ value }) => value);
    const texts = lists.map((list) =>
      list.flatMap((one) => (one.action === 'changeSomeProperty' ? [one.someProperty] : [])),
    );
    const isAmong = (test: (text: string) => boolean): boolean => texts.flat().some(test);
    expect(isAmong((text) => text === '')).toBe(true);
    expect(isAmong((text) => /^\d+$/.test(text))).toBe(true);
    expect(isAmong((text) => text.length >= 100)).toBe(true);
    expect(isAmong((text) => /[^\0-~]/.test(text))).toBe(true);
    expect(lists.some(({ length }) => length === 1)).toBe(true);
    expect(lists.some(({ length }) => length > 10)).toBe(true);
  });

  test.each([
    ['demo-view-products', 'pass'],
    ['demo-view-test', 'fail'],
  ] as const)('judges a token of two projects that is granted access like %s: %s', async (like, verdict) => {
    const clause = 'Authentication/scopes-are-exact-for-reads';
    const own = { label: 'mixed', token: 'mixed', scopes: ['view_products:demo', 'manage_test:other'] };
    const { judgements } = await rehearse({
      plan: only(clause),
      options: { tokens: [...embeddedTokens(), own] },
      around: (transport) => ({
        ...transport,
        send: (request, limits) => transport.send(withToken(request, like), limits),
        sendRaw: (request, limits) => transport.sendRaw(withToken(request, like), limits),
      }),
    });
    expect(judgements.get(clause)?.verdict).toBe(verdict);
  });

  test('never mistakes the actual version for a wrong version', () => {
    const actual = fc.oneof(fc.integer(), fc.bigInt({ min: 0n, max: 2n ** 63n })).map(String);
    fc.assert(
      fc.property(
        fc.oneof(fc.oneof(...integerKinds), fc.oneof(...oddKinds)),
        actual,
        fc.array(actual),
        (stated, v, former) => {
          const probe = aimed(stated, v, former);
          if (probe !== undefined) expect(Number(probe.version)).not.toBe(Number(v));
        },
      ),
    );
  });

  test('states the largest flaw rate that the races can have missed', async () => {
    const { record } = await rehearse({ plan: only('4.10/one-winner') });
    expect(record.races?.join('\n')).toMatch(
      /^races: 0 violations in 24 rounds of up to 8 updates at once; flaws .*\n.*24\/24 rounds .*\[measured\]\n.*\[bound, if .*\n.*\[bound\]\n.*\[estimate\]\nsent over HTTP\/1\.1 in 24 rounds.*\nthe updates were .*one change in .*under different tokens in .*\nnot covered/,
    );
  });

  test('makes no statement about clean races after a violation', async () => {
    const { record } = await rehearse({
      plan: only('4.10/one-winner'),
      faults: ['window-of-5-ms-between-check-and-write'],
    });
    expect(record.races).toHaveLength(1);
    expect(record.races?.join('')).toMatch(/^races: stopped in round 1 .* by several winners/);
  });

  test('takes no update that has stopped changing the version for a second winner', async () => {
    const { judgements } = await rehearse({
      plan: only('4.10/one-winner'),
      choices: ['do-some-thing-wears-off'],
    });
    expect(judgements.get('4.10/one-winner')?.verdict).toBe('pass');
  });
});
