import fc from 'fast-check';
import { endpoint, endpoints } from '../contract/endpoints.ts';
import { keptResource } from '../target/resources/kept-resource.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { judgeNames } from '../judging/parameters/pattern-names.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import { holds } from '../target/section.ts';
import type { Stage } from '../target/stage.ts';
import { queryPairs, variableName, type Pair } from './arbitraries/query-pairs.ts';
import { drawn } from './drawn-cases.ts';
import { plainPairs } from '../target/plain-query.ts';
import { beginningWith, judgeBesideTwin } from '../judging/confirm.ts';
import { blamesRequest, blamesMethod } from '../judging/blame.ts';

/** A query, and the names of it that are left out. */
interface Reduction {
  readonly pairs: readonly Pair[];
  readonly without: readonly string[];
}

const reductions: fc.Arbitrary<Reduction> = queryPairs(endpoints.query.parameters)
  .filter((pairs) => pairs.length > 0)
  .chain((pairs) => {
    const names = [...new Set(pairs.map(([name]) => name))];
    return fc.subarray(names, { minLength: 1 }).map((without) => ({ pairs, without }));
  });

/** Any of the optional parameters may be left out of a query that is accepted (4.1). */
export const fewerParameters = holds(
  '4.1/each-parameter-is-optional',
  'queries of typed parameters in any number and order, with some of them left out',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      const cases = drawn(reductions, on.seed, Math.ceil(on.reach / 2));
      await Promise.all(
        cases.map(async ({ value: { pairs, without } }) => {
          const fewer = pairs.filter(([name]) => !without.includes(name));
          const [whole, part] = await Promise.all([
            on.ask('query', { query: pairs }),
            on.ask('query', { query: fewer }),
          ]);
          const lost = [whole, part].find(({ kind }) => kind === 'noise');
          if (lost !== undefined) on.noise(lost.label);
          else if (!whole.succeeded)
            on.discarded('refused-by-unknown-validation', `the query was answered ${whole.label}`);
          else if (!blamesRequest(part)) on.held();
          else
            await judgeBesideTwin(on, {
              seen: part,
              twin: () => on.ask('query', { query: pairs }),
              probe: () => on.ask('query', { query: fewer }),
              deviates: blamesRequest,
              words: {
                expected: `the query to be accepted without ${without.join(' and ')}`,
                deviation: `the query without ${without.join(' and ')} was refused`,
              },
            });
        }),
      );
    },
  },
);

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

/** The existence check takes every query that GET takes, and answers without a body (4.5). */
export const queriesOfHead = holds(
  '4.5/takes-the-parameters-of-the-query',
  'queries of typed parameters that GET accepts, asked of HEAD',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      const cases = drawn(queryPairs(endpoint('exists').parameters), on.seed, Math.ceil(on.reach / 2));
      await Promise.all(
        cases.map(async ({ value: query, seed, path }) => {
          const get = await on.ask('query', { query });
          if (!get.succeeded)
            return on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          await judgeBesideTwin(on, {
            twin: beginningWith(
              () => Promise.resolve(get),
              () => on.ask('query', { query }),
            ),
            probe: () => on.ask('exists', { query }),
            // Any other status may be the one for no match, which the contract does not show.
            deviates: blamesMethod,
            words: {
              expected: 'the query that GET accepts to be accepted',
              deviation: 'a query that GET accepts was refused',
              counterexample: query,
              seed,
              path,
            },
          });
        }),
      );
    },
  },
);

/** Every name of the pattern is taken like any other (4.12). */
export const variableNames = holds(
  '4.12/names-of-the-pattern-are-taken-alike',
  'names of the pattern var. followed by one to eight letters and digits',
  {
    phase: 'quiet',
    minimum: (reach) => reach,
    check: async (on) => {
      const names = drawn(variableName(), on.seed, 2 * on.reach).map(({ value }) => value);
      await judgeNames(on, 'sorted', [...new Set(names)]);
    },
  },
);
