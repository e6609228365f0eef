import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { Stage } from '../../implementation/stage.ts';
import { renewed } from '../../implementation/updates/changes.ts';
import { insteadOf } from '../../implementation/updates/known-actions.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { blockedBy, unversioned } from '../../implementation/blocked-by.ts';
import type { Match } from '../../implementation/updates/mismatch-batch.ts';

/**
 * Judges updates that state the actual version: a 409 among them is looked at again with nothing else under way,
 * later than any lag.
 */
export async function judgeMatching(on: Stage, action: UpdateAction): Promise<void> {
  const first = await on.own((own) => matchingUpdate(on, own, [action]));
  const deviation = `${action.action} with the actual version was answered 409`;
  if (first.kind === 'accepted')
    return first.unexplained === 0 ? on.held() : notEveryTime(on, deviation, first.spurious.slice(-1));
  if (first.kind !== 'conflict') return explain(on, action, first);
  await on.until('races');
  const alone = await on.own((own) => matchingUpdate(on, own, renewed(on, [action]), { insist: true }));
  if (alone.kind === 'conflict' && alone.settled >= 3)
    return on.violated({
      expected: `no 409 for ${action.action} with the actual version ${alone.stated}`,
      deviation: { kind: 'status', stated: 'actual' },
      exchanges: alone.exchanges.slice(-1),
      reproduced: `${alone.settled}/${alone.exchanges.length}`,
    });
  // Versions that reads had shown too late prove nothing; the one that was there at last was accepted at once.
  if (alone.kind === 'accepted' && first.settled === 0 && alone.spurious.length === 0) return on.held();
  if (alone.kind === 'accepted' || alone.kind === 'conflict')
    notEveryTime(on, deviation, first.exchanges.slice(-1));
  else explain(on, action, alone);
}

type Unmatched = Exclude<Match, { kind: 'accepted' | 'conflict' }>;

function explain(on: Stage, action: UpdateAction, match: Unmatched): void {
  if (match.kind === 'unreadable') return on.discarded(...blockedBy(unversioned(on)));
  const { exchange } = match;
  if (match.kind === 'noise') return on.noise(exchange.label);
  if (match.kind === 'crash' && on.facts.updates === 'crash')
    return on.violated({
      expected: `${action.action} with the actual version to be accepted`,
      got: `${exchange.label}, every time`,
      deviation: { kind: 'status', stated: 'actual' },
      exchanges: [exchange],
      reproduced: '4/4',
    });
  on.undecided(
    match.kind === 'crash' ? 'server-error' : 'refused-by-unknown-validation',
    `${action.action} with the actual version was answered ${exchange.label}${insteadOf(on.facts)}`,
    { exchanges: [exchange] },
  );
}
