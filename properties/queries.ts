import fc from 'fast-check';
import { endpoints } from '../contract/endpoints.ts';
import type { Exchange } from '../run/exchange.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { judgeNames } from '../judging/parameters/pattern-names.ts';
import { plainParts } from '../judging/parameters/documented-parts.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { variableName, type Pair } from './arbitraries/query-pairs.ts';
import { fewerPairs, partOf, reductions, type Reduction } from './arbitraries/reductions.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import { clauseSeed } from '../run/random.ts';
import { checkCases, type Cases, type Failing } from './checked-cases.ts';
import { drawn } from './drawn-cases.ts';
import { plainPairs } from '../implementation/plain-query.ts';
import { beginningWith, judgeBesideTwin } from '../judging/confirm.ts';
import { blamesRequest, blamesMethod } from '../judging/blame.ts';

/** Requests that make a query small. */
const mostExecutions = 24;

/** The queries, whichever clause they are evidence for. */
function queryCases(on: Stage): Cases<Reduction> {
  return {
    kinds: [reductions(endpoints.exists.parameters)],
    seed: clauseSeed(on.options.seed, 'queries'),
    count: on.reach,
    smaller: fewerPairs,
  };
}

/** What GET answers to a generated query; once a run. */
const askedWhole = oncePerRunFor((on: Stage, _path: string, { pairs }: Reduction) =>
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

/** What HEAD answers to a generated query, to the last octet; once a run. */
const askedHead = oncePerRunFor((on: Stage, _path: string, { pairs }: Reduction) =>
  on.askRaw('exists', { query: pairs }),
);

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
      await checkCases(on, queryCases(on), async ({ value, path }) => {
        const get = await askedWhole(on, path, value);
        if (!get.succeeded) {
          on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          return 'goes on';
        }
        const { exchange: head } = await askedHead(on, path, value);
        if (head.kind === 'noise') on.noise(head.label);
        else if (!deviates(head)) on.held();
        else return refusedByHead(on, { first: value, get, head, deviates });
        return 'goes on';
      });
    },
  },
);

function refusedByHead(
  on: Stage,
  seen: {
    readonly first: Reduction;
    readonly get: Exchange;
    readonly head: Exchange;
    readonly deviates: (answer: Exchange) => boolean;
  },
): Failing<Reduction> {
  const { first, get, head, deviates } = seen;
  return {
    executions: mostExecutions / 2,
    fails: async ({ pairs: query }) => {
      const accepted = await on.ask('query', { query });
      return accepted.succeeded && deviates(await on.ask('exists', { query }));
    },
    report: ({ value, seed, path }) => {
      const again = {
        twin: () => on.ask('query', { query: value.pairs }),
        probe: () => on.ask('exists', { query: value.pairs }),
      };
      const asSeen = {
        twin: beginningWith(() => Promise.resolve(get), again.twin),
        probe: beginningWith(() => Promise.resolve(head), again.probe),
      };
      return judgeBesideTwin(on, {
        ...(value === first ? asSeen : again),
        deviates,
        words: {
          expected: 'the query that GET accepts to be accepted',
          deviation: 'a query that GET accepts was refused',
          counterexample: value.pairs,
          seed,
          path,
        },
      });
    },
  };
}

/** Nor does a query give an answer to HEAD a body (4.5). */
export const octetsOfHead = holds(
  '4.5/no-body',
  'queries of typed parameters asked of HEAD, every octet of the answers read',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: (on) =>
      checkCases(on, queryCases(on), async ({ value, path }) => {
        const { exchange: head, octets } = await askedHead(on, path, value);
        if (head.failure !== undefined) on.noise(head.label);
        else if (octets.length === 0) on.held();
        else return strayOctets(on, head);
        return 'goes on';
      }),
  },
);

/** One answer with octets is proof; the smallest query that gets them says what they hang on. */
function strayOctets(on: Stage, seen: Exchange): Failing<Reduction> {
  let last = seen;
  return {
    executions: mostExecutions,
    fails: async ({ pairs }) => {
      const { exchange, octets } = await on.askRaw('exists', { query: pairs });
      if (octets.length > 0) last = exchange;
      return octets.length > 0;
    },
    report: ({ value, seed, path }) =>
      on.violated({
        expected: 'no octet after the header section',
        got: `octets after a ${last.label}`,
        deviation: { kind: 'stray-octets' },
        exchanges: [last],
        counterexample: value.pairs,
        seed,
        path,
      }),
  };
}

/** Every name of the pattern is taken like any other (4.12). */
export const variableNames = holds(
  '4.12/names-of-the-pattern-are-taken-alike',
  'names of the pattern var. followed by one to eight letters and digits',
  {
    phase: 'quiet',
    minimum: (reach) => reach,
    check: async (on) => {
      // Short names come again: of four times as many, so many are left that differ.
      const names = drawn(variableName(), on.seed, 4 * on.reach).map(({ value }) => value);
      await judgeNames(on, 'sorted', [...new Set(names)].slice(0, on.reach));
    },
  },
);
