import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Judgement } from '../../../clause/judgement.ts';

const clause = '4.11/refused-delete-has-no-effect';

async function judged(faults: readonly string[], choices: readonly string[]): Promise<Judgement | undefined> {
  const { judgements } = await rehearse({
    plan,
    faults,
    choices,
    profile: choices.length === 0 ? referenceProfile : {},
    selected: new Set([clause]),
  });
  return judgements.get(clause);
}

describe.each([[[]], [['create-lands-on-one-resource']]])('with the habits %j', (choices) => {
  test.each(['delete-open-without-token', 'delete-open-to-any-bearer', 'delete-open-without-scope'])(
    'a refused delete is not reported for a delete that %s granted',
    async (fault) => {
      expect((await judged([fault], choices))?.verdict).toBe('pass');
    },
  );

  test.each([
    ['delete-open-without-token', 'refused-delete-performed'],
    ['delete-open-without-scope', 'unauthenticated-delete-performed'],
  ])('with %s, %s is found', async (...faults) => {
    expect((await judged(faults, choices))?.verdict).toBe('fail');
  });
});

describe('a finding on refused deletes', () => {
  test('shows the delete that took effect, and the answers to all callers', async () => {
    const found = (await judged(['delete-open-without-token', 'refused-delete-performed'], []))?.findings[0];
    expect(found?.expected).toContain('403 to CONFORMANCE_TOKEN_VIEW_TEST');
    expect(found?.got).toContain('200 to no token');
    const told = found?.story?.filter(({ role }) => role !== 'setup') ?? [];
    const sent = told.map(({ exchange }) => found?.exchanges[exchange]?.request.method);
    expect(sent).toEqual(['GET', 'DELETE', 'GET']);
  });
});
