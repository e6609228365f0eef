import { embeddedTokens } from '../config/rehearsal.ts';
import { createInProcessTransport } from '../config/in-process-transport.ts';
import type { RunParts } from '../config/executed-run.ts';
import { referenceWith } from '../faults/catalogue.ts';
import { depths, type RunOptions } from '../run/options.ts';
import type { Profile } from '../run/profile.ts';
import { createRedaction } from '../wire/redaction.ts';
import { createVirtualClock } from '../wire/virtual-clock.ts';

/** An implementation in this process, in virtual time, for as many runs as are wanted. */
export function inProcess(
  under: { readonly faults?: readonly string[]; readonly choices?: readonly string[] },
  profile: Profile,
  more: Partial<RunOptions> = {},
): (seed: number) => RunParts {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = referenceWith(under);
  const tokens = embeddedTokens();
  return (seed) => ({
    clock,
    transport: createInProcessTransport(reference, clock, { latencyMs: 1 }),
    redact: createRedaction(tokens.map(({ label, token }) => ({ label, secret: token }))),
    options: {
      baseUrl: 'http://reference.invalid',
      projectKey: 'demo',
      otherProjectKey: 'other',
      tokens,
      profile,
      consent: new Set(['overwrite', 'records', 'upload', 'namespace']),
      without: new Set(),
      depth: depths.ci,
      seed,
      settle: { readMs: 5_000, queryMs: 15_000 },
      readOnly: false,
      concurrency: 24,
      timeoutMs: 10_000,
      budgetRequests: 15_000,
      headers: [],
      trace: true,
      runId: '0'.repeat(31) + '1',
      userAgent: 'test',
      evidence: 'full',
      ...more,
    },
  });
}
