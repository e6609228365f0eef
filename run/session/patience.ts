import { isRead } from '../../contract/reads.ts';
import { awaited } from '../awaited.ts';
import type { History } from '../../history/history.ts';
import type { Exchange } from '../../history/exchange.ts';
import { onlyPart, type Dispatch, type Exchanged, type Layer, type Part } from './dispatch.ts';
import type { Governor } from './governor.ts';
import { rateLimitedBy } from './retry-after.ts';

/** Waits before a request without a usable answer is repeated, in milliseconds; a longer Retry-After wins. */
const waits = [100, 400, 1_600];

/**
 * Single requests, also `raw` requests, are repeated if they get no usable answer. Reads always are; writes
 * only if they were not sent, or if a limit refused them unprocessed. Successive reads are repeated if a
 * limit has refused some of them. If the end of the connection may be a refusal, a control request comes in
 * between. All but the last answers are recorded.
 */
export function tryingAgain(parts: {
  readonly governor: Pick<Governor, 'sleep'>;
  readonly history: Pick<History, 'append'>;
  readonly record: (exchange: Exchange) => void;
  /** The same request by a caller with access, if the answer may be a refusal by closing the connection. */
  readonly controlFor: (part: Part, exchange: Exchange) => Part | undefined;
}): Layer<Exchanged> {
  const { governor, history, record, controlFor } = parts;
  return (below) => async (first) => {
    const part = onlyPart(first);
    const before: Exchange[] = [];
    for (let attempt = 0, dispatch = first; ; attempt += 1) {
      const came = await below(dispatch);
      const { exchanges } = came;
      if (exchanges.every(({ succeeded }) => succeeded))
        for (const one of before.splice(0)) history.append({ kind: 'tried again', exchange: one });
      const [exchange] = exchanges;
      const wait = waits[attempt];
      if (exchange?.isPage === true && attempt > 0 && wait === undefined) {
        // The same page each time is the answer of the server.
        history.append({ kind: 'own page', exchange });
        return { ...came, exchanges: [exchange.asOwn()] };
      }
      if (exchange === undefined || wait === undefined) return came;
      if (part === undefined ? !mayAllGoAgain(dispatch, exchanges) : !mayGoAgain(part, exchange, attempt))
        return came;
      exchanges.forEach(record);
      before.push(...exchanges);
      if (isByLimit(dispatch, exchanges)) dispatch = byItself(first);
      history.append({ kind: 'sent again' });
      const control = part === undefined ? undefined : controlFor(part, exchange);
      const controlled = control && (await below({ ...first, parts: [control] })).exchanges;
      controlled?.forEach(record);
      if (controlled?.[0]?.succeeded !== true)
        await governor.sleep(wait, awaited.disturbance, { exempt: dispatch.exempt });
    }
  };
}

/** Without concurrent requests, no rate limit is exceeded. */
function byItself(dispatch: Dispatch): Dispatch {
  const parts = dispatch.parts.map((part) => ({ ...part, ask: { ...part.ask, alone: true } }));
  return { ...dispatch, parts };
}

/** Whether these are successive reads of which a limit has refused some. */
function mayAllGoAgain({ way, parts }: Dispatch, exchanges: readonly Exchange[]): boolean {
  if (way.kind === 'race' || !parts.every(({ ask, request }) => isRead(request) && ask.once !== true))
    return false;
  return isByLimit({ parts }, exchanges);
}

/** A limit has refused one of these reads. */
function isByLimit({ parts }: Pick<Dispatch, 'parts'>, exchanges: readonly Exchange[]): boolean {
  return exchanges.some(
    ({ isLimited, outcome }, at) => isLimited || rateLimitedBy(parts[at]?.name ?? 'query', outcome),
  );
}

function mayGoAgain({ name, ask, request }: Part, exchange: Exchange, attempt: number): boolean {
  const { failure, redirect, skipped, outcome } = exchange;
  if (skipped || !exchange.is('noise') || redirect !== undefined || ask.once === true) return false;
  if (failure?.failure === 'stopped') return false;
  if (failure?.failure === 'timeout' && attempt > 0) return false;
  return isRead(request) || failure?.wrote === false || exchange.isLimited || rateLimitedBy(name, outcome);
}
