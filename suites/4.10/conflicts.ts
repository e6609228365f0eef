import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import { versionsMoveTogether } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { statedBy, farVersion } from '../../implementation/updates/wrong-versions.ts';
import { greatestSafe, sameDouble } from '../../wire/json/numbers.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { renewed, versionStandsStill, update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sendMismatches } from '../../implementation/updates/send-mismatches.ts';
import { briefIfReadsArePrompt } from '../../implementation/brief-waits.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { notEveryTimeOrDrift } from '../../judging/effects/drift.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Mismatch, SentMismatch, MismatchBatch } from '../../implementation/updates/mismatch-batch.ts';

const attempts = 3;
/** After a pause of this many milliseconds, a rate limit allows one further request. */
const recoveryMs = 1_000;

/** Sends a batch and judges it: each mismatch is answered 409. */
export async function judgeConflicts(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  aim: (actual: string) => readonly Mismatch[],
): Promise<void> {
  await judgeBatch(on, own, actions, await sendMismatches(on, own, actions, aim), 'exactly 409');
}

/** Judges a batch: 409 for each probe if the same actions are then accepted. A 2xx for a far version is a violation by itself. */
export async function judgeBatch(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  batch: MismatchBatch,
  expectation: 'exactly 409' | 'no success',
): Promise<void> {
  const { match } = batch;
  const valid = match.kind === 'accepted';
  if (match.kind === 'noise') on.noise(`the matching update: ${match.exchange.label}`);
  for (const sent of batch.mismatches) {
    const { probe, exchange } = sent;
    if (exchange.redirect === 'elsewhere')
      on.undecided('redirect-cross-origin', `an update was answered ${exchange.label}`, {
        exchanges: [exchange],
      });
    else if (exchange.is('noise')) {
      const hinges = says(exchange, 'overload') && expectation === 'exactly 409';
      if (hinges && (await hingesOnVersion(on, own)))
        reportMismatch(on, sent, undefined, `${attempts}/${attempts}`, expectation);
      else on.noise(exchange.label);
    } else if (says(exchange, 'conflict')) {
      if (valid || expectation === 'no success') on.held();
    } else if (exchange.succeeded && probe.far && !versionsMoveTogether(on.facts))
      reportMismatch(on, sent, batch.aimed, '1/1', expectation);
    else if (exchange.succeeded || (valid && expectation === 'exactly 409'))
      await confirm(on, own, actions, sent, batch.aimed, expectation);
    else if (expectation === 'no success') on.held();
  }
  if (!valid && expectation === 'exactly 409') explainUnmatched(on, batch);
}

function explainUnmatched(on: Stage, { match }: MismatchBatch): void {
  if (match.kind === 'refused')
    on.discarded(
      'refused-by-unknown-validation',
      `the same actions with the actual version were answered ${match.exchange.label}`,
    );
  else if (match.kind !== 'noise' && match.kind !== 'accepted')
    on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
}

function reportMismatch(
  on: Stage,
  sent: SentMismatch,
  actual: string | undefined,
  reproduced: string,
  expectation: string,
): void {
  const { probe } = sent;
  if (sent.exchange.succeeded && actual !== undefined && sameDouble(sent.probe.version, actual))
    return on.undecided(
      'two-readings',
      `the server accepted version ${sent.probe.version}, whose double equals the double of ${actual}`,
      { exchanges: [sent.exchange] },
    );
  on.violated({
    expected: expectation === 'exactly 409' ? '409' : 'no success (409, or another refusal)',
    got: `${sent.exchange.label} for version ${sent.probe.version} (${sent.probe.label}) while ${actual ?? 'another version'} was the actual version`,
    deviation: {
      kind: 'status',
      stated: statedBy(probe),
      ...defined({ actual }),
    },
    exchanges: [sent.exchange],
    reproduced,
    counterexample: {
      actual: actual ?? 'another version',
      stated: sent.probe.version,
      actions: sent.probe.actions === undefined ? 'as sent' : sent.probe.actions,
    },
  });
}

/** Sends a probe alone until it has deviated three times beside accepted updates: first with its version, then with a version at the same distance. */
async function confirm(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  first: SentMismatch,
  actual: string,
  expectation: 'exactly 409' | 'no success',
): Promise<void> {
  // If writes of the run to other resources change the version, probes are repeated without any concurrent write.
  const alone = !first.exchange.succeeded || versionsMoveTogether(on.facts);
  // Lagging replicas show versions in turn, as if another client wrote.
  if (first.exchange.succeeded) await afterReplicaLag(briefIfReadsArePrompt(on), own);
  if (first.exchange.succeeded && !(await versionStandsStill(on, own)))
    return on.undecided('flaky', 'the version changes without a write by the suite', {
      exchanges: [first.exchange],
    });
  const distance = Number(first.probe.version) - Number(actual);
  const former = first.probe.former === true;
  const places: readonly ((now: string) => string)[] = [
    () => first.probe.version,
    (now) =>
      former
        ? (own.former(now).at(-1) ?? first.probe.version)
        : relocated(first.probe, Number(now), distance),
  ];
  let deviations = 0;
  let isMet = false;
  let isLost = false;
  for (const place of places) {
    const seen = await repeated(on, own, actions, { probe: first.probe, place, expectation, alone });
    deviations += seen.deviations;
    isMet ||= seen.endedBy === 'another answer';
    isLost ||= seen.endedBy === 'a lost one';
    if (seen.deviations < attempts) continue;
    const { last } = seen;
    if (says(last.exchange, 'denied') && !(await staysRefused(on, own, actions, last.probe, place)))
      on.undecided('premise-failed', `a mismatch is answered ${last.exchange.label}`, {
        exchanges: [last.exchange],
      });
    else reportMismatch(on, last, seen.actual, `${seen.deviations}/${attempts}`, expectation);
    return;
  }
  // It got 409 alone, but another status beside others: perhaps from a lock, which the contract does not mention.
  if (deviations === 0 && alone && isMet && !isLost) return on.passed([first.exchange]);
  const deviation = `a mismatch (${first.probe.label}) was answered ${first.exchange.label}`;
  if (first.exchange.succeeded) await notEveryTimeOrDrift(on, own, deviation, [first.exchange]);
  else notEveryTime(on, deviation, [first.exchange]);
}

/** Whether a refusal persists, with pauses for any rate limit, while updates of the same caller with the actual version are accepted in between. */
async function staysRefused(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  probe: Mismatch,
  place: (now: string) => string,
): Promise<boolean> {
  const seen = await repeated(on, own, actions, {
    probe,
    place,
    expectation: 'exactly 409',
    alone: true,
    pauseMs: recoveryMs,
  });
  const { exchange } = seen.last;
  return (
    seen.deviations === attempts && says(exchange, 'denied') && !on.world.passing.isDisturbance(exchange)
  );
}

/**
 * Sends the probe at a place relative to the actual version of the moment, while its answer deviates, at most
 * three times.
 */
async function repeated(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  which: {
    readonly probe: Mismatch;
    readonly place: (now: string) => string;
    readonly expectation: 'exactly 409' | 'no success';
    /** Some servers refuse writes while any other write is under way. */
    readonly alone: boolean;
    /** Before each. */
    readonly pauseMs?: number;
  },
): Promise<{
  readonly deviations: number;
  readonly last: SentMismatch;
  readonly actual: string;
  /** Instead of a further deviation: another answer to the probe, or no answer to the probe or its control. */
  readonly endedBy: 'another answer' | 'a lost one' | undefined;
}> {
  let deviations = 0;
  let endedBy: 'another answer' | 'a lost one' | undefined;
  let last: SentMismatch | undefined;
  let actual = '';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (which.pauseMs !== undefined) await on.clock.sleep(which.pauseMs, awaited.spaced);
    const batch = await sendMismatches(
      on,
      own,
      renewed(on, actions),
      (now) => [placed(which.probe, which.place(now), now)],
      { alone: which.alone },
    );
    const [sent] = batch.mismatches;
    if (sent === undefined) break;
    const deviates =
      which.expectation === 'no success' ? sent.exchange.succeeded : !says(sent.exchange, 'conflict');
    const valid = batch.match.kind === 'accepted' || sent.exchange.succeeded;
    if (!deviates || !valid || sent.exchange.is('noise')) {
      endedBy = deviates || sent.exchange.is('noise') ? 'a lost one' : 'another answer';
      break;
    }
    deviations += 1;
    last = sent;
    actual = batch.aimed;
  }
  last ??= { probe: which.probe, exchange: await readOwn(on, own) };
  return { deviations, last, actual, endedBy };
}

/** The probe with another version, and with a label that relates it to the actual version of the moment. */
function placed(probe: Mismatch, version: string, now: string): Mismatch {
  if (probe.former === true) return { ...probe, version };
  const apart = Math.round((Number(version) - Number(now)) * 1_000) / 1_000;
  return { ...probe, version, label: `${Math.abs(apart)} ${apart < 0 ? 'below' : 'above'}` };
}

/** The version of the probe, moved along with the actual version. */
export function relocated(probe: Mismatch, now: number, distance: number): string {
  const version = now + distance;
  return version >= 0 && version <= greatestSafe ? String(version) : probe.version;
}

/** A 503 that comes only for the mismatch means no overload: three times, between accepted updates; once per run. */
const hingesOnVersion = oncePerRun(async (on: Stage, own: OwnResource): Promise<boolean> => {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const before = await matchingUpdate(on, own, [anyAction(on)]);
    const actual = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
    if (actual === undefined) return false;
    const far = new JsonNumber(farVersion(actual));
    const probe = await update(on, own, far, [anyAction(on)], { alone: true });
    const after = await matchingUpdate(on, own, [anyAction(on)]);
    if (!says(probe, 'overload') || after.kind !== 'accepted') return false;
  }
  const elsewhere = (['readById', 'query', 'create'] as const).some((name) =>
    on.world.bodies.refusals(name).statuses.has(503),
  );
  on.learn.mismatchesAre503(!elsewhere);
  return !elsewhere;
});
