import { defined } from '../../clause/defined.ts';
import { says } from '../../wire/status.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { notTested } from '../../clause/thrown.ts';
import type { AccessCase, AccessTarget } from './access-case.ts';
import { besideOthers } from '../beside-others.ts';
import { isMinted, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { refuses } from './refusal.ts';
import { insist } from '../../implementation/insist.ts';
import { holdersOf, isNear, nearMisses, noHolder } from './token-cases.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** One round: a sufficient caller before and after, all other callers in between. */
export interface AccessRound {
  readonly endpoint: EndpointName;
  readonly target: AccessTarget;
  readonly sufficient: readonly Caller[];
  readonly controller: Caller;
  readonly before: Exchange;
  readonly after: Exchange;
  readonly answers: ReadonlyMap<Caller, Exchange>;
}

/** Runs the round of an operation, which all clauses on its access share, and the further rounds that the depth demands. */
export function accessRound(on: Stage, which: AccessCase, time = 0): Promise<AccessRound> {
  return roundAt(on, `${which.endpoint} ${time}`, which);
}

const roundAt = oncePerRunFor((on: Stage, _round: string, which: AccessCase): Promise<AccessRound> =>
  bracket(on, which, (live) => insufficientCallers(on, which.endpoint, live)),
);

/** One round with chosen insufficient callers; sufficient callers send the same requests in between. */
export async function bracket(
  on: Stage,
  which: AccessCase,
  choose: (live: Caller) => readonly Caller[],
  more: { readonly withSufficient: boolean } = { withSufficient: true },
): Promise<AccessRound> {
  const target = await which.prepare(on);
  const listed = sufficientCallers(on, which.endpoint);
  const controller = await firstGranted(on, target, listed, which.endpoint);
  const others = target.once === true || !more.withSufficient ? [] : withOneScope(listed);
  const askAll = (callers: readonly Caller[]) =>
    Promise.all(callers.map(async (caller) => [caller, await tried(on, target, caller)] as const));
  const answers = new Map(
    await askAll([
      ...choose(controller.caller).filter((caller) => target.exempts?.(caller) !== true),
      ...others,
    ]),
  );
  let after = await sufficient(on, target, controller.caller);
  if (target.outwaitLag !== undefined && says(after, 'nothing there')) {
    await target.outwaitLag(on, controller.caller);
    // A caller without success may have met the same lag and asks again; a success is judged as it is.
    const denied = [...answers].filter(([, { succeeded }]) => !succeeded).map(([caller]) => caller);
    for (const [caller, again] of await askAll(denied)) answers.set(caller, again);
    after = await sufficient(on, target, controller.caller);
  }
  const vain = await refusedNothing(on, target, answers);
  if (vain.length > 0) {
    for (const [caller, again] of await askAll(vain)) answers.set(caller, again);
    after = await sufficient(on, target, controller.caller);
  }
  // The token has expired meanwhile, and is no longer supplied: another token may serve.
  if (after.tokenExpired && sufficientCallers(on, which.endpoint).some((one) => one !== controller.caller))
    return await bracket(on, which, choose, more);
  return {
    endpoint: which.endpoint,
    target,
    sufficient: listed,
    controller: controller.caller,
    before: controller.exchange,
    after,
    answers,
  };
}

async function refusedNothing(
  on: Stage,
  { refusesNothing }: AccessTarget,
  answers: ReadonlyMap<Caller, Exchange>,
): Promise<readonly Caller[]> {
  const found: Caller[] = [];
  for (const [caller, answer] of refusesNothing === undefined ? [] : answers)
    if (refuses(on, answer) && (await refusesNothing?.(on, answer)) !== undefined) found.push(caller);
  return found;
}

/** The callers with the fewest scopes come first. */
const sufficientCallers = (on: Stage, name: EndpointName): readonly Caller[] =>
  holdersOf(on, name).toSorted((a, b) => a.scopes.size - b.scopes.size);

/** Another clause judges whether further scopes do harm; used only if no token has a single scope. */
function withOneScope(listed: readonly Caller[]): readonly Caller[] {
  const single = listed.filter(({ scopes }) => scopes.size === 1);
  return single.length > 0 ? single : listed;
}

async function firstGranted(on: Stage, target: AccessTarget, listed: readonly Caller[], name: EndpointName) {
  let last: Exchange | undefined;
  for (const caller of listed) {
    let exchange = await sufficient(on, target, caller);
    if (target.outwaitLag !== undefined && says(exchange, 'nothing there')) {
      await target.outwaitLag(on, caller);
      exchange = await sufficient(on, target, caller);
    }
    if (exchange.succeeded) return { caller, exchange };
    last = exchange;
  }
  const { section } = endpoint(name);
  if (last === undefined) throw notTested(noHolder(on, name));
  throw notTested({
    code: 'premise-failed',
    text: `no sufficient caller was granted access at ${section}: the last answer was ${last.label}${besideOthers(last)}`,
    ...defined({ supply: target.supply }),
  });
}

/** A request without a usable answer is repeated, at most twice. */
export async function tried(on: Stage, target: AccessTarget, caller: Caller): Promise<Exchange> {
  return await insist(() => target.ask(on, caller));
}

/** Sends a control; without a usable answer it is repeated, on a target of its own, at most twice. */
async function sufficient(on: Stage, target: AccessTarget, caller: Caller): Promise<Exchange> {
  const control = target.control ?? target.ask;
  let exchange = await control(on, caller);
  for (let again = 0; again < 2 && !exchange.succeeded && exchange.redirect === undefined; again += 1) {
    if (!exchange.is('noise') && !says(exchange, 'in use', 'internal error')) break;
    exchange = await control(on, caller);
  }
  return exchange;
}

function insufficientCallers(on: Stage, name: EndpointName, live: Caller): readonly Caller[] {
  const { none, random, empty, altered, supplied } = on.callers;
  const { without, projectKey } = on.options;
  const outside = (caller: Caller): boolean =>
    (without.has('other-project') && caller.supplied?.otherProject === true) ||
    (without.has('no-scope') && caller.supplied?.noScope === true) ||
    (isMinted(caller, projectKey) && !resemblesListed(on, name, caller));
  return [
    none,
    empty,
    random,
    altered(live),
    ...supplied.filter((one) => lets(name, one, projectKey) === 'out' || resemblesListed(on, name, one)),
  ].filter((caller) => !outside(caller));
}

/** Endpoints whose own clause uses all tokens with similar scopes. */
const askedOfAll: readonly EndpointName[] = ['query', 'readById', 'search', 'exists', 'create', 'sorted'];

/** Whether a caller's scope resembles a listed scope (compare project `demo2`): endpoints may compare differently. */
function resemblesListed(on: Stage, name: EndpointName, caller: Caller): boolean {
  if (
    askedOfAll.includes(name) ||
    on.options.without.has('minted-scopes') ||
    !nearMisses(on).includes(caller)
  )
    return false;
  const listed = endpoint(name).scopes ?? [];
  return [...caller.scopes].some((scope) => listed.some((one) => isNear(scope.split(':')[0] ?? '', one)));
}
