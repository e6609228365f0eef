import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import type { HandleWrap } from '../../../reference/reply.ts';
import { operationOf } from '../../../reference/routes.ts';
import { seededRandom } from '../../../reference/random.ts';
import { shownMethods } from '../../support/rehearsed-habits.ts';

const busy = { response: { status: 503, headers: [], body: new Uint8Array() } };

/** Turns updates away while another is in work, of whatever resource. */
const oneUpdateAtATime: HandleWrap = (next) => {
  let isTaken = false;
  return (state, request, now) => {
    if (operationOf(request) !== '4.10') return next(state, request, now);
    if (isTaken) return busy;
    isTaken = true;
    return {
      waitMs: 20,
      resume(later) {
        isTaken = false;
        return next(state, request, later);
      },
    };
  };
};

/** Turns one update in five away, whoever else is there. */
const someUpdates: HandleWrap = (next) => {
  const random = seededRandom(7);
  return (state, request, now) =>
    operationOf(request) === '4.10' && random() < 0.2 ? busy : next(state, request, now);
};

async function racesOn(reference: Reference): Promise<{ readonly verdict: string; readonly said: string }> {
  const names = plan.evidence.filter(({ clause }) => clause === '4.10/one-winner').map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  const selected = new Set(['4.10/one-winner', ...names]);
  const { judgements, record } = await rehearse({ plan, reference, selected, profile: shownMethods });
  return { verdict: judgements.get('4.10/one-winner')?.verdict ?? '', said: JSON.stringify(record) };
}

const saysWhy = /503 because another update held the resource/;

test('losers count if as many updates of different resources are all accepted', async () => {
  const choices = ['updates-lock-their-resource-503'];
  const { verdict, said } = await racesOn(referenceWith({ faults: [], choices, seed: 1 }));
  expect(verdict).toBe('pass');
  expect(said).toMatch(saysWhy);
});

test('losers stay unusable if updates of different resources are refused as well', async () => {
  const { verdict, said } = await racesOn(createReference({ wraps: [oneUpdateAtATime] }));
  expect(verdict).toBe('inconclusive');
  expect(said).not.toMatch(saysWhy);
});

test('losers stay unusable if a caller is sometimes refused', async () => {
  const { said } = await racesOn(createReference({ wraps: [someUpdates] }));
  expect(said).not.toMatch(saysWhy);
});
