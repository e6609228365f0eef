import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';

/** Lists that a server may refuse as invalid, whatever version they state: what is open, and what may stay behind. */
const invalidLists: readonly ((valid: UpdateAction) => JsonInput)[] = [
  () => [{ action: 'unknownAction' }],
  (valid) => [{ ...valid }, { action: 'unknownAction' }],
];

/**
 * An update that was refused as invalid leaves nothing behind for which the next valid one is answered 409, such as a lock
 * or a counted version that no read shows (4.10).
 */
export const matchesAfterRefusals = holds(
  '4.10/matching-version-is-accepted',
  'the actual version on resources of which an update with an unknown action was refused',
  {
    draws: false,
    minimum: () => 0,
    check: async (on) => {
      if (isOneForAll(on.facts) || on.facts.updates !== 'accepted') return;
      await Promise.all(invalidLists.map((invalid) => judgeAfter(on, invalid)));
    },
  },
);

async function judgeAfter(on: Stage, invalid: (valid: UpdateAction) => JsonInput): Promise<void> {
  const conflicts: Exchange[] = [];
  while (conflicts.length < confirmations) {
    const found = await conflictAfter(on, invalid);
    if (found === 'no premise') return;
    if (found === undefined)
      return conflicts.length === 0
        ? on.held()
        : notEveryTime(on, 'the actual version was answered 409 after an invalid update', conflicts);
    conflicts.push(found);
  }
  on.violated({
    expected: 'the version that reads show to be accepted, as it was before an update was refused as invalid',
    deviation: { kind: 'status', stated: 'actual' },
    exchanges: conflicts,
    reproduced: `${confirmations}/${confirmations}`,
  });
}

/** The 409 that the actual version meets on a further resource, for good; undefined if it is accepted. */
async function conflictAfter(
  on: Stage,
  invalid: (valid: UpdateAction) => JsonInput,
): Promise<Exchange | undefined | 'no premise'> {
  const { own } = await on.another();
  const before = await matchingUpdate(on, own, [anyAction(on)]);
  const version = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
  if (version === undefined) return 'no premise';
  const refused = await update(on, own, new JsonNumber(version), invalid(anyAction(on)));
  if (refused.succeeded || !refused.is('refused') || says(refused, 'conflict', 'momentary'))
    return 'no premise';
  const match = await matchingUpdate(on, own, [anyAction(on)], { insist: true });
  if (match.kind === 'conflict' && match.settled >= confirmations) return match.exchanges.at(-1);
  return match.kind === 'accepted' ? undefined : 'no premise';
}
