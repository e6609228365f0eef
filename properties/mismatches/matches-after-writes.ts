import { races } from '../races/run-races.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Evidence, Phase } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import { overwriteNames, type OverwriteName } from '../../contract/traits.ts';
import { standApart } from '../../implementation/learnt.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { createTwice } from '../../judging/siblings.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { acceptedOverwrites, overwrittenResource } from '../../suites/overwrites/accepted.ts';
import { canBeArranged } from '../crossings/arranged.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';

/** Sends an update that the server must refuse; undefined unless it was refused as due. */
type Refuse = (on: Stage, own: OwnResource, version: string) => Promise<Exchange | undefined>;

/** An update with a list that a server may refuse as invalid: its status and its effect are open. */
const asInvalid =
  (listOf: (valid: UpdateAction) => JsonInput): Refuse =>
  async (on, own, version) => {
    const refused = await update(on, own, new JsonNumber(version), listOf(anyAction(on)));
    return refused.is('refused') && !says(refused, 'conflict', 'momentary') ? refused : undefined;
  };

/** An update with the next version, octet for octet the later update that states this version. */
const asTooEarly: Refuse = async (on, own, version) => {
  const step = Number(version) - Number(own.former(version).at(-1) ?? NaN);
  const next = Number(version) + step;
  if (!Number.isSafeInteger(next) || next < 0 || step === 0) return undefined;
  const refused = await update(on, own, new JsonNumber(String(next)), again);
  if (!says(refused, 'conflict')) return undefined;
  const match = await matchingUpdate(on, own, [anyAction(on)]);
  const hasCome = match.kind === 'accepted' && (await versionToState(on, own)) === String(next);
  return hasCome ? refused : undefined;
};

/** Always identical. */
const again: readonly UpdateAction[] = [{ action: 'doSomeThing' }];

interface Refusal {
  readonly refuse: Refuse;
  readonly valid: (on: Stage) => readonly UpdateAction[];
}

const refusals: readonly Refusal[] = [
  { refuse: asInvalid(() => [{ action: 'unknownAction' }]), valid: (on) => [anyAction(on)] },
  {
    refuse: asInvalid((valid) => [{ ...valid }, { action: 'unknownAction' }]),
    valid: (on) => [anyAction(on)],
  },
  { refuse: asTooEarly, valid: () => again },
];

/** The actual version is accepted after any of these writes, each on its own resources (4.10). */
function matchesAfter(
  title: string,
  { phase, deviation }: { readonly phase?: Phase; readonly deviation: string },
  looksOf: (on: Stage) => readonly (() => Promise<Left>)[],
): Evidence<Stage> {
  return holds('4.10/matching-version-is-accepted', title, {
    draws: false,
    ...defined({ phase }),
    minimum: () => 0,
    check: async (on) => {
      if (on.facts.updates !== 'accepted') return;
      for (const look of looksOf(on)) await judgeLeftBehind(on, look, deviation);
    },
  });
}

/**
 * A refused update leaves nothing behind that makes the next valid update conflict: a lock, a counted version
 * that no read shows, or an answer that is cached for its words.
 */
export const matchesAfterRefusals = matchesAfter(
  'the actual version on resources of which an update with an unknown action was refused, or the same words were too early',
  { deviation: 'the actual version was answered 409 after an update that was refused' },
  // Provided resources must not stay locked; in succession, the updates hold few resources at a time.
  (on) => (canBeArranged(on) ? refusals.map((one) => () => afterRefusal(on, one)) : []),
);

/** An overwrite gives a resource another version (4.7, 4.8): a server may keep the version for updates elsewhere. */
export const matchesAfterOverwrites = matchesAfter(
  'the version that reads show after an overwrite, on the resource that was overwritten',
  { phase: 'overwrites', deviation: 'the actual version was answered 409 after an overwrite' },
  (on) => (standApart(on.facts) ? overwriteNames.map((name) => () => afterOverwrite(on, name)) : []),
);

/** A server that stores equal contents once may keep one version for all resources with that content. */
export const matchesBesideEqualContent = matchesAfter(
  'the actual version on a resource of which another with equal content was updated',
  { deviation: 'the actual version was answered 409 after updates of a resource with equal content' },
  (on) => (canBeArranged(on) ? [() => afterEqualContent(on)] : []),
);

/** A server may keep the body, or the answer, for the next request on the same connection. */
export const matchesOnOneConnection = matchesAfter(
  'the actual version on the connection on which a far one was refused',
  { phase: 'races', deviation: 'the actual version was answered 409 on a connection after a far one' },
  (on) => (canBeArranged(on) ? [() => afterFarVersion(on)] : []),
);

/** The version in answers to updates may differ from the version of reads, which reading clients state. */
export const matchesAfterManyUpdates = matchesAfter(
  'the version that reads show, on a resource that races have updated many times',
  { phase: 'races', deviation: 'the version that reads show was answered 409 after many updates' },
  (on) => [() => afterManyUpdates(on)],
);

/** The permanent 409 to the actual version, and the write before it; undefined if it is accepted. */
export type Left =
  { readonly before?: Exchange | undefined; readonly conflict: Exchange } | undefined | 'no premise';

/** Checks further resources until one shows no deviation; returns false once enough of them deviated. */
export async function judgeLeftBehind(
  on: Stage,
  look: () => Promise<Left>,
  deviation: string,
): Promise<boolean> {
  const found: Exclude<Left, undefined | 'no premise'>[] = [];
  while (found.length < confirmations) {
    const left = await look();
    if (typeof left === 'object') found.push(left);
    else if (left === undefined && found.length > 0) {
      const conflicts = found.map(({ conflict }) => conflict);
      notEveryTime(on, deviation, conflicts);
    } else if (left === undefined) on.held();
    if (typeof left !== 'object') return true;
  }
  const last = found.at(-1);
  if (last === undefined) return true;
  on.violated({
    expected: 'the version that reads show to be accepted, as it was before',
    deviation: { kind: 'status', stated: 'actual' },
    exchanges: [...(last.before ? [last.before] : []), { exchange: last.conflict, culprit: true }],
    reproduced: `${confirmations}/${confirmations}`,
  });
  return false;
}

async function afterRefusal(on: Stage, { refuse, valid }: Refusal): Promise<Left> {
  const { own } = await on.another();
  const before = await matchingUpdate(on, own, valid(on));
  const version = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
  const refused = version === undefined ? undefined : await refuse(on, own, version);
  if (refused === undefined) return 'no premise';
  return await conflictFor(on, own, { before: refused, actions: valid(on) });
}

async function afterOverwrite(on: Stage, name: OverwriteName): Promise<Left> {
  const own = await overwrittenResource(on, name);
  if (own === undefined) return 'no premise';
  const overwrites = await acceptedOverwrites(on, name);
  const before = await overwrites.accepted(on, on.writer, { canary: on.canary() });
  if (overwrites.place !== 'own' || !before.succeeded) return 'no premise';
  own.forget();
  return await conflictFor(on, own, { before, actions: [anyAction(on)] });
}

async function afterEqualContent(on: Stage): Promise<Left> {
  const { first, second } = await createTwice(on);
  if (first === undefined || second === undefined || first.id === second.id) return 'no premise';
  const match = await matchingUpdate(on, first, [anyAction(on)]);
  if (match.kind !== 'accepted') return 'no premise';
  const left = await conflictFor(on, second, { before: match.exchange, actions: [anyAction(on)] });
  for (const own of [first, second]) on.release(own);
  return left;
}

async function afterManyUpdates(on: Stage): Promise<Left> {
  const own = (await races(on)).calibrated?.own;
  if (own === undefined) return 'no premise';
  own.forget();
  return await conflictFor(on, own, { actions: [anyAction(on)] });
}

async function afterFarVersion(on: Stage): Promise<Left> {
  const { own } = await on.another();
  const version = await versionToState(on, own);
  if (version === undefined) return 'no premise';
  const path = { id: own.id };
  const stating = (stated: string) =>
    [
      'update',
      { path, json: { version: new JsonNumber(stated), actions: [anyAction(on)] }, as: on.facts.updater },
    ] as const;
  const [refused, next] = await on.askOnOneConnection([stating(farVersion(version)), stating(version)]);
  own.written(on.clock.now());
  own.forget();
  if (refused === undefined || next === undefined || !says(refused, 'conflict')) return 'no premise';
  if (next.succeeded) return undefined;
  if (!says(next, 'conflict')) return 'no premise';
  const match = await matchingUpdate(on, own, [anyAction(on)], { insist: true });
  const isActual = match.kind === 'accepted' && sameNumber(match.stated, version);
  return isActual ? { before: refused, conflict: next } : 'no premise';
}

/** The lasting conflict on one resource, with these actions. */
export async function conflictFor(
  on: Stage,
  own: OwnResource,
  {
    before,
    actions,
    alone = false,
  }: {
    readonly before?: Exchange;
    readonly actions: readonly UpdateAction[];
    readonly alone?: boolean;
  },
): Promise<Left> {
  const match = await matchingUpdate(on, own, actions, { insist: true, alone });
  if (match.kind === 'accepted') return undefined;
  const conflict =
    match.kind === 'conflict' && match.settled >= confirmations ? match.exchanges.at(-1) : undefined;
  return conflict === undefined ? 'no premise' : { before, conflict };
}
