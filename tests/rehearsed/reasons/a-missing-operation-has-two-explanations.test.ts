import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { Transport } from '../../../wire/exchange.ts';

/** A server that finds nothing on a path, but what a query names. */
async function routeClause(
  part: string,
  isMissing: (target: string) => boolean,
  samples: Readonly<Record<string, object>> = {},
): Promise<Judgement | undefined> {
  const ids = plan.sections.filter((section) => section.part === part).flatMap(({ clauses }) => clauses);
  const around = (inner: Transport): Transport => ({
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      if (!isMissing(request.target) || outcome.kind !== 'answer') return outcome;
      return { ...outcome, status: 404, headers: [], body: new Uint8Array() };
    },
  });
  const { judgements } = await rehearse({
    plan,
    profile: { ...referenceProfile, samples },
    selected: new Set(ids.map(({ id }) => id)),
    around,
  });
  return judgements.get(`${part}/route-exists`);
}

describe('an operation that answers 404 to every caller', () => {
  test.each([
    ['4.4', 'searchApiPattern'],
    ['4.12', 'sorted-query-parameters'],
    ['4.17', 'namespace-action-with-example'],
  ])('is left undecided with both explanations, and the line that settles it: %s', async (part, segment) => {
    const judged = await routeClause(part, (target) => target.includes(segment));
    expect(judged?.verdict).toBe('inconclusive');
    expect(judged?.reason?.text).toMatch(
      /^a caller who is granted access elsewhere was answered 404 by GET \S+: either the operation is missing, or it found nothing; /,
    );
    expect(judged?.reason?.text).toContain('a sample in the profile');
    expect(judged?.reason?.supply).toBe(`CONFORMANCE_WITHOUT=${part}`);
  });

  test('exists once a declared query finds a resource', async () => {
    const isMissing = (target: string): boolean =>
      target.includes('searchApiPattern') && !target.includes('text.en=found');
    const judged = await routeClause('4.4', isMissing, { '4.4': { query: { 'text.en': 'found' } } });
    expect(judged?.verdict).toBe('pass');
  });
});
