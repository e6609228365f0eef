import { says } from '../../wire/status.ts';
import { versionsMoveTogether } from '../../implementation/learnt.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { Deviating } from '../../run/reporting.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { withDisposable } from '../../implementation/resources/disposable.ts';
import type { Exchange } from '../../history/exchange.ts';
import { lastAnswer, locked, matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { versionMovedOnce } from '../../judging/effects/drift.ts';
import type { Match, SentMismatch } from '../../implementation/updates/mismatch-batch.ts';

/** The result of an update with the actual version, with or without a refused update immediately before. */
interface Aftermath {
  /** The update was accepted at once, with the version that was actual before. */
  readonly unharmed: boolean;
  readonly shown: Aftereffect;
}

/** The effect of a 409, and the answers that show this effect; the last answer is at fault. */
interface Aftereffect {
  /** The actual answer, if it is not the answer to the last request. */
  readonly got?: string;
  readonly deviation: Deviating;
  readonly exchanges: readonly Exchange[];
}

const rounds = 3;
/** The number of mismatches before the matching update. */
const conflicts = 3;

/**
 * A 409 has no effect: the actual version is still accepted, and the resource still exists. A deviation
 * counts if three fresh resources show it, and three others without a refused update do not.
 */
export async function judgeAftermath(on: Stage): Promise<void> {
  const first = await aftermath(on, { conflicts, alone: false });
  if (first === 'not accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
  if (first === 'no conflict') return on.discarded(...blockedBy('4.10/conflict-on-mismatch'));
  if (first === 'locked') return reportLock(on);
  if (first.unharmed) {
    on.held();
    await on.until('late');
    const mismatches = spoiltBatch(on);
    // Earlier requests of other checks may explain a single refusal, but not a repeated refusal.
    const again = mismatches === undefined ? undefined : await spoiltBy(on, mismatches.length);
    if (typeof again === 'object') reportSpoilt(on, again);
    return;
  }
  const spoilt = await spoiltBy(on, conflicts);
  switch (spoilt) {
    case 'locked':
      return reportLock(on);
    case 'without conflicts too':
      return on.undecided('flaky', 'updates with the actual version are not accepted every time', {
        exchanges: first.shown.exchanges,
      });
    case 'never':
      return on.held();
    case 'at times':
      return first.shown.deviation.kind === 'status'
        ? notEveryTime(on, 'a 409 made the next update fail', first.shown.exchanges)
        : versionMovedOnce(on, `a 409 left ${first.shown.got ?? 'another version'}`, first.shown.exchanges);
    default:
      return reportSpoilt(on, spoilt);
  }
}

/** Longer series of conflicts than this check provokes, after which the actual version was also answered 409. */
function spoiltBatch(on: Stage): readonly SentMismatch[] | undefined {
  if (on.facts.lags) return undefined;
  for (const { mismatches, match, aimed } of on.batches) {
    if (match.kind !== 'accepted' || match.spurious.length === 0 || !sameNumber(match.stated, aimed))
      continue;
    if (mismatches.length > conflicts && mismatches.every(({ exchange }) => says(exchange, 'conflict')))
      return mismatches;
  }
  return undefined;
}

function reportSpoilt(on: Stage, spoilt: Aftereffect): void {
  on.violated({
    ...spoilt,
    expected: 'the update with the actual version to be accepted after another update was answered 409',
    reproduced: `${rounds}/${rounds}`,
  });
}

/** The effect of successive conflicts, if three resources then fail at the next update and three others do not. */
async function spoiltBy(
  on: Stage,
  count: number,
): Promise<Aftereffect | 'at times' | 'never' | 'without conflicts too' | 'locked'> {
  // Some servers refuse writes while any other write is under way.
  const times = Array.from({ length: rounds });
  const [probed, controls] = await Promise.all([
    Promise.all(times.map(() => aftermath(on, { conflicts: count, alone: true }))),
    Promise.all(times.map(() => aftermath(on, { conflicts: 0, alone: true }))),
  ]);
  if (probed.includes('locked')) return 'locked';
  if (controls.some((control) => !isAftermath(control) || !control.unharmed)) return 'without conflicts too';
  const [last, ...others] = probed
    .filter(isAftermath)
    .map(({ unharmed, shown }) => (unharmed ? undefined : shown));
  const isEvery = others.length === rounds - 1 && others.every((one) => one !== undefined);
  if (last !== undefined && isEvery) return last;
  return probed.every((one) => isAftermath(one) && one.unharmed) ? 'never' : 'at times';
}

/** Why the effect of a 409 cannot be judged. */
type Premise = 'not accepted' | 'no conflict' | 'locked';

/** The contract shows no limits: a refused caller may have to wait. */
function reportLock(on: Stage): void {
  on.undecided(
    'two-readings',
    `updates with the actual version are answered ${locked} after several were answered 409`,
  );
}

const isAftermath = (one: Aftermath | Premise): one is Aftermath => typeof one === 'object';

function aftermath(
  on: Stage,
  { conflicts: count, alone }: { readonly conflicts: number; readonly alone: boolean },
): Promise<Aftermath | Premise> {
  return withDisposable(on, async (own) => {
    const before = await matchingUpdate(on, own, [anyAction(on)], { alone });
    const actual = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
    if (before.kind !== 'accepted' || actual === undefined) return 'not accepted';
    // A stale read would mislead a check that states a version next.
    const look = async (): Promise<Exchange | undefined> =>
      alone && !on.facts.lags ? await readOwn(on, own) : undefined;
    const was = await look();
    const mismatches: Exchange[] = [];
    if (count > 0) {
      const far = farVersion(actual);
      const send = (how: { readonly alone: boolean }): Promise<Exchange> =>
        update(on, own, new JsonNumber(far), [anyAction(on)], how);
      let sent = await send({ alone });
      if (!says(sent, 'conflict') && !sent.succeeded && !alone) sent = await send({ alone: true });
      if (!says(sent, 'conflict')) return 'no conflict';
      mismatches.push(sent);
      // Some servers count failed attempts, so further attempts come first.
      for (let more = 1; more < count; more += 1) mismatches.push(await send({ alone }));
    }
    const is = await look();
    const next = await matchingUpdate(on, own, [anyAction(on)], { alone });
    if (next.kind === 'noise') return 'not accepted';
    if (next.kind === 'refused' && next.exchange.status === locked) return 'locked';
    return {
      unharmed:
        next.kind === 'accepted' &&
        next.spurious.length === 0 &&
        (versionsMoveTogether(on.facts) || sameNumber(next.stated, actual)),
      shown: aftereffect(next, actual, { mismatches, was, is }),
    };
  });
}

/** The answers that show that an update with the actual version was not accepted at once. */
function aftereffect(
  next: Match,
  actual: string,
  {
    mismatches,
    was,
    is,
  }: { mismatches: readonly Exchange[]; was: Exchange | undefined; is: Exchange | undefined },
): Aftereffect {
  if (next.kind === 'accepted' && next.spurious.length === 0) {
    const got = `version ${next.stated} as the actual version, which was ${actual} before`;
    const looks = [was, is].map((look) => versionOf(look?.value));
    const isSeen =
      looks.every((version) => version !== undefined) && !sameNumber(looks[0] ?? '', looks[1] ?? '');
    return isSeen && was !== undefined && is !== undefined
      ? { got, deviation: { kind: 'differ', exchange: is, beside: was }, exchanges: [was, ...mismatches, is] }
      : { got, deviation: { kind: 'moved-version' }, exchanges: [...mismatches, next.exchange] };
  }
  const refused = next.kind === 'accepted' ? next.spurious.slice(-1) : [lastAnswer(next)];
  const exchanges = [...mismatches, ...refused.filter((one) => one !== undefined)];
  return { deviation: { kind: 'status', stated: 'actual' }, exchanges };
}
