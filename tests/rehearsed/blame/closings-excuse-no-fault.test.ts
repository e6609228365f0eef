import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { faults, referenceWith } from '../../../faults/catalogue.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';
import { disturbances } from '../../support/disturbances/disturbances.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';

/** A server that closes the connection on anyone who it does not let in, and that may be broken beside. */
async function judged({
  fault,
  choice,
  profile = {},
}: {
  readonly fault?: string;
  readonly choice?: string;
  readonly profile?: object;
}) {
  const given = {
    faults: fault === undefined ? [] : [fault],
    choices: ['refusals-by-the-end-of-the-connection', ...(choice === undefined ? [] : [choice])],
  };
  const declared = { ...shownMethods, ...profile };
  return await rehearse({ plan, profile: declared, reference: referenceWith(given) });
}

/** Clauses that fail, or that are left open. */
function spoilt({ judgements }: Awaited<ReturnType<typeof judged>>): readonly string[] {
  return [...judgements].flatMap(([id, { verdict }]) =>
    verdict === 'fail' || verdict === 'inconclusive' ? [id] : [],
  );
}

describe('the end of the connection', () => {
  test('counts as a refusal even without a declaration', async () => {
    const run = await judged({});
    expect(spoilt(run)).toEqual([]);
    expect(run.judgements.get('Authentication/refusal-style')?.observed).toMatchObject({ bySuccess: 0, byStatus: 0 }); // prettier-ignore
    // Each request of the start is sent three times at most; no request follows.
    expect(run.record.weather?.resets).toBeLessThan(80);
    expect(run.record.leftovers).toEqual([]);
  });

  test('is a refusal from the first request on if it is declared', async () => {
    const run = await judged({ profile: { refusal: { style: 'close' } } });
    expect(spoilt(run)).toEqual([]);
    expect(run.judgements.get('declared/refusal.style')?.verdict).toBe('pass');
    expect(run.record.weather).toMatchObject({ resets: 0, retries: 0 });
  });

  test('may refuse everybody where the contract shows no scopes', async () => {
    const { judgements } = await judged({ choice: 'updates-need-manage-products-as-well' });
    expect(judgements.get('General/answers-are-whole')).toMatchObject({
      verdict: 'inconclusive',
      reason: { code: 'two-readings', supply: expect.stringContaining('"auth": {"4.10"') as string },
    });
    expect([...judgements.values()].filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  test.each([
    'create-takes-scopes-without-project',
    'refused-create-performed',
    'refused-delete-performed',
    'refused-put-performed',
    'creates-and-updates-hang-up',
    'mismatch-uncaught',
    'collection-refuses-view-test',
  ])('does not excuse %s', async (fault) => {
    const broken = faults.find(({ name }) => name === fault);
    const { judgements } = await judged({ fault });
    expect(judgements.get(broken?.breaks ?? '')?.verdict).toBe('fail');
  });

  test('does not come and go', async () => {
    const weather = disturbances.find(({ name }) => name === '5 % resets');
    if (weather === undefined) throw new Error('no weather closes connections');
    const { judgements } = await rehearseUnder(weather, { plan, faults: [] });
    expect(judgements.get('Authentication/refusal-style')?.observed).not.toHaveProperty('byClosing');
  });
});
