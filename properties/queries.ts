import { unlessInconclusive } from '../clause/thrown.ts';
import { asObject, JsonNumber, type Json } from '../wire/json/json.ts';
import { says } from '../wire/status.ts';
import { clauseSeed } from '../run/random.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import fc from 'fast-check';
import { endpoints, type Parameter } from '../contract/endpoints.ts';
import type { Exchange } from '../history/exchange.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { fewerOf, fewerPairs, partOf, reductions, type Reduction } from './arbitraries/reductions.ts';
import { checkCases, heldUnless, type Cases, type Failing } from './checked-cases.ts';
import { plainPairs, type Pair } from '../implementation/plain-query.ts';
import { judgeWithControl } from '../judging/confirm.ts';

/** The most requests that make a query small. */
export const mostExecutions = 24;

/** The queries, the same for each clause for which they are evidence. */
export function queryCases(on: Stage): Cases<Reduction> {
  return {
    kinds: [reductions(endpoints.exists.parameters)],
    seed: clauseSeed(on.options.seed, 'queries'),
    count: on.reach,
    smaller: fewerPairs,
  };
}

/** The answer of GET to a generated query; once per run. */
export const askedWhole = oncePerRunFor((on: Stage, _path: string, { pairs }: Reduction) =>
  on.ask('query', { query: pairs }),
);

/** Any of the optional parameters may be left out of a query that is accepted (4.1). */
export const fewerParameters = holds(
  '4.1/each-parameter-is-optional',
  'queries of typed parameters in any number and order, with one of them left out',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: (on) =>
      checkCases(on, queryCases(on), async ({ value, path }) => {
        const whole = await askedWhole(on, path, value);
        const part = await on.ask('query', { query: partOf(value) });
        const lost = [whole, part].find((one) => one.is('noise'));
        if (lost !== undefined) on.noise(lost.label);
        else if (!whole.succeeded)
          on.discarded('refused-by-unknown-validation', `the query was answered ${whole.label}`);
        else if (!says(part, 'invalid')) on.held();
        else return refusedPart(on, (query) => on.ask('query', { query }), value, part);
        return 'goes on';
      }),
  },
);

function refusedPart(
  on: Stage,
  ask: (query: readonly Pair[]) => Promise<Exchange>,
  first: Reduction,
  seen: Exchange,
): Failing<Reduction> {
  return {
    executions: mostExecutions / 2,
    fails: async (reduction) => {
      const [whole, part] = await Promise.all([ask(reduction.pairs), ask(partOf(reduction))]);
      return whole.succeeded && says(part, 'invalid');
    },
    report: ({ value, seed, path }) =>
      judgeWithControl(on, {
        seen: value === first ? seen : undefined,
        control: () => ask(value.pairs),
        probe: () => ask(partOf(value)),
        deviates: (one) => says(one, 'invalid'),
        words: {
          expected: `the query to be accepted without ${value.without}`,
          deviation: `the query without ${value.without} was refused`,
          counterexample: { whole: value.pairs, without: value.without },
          seed,
          path,
        },
      }),
  };
}

/** One case per parameter omits it from the plain query; the other cases are drawn. */
function readCases(on: Stage): Cases<Reduction> {
  const { parameters } = endpoints.readById;
  const pairs = plainPairs(parameters);
  const plain = pairs.map(([without]) => fc.constant<Reduction>({ pairs, without }));
  const any = reductions(parameters);
  const kinds = [...plain, ...Array.from({ length: on.reach }, () => any)];
  return { kinds, seed: on.seed, count: kinds.length, smaller: fewerPairs };
}

/** Each optional parameter of a read may be left out (4.2). */
export const fewerParametersOfReads = holds(
  '4.2/optional-parameters',
  'reads with one of the documented parameters and without the other',
  {
    minimum: () => 0,
    check: async (on) => {
      const path = { id: (await keptResource(on)).own.id };
      const ask = (query: readonly Pair[]): Promise<Exchange> => on.ask('readById', { path, query });
      await checkCases(on, readCases(on), async ({ value }) => {
        const whole = await ask(value.pairs);
        // The contract does not show the effect of the values, so a refusal is open.
        if (!whole.succeeded) return 'goes on';
        const part = await ask(partOf(value));
        return heldUnless(on, part, says(part, 'invalid'), () => refusedPart(on, ask, value, part));
      });
    },
  },
);

/** A check with a match accepts the same query with fewer parameters (4.5). */
export const fewerParametersOfChecks = holds(
  '4.5/optional-parameters',
  'checks that find something with all parameters, with each of them left out, and with some',
  {
    phase: 'quiet',
    minimum: () => 0,
    check: async (on) => {
      const none = await noMatchStatus(on);
      // Nothing is judged if the status of a query without a match is unknown, or means a refusal.
      if (none === undefined || none === 400 || none === 422) return;
      const pairs = await findingPairs(on);
      if (pairs === undefined) return;
      const any = fc.subarray([...pairs], { minLength: 1, maxLength: pairs.length - 1 });
      const allButOne = pairs.map((left) => fc.constant(pairs.filter((pair) => pair !== left)));
      const kinds = [...allButOne, ...Array.from({ length: on.reach }, () => any)];
      const ask = (query: readonly Pair[]): Promise<Exchange> => on.ask('exists', { query });
      const cases = { kinds, seed: on.seed, count: kinds.length, smaller: fewerOf<Pair> };
      await checkCases(on, cases, async ({ value }) => {
        const part = await ask(value);
        return heldUnless(on, part, says(part, 'invalid'), () =>
          refusedAlone(on, { ask, pairs, first: value, seen: part }),
        );
      });
    },
  },
);

function refusedAlone(
  on: Stage,
  of: {
    readonly ask: (query: readonly Pair[]) => Promise<Exchange>;
    readonly pairs: readonly Pair[];
    readonly first: readonly Pair[];
    readonly seen: Exchange;
  },
): Failing<readonly Pair[]> {
  const { ask, pairs, first, seen } = of;
  return {
    executions: mostExecutions,
    fails: async (query) => says(await ask(query), 'invalid'),
    report: ({ value, seed, path }) => {
      const names = value.map(([name]) => name).join(' and ');
      return judgeWithControl(on, {
        seen: value === first ? seen : undefined,
        control: () => ask(pairs),
        probe: () => ask(value),
        deviates: (one) => says(one, 'invalid'),
        words: {
          expected: `the request to be accepted with ${names} alone`,
          deviation: `the request with ${names} alone was refused`,
          counterexample: value,
          seed,
          path,
        },
      });
    },
  };
}

/**
 * Parameters with which together the existence check finds a resource; undefined if there are fewer than two.
 * Plain values find nothing if they select by content. Then values from the content of a resource replace
 * them, once no lag hides it, as many as find it together.
 */
export async function findingPairs(on: Stage): Promise<readonly Pair[] | undefined> {
  const plain = plainPairs(endpoints.exists.parameters);
  if (says(await plainParts(on, 'exists'), 'found')) return plain;
  return await on.defer(() => pairsOfContent(on));
}

async function pairsOfContent(on: Stage): Promise<readonly Pair[] | undefined> {
  const kept = await unlessInconclusive(keptResource(on));
  if (kept === undefined) return undefined;
  const content = asObject(asObject((await readOwn(on, kept.own)).value)?.['objectTypeProperty']);
  const pairs = contentPairs(endpoints.exists.parameters, content);
  const finds = async (query: readonly Pair[]): Promise<boolean> =>
    says(await on.ask('exists', { query }), 'found');
  if (pairs.length < 2 || (await finds(pairs))) return pairs.length < 2 ? undefined : pairs;
  let most: readonly Pair[] = [];
  for (const pair of pairs) if (await finds([...most, pair])) most = [...most, pair];
  return most.length < 2 ? undefined : most;
}

/** Each parameter of a documented type with a value from an array of that type in the content. */
export function contentPairs(
  parameters: readonly Parameter[],
  content: Readonly<Record<string, Json | undefined>> | undefined,
): readonly Pair[] {
  const firstOf = (name: string): Json | undefined => {
    const list = content?.[name];
    return Array.isArray(list) ? list[0] : undefined;
  };
  const numberIn = (name: string): string | undefined => {
    const first = firstOf(name);
    return first instanceof JsonNumber ? String(first) : undefined;
  };
  const text = firstOf('arrayOfStringExample');
  const values: Partial<Record<Parameter['type'], string | undefined>> = {
    String: typeof text === 'string' ? text : undefined,
    Int: numberIn('arrayOfIntExample'),
    Float: numberIn('arrayOfFloatExample'),
  };
  return plainPairs(parameters).flatMap(([name]): Pair[] => {
    const type = parameters.find((one) => one.name === name)?.type;
    const value = type === undefined ? undefined : values[type];
    return value === undefined ? [] : [[name, value]];
  });
}
