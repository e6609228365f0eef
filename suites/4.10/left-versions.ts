import { awaited } from '../../run/awaited.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { UpdateAction } from '../../target/facts.ts';
import { matchingUpdate } from '../../target/updates/matching-update.ts';
import { judgeConflicts } from './conflicts.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import type { Stage } from '../../target/stage.ts';
import { changeTo, update } from '../../target/updates/changes.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { blockedBy } from '../../target/blocked-by.ts';

/** How long a version stands before it is left: in a cache it may live on from then, in milliseconds. */
const standsForMs = 250;
const steps = 2;

/** A version that an update has left is answered 409, at once and later (4.10). */
export async function judgeLeftVersions(on: Stage, own: OwnResource): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    if (step === 0)
      await on.clock.sleep(Math.max(0, own.lastWriteAt + standsForMs - on.clock.now()), awaited.spacing);
    const actions = [changeTo(on.canary())];
    const match = await matchingUpdate(on, own, actions);
    if (match.kind !== 'accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
    if (on.facts.moves.changeSomeProperty !== true)
      return on.discarded('version-never-moved', 'no update was seen to move the version');
    const { stated } = match;
    if (await isAcceptedAtOnce(on, own, { leaving: match.exchange, stated, actions })) return;
    const stale = { label: 'a former version', version: stated, far: false };
    await judgeConflicts(
      on,
      own,
      [changeTo(on.canary())],
      (v) => (sameNumber(v, stated) ? [] : [stale]),
      'exactly 409',
    );
  }
}

/** Reports the version just left, where it is accepted although another one has been shown since. */
async function isAcceptedAtOnce(
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
): Promise<boolean> {
  const left = await shownToMove(on, own, leaving, stated);
  if (left === undefined) return false;
  // One of them repeats to the letter what was accepted.
  const shots = await Promise.all(
    [actions, [changeTo(on.canary())], [changeTo(on.canary())]].map((list) =>
      update(on, own, new JsonNumber(stated), [...list]),
    ),
  );
  const again = shots.find((one) => one.succeeded && one.status !== 202);
  if (again === undefined) return false;
  if (sameDouble(stated, left.version)) {
    on.undecided('two-readings', `${stated} was accepted, which is the same double as ${left.version}`, {
      exchanges: [leaving, again],
    });
    return true;
  }
  on.violated({
    expected: '409',
    got: `${again.label} for version ${stated}, after ${left.version} had been shown`,
    exchanges: [leaving, ...(left.read === undefined ? [] : [left.read]), again],
    counterexample: { left: stated, actual: left.version },
  });
  return true;
}

/** The version that an answer or a read shows in place of the one just left, without waiting for it. */
async function shownToMove(
  on: Stage,
  own: OwnResource,
  answer: Exchange,
  stated: string,
): Promise<{ readonly version: string; readonly read: Exchange | undefined } | undefined> {
  const answered = on.facts.answersShowVersion ? versionOf(answer.value) : undefined;
  if (answered !== undefined && !sameNumber(answered, stated)) return { version: answered, read: undefined };
  const read = await readOwn(on, own);
  const version = versionOf(read.value);
  return version === undefined || sameNumber(version, stated) ? undefined : { version, read };
}
