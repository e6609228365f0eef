import { says } from '../../wire/status.ts';
import { stateShows } from '../../judging/effects/state.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction, moves } from '../../implementation/updates/known-actions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { Mismatch } from '../../implementation/updates/mismatch-batch.ts';
import { missesConflict } from '../../implementation/updates/missed-conflict.ts';
import { confirmations } from '../../judging/confirm.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { greatestSafe, sameDouble, sameNumber } from '../../wire/json/numbers.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { breakWhatIsNamed } from './refused-texts.ts';
import { look } from './looks.ts';
import type { Model } from './model.ts';
import type { MismatchClause } from './verdicts.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';

/** The facts about a version that an update has replaced. */
const formerly = 'a former version';

/** Updates with the version just read, each alone and without lag, after which nothing else explains a 409. */
const settledConflicts = 3;

/** The version just read is accepted, and the value of the update shows from then on. */
export async function updateMatching(on: Stage, model: Model): Promise<void> {
  const { verdicts, states } = model;
  const canary = on.canary();
  let match = await matchingUpdate(on, model.own, [anyAction(on, canary)]);
  const { update: last } = states;
  if (match.kind === 'conflict' && last !== undefined && !on.brief && model.insistsNow())
    if (match.settled < settledConflicts)
      match = await matchingUpdate(on, model.own, [anyAction(on, canary)], { insist: true });
  if (match.kind !== 'accepted') {
    if (model.deletes.areAny) await look(on, model);
    if (verdicts.isOver) return;
    if (match.kind === 'conflict' && match.settled >= settledConflicts && last !== undefined)
      return verdicts.breakOff('Versioning/next-version-is-accepted', {
        expected: `version ${match.stated}, as read after accepted updates, to be accepted`,
        deviation: { kind: 'status', stated: 'actual' },
        exchanges: [last, ...match.exchanges.slice(-1)],
      });
    states.blur();
    if (match.kind === 'unreadable' || match.kind === 'refused') verdicts.end();
    return;
  }
  const { stated, exchange, spurious } = match;
  model.deletes.hold();
  model.missed.splice(0).forEach((one) => on.noteMissedConflict(one));
  if (spurious.length === 0 && last !== undefined) verdicts.hold('Versioning/next-version-is-accepted');
  model.refused.settle(spurious.length === 0);
  model.brought.add(canary, exchange);
  states.leave(stated, exchange);
  if (moves(on.facts, [anyAction(on, canary)])) model.left.leave(stated, exchange);
  states.enter(
    canary,
    exchange,
    says(exchange, 'later') ? undefined : await shownAfter(on, model, exchange, canary),
  );
}

/** The source of the value, possibly the answer itself, if answers were seen to show the resource like reads. */
async function shownAfter(
  on: Stage,
  { own, refused }: Model,
  answer: Exchange,
  canary: string,
): Promise<Exchange | undefined> {
  const { pointer, answersShowVersion } = on.facts;
  if (pointer === undefined) return undefined;
  if (answersShowVersion && valueAt(answer.value, pointer) === canary) {
    refused.look(answer);
    return answer;
  }
  let read: Exchange | undefined;
  const shows = await lookWithinLag(on, own, async () => {
    read = await readOwn(on, own);
    refused.look(read);
    return valueAt(read.value, pointer) === canary;
  });
  return shows ? read : undefined;
}

/** A former version. */
export async function updateStale(on: Stage, model: Model, back: number, length: number): Promise<void> {
  const stale = model.left.back(back);
  const actual = await versionToState(on, model.own);
  if (stale === undefined || actual === undefined || sameDouble(stale, actual)) return;
  await updateWrongly(on, model, { version: stale, label: formerly }, length);
}

/** A version that no other update can have led to. */
export async function updateFar(on: Stage, model: Model, distance: number, length: number): Promise<void> {
  const actual = Number(await versionToState(on, model.own));
  const far = actual < 2 ** 20 && actual > -(2 ** 20) ? Math.abs(actual) + distance : 7_919;
  if (Number.isFinite(actual))
    await updateWrongly(on, model, { version: String(far), label: 'far above' }, length);
}

async function updateWrongly(
  on: Stage,
  model: Model,
  wrong: Pick<Mismatch, 'version' | 'label'>,
  length: number,
): Promise<void> {
  const clause = clauseOf(model, wrong);
  const accepted = await sendWrongly(on, model, wrong, length);
  if (accepted === undefined || (await model.isSetBackOnce(on, { accepted, clause }))) return;
  breakOffFor(model, { version: wrong.version, clause }, accepted);
}

/** The request decides the clause for its answer: whether the resource has shown the version before. */
function clauseOf({ own }: Model, { version, label }: Pick<Mismatch, 'version' | 'label'>): MismatchClause {
  const isFormer = label === formerly || own.issued.some((shown) => sameNumber(shown, version));
  return isFormer ? '4.10/stale-version-conflicts' : '4.10/conflict-on-mismatch';
}

function breakOffFor(
  { verdicts, states }: Model,
  { version, clause }: { readonly version: string; readonly clause: MismatchClause },
  accepted: Exchange,
): void {
  verdicts.breakOff(clause, {
    expected: '409',
    got: `${accepted.label} for version ${version}, which is not the actual version`,
    deviation: { kind: 'status', stated: 'other' },
    exchanges: [...(states.update === undefined ? [] : [states.update]), accepted],
  });
}

/** @returns the answer, if it is accepted */
async function sendWrongly(
  on: Stage,
  model: Model,
  { version, label }: Pick<Mismatch, 'version' | 'label'>,
  length = 1,
): Promise<Exchange | undefined> {
  const { own, verdicts } = model;
  const clause = clauseOf(model, { version, label });
  const canary = on.canary();
  const others = Array.from({ length: length - 1 }, () => anyAction(on));
  const actions = [...others, anyAction(on, canary)];
  const exchange = await update(on, own, new JsonNumber(version), actions);
  if (exchange.is('noise')) return undefined;
  if (exchange.succeeded) {
    own.mayHaveMoved();
    return exchange;
  }
  on.refusedWrite({ endpoint: 'update', exchange, target: own, isLookedAfter: true });
  const probe: Mismatch = { label, version, far: false, ...(label === formerly && { former: true }) };
  // A list would first have to be accepted with the actual version, so only a single action counts.
  if (length === 1 && missesConflict(on, own, { probe, exchange }))
    model.missed.push({ probe, exchange, aimed: own.shown ?? version, actions, isAlone: true });
  model.refused.add({ canary, exchange, clause: '4.10/conflict-has-no-effect' });
  if (says(exchange, 'conflict')) verdicts.hold(clause);
  return undefined;
}

/** Reads may not show a deferred update yet, whose version may be the next version already. */
export function isSettled({ left, states }: Model): boolean {
  return !left.isOneToBeLeft && !says(states.update, 'later');
}

/**
 * A request refused for a future version must not take effect once that version comes. An accepted update breaks
 * a clause only if the next updates are accepted too: any other write may have made its version actual.
 */
export async function updateAhead(on: Stage, model: Model): Promise<void> {
  const step = Number(await versionToState(on, model.own)) - Number(model.left.last ?? NaN);
  let isAccepted = false;
  for (let time = 1; time <= confirmations; time += 1) {
    const ahead = Number(await versionToState(on, model.own)) + step;
    if (!Number.isSafeInteger(ahead) || ahead < 0 || ahead > greatestSafe || step === 0) return;
    const wrong = { version: String(ahead), label: 'a step ahead' };
    const clause = clauseOf(model, wrong);
    const exchange = await sendWrongly(on, model, wrong);
    if (exchange === undefined) break;
    if (time === confirmations) return breakOffFor(model, { version: wrong.version, clause }, exchange);
    isAccepted = true;
  }
  if (isAccepted) model.verdicts.end();
  else await updateMatching(on, model);
}

/** A model with another resource beside it. */
export type WithSibling = Model & { readonly sibling: OwnResource };

/** Updates of another resource show only there. */
export async function updateAnother(on: Stage, { own, sibling, verdicts }: WithSibling): Promise<void> {
  const canary = on.canary();
  const match = await matchingUpdate(on, sibling, [anyAction(on, canary)]);
  if (match.kind !== 'accepted') return;
  const read = await readOwn(on, own);
  if (!read.succeeded) return;
  if (stateShows(on, read, canary) !== undefined)
    return breakWhatIsNamed(verdicts, canary, [match.exchange, read]);
  verdicts.hold('4.10/changes-the-named-resource');
}
