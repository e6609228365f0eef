import { endpoint, scopes, type EndpointName } from '../contract/endpoints.ts';
import type { ReasonCode } from '../clause/sample.ts';
import type { Statement } from '../clause/section.ts';
import { notTested } from '../clause/thrown.ts';
import { lacks, suffices, type Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';
import { livenessOf } from './liveness.ts';
import type { Stage } from './stage.ts';

/** What a 2xx answer to an insufficient caller amounts to. */
export type Grant =
  /** It discloses, changes, or cannot be told from a success. */
  | 'granted'
  /** It is recognisably something else than what a sufficient caller gets, as the vendor has declared. */
  | 'refused'
  /** It may be a refusal in the form of a success; the contract does not say. */
  | 'open';

/** One operation as its rules of access are tested. */
export interface AccessCase {
  readonly endpoint: EndpointName;
  /** Readies what the asks need; once a run. Throws `Inconclusive` where it cannot be had. */
  readonly prepare: (on: Stage) => Promise<AccessTarget>;
}

/** An operation on a certain target, that any caller may try. */
export interface AccessTarget {
  readonly ask: (on: Stage, as: Caller) => Promise<Exchange>;
  /** The answer of a sufficient caller shows what there is to refuse. */
  readonly shows: (control: Exchange) => boolean;
  /** Judges a 2xx answer to an insufficient caller beside the answer to a sufficient one. */
  readonly grants: (probe: Exchange, control: Exchange, again: Exchange) => Grant;
  /** Sufficient callers' asks have an effect: only one of them is asked, after all others. */
  readonly once?: boolean;
  /** What a refusal must not tell, because it is what is refused. */
  readonly leaks?: (refusal: Exchange) => boolean;
  /** A sufficient ask of the same kind, where it has an effect that must not come first. */
  readonly control?: (on: Stage, as: Caller) => Promise<Exchange>;
  /** Decides where `grants` finds `open`: looks further, or at what the vendor has declared. */
  readonly looksFurther?: (
    on: Stage,
    asked: { readonly caller: Caller; readonly controller: Caller },
    probe: Exchange,
    control: Exchange,
  ) => Promise<Grant>;
  /** Insufficient callers on whom the contract can be read either way: they are not asked. */
  readonly spares?: (caller: Caller) => boolean;
  /** Waits until no lag can explain that one caller sees what another does not. */
  readonly ripen?: (on: Stage) => Promise<void>;
}

/** One round: a sufficient caller before and after, everybody else between. */
export interface AccessRound {
  readonly target: AccessTarget;
  readonly sufficient: readonly Caller[];
  readonly controller: Caller;
  readonly before: Exchange;
  readonly after: Exchange;
  readonly answers: ReadonlyMap<Caller, Exchange>;
}

const sandwiches = 3;

/** Fires the round of an operation; all clauses on its access share it. */
export function accessRound(on: Stage, which: AccessCase): Promise<AccessRound> {
  return on.shared(`access ${which.endpoint}`, () =>
    bracket(on, which, (live) => insufficientCallers(on, which.endpoint, live)),
  );
}

/** One round with insufficient callers of one's own choice; sufficient ones are asked beside them. */
async function bracket(
  on: Stage,
  which: AccessCase,
  choose: (live: Caller) => readonly Caller[],
  more: { readonly withSufficient: boolean } = { withSufficient: true },
): Promise<AccessRound> {
  const target = await which.prepare(on);
  const { projectKey } = on.options;
  const listed = on.callers.supplied
    .filter((caller) => suffices(caller, endpoint(which.endpoint), projectKey))
    .toSorted((a, b) => a.scopes.size - b.scopes.size);
  const controller = await firstLetIn(on, target, listed, which.endpoint);
  const others = target.once === true || !more.withSufficient ? [] : withOneScope(listed);
  const asked = await Promise.all(
    [...choose(controller.caller).filter((caller) => target.spares?.(caller) !== true), ...others].map(
      async (caller) => [caller, await tried(on, target, caller)] as const,
    ),
  );
  const after = await sufficient(on, target, controller.caller);
  return {
    target,
    sufficient: listed,
    controller: controller.caller,
    before: controller.exchange,
    after,
    answers: new Map(asked),
  };
}

/** Judges the refusal of certain callers in a round of their own. */
export async function judgeCallers(on: Stage, which: AccessCase, callers: readonly Caller[]): Promise<void> {
  const round = await bracket(on, which, () => callers, { withSufficient: false });
  await judgeProbes(on, round, [...round.answers]);
}

/** The same for one caller, in a round of its own only where the ask is not refused at once. */
export async function judgeProbedCaller(on: Stage, which: AccessCase, caller: Caller): Promise<void> {
  const target = await which.prepare(on);
  const probe = await target.ask(on, caller);
  if (probe.kind === 'noise') return;
  if (probe.kind !== 'refusal' || target.leaks?.(probe) === true)
    return await judgeCallers(on, which, [caller]);
  if ((await livenessOf(on, caller)) !== 'dead') on.held();
}

/** That more scopes do no harm is another clause's matter; they stand in where no token holds one alone. */
function withOneScope(listed: readonly Caller[]): readonly Caller[] {
  const single = listed.filter(({ scopes }) => scopes.size === 1);
  return single.length > 0 ? single : listed;
}

async function firstLetIn(
  on: Stage,
  target: AccessTarget,
  listed: readonly Caller[],
  name: EndpointName,
): Promise<{ readonly caller: Caller; readonly exchange: Exchange }> {
  let last: Exchange | undefined;
  for (const caller of listed) {
    const exchange = await sufficient(on, target, caller);
    if (exchange.succeeded) return { caller, exchange };
    last = exchange;
  }
  const { scopes, section } = endpoint(name);
  if (last === undefined)
    throw notTested({
      code: 'no-token',
      text: `no token with ${(scopes ?? []).join(' or ')} was supplied`,
      supply: `CONFORMANCE_TOKEN_${(scopes?.[0] ?? '').toUpperCase()}=<token>`,
    });
  throw notTested({
    code: 'premise-failed',
    text: `no sufficient caller was let in at ${section}: the last answer was ${last.label}`,
  });
}

/** Judges in a round of their own that certain callers, who hold a listed scope, are let in. */
export async function judgeSufficientCallers(
  on: Stage,
  which: AccessCase,
  callers: readonly Caller[],
): Promise<void> {
  const round = await bracket(on, which, () => callers, { withSufficient: false });
  for (const caller of callers) await judgeSufficient(on, round, caller, undefined);
}

/** Noise is no answer: the ask is made again, twice at most. */
async function tried(on: Stage, target: AccessTarget, caller: Caller): Promise<Exchange> {
  let exchange = await target.ask(on, caller);
  for (let again = 0; exchange.kind === 'noise' && exchange.leads === undefined && again < 2; again += 1)
    exchange = await target.ask(on, caller);
  return exchange;
}

/** Answers to a sufficient caller that are no matter of access: lost ones, errors, and resources that are in use. */
const passing: readonly (number | undefined)[] = [409, 423, 500];

/** A control: where it finds no usable answer it is asked anew, on a target of its own, twice at most. */
async function sufficient(on: Stage, target: AccessTarget, caller: Caller): Promise<Exchange> {
  const control = target.control ?? target.ask;
  let exchange = await control(on, caller);
  for (let again = 0; again < 2 && !exchange.succeeded && exchange.leads === undefined; again += 1) {
    if (exchange.kind !== 'noise' && !passing.includes(exchange.status)) break;
    exchange = await control(on, caller);
  }
  return exchange;
}

function insufficientCallers(on: Stage, name: EndpointName, live: Caller): readonly Caller[] {
  const { none, random, altered, supplied } = on.callers;
  const { without, projectKey } = on.options;
  const outside = (caller: Caller): boolean =>
    (without.has('other-project') && caller.supplied?.otherProject === true) ||
    (without.has('no-scope') && caller.supplied?.noScope === true) ||
    isMinted(caller, projectKey);
  return [
    none,
    random,
    altered(live),
    ...supplied.filter((one) => lacks(one, endpoint(name), projectKey)),
  ].filter((caller) => !outside(caller));
}

/** A further token none of whose scopes is one that the contract names, for the project; asked by clauses of their own. */
export function isMinted(caller: Caller, projectKey: string): boolean {
  const { supplied } = caller;
  if (supplied === undefined || supplied.noScope === true || supplied.otherProject === true) return false;
  const exact = scopes.map((name) => `${name}:${projectKey}`);
  return caller.scopes.size > 0 && !exact.some((scope) => caller.scopes.has(scope));
}

/** Callers that a clause on refusal is about. */
type Who = (caller: Caller, on: Stage) => boolean;

const scoped: Who = (caller) =>
  caller.kind === 'supplied' && caller.supplied?.noScope !== true && caller.supplied?.otherProject !== true;

/** Judges the answers of a round to insufficient callers; a deviation is confirmed by sandwiches of its own. */
async function judgeRefusals(on: Stage, which: AccessCase, who: Who, missing: () => void): Promise<void> {
  const round = await accessRound(on, which);
  const probes = [...round.answers].filter(
    ([caller]) => !round.sufficient.includes(caller) && who(caller, on) && lacksHere(on, which, caller),
  );
  if (probes.length === 0) return missing();
  await judgeProbes(on, round, probes);
}

async function judgeProbes(
  on: Stage,
  round: AccessRound,
  probes: readonly (readonly [Caller, Exchange])[],
): Promise<void> {
  const { target, before, after } = round;
  if (!before.succeeded || !target.shows(before))
    return on.discarded(
      'premise-failed',
      'the answer to a sufficient caller shows nothing that could be refused',
    );
  if (!after.succeeded)
    return on.undecided('flaky', `the sufficient caller was answered ${after.label} afterwards`);
  for (const [caller, probe] of probes) await judgeProbe(on, round, caller, probe);
}

function lacksHere(on: Stage, which: AccessCase, caller: Caller): boolean {
  return lacks(caller, endpoint(which.endpoint), on.options.projectKey);
}

async function judgeProbe(on: Stage, round: AccessRound, caller: Caller, probe: Exchange): Promise<void> {
  const { target, before, after } = round;
  if (probe.leads === 'elsewhere') {
    on.undecided('redirect-cross-origin', `${caller.label} was sent to another origin`, {
      exchanges: [probe],
    });
    return;
  }
  if (probe.kind === 'noise') return on.noise(`${caller.label}: ${probe.label}`);
  if (probe.kind === 'crash') {
    on.undecided('server-error', `${caller.label} was answered ${probe.label} in place of a refusal`, {
      exchanges: [probe],
    });
    return;
  }
  if (probe.kind === 'refusal') {
    if (target.leaks?.(probe) === true)
      return on.violated({
        expected: `no access for ${caller.label}`,
        got: `${probe.label}, with what a caller with the scope is shown in its body`,
        exchanges: [before, probe],
      });
    if ((await livenessOf(on, caller)) === 'dead')
      return on.discarded(
        'dead-token',
        `${caller.label} was let in nowhere, so that its refusal shows nothing`,
      );
    return on.held();
  }
  let grant = target.grants(probe, before, after);
  if (grant === 'open' && target.looksFurther !== undefined)
    grant = await target.looksFurther(on, { caller, controller: round.controller }, probe, before);
  if (grant === 'refused') return on.held();
  if (grant === 'open') {
    on.undecided(
      'two-readings',
      `${caller.label} was answered ${probe.label} with something else than a sufficient caller`,
      {
        supply: '"refusal": {"style": "filter"} or {"style": "envelope"}',
        exchanges: [probe],
      },
    );
    return;
  }
  on.violated({
    expected: `no access for ${caller.label}`,
    got: `${probe.label}, as for a caller with the scope`,
    exchanges: [before, probe],
  });
}

/** The clause text and check of one class of callers that must be refused. */
export type AccessStatement = Statement<Stage>;

const rationale =
  'Any status is accepted as a refusal, also 404; an answer of 2xx fails only if it discloses, changes something or ' +
  'cannot be told from what a sufficient caller gets, while that caller is let in before and after.';

function refusal(
  which: AccessCase,
  text: { readonly whom: string },
  who: Who,
  missing: (on: Stage) => { readonly code: ReasonCode; readonly text: string; readonly supply?: string },
  more: { readonly phase?: 'quiet' | 'lanes' | 'overwrites'; readonly limits?: readonly string[] } = {},
): AccessStatement {
  return {
    statement: `Access is refused ${text.whom}.`,
    violation: `A caller ${text.whom.replace(/^to /, '')} obtains what only a sufficient caller may obtain.`,
    rationale,
    ...(more.phase === undefined ? {} : { phase: more.phase }),
    ...(more.limits === undefined ? {} : { limits: more.limits }),
    check: async (on) => {
      await judgeRefusals(on, which, who, () => {
        const reason = missing(on);
        on.discarded(reason.code, reason.text, reason.supply);
      });
    },
  };
}

type More = Parameters<typeof refusal>[4];

/** Refused without a token ("Authentication"). */
export function refusedWithoutToken(which: AccessCase, more?: More): AccessStatement {
  const missing = () => ({ code: 'premise-failed', text: 'the ask without a token was not made' }) as const;
  return refusal(
    which,
    { whom: 'to requests without a token' },
    ({ kind }) => kind === 'none',
    missing,
    more,
  );
}

/** Refused to an unknown token, and to a live one that was altered ("Authentication"). */
export function refusedToUnknownToken(which: AccessCase, more?: More): AccessStatement {
  const who: Who = ({ kind }) => kind === 'random' || kind === 'altered';
  const missing = () =>
    ({ code: 'premise-failed', text: 'the ask with an unknown token was not made' }) as const;
  return refusal(which, { whom: 'to unknown and altered tokens' }, who, missing, more);
}

/** Refused to tokens that hold only other scopes of the project (the endpoint's section, "Authentication"). */
export function refusedToOtherScopes(which: AccessCase, more?: More): AccessStatement {
  return refusal(
    which,
    { whom: 'to tokens that hold only other scopes' },
    (caller, on) => scoped(caller, on),
    (on) => {
      const { scopes } = endpoint(which.endpoint);
      const wanted = (scopes ?? []).includes('view_test') ? 'VIEW_PRODUCTS' : 'VIEW_TEST';
      void on;
      return {
        code: 'no-token',
        text: 'no token that holds only other scopes was supplied',
        supply: `CONFORMANCE_TOKEN_${wanted}=<token>`,
      };
    },
    more,
  );
}

/** Refused to a valid token that holds no scope at all. */
export function refusedToNoScope(which: AccessCase, more: More = {}): AccessStatement {
  return refusal(
    which,
    { whom: 'to a valid token that holds none of the scopes' },
    (caller) => caller.supplied?.noScope === true,
    () => ({
      code: 'no-token',
      text: 'no token without scopes was supplied',
      supply: 'CONFORMANCE_TOKEN_NO_SCOPE=<token>  (or state the limit: CONFORMANCE_WITHOUT=no-scope)',
    }),
    { ...more, limits: [...(more.limits ?? []), 'no-scope'] },
  );
}

/** Refused to a token whose scopes are all of another project ("General rules", "Authentication"). */
export function refusedToOtherProject(which: AccessCase, more: More = {}): AccessStatement {
  return refusal(
    which,
    { whom: 'to tokens of another project' },
    (caller) => caller.supplied?.otherProject === true,
    () => ({
      code: 'no-second-project',
      text: 'no token of another project was supplied',
      supply:
        'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>  (or state the limit: CONFORMANCE_WITHOUT=other-project)',
    }),
    { ...more, limits: [...(more.limits ?? []), 'other-project'] },
  );
}

/** Any one of the listed scopes suffices by itself. */
export function anyOneScopeSuffices(
  which: AccessCase,
  more: { readonly phase?: 'quiet' | 'lanes' | 'overwrites'; readonly only?: readonly number[] } = {},
): AccessStatement {
  const { scopes } = endpoint(which.endpoint);
  return {
    statement: `A token with ${(scopes ?? []).join(' alone or with ')} alone is let in.`,
    violation:
      'On the identical request, three times, a token with one listed scope is let in, a token with the other is not, and the first is let in again.',
    rationale:
      'The same request is accepted for the other scope at the same time, so that neither absence nor validation nor lag explains the refusal; limits and network errors do not count.',
    ...(more.phase === undefined ? {} : { phase: more.phase }),
    check: async (on) => {
      const round = await accessRound(on, which);
      for (const caller of round.sufficient) await judgeSufficient(on, round, caller, more.only);
    },
  };
}

async function judgeSufficient(
  on: Stage,
  round: AccessRound,
  caller: Caller,
  only: readonly number[] | undefined,
): Promise<void> {
  const { target, controller } = round;
  const answer = caller === controller ? round.before : round.answers.get(caller);
  if (answer === undefined) return;
  if (answer.succeeded) return on.held();
  if (answer.kind === 'noise') return on.noise(`${caller.label}: ${answer.label}`);
  await target.ripen?.(on);
  const shown: Exchange[] = [];
  for (let turn = 0; turn < sandwiches; turn += 1) {
    const control = await tried(on, target, controller);
    const probe = await tried(on, target, caller);
    const again = await tried(on, target, controller);
    const deviates =
      (probe.kind === 'refusal' && (only === undefined || only.includes(probe.status ?? 0))) ||
      (probe.kind === 'crash' && only === undefined);
    if (control.succeeded && again.succeeded && deviates) shown.push(control, probe);
    else if (turn === 0 && probe.succeeded && control.succeeded) return on.held();
    else break;
  }
  if (shown.length === 2 * sandwiches)
    on.violated({
      expected: `2xx for ${caller.label}, as for ${controller.label} on the same request`,
      got: shown.at(-1)?.label ?? '',
      exchanges: shown.slice(-2),
      reproduced: `${sandwiches}/${sandwiches}`,
    });
  else
    on.undecided('flaky', `${caller.label} was answered ${answer.label}, and not so every time`, {
      exchanges: [answer],
    });
}

/** What the vendor has declared of refusals that look like successes. */
export function declaredRefusal(on: Stage, probe: Exchange, control: Exchange): Grant {
  const style = on.profile.refusal?.style;
  if (style === 'filter') return 'refused';
  if (style === 'envelope') return sameShape(probe, control) ? 'granted' : 'refused';
  return 'open';
}

/** Status and shape (names and JSON types of the members at the top) are those of the other answer. */
export function sameShape(a: Exchange, b: Exchange): boolean {
  return a.status === b.status && shapeOf(a) === shapeOf(b);
}

function shapeOf(exchange: Exchange): string {
  const { value, object } = exchange;
  if (exchange.body.length === 0) return 'no body';
  if (object === undefined) return Array.isArray(value) ? 'array' : `other ${typeof value}`;
  return Object.keys(object)
    .toSorted()
    .map((name) => `${name}:${kind(object[name])}`)
    .join();
}

function kind(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}
