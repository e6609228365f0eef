import type { Exchange } from '../../history/exchange.ts';
import type { UpdateAction } from '../../implementation/facts.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { confirmations, notEveryTime } from '../../judging/confirm.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { says } from '../../wire/status.ts';

/**
 * Makes the server refuse an update that leaves a resource unchanged; undefined if it was not, or not as it should
 * be.
 */
type Refuse = (on: Stage, own: OwnResource, version: string) => Promise<Exchange | undefined>;

/**
 * By the actual version with a list that a server may refuse as invalid: the status, and possible leftovers, are
 * open.
 */
const asInvalid =
  (listOf: (valid: UpdateAction) => JsonInput): Refuse =>
  async (on, own, version) => {
    const refused = await update(on, own, new JsonNumber(version), listOf(anyAction(on)));
    return refused.is('refused') && !says(refused, 'conflict', 'momentary') ? refused : undefined;
  };

/** By the next version, in the exact words of the later update that states it. */
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

/** How an update is refused, and the actions of the updates before and after it. */
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

/**
 * A refused update leaves nothing behind that makes the next valid update conflict, such as a lock, a counted version
 * that no read shows, or an answer that is cached for its words (4.10).
 */
export const matchesAfterRefusals = holds(
  '4.10/matching-version-is-accepted',
  'the actual version on resources of which an update with an unknown action was refused, or the same words were too early',
  {
    draws: false,
    minimum: () => 0,
    check: async (on) => {
      // Provided resources are not left locked, and in succession they hold few resources at a time.
      if (on.facts.idSource === undefined || isOneForAll(on.facts) || on.facts.updates !== 'accepted') return;
      for (const one of refusals)
        await judgeLeftBehind(
          on,
          () => leftBehind(on, one),
          'the actual version was answered 409 after an update that was refused',
        );
    },
  },
);

/** The 409 that the actual version meets for good, and the write before it. */
export interface LeftBehind {
  readonly before?: Exchange | undefined;
  readonly conflict: Exchange;
}

/**
 * Judges looks at further resources, until one shows nothing that was left behind, or enough of them do.
 *
 * @returns false if they do
 */
export async function judgeLeftBehind(
  on: Stage,
  look: () => Promise<LeftBehind | undefined | 'no premise'>,
  deviation: string,
): Promise<boolean> {
  const found: LeftBehind[] = [];
  while (found.length < confirmations) {
    const left = await look();
    if (left === 'no premise') return true;
    if (left !== undefined) found.push(left);
    else if (found.length === 0) on.held();
    else
      notEveryTime(
        on,
        deviation,
        found.map(({ conflict }) => conflict),
      );
    if (left === undefined) return true;
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

/** The effect of a refused update on a further resource; undefined if the actual version is accepted. */
async function leftBehind(
  on: Stage,
  { refuse, valid }: Refusal,
): Promise<LeftBehind | undefined | 'no premise'> {
  const { own } = await on.another();
  const before = await matchingUpdate(on, own, valid(on));
  const version = before.kind === 'accepted' ? await versionToState(on, own) : undefined;
  const refused = version === undefined ? undefined : await refuse(on, own, version);
  if (refused === undefined) return 'no premise';
  return await conflictFor(on, own, { before: refused, actions: valid(on) });
}

/** The 409 that the actual version meets for good; undefined if it is accepted. */
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
): Promise<LeftBehind | undefined | 'no premise'> {
  const match = await matchingUpdate(on, own, actions, { insist: true, alone });
  if (match.kind === 'accepted') return undefined;
  const conflict =
    match.kind === 'conflict' && match.settled >= confirmations ? match.exchanges.at(-1) : undefined;
  return conflict === undefined ? 'no premise' : { before, conflict };
}
