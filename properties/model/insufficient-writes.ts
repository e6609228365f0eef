import { says } from '../../wire/status.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { confirmations } from '../../judging/confirm.ts';
import { stateShows } from '../../judging/effects/state.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Overwrites } from '../../suites/overwrites/overwrites.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction, moves } from '../../implementation/updates/known-actions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { sameDouble } from '../../wire/json/numbers.ts';
import { mentions } from '../../wire/json/pointer.ts';
import type { Model } from './model.ts';

/** Callers without the right by the contract: no token, an unknown token, and tokens of other scopes. */
function insufficientCaller(on: Stage, name: EndpointName, as: number): Caller {
  const { none, random, supplied } = on.callers;
  const others = supplied.filter((one) => lets(name, one, on.options.projectKey) === 'out');
  const callers = [none, random, ...others];
  return callers[as % callers.length] ?? none;
}

/** A refused create leaves nothing, in this resource (if creates update it) or elsewhere. */
export async function createRefused(on: Stage, { refused, verdicts }: Model, as: number): Promise<void> {
  const canary = on.canary();
  const { exchange } = await on.create(canary, insufficientCaller(on, 'create', as));
  // The state of the target is in doubt.
  if (exchange.succeeded && isOneForAll(on.facts)) verdicts.end();
  if (!refuses(on, exchange)) return;
  on.refusedWrite({ endpoint: 'create', exchange, canary });
  refused.add({ canary, exchange, clause: '4.6/refused-create-has-no-effect' });
  verdicts.hold('4.6/refused-create-has-no-effect');
}

/** A read by a caller without the right: its answer is judged with all other answers to such callers. */
export async function readRefused(on: Stage, { own }: Model, as: number): Promise<void> {
  await on.ask('readById', { path: { id: own.id }, as: insufficientCaller(on, 'readById', as) });
}

export async function queryRefused(on: Stage, _model: Model, as: number): Promise<void> {
  await on.ask('query', { as: insufficientCaller(on, 'query', as) });
}

/** A read that does not find the resource; nor do further reads, while another resource exists. */
async function lookForGone(on: Stage, { own, sibling }: Model): Promise<Exchange | undefined> {
  let look: Exchange | undefined;
  for (let time = 0; time < confirmations; time += 1) {
    look = await readOwn(on, own);
    if (!says(look, 'nothing there')) return undefined;
    if (sibling !== undefined && !(await readOwn(on, sibling)).succeeded) return undefined;
  }
  return look;
}

/** Both are open: whether the caller may update, and whether a refused update has an effect. */
export async function updateForeign(on: Stage, model: Model, as: number): Promise<void> {
  const { own } = model;
  const canary = on.canary();
  const stated = await versionToState(on, own);
  if (stated === undefined) return;
  const exchange = await update(on, own, new JsonNumber(stated), [anyAction(on, canary)], {
    as: insufficientCaller(on, 'remove', as),
  });
  if (refuses(on, exchange)) return model.refused.addDenied(canary);
  own.mayHaveMoved();
  model.states.blur();
  if (exchange.succeeded && moves(on.facts, [anyAction(on, canary)])) model.left.leave(stated, exchange);
}

/** A refused delete keeps the resource, as the next read or update shows. */
export async function deleteRefused(on: Stage, model: Model, as: number): Promise<void> {
  const { own, deletes, states, refused } = model;
  const caller = insufficientCaller(on, 'remove', as);
  // An accepted update proves, like a read, that the resource exists, unless other updates were refused since.
  const shown = refused.conflicts === 0 ? states.update : undefined;
  const before = deletes.there ?? shown ?? (await readOwn(on, own));
  if (!before.succeeded) return;
  const exchange = await on.ask('remove', { path: { id: own.id }, as: caller });
  if (exchange.is('noise')) return;
  if (exchange.succeeded) {
    const look = await lookForGone(on, model);
    if (look !== undefined) on.noteGrant({ exchange, look });
    // The state of the target is in doubt.
    return model.verdicts.end();
  }
  on.refusedWrite({ endpoint: 'remove', exchange, target: own });
  deletes.add(before, exchange);
}

export type Overwritten = Model & { readonly overwrites: Overwrites };

/** By a caller with the right: the stated version is replaced once a read shows another version with the written content. */
export async function overwrite(on: Stage, model: Overwritten): Promise<void> {
  const { own, overwrites } = model;
  const stated = await versionToState(on, own);
  if (stated === undefined) return;
  const canary = on.canary();
  // The cache of a read by key may replace the version after the overwrite.
  if (own.key !== undefined) await readByKey(on, own.key);
  const exchange = await overwrites.accepted(on, on.writer, { canary, version: stated });
  model.states.overwritten();
  model.refused.settle(false);
  if (!exchange.succeeded || !overwrites.moves) return;
  const { value } = await readOwn(on, own);
  const actual = versionOf(value);
  if (actual !== undefined && !sameDouble(actual, stated) && mentions(value, canary)) model.left.add(stated);
}

/** An overwrite by a caller without the right, valid for another caller: it must have no effect. */
export async function overwriteRefused(on: Stage, model: Overwritten, as: number): Promise<void> {
  const { own, overwrites, refused, verdicts } = model;
  const stated = await versionToState(on, own);
  if (stated === undefined) return;
  const canary = on.canary();
  const caller = insufficientCaller(on, overwrites.endpoint, as);
  const exchange = await overwrites.attempt(on, caller, { canary, version: stated });
  if (exchange.succeeded) {
    const look = await readOwn(on, own);
    if (stateShows(on, look, canary) !== undefined) on.noteGrant({ exchange, look });
    verdicts.end();
  }
  if (!refuses(on, exchange)) return;
  const clause = refusedOverwrites[overwrites.endpoint];
  refused.add({ canary, exchange, clause });
  verdicts.hold(clause);
}

const refusedOverwrites = {
  patch: '4.7/refused-overwrite-has-no-effect',
  put: '4.8/refused-overwrite-has-no-effect',
} as const;
