import { says } from '../../wire/status.ts';
import { awaited } from '../../run/awaited.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../stage.ts';
import { oncePerRun } from '../once-per-run.ts';

/** Waits before a create replaces one whose answer was lost, in milliseconds. */
const afterNoise = [100, 400, 1_600];
/** Creates that are sent alone after a refusal beside concurrent requests, or after a failure for their content. */
const alone = { refusal: 3, crash: 6 };
/** If this many creates in a row were also refused alone, concurrent requests are not the reason. */
const inVain = 2;

/** Refusals that are about the caller, the method or the type of the body, and not about the moment. */
const lasting = ['denied', 'method not supported', 'media type not supported'] as const;

/** Creates that were refused alone as well, in a row so far. */
const refusedAlone = oncePerRun((_on: Stage) => Promise.resolve({ inRow: 0 }));

/**
 * A create (4.6) like earlier accepted creates, by a caller with a sufficient token. A create whose answer
 * was lost, or that was refused beside other requests, is replaced by a new create. After a refusal, the new
 * create is sent alone.
 *
 * @param send - sends a new create each time
 */
export async function insistentCreate(
  on: Stage,
  as: Caller,
  send: (alone: boolean) => Promise<Exchange>,
): Promise<Exchange> {
  let exchange = await send(false);
  if (lets('create', as, on.options.projectKey) !== 'in') return exchange;
  for (const wait of afterNoise) {
    if (!exchange.is('noise') || exchange.redirect !== undefined || exchange.skipped) break;
    await on.clock.sleep(wait, awaited.disturbance);
    exchange = await send(false);
  }
  const refused = await refusedAlone(on);
  if (exchange.succeeded) refused.inRow = 0;
  if (exchange.succeeded || exchange.is('noise') || says(exchange, ...lasting)) return exchange;
  const most = exchange.is('fault') ? alone.crash : alone.refusal;
  for (let again = 0; again < most && refused.inRow < inVain && !exchange.succeeded; again += 1) {
    exchange = await send(true);
    if (says(exchange, ...lasting)) break;
  }
  refused.inRow = exchange.succeeded ? 0 : refused.inRow + 1;
  return exchange;
}
