import type { Exchange } from '../../history/exchange.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { noteUnlessConflict } from '../../implementation/updates/missed-conflict.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { awaited } from '../../run/awaited.ts';
import { askedOf, leastRestOf, longestAtRest, restedMs } from '../../suites/4.10/untouched.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';
import { leftVersion } from '../../world/resources/left-version.ts';

/** Actions of the updates, one resource each: a server may treat a list differently than a single action. */
const lengths = [1, 2, 9, 1, 2] as const;
/** How many have to accept it: fewer may have been restored from earlier data. */
const enough = 3;

/**
 * A resource that was put away refuses the versions that it had before, like any other (4.10). An update that is
 * accepted only at rest cannot be repeated there, so that the number of accepting resources decides.
 */
export const restedConflicts = holds(
  '4.10/conflict-on-mismatch',
  'former versions at resources that were updated and rest since',
  {
    draws: false,
    phase: 'late',
    minimum: () => 0,
    check: async (on) => {
      if (isOneForAll(on.facts) || !on.facts.readable || on.facts.moves.changeSomeProperty !== true) return;
      const oldest = updatedOnes(on).slice(0, lengths.length).at(-1);
      const wait = leastRestOf(on) - (oldest?.restedMs ?? Infinity);
      if (wait > 0) await on.clock.sleep(wait, awaited.age);
      const resting = updatedOnes(on)
        .filter((one) => one.restedMs >= leastRestOf(on))
        .toSorted((one, other) => askedOf(on, one.own) - askedOf(on, other.own))
        .slice(0, lengths.length);
      const looks = await Promise.all(resting.map((one, at) => stateFormer(on, one, lengths[at])));
      const accepted = looks.filter(({ exchange }) => exchange.succeeded);
      if (accepted.length > 0) await judgeAccepted(on, accepted, resting.length);
    },
  },
);

/** A resource with a version that it had before. */
interface Resting {
  readonly own: OwnResource;
  readonly former: string;
  readonly restedMs: number;
}

/** All resources that are known to have a replaced version, the longest resting first. */
function updatedOnes(on: Stage): readonly Resting[] {
  return longestAtRest(on).flatMap((one): readonly Resting[] => {
    const former = leftVersion(on.world.history, one.id);
    if (former === undefined) return [];
    return [{ own: new OwnResource(one.id, one.at), former, restedMs: restedMs(on, one) }];
  });
}

/** An update with a version that a resource had before. */
interface Look extends Resting {
  readonly exchange: Exchange;
}

/** The first thing that happens to a resource that rests: nothing is read before. */
async function stateFormer(on: Stage, resting: Resting, length = 1): Promise<Look> {
  const { own, former } = resting;
  const actions = Array.from({ length }, () => anyAction(on));
  const exchange = await update(on, own, new JsonNumber(former), actions);
  const probe: Mismatch = { label: 'an earlier version', former: true, version: former, far: false };
  if (says(exchange, 'conflict')) on.held();
  else if (!exchange.succeeded && !on.gone.has(own.id))
    await noteUnlessConflict(on, own, { probe, exchange }, { actions, restedMs: resting.restedMs });
  return { ...resting, exchange };
}

async function judgeAccepted(on: Stage, accepted: readonly Look[], of: number): Promise<void> {
  const [first] = accepted;
  if (first === undefined) return;
  // An update that is also accepted right after a write does not depend on rest, and is found there.
  if ((await stateFormer(on, first)).exchange.succeeded) return;
  const exchanges = accepted.map(({ exchange }) => ({ exchange, role: 'probe' }) as const);
  if (accepted.length < enough || versionsMoveTogether(on.facts))
    return notEveryTime(
      on,
      'a former version was accepted at a resource that had rested',
      accepted.map(({ exchange }) => exchange),
    );
  on.violated({
    expected: '409',
    got: `${first.exchange.label} for version ${first.former}, which the resource had before, at ${accepted.length} of ${of} resources that had rested, and not once they were written to`,
    deviation: { kind: 'status', stated: 'former' },
    exchanges,
    reproduced: `${accepted.length}/${of}`,
  });
}
