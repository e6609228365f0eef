import { says } from '../../wire/status.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import type { Exchange } from '../../history/exchange.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { oddResources } from '../../judging/answers/listed-resources.ts';
import { mentions, valueAt } from '../../wire/json/pointer.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { afterReplicaLag, lookWithinLag } from '../../implementation/resources/lag.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { defined } from '../../clause/defined.ts';
import type { OpenStatement } from '../../clause/section.ts';
import { observedMember } from '../../clause/declarations.ts';
import { blockedBy } from '../../implementation/blocked-by.ts';

/** Observes an update with the actual version and these actions (4.10), apart from conflicts and losses. */
export async function observeUpdate(
  on: Stage,
  actions: JsonInput,
  reactions: { readonly accepted: string; readonly refused: string },
): Promise<void> {
  await on.own(async (own) => {
    const exchange = await statingTheActual(on, own, (stated) =>
      update(on, own, new JsonNumber(stated), actions),
    );
    if (isReaction(exchange))
      on.observe({
        status: exchange.status ?? 0,
        reaction: exchange.succeeded ? reactions.accepted : reactions.refused,
      });
  });
}

/** Whether the answer concerns the request, not the moment: a resource may be locked, or deleted by another client. */
function isReaction(exchange: Exchange | undefined): exchange is Exchange {
  return exchange !== undefined && !exchange.is('noise') && !says(exchange, 'nothing there', 'momentary');
}

/**
 * An update that states the actual version. A conflict may only show a lagging replica, and a lock may open:
 * the update is sent again, the last time once no lag explains a conflict. Undefined if no version can be
 * read, which is then reported.
 */
async function statingTheActual(on: Stage, own: OwnResource, send: (stated: string) => Promise<Exchange>) {
  let last: Exchange | undefined;
  let stated: string | undefined;
  for (const isLate of [false, false, true]) {
    if (isLate) await afterReplicaLag(on, own);
    stated = await versionToState(on, own);
    if (stated === undefined) {
      if (last === undefined) on.discarded('premise-failed', 'no version could be read');
      return last;
    }
    last = await send(stated);
    own.mayHaveMoved();
    if (!says(last, 'conflict', 'momentary') && !last.is('noise')) return last;
  }
  // A version that changes by itself may have changed before an update arrived.
  const shown = versionOf((await readOwn(on, own)).value);
  return says(last, 'conflict') && shown !== stated ? undefined : last;
}

/** Observes the answers to updates (4.10): the shape of one answer, and the types in all answers. */
export async function observeUpdateAnswers(on: Stage): Promise<void> {
  const match = await on.own((own) => matchingUpdate(on, own, [anyAction(on)]));
  if (match.kind !== 'accepted') return on.discarded('premise-failed', 'no update was accepted');
  const { body, value } = match.exchange;
  const shown = versionOf(value) === undefined ? 'other' : 'ExampleResource';
  await on.until('end');
  on.observe(
    { response: body.length === 0 ? 'empty' : shown },
    { suspect: oddResources(on, 'update', 'Answers to updates show resources') },
  );
}

/** Observes the outcome of an update that states no version (4.10). */
export async function observeWithoutVersion(on: Stage, own: OwnResource): Promise<void> {
  const exchange = await on.ask('update', {
    path: { id: own.id },
    json: { actions: [anyAction(on)] },
    bodyIs: 'ill-typed',
  });
  own.mayHaveMoved(on.clock.now());
  if (isReaction(exchange))
    on.observe({
      status: exchange.status ?? 0,
      reaction: exchange.succeeded ? 'unconditional' : 'reject',
    });
}

/** Observes the outcome of an update whose version is a string (4.10): the actual version, and another version. */
export async function observeVersionAsString(on: Stage, own: OwnResource): Promise<void> {
  const stated = await versionToState(on, own);
  if (stated === undefined) return on.discarded('premise-failed', 'no version could be read');
  const stale = await update(on, own, `${Number(stated) + 1000}`, [anyAction(on)], { bodyIs: 'ill-typed' });
  const exchange = await statingTheActual(on, own, (actual) =>
    update(on, own, actual, [anyAction(on)], { bodyIs: 'ill-typed' }),
  );
  if (!isReaction(exchange)) return;
  on.observe(
    {
      status: exchange.status ?? 0,
      mismatch: stale.status ?? 0,
      reaction: exchange.succeeded ? 'coerce' : 'reject',
    },
    {
      suspect: stale.succeeded && {
        why: 'An update succeeds although it states, as a string, a version other than the actual version.',
      },
    },
  );
}

/** Observes whether an action takes effect if a later action of the same update is refused (4.10). */
export async function observeAtomicity(on: Stage, own: OwnResource): Promise<void> {
  if (on.facts.pointer === undefined)
    return on.discarded('not-observable', 'no effect of an action is visible');
  const canary = on.canary();
  const exchange = await statingTheActual(on, own, (stated) =>
    update(on, own, new JsonNumber(stated), [changeTo(canary), { action: 'unknownAction' }]),
  );
  if (exchange === undefined) return undefined;
  if (exchange.succeeded || !isReaction(exchange))
    return on.discarded('premise-failed', `the unknown action was answered ${exchange.label}`);
  on.observe({ atomic: !mentions((await readOwn(on, own)).value, canary) });
}

const attempts = 3;

/** The place at which a resource shows the change by changeSomeProperty (4.10); compared with `update.observable`. */
export const visibleChange: OpenStatement<Stage> = {
  statement: 'Where a resource shows the value that changeSomeProperty gave it.',
  rationale: 'The contract names the action and no member that shows its effect.',
  declares: [
    {
      key: 'update.observable',
      met: (declared, observed) => {
        const pointers = observedMember(observed, 'pointers');
        if (declared === 'none') return Array.isArray(pointers) ? pointers.length === 0 : undefined;
        const shows = observedMember(observed, 'asDeclared');
        return typeof shows === 'boolean' ? shows : undefined;
      },
    },
  ],
  check: async (on) => {
    const { pointers } = on.facts;
    if (pointers === undefined) return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
    const declared = on.profile.update?.observable;
    if (declared === undefined || declared === 'none') return on.observe({ pointers });
    const asDeclared = pointers.includes(declared) ? true : await showsLater(on, declared);
    on.observe({ pointers, ...defined({ asDeclared }) });
  },
};

/** Whether one of three changes shows at this place within the lag; undefined if reads cannot show it. */
async function showsLater(on: Stage, pointer: string): Promise<boolean | undefined> {
  return await on.own(async (own) => {
    const others = new Set<string>();
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const value = on.canary();
      const match = await matchingUpdate(on, own, [changeTo(value)]);
      if (match.kind !== 'accepted' || says(match.exchange, 'later')) return undefined;
      let isRead = false;
      let shown: unknown;
      const shows = await lookWithinLag(on, own, async () => {
        const read = await readOwn(on, own);
        isRead = read.succeeded;
        shown = valueAt(read.value, pointer);
        return shown === value;
      });
      if (shows) return true;
      if (!isRead) return undefined;
      if (typeof shown === 'string') others.add(shown);
    }
    return others.size === attempts ? undefined : false;
  });
}
