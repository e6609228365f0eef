import { says } from '../../wire/status.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Random } from '../../run/random.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { renewed } from '../../implementation/updates/changes.ts';
import { lastAnswer, matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { Mismatch, MissedConflict, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { missesConflict } from '../../implementation/updates/missed-conflict.ts';
import { sendMismatches } from '../../implementation/updates/send-mismatches.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { placedAt } from './placed-again.ts';

/** Resources that rest; every second one of them, in drawn order, is met by the matching update first. */
const resources = 15;
/** Rests that are distinguished from none, in milliseconds, and the longest wait. */
const rests = { least: 3_000, most: 30_000 };

/** The mismatch of a resource that had rested, as it was answered, and the version that was the actual one. */
interface Rested {
  readonly sent: SentMismatch;
  readonly aimed: string;
}

/** The result of the session. */
interface RestedSession {
  /**
   * An earlier matching update was refused with the same status: the refusal depends on the rest, not on the version.
   */
  readonly isByState: boolean;
  /**
   * Mismatches with a refusal other than 409, each right before an accepted update; none unless every earlier
   * matching update was accepted, and mismatches elsewhere were answered 409 before and after.
   */
  readonly missed: readonly Rested[];
  readonly of: number;
  /** The 409 before them. */
  readonly conflict: Exchange | undefined;
}

/** All that missed their conflict at resources that had rested, each alone. */
export function restedOnes(missed: readonly MissedConflict[]): readonly MissedConflict[] {
  return missed.filter(({ isAlone, restedMs = 0 }) => isAlone && restedMs >= rests.least);
}

/**
 * Asks further resources that have rested as long: with a wrong version, or first with the actual version. A request
 * that is refused in the same way with the actual version depends only on the rest.
 */
export async function askRested(on: Stage, missed: readonly MissedConflict[]): Promise<RestedSession> {
  const rest = Math.min(rests.most, Math.max(...missed.map(({ restedMs = 0 }) => restedMs)));
  const made = await Promise.all(Array.from({ length: resources }, () => on.another()));
  const owns = shuffled(
    made.map(({ own }) => own),
    on.random,
  );
  const restsUntil = Math.max(...owns.map(({ lastWriteAt }) => lastWriteAt)) + rest;
  const before = await conflictElsewhere(on);
  const wait = restsUntil - on.clock.now();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  const statuses = new Set(missed.map(({ exchange }) => exchange.status));
  const found: Rested[] = [];
  let of = 0;
  let isEveryFirstAccepted = true;
  for (const [at, own] of owns.entries()) {
    const kind = missed[at % missed.length];
    if (kind === undefined) break;
    await on.clock.sleep(pace, awaited.spaced);
    const actions = renewed(on, kind.actions);
    if (at % 2 === 0) {
      const match = await matchingUpdate(on, own, actions, { alone: true });
      if (statuses.has(lastAnswer(match)?.status))
        return { isByState: true, missed: [], of, conflict: before };
      isEveryFirstAccepted &&= match.kind === 'accepted';
      continue;
    }
    const { mismatches, match, aimed } = await sendMismatches(
      on,
      own,
      actions,
      (now) => [placedAt(own, kind, now)],
      {
        alone: true,
      },
    );
    const [sent] = mismatches;
    if (sent === undefined || match.kind !== 'accepted') continue;
    of += 1;
    if (missesConflict(on, own, sent)) found.push({ sent, aimed });
  }
  const after = await conflictElsewhere(on);
  const counts = isEveryFirstAccepted && says(before, 'conflict') && says(after, 'conflict');
  return { isByState: false, missed: counts ? found : [], of, conflict: before };
}

/** Between two of them, in milliseconds: five a second meet no limit of rate. */
const pace = 400;

/** The answer to a mismatch at a resource that was just updated. */
async function conflictElsewhere(on: Stage): Promise<Exchange | undefined> {
  const { own } = await on.another();
  const first = await matchingUpdate(on, own, [anyAction(on)], { alone: true });
  if (first.kind !== 'accepted') return undefined;
  const far = (now: string): Mismatch => ({ label: 'far', version: farVersion(now), far: true });
  const { mismatches } = await sendMismatches(on, own, [anyAction(on)], (now) => [far(now)], { alone: true });
  return mismatches[0]?.exchange;
}

function shuffled(owns: readonly OwnResource[], random: Random): readonly OwnResource[] {
  const left = [...owns];
  return owns.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}
