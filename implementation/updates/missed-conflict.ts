import { greatestSafe } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';
import { header } from '../../wire/media-type.ts';
import type { OwnResource } from '../resources/own-resource.ts';
import type { Stage } from '../stage.ts';
import type { UpdateAction } from '../facts.ts';
import { matchingUpdate } from './matching-update.ts';
import type { Mismatch, SentMismatch } from './mismatch-batch.ts';

/** Whether exactly 409 is due: non-negative integers that any Float holds, and versions that the server issued. */
export function demandsConflict({ version, former }: Pick<Mismatch, 'version' | 'former'>): boolean {
  return former === true || (/^\d+$/.test(version) && Number(version) <= greatestSafe);
}

/** Whether a mismatch was answered definitely, and neither by 409 nor by a success, and no lag explains it. */
export function missesConflict(on: Stage, own: OwnResource, sent: SentMismatch): boolean {
  const { exchange } = sent;
  if (!isOtherwise(sent)) return false;
  // A copy that lags perhaps does not have it yet.
  const mayLag = on.facts.lags || says(exchange, 'nothing there');
  return !mayLag || on.clock.now() - own.madeAt > on.grace.readMs;
}

function isOtherwise({ probe, exchange }: SentMismatch): boolean {
  const { outcome } = exchange;
  if (!exchange.is('refused') || says(exchange, 'conflict', 'momentary')) return false;
  if (!demandsConflict(probe) || isOddBody(probe)) return false;
  return outcome.kind !== 'answer' || header(outcome.headers, 'retry-after') === undefined;
}

/** Which refusal comes first is open for a body that is more than a plain update. */
function isOddBody({ actions, contentType, spelling }: Mismatch): boolean {
  return actions !== undefined || contentType !== undefined || spelling !== undefined;
}

/** Notes a lone mismatch that did not get 409, if the same actions with the actual version are accepted right after. */
export async function noteUnlessConflict(
  on: Stage,
  own: OwnResource,
  sent: SentMismatch,
  actions: readonly UpdateAction[],
): Promise<void> {
  if (!isOtherwise(sent)) return;
  const match = await matchingUpdate(on, own, actions, { alone: true });
  if (match.kind !== 'accepted') return;
  on.noteMissedConflict({ ...sent, aimed: match.stated, actions, isAlone: true });
}
