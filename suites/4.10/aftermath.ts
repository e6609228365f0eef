import { JsonNumber } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { withDoomed } from '../../target/resources/doomed.ts';
import type { Exchange } from '../../run/exchange.ts';
import { locked, matchingUpdate } from '../../target/updates/matching-update.ts';
import type { Stage } from '../../target/stage.ts';
import { farVersion } from '../../target/updates/wrong-versions.ts';
import { changeTo, update } from '../../target/updates/changes.ts';
import { versionToState } from '../../target/resources/read-own.ts';
import { blockedBy } from '../../target/blocked-by.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import type { Shot } from '../../target/updates/fired.ts';

/** What came of an update with the actual version, with or without a refused one right before it. */
interface Aftermath {
  /** It was accepted at once, at the version that was the actual one before. */
  readonly unharmed: boolean;
  readonly exchanges: readonly Exchange[];
}

const rounds = 3;
/** Mismatches in a row before the update that matches. */
const conflicts = 3;

/**
 * A 409 spoils nothing: the version that was the actual one is still accepted, and the resource is still there. A
 * deviation counts when three fresh resources show it and three that got no refused update do not.
 */
export async function judgeAftermath(on: Stage): Promise<void> {
  const first = await aftermath(on, { conflicts, alone: false });
  if (first === 'not accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
  if (first === 'no conflict') return on.discarded(...blockedBy('4.10/conflict-on-mismatch'));
  if (first === 'locked') return reportLock(on);
  if (first.unharmed) {
    on.held();
    await on.until('late');
    const volley = spoiltVolley(on);
    // What others had done by then may explain it, as long as it does not repeat itself.
    if (volley !== undefined && (await isSpoiltBy(on, volley.shots.length)) === 'every time')
      reportSpoilt(on, volley.exchanges);
    return;
  }
  switch (await isSpoiltBy(on, conflicts)) {
    case 'locked':
      return reportLock(on);
    case 'without conflicts too':
      return on.undecided('flaky', 'updates with the actual version are not accepted every time', {
        exchanges: first.exchanges,
      });
    case 'every time':
      return reportSpoilt(on, first.exchanges);
    case 'never':
      return on.held();
    case 'at times':
      return notEveryTime(on, 'a 409 spoilt the next update', first.exchanges);
  }
}

/** More conflicts in a row than are provoked here, after which the actual version was answered 409 as well. */
function spoiltVolley(
  on: Stage,
): { readonly shots: readonly Shot[]; readonly exchanges: readonly Exchange[] } | undefined {
  if (on.facts.lags) return undefined;
  for (const { shots, match, aimed } of on.volleys) {
    if (match.kind !== 'accepted' || match.spurious.length === 0 || !sameNumber(match.stated, aimed))
      continue;
    if (shots.length > conflicts && shots.every(({ exchange }) => exchange.status === 409))
      return { shots, exchanges: [...shots.slice(-1).map(({ exchange }) => exchange), ...match.spurious] };
  }
  return undefined;
}

function reportSpoilt(on: Stage, exchanges: readonly Exchange[]): void {
  on.violated({
    expected: 'the update with the actual version to be accepted after another one was answered 409',
    got: exchanges.at(-1)?.label ?? '',
    exchanges,
    reproduced: `${rounds}/${rounds}`,
  });
}

/** Whether so many conflicts in a row spoil the next update of three resources, and of three others nothing does. */
async function isSpoiltBy(
  on: Stage,
  count: number,
): Promise<'every time' | 'at times' | 'never' | 'without conflicts too' | 'locked'> {
  // Some servers turn writes away for as long as any other is under way.
  const times = Array.from({ length: rounds });
  const [probed, controls] = await Promise.all([
    Promise.all(times.map(() => aftermath(on, { conflicts: count, alone: true }))),
    Promise.all(times.map(() => aftermath(on, { conflicts: 0, alone: true }))),
  ]);
  if (probed.includes('locked')) return 'locked';
  if (controls.some((control) => !isOf(control) || !control.unharmed)) return 'without conflicts too';
  if (probed.every((one) => isOf(one) && !one.unharmed)) return 'every time';
  return probed.every((one) => isOf(one) && one.unharmed) ? 'never' : 'at times';
}

/** Why nothing can be said of what a 409 leaves behind. */
type Premise = 'not accepted' | 'no conflict' | 'locked';

/** Limits are not shown: who asked in vain may have to wait. */
function reportLock(on: Stage): void {
  on.undecided(
    'two-readings',
    `updates with the actual version are answered ${locked} after several were answered 409`,
  );
}

const isOf = (one: Aftermath | Premise): one is Aftermath => typeof one === 'object';

function aftermath(
  on: Stage,
  { conflicts: count, alone }: { readonly conflicts: number; readonly alone: boolean },
): Promise<Aftermath | Premise> {
  return withDoomed(on, async (own) => {
    const before = await matchingUpdate(on, own, [changeTo(on.canary())], { alone });
    const actual = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
    if (before.kind !== 'accepted' || actual === undefined) return 'not accepted';
    const shots: Exchange[] = [];
    if (count > 0) {
      const far = farVersion(actual);
      const send = (how: { readonly alone: boolean }): Promise<Exchange> =>
        update(on, own, new JsonNumber(far), [changeTo(on.canary())], how);
      let shot = await send({ alone });
      if (shot.status !== 409 && !shot.succeeded && !alone) shot = await send({ alone: true });
      if (shot.status !== 409) return 'no conflict';
      shots.push(shot);
      // Some count how often they were asked in vain.
      for (let more = 1; more < count; more += 1) shots.push(await send({ alone }));
    }
    const next = await matchingUpdate(on, own, [changeTo(on.canary())], { alone });
    if (next.kind === 'noise') return 'not accepted';
    if (next.kind === 'refused' && next.exchange.status === locked) return 'locked';
    if (next.kind === 'accepted')
      return {
        unharmed: next.spurious.length === 0 && (on.facts.siblingsMove || sameNumber(next.stated, actual)),
        exchanges: [...shots.slice(0, 1), ...next.spurious, next.exchange],
      };
    return {
      unharmed: false,
      exchanges: [
        ...shots.slice(0, 1),
        ...(next.kind === 'conflict' ? next.exchanges.slice(-1) : 'exchange' in next ? [next.exchange] : []),
      ],
    };
  });
}
