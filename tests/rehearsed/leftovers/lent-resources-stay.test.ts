import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { plan } from '../../../config/plan.ts';
import { provideResources } from '../../../config/runs/embedded-target.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { watchedTransport } from '../../../config/runs/watched-transport.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

/** A whole run on resources that were there, of which the profile is made; what it wrote to which of them. */
async function providedTo(
  naming: (ids: readonly string[]) => Profile['resource'],
  faults: readonly string[] = [],
) {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = referenceWith({ faults, choices: [] });
  const provided = (await provideResources(reference, clock, 30)).map(({ id }) => id);
  const touched = { POST: new Set<string>(), DELETE: new Set<string>() };
  const resource = naming(provided);
  const rehearsed = await rehearse({
    plan,
    clock,
    reference,
    faults,
    profile: { search: { method: 'POST' }, image: { method: 'POST' }, ...(resource && { resource }) },
    around: (transport) =>
      watchedTransport(transport, ({ request: { method, target } }) => {
        const id = provided.find((one) => target.split('?')[0]?.endsWith(`/${one}`));
        if (id !== undefined && (method === 'POST' || method === 'DELETE')) touched[method].add(id);
      }),
  });
  const there = [...(reference.state.projects.get('demo')?.resources.values() ?? [])];
  const gone = there.filter(
    ({ id, history }) => provided.includes(id) && history.at(-1)?.snapshot.deleted === true,
  );
  return { ...rehearsed, provided, touched, gone: gone.map(({ id }) => id) };
}

describe('a provided resource', () => {
  test.each([[[]], [['other-project-deletes-here']]])(
    'is never deleted if it is to be changed, with faults %j',
    async (faults) => {
      const { judgements, statement, touched, gone, provided } = await providedTo(
        (ids) => ({ idSource: 'fixture', fixture: { id: ids[0] ?? '' }, sandbox: ids.slice(1) }),
        faults,
      );
      expect([...touched.DELETE]).toEqual([]);
      expect(gone).toEqual([]);
      expect(touched.POST.size).toBeGreaterThan(3);
      expect(touched.POST.has(provided[0] ?? '')).toBe(false);
      expect(statement.verdict).toBe('INCOMPLETE');
      expect(judgements.get('4.10/conflict-on-mismatch')?.verdict).toBe('pass');
      expect(judgements.get('4.11/has-an-effect')).toMatchObject({
        verdict: 'not-tested',
        reason: { supply: '"resource": {"disposable": ["<id>"]}' },
      });
      expect([...judgements.values()].filter(({ verdict }) => verdict === 'error')).toEqual([]);
    },
  );

  test('is deleted if it is disposable, and resources beside it stay', async () => {
    const { judgements, touched, provided } = await providedTo((ids) => ({
      idSource: 'fixture',
      fixture: { id: ids[0] ?? '' },
      sandbox: ids.slice(1, 6),
      disposable: ids.slice(6),
    }));
    expect(touched.DELETE.size).toBeGreaterThan(3);
    expect([...touched.DELETE].filter((id) => provided.indexOf(id) < 6)).toEqual([]);
    expect(judgements.get('4.11/has-an-effect')?.verdict).toBe('pass');
  });

  test('stays if creates also show ids', async () => {
    const { judgements, touched, gone, statement } = await providedTo((ids) => ({ sandbox: ids }));
    expect([...touched.DELETE]).toEqual([]);
    expect(gone).toEqual([]);
    expect(judgements.get('4.11/has-an-effect')?.verdict).toBe('pass');
    expect(statement).toMatchObject({ verdict: 'CONFORMANT', reasons: [] });
  });
});
