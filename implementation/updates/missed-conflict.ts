import { greatestSafe } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';
import { header } from '../../wire/media-type.ts';
import type { OwnResource } from '../resources/own-resource.ts';
import type { Stage } from '../stage.ts';
import type { UpdateAction } from '../facts.ts';
import { matchingUpdate } from './matching-update.ts';
import type { Mismatch, SentMismatch } from './mismatch-batch.ts';

/** Whether exactly 409 is due: non-negative integers that any Float holds, and versions from the server. */
export function demandsConflict({ version, former }: Pick<Mismatch, 'version' | 'former'>): boolean {
  return former === true || (/^\d+$/.test(version) && Number(version) <= greatestSafe);
}

/** Whether the answer to a mismatch is definite, but is neither 409 nor a success nor the effect of a lag. */
export function missesConflict(on: Stage, own: OwnResource, sent: SentMismatch): boolean {
  const { exchange } = sent;
  if (!isOtherwise(sent)) return false;
  // A lagging replica may not have the resource yet.
  const mayLag = on.facts.lags || says(exchange, 'nothing there');
  return !mayLag || on.clock.now() - own.madeAt > on.grace.readMs;
}

function isOtherwise({ probe, exchange }: SentMismatch): boolean {
  const { outcome } = exchange;
  if (!exchange.is('refused') || says(exchange, 'conflict', 'momentary')) return false;
  if (!demandsConflict(probe) || isOddBody(probe)) return false;
  return outcome.kind !== 'answer' || header(outcome.headers, 'retry-after') === undefined;
}

/** A body that is more than a plain update may be refused for another reason first. */
function isOddBody({ actions, contentType, spelling }: Mismatch): boolean {
  return actions !== undefined || contentType !== undefined || spelling !== undefined;
}

/** Notes a mismatch that was sent alone without 409, if the same actions with the actual version are then accepted. */
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
