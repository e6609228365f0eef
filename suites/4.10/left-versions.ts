import { says } from '../../wire/status.ts';
import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { judgeConflicts } from './conflicts.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction, moves } from '../../implementation/updates/known-actions.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { showsEarlierState } from '../../implementation/resources/earlier-state.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';

/** How long a version lasts before it is replaced, in milliseconds: long enough for a cache to keep it. */
const lastsMs = 250;
const steps = 2;

/** A version that an update has replaced is answered 409, at once and later (4.10). */
export async function judgeLeftVersions(on: Stage, own: OwnResource): Promise<void> {
  let doubt: Exchange | undefined;
  let last = steps - 1;
  for (let step = 0; step <= last; step += 1) {
    if (step === 0 || doubt !== undefined)
      await on.clock.sleep(Math.max(0, own.lastWriteAt + lastsMs - on.clock.now()), awaited.spacing);
    const actions = [anyAction(on)];
    const match = await matchingUpdate(on, own, actions);
    if (match.kind !== 'accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
    if (!moves(on.facts, actions))
      return on.discarded('version-never-moved', 'no update was seen to change the version');
    const { stated } = match;
    const found = await acceptedAtOnce(on, own, { leaving: match.exchange, stated, actions });
    if (found !== undefined) {
      // After a restore of earlier data, the version was actual again: the check is repeated once, in the
      // next step or a separate step.
      if (found.isSetBack && doubt === undefined) {
        doubt = found.again;
        last = Math.max(last, step + 1);
        continue;
      }
      return reportAccepted(on, stated, match.exchange, found);
    }
    const stale = { label: 'a former version', former: true, version: stated, far: false } as const;
    await judgeConflicts(on, own, [anyAction(on)], (v) => (sameNumber(v, stated) ? [] : [stale]));
  }
  if (doubt !== undefined) notEveryTime(on, 'a former version was accepted', [doubt]);
}

/** An update with a replaced version was accepted. */
interface Accepted {
  readonly again: Exchange;
  /** The earlier answer that showed the changed version. */
  readonly moved: { readonly version: string; readonly read: Exchange | undefined };
  /** Afterwards, a read shows a version that was known before. */
  readonly isSetBack: boolean;
}

/** The version just replaced, if it is accepted although another version was shown since. */
async function acceptedAtOnce(
  on: Stage,
  own: OwnResource,
  {
    leaving,
    stated,
    actions,
  }: {
    readonly leaving: Exchange;
    readonly stated: string;
    readonly actions: readonly UpdateAction[];
  },
): Promise<Accepted | undefined> {
  const moved = await shownToMove(on, own, leaving, stated);
  if (moved === undefined) return undefined;
  // One of these updates exactly repeats an accepted update.
  const mismatches = await Promise.all(
    [actions, [anyAction(on)], [anyAction(on)]].map((list) =>
      update(on, own, new JsonNumber(stated), [...list]),
    ),
  );
  const again = mismatches.find((one) => one.succeeded && !says(one, 'later'));
  if (again === undefined) return undefined;
  own.show(moved.version);
  const now = on.facts.answersShowVersion ? again : await readOwn(on, own);
  const isSetBack = showsEarlierState(own, now, moved.version);
  own.mayHaveMoved();
  return { again, moved, isSetBack };
}

function reportAccepted(on: Stage, stated: string, leaving: Exchange, { again, moved }: Accepted): void {
  if (sameDouble(stated, moved.version))
    return on.undecided(
      'two-readings',
      `the server accepted version ${stated}, whose double equals the double of ${moved.version}`,
      { exchanges: [leaving, again] },
    );
  on.violated({
    expected: '409',
    got: `${again.label} for version ${stated}, after ${moved.version} had been shown`,
    deviation: { kind: 'status', stated: 'former', actual: moved.version },
    exchanges: [leaving, ...(moved.read === undefined ? [] : [moved.read]), again],
    counterexample: { left: stated, actual: moved.version },
  });
}

/** The version that an answer or an immediate read shows in place of the replaced version. */
async function shownToMove(on: Stage, own: OwnResource, answer: Exchange, stated: string) {
  const answered = on.facts.answersShowVersion ? versionOf(answer.value) : undefined;
  if (answered !== undefined && !sameNumber(answered, stated)) return { version: answered, read: undefined };
  const read = await readOwn(on, own);
  const version = versionOf(read.value);
  return version === undefined || sameNumber(version, stated) ? undefined : { version, read };
}
