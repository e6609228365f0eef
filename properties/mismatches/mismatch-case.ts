import { says } from '../../wire/status.ts';
import fc from 'fast-check';
import { versionsMoveTogether } from '../../implementation/learnt.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import { lastAnswer, matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { demandsConflict } from '../../implementation/updates/missed-conflict.ts';
import { sendMismatches } from '../../implementation/updates/send-mismatches.ts';
import { aimed, otherOrders, type StatedVersion } from '../arbitraries/stated-version.ts';
import { fewerAndNearer } from '../arbitraries/nearer-version.ts';
import { shorterList } from '../arbitraries/update-actions.ts';
import type { Failing } from '../checked-cases.ts';
import { versionStandsStill } from '../../implementation/updates/changes.ts';
import { anyAction, passable } from '../../implementation/updates/known-actions.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import type { SentMismatch, MismatchBatch } from '../../implementation/updates/mismatch-batch.ts';

export interface MismatchCase {
  readonly actions: readonly UpdateAction[];
  readonly versions: readonly StatedVersion[];
}

export interface MismatchDeviation {
  readonly stated: StatedVersion;
  readonly sent: SentMismatch;
  readonly actual: string;
  /** A success that no other write explains: no further check can revoke it. */
  readonly isWitness: boolean;
}

export interface MismatchSeen {
  readonly held: number;
  readonly noise: number;
  readonly batch: MismatchBatch;
  readonly deviations: readonly MismatchDeviation[];
}

export const mostExecutions = 60;
/** The most updates until the digits of a counting version can have another order. */
const mostSeasoning = 13;

const alwaysWrong: readonly StatedVersion[] = [
  { kind: 'off by', distance: 1_009 },
  { kind: 'off by', distance: -1_009 },
];

/** Updates a resource until another order of its version's digits gives another version. */
export async function season(on: Stage, own: OwnResource): Promise<void> {
  await moveOnUntil(on, own, (version) => {
    if (version.length > 3) return true;
    const orders = otherOrders(version.length).map((order) => aimed(order, version, [])?.version);
    return orders.some((other) => other?.length === version.length);
  });
}

/** Updates a resource until each wrong version can be stated: some need several digits, or a former version. */
export async function seasonFor(on: Stage, own: OwnResource, { versions }: MismatchCase): Promise<void> {
  await moveOnUntil(on, own, (version) =>
    versions.every((stated) => aimed(stated, version, own.replaced(version)) !== undefined),
  );
}

async function moveOnUntil(
  on: Stage,
  own: OwnResource,
  isThere: (version: string) => boolean,
): Promise<void> {
  for (let step = 0; step < mostSeasoning; step += 1) {
    const version = await versionToState(on, own);
    if (version === undefined || isThere(version)) return;
    const match = await matchingUpdate(on, own, [anyAction(on)]);
    if (match.kind !== 'accepted') return;
  }
}

export async function sendCase(
  on: Stage,
  own: OwnResource,
  one: MismatchCase,
  how: { readonly alone?: boolean } = {},
): Promise<MismatchSeen> {
  const probes = new Map<unknown, StatedVersion>();
  const stating = new Set<string>();
  const batch = await sendMismatches(
    on,
    own,
    passable(on, one.actions),
    (actual) =>
      one.versions.flatMap((stated) => {
        const probe = aimed(stated, actual, own.replaced(actual));
        if (probe === undefined || stating.has(probe.version)) return [];
        stating.add(probe.version);
        probes.set(probe, stated);
        return [probe];
      }),
    how,
  );
  const valid = batch.match.kind === 'accepted';
  const seen = { held: 0, noise: 0 };
  const deviations: MismatchDeviation[] = [];
  for (const sent of batch.mismatches) {
    const stated = probes.get(sent.probe);
    const { exchange } = sent;
    if (stated === undefined) continue;
    if (exchange.is('noise')) seen.noise += 1;
    else if (says(exchange, 'conflict')) seen.held += valid ? 1 : 0;
    else if (exchange.succeeded || (valid && demandsConflict(sent.probe)))
      deviations.push({
        stated,
        sent,
        actual: batch.aimed,
        isWitness: exchange.succeeded && sent.probe.far && !versionsMoveTogether(on.facts),
      });
    else seen.held += valid ? 1 : 0;
  }
  return { ...seen, batch, deviations };
}

/** The smaller forms of a case: first fewer actions, then fewer versions, then nearer versions. */
export function smallerCase({ versions, actions }: MismatchCase): fc.Arbitrary<MismatchCase> {
  return fc.record({ actions: shorterList(actions), versions: fewerAndNearer(versions) });
}

/** The result of a further check: the form of the report if the deviation was confirmed. */
export type Confirmation = Failing<MismatchCase> | 'unconfirmed' | 'alone as it must be';

/** Checks a deviation again, without other requests; `next` gives further resources, if age may be the reason. */
export async function lookAgain(
  on: Stage,
  own: OwnResource,
  {
    actions,
    next,
    executions = mostExecutions,
    at: state = {},
  }: Pick<MismatchCase, 'actions'> & {
    readonly next?: () => Promise<OwnResource>;
    readonly executions?: number;
    readonly at?: Readonly<Record<string, string>>;
  },
  deviation: MismatchDeviation,
): Promise<Confirmation> {
  const { sent } = deviation;
  // Some servers refuse writes while another write is under way, or count all writes in one version.
  const alone = !sent.exchange.succeeded || versionsMoveTogether(on.facts);
  let last = deviation;
  let rule: StatedVersion | undefined;
  const same = (): Promise<OwnResource> => Promise.resolve(own);
  let target = next ?? same;
  let wereOthers = false;
  const hurried = brieflyWaiting(on);
  const failsBy = async (
    candidate: readonly UpdateAction[],
    stated: StatedVersion,
    stage: Stage,
  ): Promise<boolean> => {
    const one = { actions: candidate, versions: [stated] };
    const at = await target();
    wereOthers ||= at !== own;
    const { deviations } = await sendCase(stage, at, one, { alone });
    const [found] = deviations;
    if (found !== undefined) last = found;
    return found !== undefined;
  };
  // No verdict depends on the repetitions of a witness; other deviations are confirmed with full waits.
  const confirming = deviation.isWitness ? hurried : on;
  if (!deviation.isWitness) {
    // Lagging replicas show different versions in turn, as if there were writes.
    await settle(on, own);
    if (sent.exchange.succeeded && !(await versionStandsStill(on, own))) {
      on.undecided('flaky', 'the version changes without a write by the suite', {
        exchanges: [sent.exchange],
      });
      return 'unconfirmed';
    }
  }
  const seek = async (): Promise<StatedVersion | undefined> => {
    // Versions one by one, because effects of concurrent versions do not count.
    for (const stated of alternatives(deviation))
      if (await failsBy(actions, stated, confirming)) return stated;
    return undefined;
  };
  rule = await seek();
  if (rule === undefined && wereOthers) {
    // The deviation may depend on the resource rather than on its age.
    target = same;
    await settle(on, own);
    rule = await seek();
  }
  let again = rule === undefined ? 0 : 1;
  for (let attempt = 1; attempt < 3; attempt += 1)
    if (rule !== undefined && (await failsBy(actions, rule, confirming))) again += 1;
  if (!deviation.isWitness) {
    // Alone it got 409, beside others another status: perhaps from a lock, which the contract does not mention.
    if (again === 0 && alone) {
      on.passed([sent.exchange]);
      return 'alone as it must be';
    }
    if (again < 3 || says(sent.exchange, 'denied')) {
      const text = `a mismatch (${deviation.stated.kind}) was answered ${sent.exchange.label}, and again in ${again} of 3 repetitions`;
      on.undecided(again < 3 ? 'flaky' : 'premise-failed', text, {
        exchanges: [sent.exchange],
        deviated: again < 3,
      });
      return 'unconfirmed';
    }
  }
  const isOfState = !sent.exchange.succeeded && target !== same;
  if (isOfState && (await isByState(on, await target(), actions, sent))) {
    on.passed([sent.exchange]);
    return 'alone as it must be';
  }
  const failsOnce = async (candidate: MismatchCase): Promise<boolean> => {
    const { deviations } = await sendCase(hurried, await target(), candidate, { alone });
    // The nearest version that still shows the deviation must also be one that no other write explains.
    const found = deviations.find(
      ({ sent: { exchange }, isWitness }) =>
        exchange.status === sent.exchange.status && (isWitness || !deviation.isWitness),
    );
    if (found !== undefined) last = found;
    return found !== undefined;
  };
  // Each batch changes the version: a failure at one of the two versions says nothing about the next version.
  const fails = async (candidate: MismatchCase): Promise<boolean> =>
    (await failsOnce(candidate)) && (await failsOnce(candidate));
  return {
    ...(again === 0 ? {} : { fails }),
    executions,
    report: ({ value, seed, path }) =>
      on.violated({
        expected: '409',
        got: `${last.sent.exchange.label} for version ${last.sent.probe.version} (${last.stated.kind}) while ${last.actual} was the actual version`,
        deviation: {
          kind: 'status',
          stated: last.stated.kind === 'former' ? 'former' : 'other',
          actual: last.actual,
        },
        exchanges: [last.sent.exchange],
        reproduced: `${again + 1}/4`,
        seed,
        path,
        counterexample: {
          actual: last.actual,
          stated: last.sent.probe.version,
          rule: last.stated,
          ...state,
          actions: passable(on, value.actions),
        },
      }),
  };
}

/** Whether a resource in the same state also refuses the actual version: then no version is the reason. */
async function isByState(
  on: Stage,
  own: OwnResource,
  actions: readonly UpdateAction[],
  { exchange }: SentMismatch,
): Promise<boolean> {
  const match = await matchingUpdate(on, own, passable(on, actions), { alone: true });
  return lastAnswer(match)?.status === exchange.status;
}

/** A version that was wrong at first may be right later; any wrong version can show the status. */
function alternatives({ stated, sent }: MismatchDeviation): readonly StatedVersion[] {
  const same: StatedVersion = { kind: 'literal', version: sent.probe.version };
  return [stated, same, ...(sent.exchange.succeeded ? [] : alwaysWrong)];
}

/** Waits until no lag can hide the actual version, and forgets the supposed version. */
async function settle(on: Stage, own: OwnResource): Promise<void> {
  await afterReplicaLag(on, own);
  own.forget();
}
