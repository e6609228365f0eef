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
  const first = await aftermath(on, { probe: true, alone: false });
  if (first === 'not accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
  if (first === 'no conflict') return on.discarded(...blockedBy('4.10/conflict-on-mismatch'));
  if (first === 'locked') return reportLock(on);
  if (first.unharmed) return on.held();
  // Some servers turn writes away for as long as any other is under way.
  const times = Array.from({ length: rounds });
  const [probed, controls] = await Promise.all([
    Promise.all(times.map(() => aftermath(on, { probe: true, alone: true }))),
    Promise.all(times.map(() => aftermath(on, { probe: false, alone: true }))),
  ]);
  if (probed.includes('locked')) return reportLock(on);
  if (controls.some((control) => !isOf(control) || !control.unharmed))
    return on.undecided('flaky', 'updates with the actual version are not accepted every time', {
      exchanges: first.exchanges,
    });
  if (probed.every((one) => isOf(one) && !one.unharmed))
    on.violated({
      expected: 'the update with the actual version to be accepted after another one was answered 409',
      got: first.exchanges.at(-1)?.label ?? '',
      exchanges: first.exchanges,
      reproduced: `${rounds}/${rounds}`,
    });
  else if (probed.every((one) => isOf(one) && one.unharmed)) on.held();
  else notEveryTime(on, 'a 409 spoilt the next update', first.exchanges);
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
  { probe, alone }: { readonly probe: boolean; readonly alone: boolean },
): Promise<Aftermath | Premise> {
  return withDoomed(on, async (own) => {
    const before = await matchingUpdate(on, own, [changeTo(on.canary())], { alone });
    const actual = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
    if (before.kind !== 'accepted' || actual === undefined) return 'not accepted';
    const shots: Exchange[] = [];
    if (probe) {
      const far = farVersion(actual);
      const send = (how: { readonly alone: boolean }): Promise<Exchange> =>
        update(on, own, new JsonNumber(far), [changeTo(on.canary())], how);
      let shot = await send({ alone });
      if (shot.status !== 409 && !shot.succeeded && !alone) shot = await send({ alone: true });
      if (shot.status !== 409) return 'no conflict';
      shots.push(shot);
      // Some count how often they were asked in vain.
      for (let more = 1; more < conflicts; more += 1) shots.push(await send({ alone }));
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
