import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { quotaChoices } from '../../../faults/choices/quotas.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import { latest } from '../../../reference/state.ts';

/** A rehearsal, with how many resources were there at a time. */
async function watched(choices: readonly string[]): Promise<Rehearsed & { readonly most: number }> {
  const { state, handle } = referenceWith({ faults: [], choices, seed: 1 });
  let most = 0;
  const reference = {
    state,
    handle: (...given: Parameters<typeof handle>) => {
      const reply = handle(...given);
      const all = [...(state.projects.get('demo')?.resources.values() ?? [])];
      most = Math.max(most, all.filter((one) => !latest(one).deleted).length);
      return reply;
    },
  };
  return { ...(await rehearse({ plan, profile: referenceProfile, choices, reference })), most };
}

const verdictsOf = ({ judgements }: Rehearsed): Readonly<Record<string, string>> =>
  Object.fromEntries([...judgements].map(([id, { verdict }]) => [id, verdict]));

let unlimited: ReturnType<typeof watched> | undefined;
const free = (): ReturnType<typeof watched> => (unlimited ??= watched([]));

describe('a limit to the number of resources', () => {
  test.each(quotaChoices.map(({ name }) => name))('costs no clause: %s', async (name) => {
    const limited = await watched([name]);
    expect(verdictsOf(limited)).toMatchObject(verdictsOf(await free()));
    expect(limited.statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
  });
});

describe('a run', () => {
  test('gives back resources that it no longer needs', async () => {
    const { most, record } = await free();
    expect(most).toBeLessThanOrEqual(52);
    expect(record.leftovers).toEqual([]);
  });
});
