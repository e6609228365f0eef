import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Transport } from '../../../wire/exchange.ts';

const judged = async (id: string, choices: readonly string[], profile: Profile = referenceProfile) =>
  (await rehearse({ plan, choices, profile, selected: new Set([id]) })).judgements.get(id);

describe('an update', () => {
  test('an update without manage_test is suspect, whatever other access the token has', async () => {
    expect(await judged('4.10/scopes', ['updates-open-to-view-test'])).toMatchObject({
      verdict: 'observed',
      suspicion: { why: 'CONFORMANCE_TOKEN_VIEW_TEST writes without manage_test.', pin: 'auth.4.10' },
    });
  });

  test('an update with only manage_test is not suspect', async () => {
    expect(await judged('4.10/scopes', [])).toMatchObject({ verdict: 'observed', suspect: false });
  });
});

describe('an upload with manage_products alone', () => {
  const id = '4.15/manage-products-alone';

  test('a denied upload is suspect', async () => {
    const judgement = await judged(id, ['upload-needs-manage-test-as-well']);
    expect(judgement).toMatchObject({ verdict: 'observed', suspect: true, observed: { suffices: false } });
  });

  test('an accepted upload is not suspect', async () => {
    expect(await judged(id, [])).toMatchObject({ suspect: false, observed: { suffices: true } });
  });
});

describe('a documented parameter that is refused with any value', () => {
  const refusing =
    (place: string, parameter: string) =>
    (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        const outcome = await inner.send(request, limits);
        const [path = '', query = ''] = request.target.split('?');
        const isIt = path.endsWith(place) && new URLSearchParams(query).has(parameter);
        return isIt && outcome.kind === 'answer' && outcome.status < 300
          ? { ...outcome, status: 400, body: new Uint8Array() }
          : outcome;
      },
    });

  test.each([
    ['4.12/parameter-reactions', '/sorted-query-parameters', 'limit'],
    ['4.12/parameter-reactions', '/sorted-query-parameters', 'withTotal'],
    ['4.15/parameter-reactions', '/images', 'sku'],
    ['4.15/parameter-reactions', '/images', 'variant'],
  ] as const)('is suspect in %s: %s, %s', async (id, place, parameter) => {
    const { judgements } = await rehearse({
      plan,
      profile: referenceProfile,
      selected: new Set([id]),
      around: refusing(place, parameter),
    });
    expect(judgements.get(id)).toMatchObject({
      suspicion: { why: `${parameter}, which the contract documents, is refused with every value.` },
    });
  });
});
