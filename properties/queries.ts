import fc from 'fast-check';
import { endpoint, endpoints } from '../contract/endpoints.ts';
import type { Exchange } from '../run/exchange.ts';
import { keptResource } from '../target/resources/kept-resource.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { judgeNames } from '../judging/parameters/pattern-names.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import { holds } from '../target/section.ts';
import type { Stage } from '../target/stage.ts';
import { queryPairs, variableName, type Pair } from './arbitraries/query-pairs.ts';
import { oncePerRun } from '../target/once-per-run.ts';
import { clauseSeed } from '../run/random.ts';
import { drawn, type DrawnCase } from './drawn-cases.ts';
import { shrunkCase } from './shrunk-case.ts';
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

/** Executions that make a query small; each is one request. */
const mostExecutions = 24;

/** A generated query, what GET answers to it, and HEAD, to the last octet. */
interface HeadQuery {
  readonly one: DrawnCase<readonly Pair[]>;
  readonly get: Exchange;
  readonly head: Exchange;
  readonly octets: Uint8Array;
}

/** Asks GET and HEAD the same queries; once a run, whichever clause they are evidence for. */
const headQueries = oncePerRun(async (on: Stage): Promise<readonly HeadQuery[]> => {
  const seed = clauseSeed(on.options.seed, 'queries of HEAD');
  const cases = drawn(queryPairs(endpoint('exists').parameters), seed, Math.ceil(on.reach / 2));
  return await Promise.all(
    cases.map(async (one) => {
      const get = await on.ask('query', { query: one.value });
      const { exchange: head, octets } = await on.askRaw('exists', { query: one.value });
      return { one, get, head, octets };
    }),
  );
});

/** The existence check takes every query that GET takes (4.5). */
export const queriesOfHead = holds(
  '4.5/takes-the-parameters-of-the-query',
  'queries of typed parameters that GET accepts, asked of HEAD',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      const none = await noMatchStatus(on);
      // A query that matches nothing may be answered with any status, one that blames the request among them, unless the
      // status for that is known.
      const deviates = (answer: Exchange): boolean =>
        blamesMethod(answer) || (blamesRequest(answer) && none !== undefined && none !== answer.status);
      await Promise.all(
        (await headQueries(on)).map(async ({ one: { value: query, seed, path }, get, head }) => {
          if (!get.succeeded)
            return on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          await judgeBesideTwin(on, {
            twin: beginningWith(
              () => Promise.resolve(get),
              () => on.ask('query', { query }),
            ),
            probe: beginningWith(
              () => Promise.resolve(head),
              () => on.ask('exists', { query }),
            ),
            deviates,
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

/** Nor does a query give an answer to HEAD a body (4.5). */
export const octetsOfHead = holds(
  '4.5/no-body',
  'queries of typed parameters asked of HEAD, every octet of the answers read',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      for (const { one, head, octets } of await headQueries(on)) {
        if (head.failure !== undefined) on.noise(head.label);
        else if (octets.length === 0) on.held();
        else return await reportOctets(on, one, head);
      }
    },
  },
);

/** One answer with octets is proof; the smallest query that gets them says what they hang on. */
async function reportOctets(on: Stage, one: DrawnCase<readonly Pair[]>, seen: Exchange): Promise<void> {
  let last = seen;
  const fails = async (query: readonly Pair[]): Promise<boolean> => {
    const { exchange, octets } = await on.askRaw('exists', { query });
    if (octets.length > 0) last = exchange;
    return octets.length > 0;
  };
  const { value, seed, path } = await shrunkCase(one, fails, { executions: mostExecutions });
  on.violated({
    expected: 'no octet after the header section',
    got: `octets after a ${last.label}`,
    exchanges: [last],
    counterexample: value,
    seed,
    path,
  });
}

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
