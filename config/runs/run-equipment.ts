import type { RunOptions } from '../../run/options.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import { createRedaction, type Redact } from '../../wire/redaction.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import type { RunBrief } from './run-brief.ts';

/** What a run is made from, out of its brief. */
export function equipRun(
  brief: RunBrief,
  clock: Clock,
): { readonly options: RunOptions; readonly transport: Transport; readonly redact: Redact } {
  const { consent, without, ...rest } = brief.options;
  return {
    options: { ...rest, consent: new Set(consent), without: new Set(without) },
    transport: createTransport({ ...brief.transport, baseUrl: brief.options.baseUrl, clock }),
    redact: createRedaction(brief.secrets),
  };
}
