import { says } from '../../wire/status.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { listNames } from '../../contract/traits.ts';
import { accessClauses, kindOf, type AccessClauses, type AccessStatement, type More } from './access.ts';
import type { AccessCase } from './access-case.ts';
import { judgeProbedCaller, judgeSufficientCallers } from './access-judgements.ts';
import { isDeniedInStyle } from './declared-style.ts';
import type { Ask } from '../../run/ask.ts';
import { isMinted, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { isTelling, listed } from './disclosure.ts';
import { otherHolder } from './token-cases.ts';
import type { Exchange } from '../../history/exchange.ts';
import { plainParts, surveyParts } from '../parameters/documented-parts.ts';
import { clauseSeed, createRandom } from '../../run/random.ts';
import type { Stage } from '../../implementation/stage.ts';
import {
  greaterPairs,
  plainPairs,
  withOtherTruth,
  withPairs,
  withSeconds,
} from '../../implementation/plain-query.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** A read with parameters: the case of its access, and the ask to which the parameters are added. */
export interface PartsCase {
  readonly which: AccessCase;
  readonly base?: (on: Stage) => Promise<Ask>;
}

type Query = NonNullable<Ask['query']>;

/**
 * Insufficient callers of an endpoint: one without a token, one with an unknown token, one with other scopes, and one
 * without scopes or for another project. The choice of the callers with other scopes, and without scopes or for
 * another project, differs with the endpoint and the seed.
 */
export function someInsufficient(on: Stage, { endpoint: name }: AccessCase): readonly Caller[] {
  const { none, random } = on.callers;
  const others = insufficientHolders(on, name);
  const chance = createRandom(clauseSeed(on.options.seed, `callers with parameters ${name}`));
  const isOfScopes = (caller: Caller): boolean => kindOf(caller) === 'other scopes';
  const picked = [others.filter(isOfScopes), others.filter((caller) => !isOfScopes(caller))].flatMap(
    (some) => (some.length === 0 ? [] : [chance.pick(some)]),
  );
  return [none, random, ...picked];
}

/** Valid tokens of the operator that do not suffice for an endpoint, without specially issued tokens. */
export function insufficientHolders(on: Stage, name: EndpointName): readonly Caller[] {
  const { projectKey, without } = on.options;
  return on.callers.supplied.filter(
    (caller) =>
      lets(name, caller, projectKey) === 'out' &&
      !isMinted(caller, projectKey) &&
      !(without.has('other-project') && caller.supplied?.otherProject === true) &&
      !(without.has('no-scope') && caller.supplied?.noScope === true) &&
      on.facts.liveness.get(caller.label) !== 'dead',
  );
}

/** Parameters that leave some content, if the full set of parameters leaves none. */
const mild: Readonly<Partial<Record<EndpointName, readonly string[]>>> = {
  query: ['withMarkdownDescription', 'arrayOfStringWithDescription'],
  exists: ['withMarkdownDescription', 'arrayOfStringWithDescription'],
  search: ['fuzzy', 'staged'],
  sorted: ['limit', 'withTotal'],
};

/**
 * Parameters of unknown syntax, with a plausible plain value for each: the answer to a sufficient caller
 * shows whether it is valid. First all parameters together, then only the parameter that narrows nothing.
 */
const untyped: Readonly<Partial<Record<EndpointName, readonly Query[]>>> = {
  sorted: [
    [['where', 'a'], ['sort', 'a'], ['expand', 'a']],
    [['expand', 'a']],
  ],
}; // prettier-ignore

/** A query with which the answer to a sufficient caller shows content worth refusing; once per run. */
const tellingQueryOf = oncePerRunFor(
  async (on: Stage, name: EndpointName, parts: PartsCase): Promise<Query | undefined> => {
    const base = (await parts.base?.(on)) ?? {};
    const target = await parts.which.prepare(on);
    const shows = (exchange: Exchange): boolean => exchange.succeeded && target.shows(exchange);
    const tells = (exchange: Exchange): boolean =>
      shows(exchange) && (!lists.has(name) || isTelling(listed(exchange)));
    const pairs = plainPairs(endpoint(name).parameters);
    for (const more of untyped[name] ?? []) {
      const whole = [...pairs, ...more];
      if (tells(await on.ask(name, withPairs(base, whole)))) return whole;
    }
    if (tells(await plainParts(on, name, base))) return pairs;
    const few = pairs.filter(([parameter]) => mild[name]?.includes(parameter));
    if (few.length > 0 && tells(await on.ask(name, withPairs(base, few)))) return few;
    if (name === 'exists') return undefined;
    const { most } = await surveyParts(on, name, base);
    return most !== undefined && shows(most.exchange) ? most.pairs : undefined;
  },
);

function tellingQuery(on: Stage, parts: PartsCase): Promise<Query | undefined> {
  return tellingQueryOf(on, parts.which.endpoint, parts);
}

const lists: ReadonlySet<EndpointName> = new Set(listNames);

/** The case with query parameters on each ask. */
function withQuery({ which, base }: PartsCase, query: Query): AccessCase {
  return {
    ...which,
    prepare: async (on) => {
      const target = await which.prepare(on);
      const ask = withPairs((await base?.(on)) ?? {}, query);
      return { ...target, ask: (stage, as) => stage.ask(which.endpoint, { ...ask, as }) };
    },
  };
}

/** The clauses on access to a read, each of which is also judged with documented parameters. */
export function accessWithParts(parts: PartsCase, more: More = {}): AccessClauses {
  const clauses = accessClauses(parts.which, {
    ...more,
    // A caller who is refused without parameters is also refused with the parameters that a sufficient caller may use.
    also: async (on, whom) => {
      for (const caller of someInsufficient(on, parts.which))
        if (kindOf(caller) === whom) await judgeRefused(on, parts, caller);
    },
  });
  const [rows, statement] = clauses.anyOneScopeSuffices;
  return { ...clauses, anyOneScopeSuffices: [rows, sufficesWithPartsToo(statement, parts)] as const };
}

async function judgeRefused(on: Stage, parts: PartsCase, caller: Caller): Promise<void> {
  const query = await tellingQuery(on, parts);
  if (query === undefined) return;
  await judgeProbedCaller(on, withQuery(parts, query), caller);
  const { endpoint: name } = parts.which;
  const otherwise = withOtherTruth(endpoint(name).parameters, query);
  if (otherwise === undefined) return;
  // Only callers with access have to be compared with the other callers.
  const exchange = await on.ask(name, {
    ...withPairs((await parts.base?.(on)) ?? {}, otherwise),
    as: caller,
  });
  if (exchange.succeeded) await judgeProbedCaller(on, withQuery(parts, otherwise), caller);
}

/**
 * Greater values by holders of either scope: a server may let a caller ask for few resources, but not for
 * many. If both callers are refused, the request may exceed a bound: the next request asks for less.
 */
async function judgeGreaterValues(on: Stage, parts: PartsCase, callers: readonly [Caller, Caller]) {
  const { endpoint: name } = parts.which;
  const base = (await parts.base?.(on)) ?? {};
  for (const query of greaterPairs(endpoint(name).parameters)) {
    const answers = await Promise.all(
      callers.map(async (as) => ({ as, exchange: await on.ask(name, { ...withPairs(base, query), as }) })),
    );
    if (answers.some(({ exchange }) => exchange.is('noise'))) return;
    const refused = answers.flatMap(({ as, exchange }) => (exchange.succeeded ? [] : [as]));
    if (refused.length === 0) return on.held();
    if (refused.length === 1) return await judgeSufficientCallers(on, withQuery(parts, query), refused);
    if (!answers.some(({ exchange }) => says(exchange, 'invalid'))) return;
  }
}

/** Each listed scope also suffices with parameters: after the clause's check, the request with plain parameters. */
function sufficesWithPartsToo(statement: AccessStatement, parts: PartsCase): AccessStatement {
  return {
    ...statement,
    check: async (on) => {
      await statement.check?.(on);
      const { endpoint: name } = parts.which;
      const base = (await parts.base?.(on)) ?? {};
      const usual = await plainParts(on, name, base);
      const other = otherHolder(on, name, usual.caller);
      if (other === undefined || usual.is('noise')) return;
      const { parameters } = endpoint(name);
      const pairs = plainPairs(parameters);
      const twice = withSeconds(parameters, pairs);
      const asks = (query: Query, as: Caller): Promise<Exchange> =>
        on.ask(name, { ...withPairs(base, query), as });
      const first = await asks(twice, other);
      let answer = first;
      if (!answer.succeeded && twice.length > pairs.length) {
        if ((await asks(twice, usual.caller)).succeeded)
          return await judgeSufficientCallers(on, withQuery(parts, twice), [other]);
        answer = await asks(pairs, other);
      }
      if (answer.is('noise')) return;
      if (usual.succeeded !== answer.succeeded)
        return await judgeSufficientCallers(on, withQuery(parts, pairs), [
          usual.succeeded ? other : usual.caller,
        ]);
      if (usual.succeeded) {
        if (await isDeniedInStyle(on, name, answer, usual))
          return await judgeSufficientCallers(on, withQuery(parts, answer === first ? twice : pairs), [
            other,
          ]);
        on.held();
        return await judgeGreaterValues(on, parts, [usual.caller, other]);
      }
      // If both callers are refused, the content may be the reason.
      const query = await tellingQuery(on, parts);
      if (query !== undefined) await judgeSufficientCallers(on, withQuery(parts, query), [other]);
    },
  };
}
