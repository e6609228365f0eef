import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import type { RunParts } from '../../../config/runs/lead-run.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import type { Reference } from '../../../reference/create.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { Profile } from '../../../clause/profile.ts';
import { createGrowingRedaction } from '../../../wire/redaction.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

/** An implementation in this process, in virtual time, for as many runs as are wanted. */
export function inProcess(
  under: {
    readonly faults?: readonly string[];
    readonly choices?: readonly string[];
    /** What stands around it. */
    readonly wrap?: (reference: Reference) => Reference;
  },
  profile: Profile,
  more: Partial<RunOptions> = {},
): (seed: number) => RunParts {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = under.wrap?.(referenceWith(under)) ?? referenceWith(under);
  return (seed) => {
    const options = { ...rehearsalOptions(profile, seed), ...more };
    return {
      clock,
      transport: createInProcessTransport(reference, clock, { latencyMs: 1 }),
      ...createGrowingRedaction(options.tokens.map(({ label, token }) => ({ label, secret: token }))),
      options,
    };
  };
}
