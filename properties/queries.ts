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
import { fewestLost, reductions, stepsOf, type Reduction } from './arbitraries/reductions.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';
import { clauseSeed } from '../run/random.ts';
import { casesFor, drawn, type DrawnCase } from './drawn-cases.ts';
import { shrinkLimits, shrunkCase } from './shrunk-case.ts';
import { plainPairs } from '../implementation/plain-query.ts';
import { beginningWith, judgeBesideTwin } from '../judging/confirm.ts';
import { blamesRequest, blamesMethod } from '../judging/blame.ts';

/** A generated query with what GET answers to it and to what is left of it, step by step. */
interface AskedQuery {
  readonly one: DrawnCase<Reduction>;
  readonly steps: readonly { readonly query: readonly Pair[]; readonly get: Exchange }[];
}

/** Asks GET the queries; once a run, whichever clause they are evidence for. */
const askedQueries = oncePerRun(async (on: Stage): Promise<readonly AskedQuery[]> => {
  const seed = clauseSeed(on.options.seed, 'queries');
  const kinds = [reductions(endpoints.exists.parameters)];
  return await Promise.all(
    casesFor(on, kinds, { seed, count: on.reach / fewestLost }).map(async (one) => ({
      one,
      steps: await Promise.all(
        stepsOf(one.value).map(async (query) => ({ query, get: await on.ask('query', { query }) })),
      ),
    })),
  );
});

/** Any of the optional parameters may be left out of a query that is accepted (4.1). */
export const fewerParameters = holds(
  '4.1/each-parameter-is-optional',
  'queries of typed parameters in any number and order, with one after the other left out',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      for (const { one, steps } of await askedQueries(on))
        for (const [at, { get: part }] of steps.entries()) {
          const whole = steps[at - 1]?.get;
          if (whole === undefined) continue;
          const lost = [whole, part].find(({ kind }) => kind === 'noise');
          if (lost !== undefined) on.noise(lost.label);
          else if (!whole.succeeded)
            on.discarded('refused-by-unknown-validation', `the query was answered ${whole.label}`);
          else if (!blamesRequest(part)) on.held();
          else return await judgeReduced(on, one, part);
        }
    },
  },
);

/** The last step of a reduction, with what it was before. */
function lastStep(reduction: Reduction): { readonly whole: readonly Pair[]; readonly part: readonly Pair[] } {
  const [part = [], whole = part] = stepsOf(reduction).toReversed();
  return { whole, part };
}

async function judgeReduced(on: Stage, one: DrawnCase<Reduction>, seen: Exchange): Promise<void> {
  /** The first step that is refused where the one before it is accepted. */
  const refusedIn = async (reduction: Reduction): Promise<number | undefined> => {
    const answers = await Promise.all(stepsOf(reduction).map((query) => on.ask('query', { query })));
    const at = answers.findIndex(
      (part, step) => blamesRequest(part) && answers[step - 1]?.succeeded === true,
    );
    return at < 0 ? undefined : at;
  };
  const fails = async (reduction: Reduction): Promise<boolean> => (await refusedIn(reduction)) !== undefined;
  const small = await shrunkCase(one, fails, shrinkLimits(on, mostExecutions / 2));
  const lost = small.value.without.slice(0, (await refusedIn(small.value)) ?? small.value.without.length);
  const { whole, part } = lastStep({ ...small.value, without: lost });
  const name = lost.at(-1) ?? '';
  await judgeBesideTwin(on, {
    seen: small.value === one.value ? seen : undefined,
    twin: () => on.ask('query', { query: whole }),
    probe: () => on.ask('query', { query: part }),
    deviates: blamesRequest,
    words: {
      expected: `the query to be accepted without ${name}`,
      deviation: `the query without ${name} was refused`,
      counterexample: { whole, without: name },
      seed: small.seed,
      path: small.path,
    },
  });
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

/** Executions that make a query small; each is one request. */
const mostExecutions = 24;

/** A generated query, what GET answers to it, and HEAD, to the last octet. */
interface HeadQuery {
  readonly one: DrawnCase<Reduction>;
  readonly query: readonly Pair[];
  readonly get: Exchange;
  readonly head: Exchange;
  readonly octets: Uint8Array;
}

/** Asks HEAD what GET was asked; once a run, whichever clause they are evidence for. */
const headQueries = oncePerRun(async (on: Stage): Promise<readonly HeadQuery[]> => {
  const asked = await askedQueries(on);
  return await Promise.all(
    asked.flatMap(({ one, steps }) =>
      steps
        .filter(({ query }, at) => query.length > 0 && at < fewestLost)
        .map(async ({ query, get }) => {
          const { exchange: head, octets } = await on.askRaw('exists', { query });
          return { one, query, get, head, octets };
        }),
    ),
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
      // One after the other: what is refused in turns would meet the same one each time, were all asked again at once.
      for (const { one, query, get, head } of await headQueries(on)) {
        const { seed, path } = one;
        if (!get.succeeded) {
          on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          continue;
        }
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
      }
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
async function reportOctets(on: Stage, one: DrawnCase<Reduction>, seen: Exchange): Promise<void> {
  let last = seen;
  const fails = async (reduction: Reduction): Promise<boolean> => {
    for (const query of stepsOf(reduction)) {
      const { exchange, octets } = await on.askRaw('exists', { query });
      if (octets.length === 0) continue;
      last = exchange;
      return true;
    }
    return false;
  };
  const { value, seed, path } = await shrunkCase(one, fails, shrinkLimits(on, mostExecutions));
  on.violated({
    expected: 'no octet after the header section',
    got: `octets after a ${last.label}`,
    deviation: { kind: 'stray-octets' },
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
      // Short names come again: of four times as many, so many are left that differ.
      const names = drawn(variableName(), on.seed, 4 * on.reach).map(({ value }) => value);
      await judgeNames(on, 'sorted', [...new Set(names)].slice(0, on.reach));
    },
  },
);
