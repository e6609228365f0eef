import fc from 'fast-check';
import { endpoints } from '../contract/endpoints.ts';
import type { Exchange } from '../run/exchange.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import type { Pair } from './arbitraries/query-pairs.ts';
import { partOf, type Reduction } from './arbitraries/reductions.ts';
import { checkCases, type Failing } from './checked-cases.ts';
import { askedWhole, mostExecutions, queryCases } from './query-cases.ts';
import { drawn } from './drawn-cases.ts';
import { plainPairs } from '../implementation/plain-query.ts';
import { judgeBesideTwin } from '../judging/confirm.ts';
import { blamesRequest } from '../judging/blame.ts';

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
        const lost = [whole, part].find(({ kind }) => kind === 'noise');
        if (lost !== undefined) on.noise(lost.label);
        else if (!whole.succeeded)
          on.discarded('refused-by-unknown-validation', `the query was answered ${whole.label}`);
        else if (!blamesRequest(part)) on.held();
        else return refusedPart(on, value, part);
        return 'goes on';
      }),
  },
);

function refusedPart(on: Stage, first: Reduction, seen: Exchange): Failing<Reduction> {
  return {
    executions: mostExecutions / 2,
    fails: async (reduction) => {
      const [whole, part] = await Promise.all(
        [reduction.pairs, partOf(reduction)].map((query) => on.ask('query', { query })),
      );
      return whole?.succeeded === true && part !== undefined && blamesRequest(part);
    },
    report: ({ value, seed, path }) =>
      judgeBesideTwin(on, {
        seen: value === first ? seen : undefined,
        twin: () => on.ask('query', { query: value.pairs }),
        probe: () => on.ask('query', { query: partOf(value) }),
        deviates: blamesRequest,
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

/** Either optional parameter of a read may be left out (4.2). */
export const fewerParametersOfReads = holds(
  '4.2/optional-parameters',
  'reads with one of the documented parameters and without the other',
  {
    minimum: () => 0,
    check: async (on) => {
      const path = { id: (await keptResource(on)).own.id };
      const pairs = plainPairs(endpoints.readById.parameters);
      const whole = await plainParts(on, 'readById', { path });
      if (!whole.succeeded) return;
      await judgeParts(on, 'readById', { path, pairs, cases: pairs.map((pair) => [pair]) });
    },
  },
);

/** A check that finds something takes the same query with fewer parameters (4.5). */
export const fewerParametersOfChecks = holds(
  '4.5/optional-parameters',
  'checks that find something with all parameters, with some of them left out',
  {
    phase: 'quiet',
    minimum: () => 0,
    check: async (on) => {
      const pairs = plainPairs(endpoints.exists.parameters);
      const none = await noMatchStatus(on);
      // A query that matches nothing may be answered with any status that is not known, 400 included.
      if (none === undefined || none === 400 || none === 422) return;
      const whole = await plainParts(on, 'exists');
      if (whole.status !== 200) return;
      const cases = drawn(fc.subarray([...pairs], { minLength: 1, maxLength: pairs.length - 1 }), on.seed, 2);
      await judgeParts(on, 'exists', { pairs, cases: cases.map(({ value }) => value) });
    },
  },
);

async function judgeParts(
  on: Stage,
  name: 'readById' | 'exists',
  of: {
    readonly path?: Readonly<Record<string, string>>;
    readonly pairs: readonly Pair[];
    readonly cases: readonly (readonly Pair[])[];
  },
): Promise<void> {
  const base = of.path === undefined ? {} : { path: of.path };
  await Promise.all(
    of.cases.map(async (query) => {
      const part = await on.ask(name, { ...base, query });
      if (part.kind === 'noise') on.noise(part.label);
      else if (!blamesRequest(part)) on.held();
      else
        await judgeBesideTwin(on, {
          seen: part,
          twin: () => on.ask(name, { ...base, query: of.pairs }),
          probe: () => on.ask(name, { ...base, query }),
          deviates: blamesRequest,
          words: {
            expected: `the request to be accepted with ${query.map(([one]) => one).join(' and ')} alone`,
            deviation: `the request with ${query.map(([one]) => one).join(' and ')} alone was refused`,
          },
        });
    }),
  );
}
