import type { Exchange } from '../../history/exchange.ts';
import { isOneForAll, versionsMoveTogether } from '../../implementation/learnt.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo, renewed, update } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { noteUnlessConflict } from '../../implementation/updates/missed-conflict.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';
import { integerMismatches } from '../../implementation/updates/wrong-versions.ts';
import { notEveryTime } from '../../judging/confirm.ts';
import { awaited } from '../../run/awaited.ts';
import { judgeConflicts } from '../../suites/4.10/conflicts.ts';
import { leastRestOf } from '../../suites/4.10/untouched.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';

/** Actions of the lists: a list may go another way through a server than a single one. */
const lengths = [1, 2, 9] as const;
/** Wrong versions at each resource after that: those that it had, and the nearest. */
const mostVersions = 6;

/**
 * A resource that was put away is answered for like any other (4.10): each was updated twice early in the run, so that it
 * has former versions, and is left alone since. What is accepted at rest alone cannot be repeated there, so that it is
 * judged by how many accept it.
 */
export const restedConflicts = holds(
  '4.10/conflict-on-mismatch',
  'former and near versions, then the actual one, at resources that were updated early and rest since',
  {
    draws: false,
    minimum: () => 0,
    check: async (on) => {
      // What is lent, or is one for all creates, does not rest.
      if (on.facts.idSource === undefined || isOneForAll(on.facts)) return;
      const resting = await Promise.all(lengths.map((length) => updatedTwice(on, listOf(on, length))));
      await on.until('late');
      const since = Math.max(...resting.map(({ own }) => own.lastWriteAt));
      const wait = since + leastRestOf(on) - on.clock.now();
      if (wait > 0) await on.clock.sleep(wait, awaited.age);
      const looks = (await Promise.all(resting.map((one) => stateFormer(on, one)))).flatMap(
        (one) => one ?? [],
      );
      const accepted = looks.filter(({ exchange }) => exchange.succeeded);
      if (accepted.length > 0) return judgeAccepted(on, accepted, resting.length);
      await Promise.all(
        resting.map(async ({ own, actions }) => {
          const aim = (actual: string) =>
            integerMismatches(actual, own.former(actual), on.random).slice(0, mostVersions);
          await judgeConflicts(on, own, renewed(on, actions), aim, 'exactly 409');
        }),
      );
    },
  },
);

/** An update with a version that the resource had before. */
interface Look {
  readonly stated: string;
  readonly exchange: Exchange;
}

/** The first thing that happens to a resource that rests: nothing is read before. Undefined if it had one version alone. */
async function stateFormer(on: Stage, { own, actions }: Resting): Promise<Look | undefined> {
  const stated = own.shown === undefined ? undefined : own.former(own.shown).at(-1);
  if (stated === undefined) return undefined;
  const restedMs = on.clock.now() - own.lastWriteAt;
  const exchange = await update(on, own, new JsonNumber(stated), renewed(on, actions));
  const probe: Mismatch = { label: 'an earlier version', former: true, version: stated, far: false };
  if (says(exchange, 'conflict')) on.held();
  else if (!exchange.succeeded) await noteUnlessConflict(on, own, { probe, exchange }, { actions, restedMs });
  return { stated, exchange };
}

function judgeAccepted(on: Stage, accepted: readonly Look[], of: number): void {
  const [{ stated, exchange } = { stated: '', exchange: undefined }] = accepted;
  const exchanges = accepted.map((one) => one.exchange);
  if (accepted.length < of || versionsMoveTogether(on.facts))
    return notEveryTime(on, 'a former version was accepted at a resource that had rested', exchanges);
  on.violated({
    expected: '409',
    got: `${exchange?.label ?? ''} for version ${stated}, which the resource had before, at each of ${of} resources that had rested`,
    deviation: { kind: 'status', stated: 'former' },
    exchanges,
    reproduced: `${accepted.length}/${of}`,
  });
}

interface Resting {
  readonly own: OwnResource;
  readonly actions: readonly UpdateAction[];
}

async function updatedTwice(on: Stage, actions: readonly UpdateAction[]): Promise<Resting> {
  const { own } = await on.another();
  on.keep(own);
  for (let time = 0; time < 2; time += 1) await matchingUpdate(on, own, renewed(on, actions));
  return { own, actions };
}

function listOf(on: Stage, length: number): readonly UpdateAction[] {
  if (length === 1) return [anyAction(on)];
  const list = Array.from({ length }, (_, at): UpdateAction =>
    at % 2 === 0 ? changeTo(on.canary()) : { action: 'doSomeThing' },
  );
  return passable(on, list);
}
