import { expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import type { Request, Transport } from '../../wire/exchange.ts';

/** Seeds are 32-bit integers with a sign. */
test.each([1_000_000_007, -1_000_000_007])(
  'insufficient callers send all pictures at seed %i',
  async (seed) => {
    const brought = new Set<string>();
    const noting = (inner: Transport): Transport => ({
      ...inner,
      send: async (request, limits) => {
        const outcome = await inner.send(request, limits);
        const isRefused = outcome.kind === 'answer' && [401, 403].includes(outcome.status);
        if (isRefused) for (const label of picturesOf(request)) brought.add(label);
        return outcome;
      },
    });
    await rehearse({ plan, profile: referenceProfile, seed, around: noting });
    expect(brought).toEqual(new Set(['image/gif', 'image/jpeg', 'image/png']));
  },
);

function picturesOf({ headers }: Request): readonly string[] {
  return headers.flatMap(([name, value]) =>
    name.toLowerCase() === 'content-type' && value.startsWith('image/') ? [value] : [],
  );
}
