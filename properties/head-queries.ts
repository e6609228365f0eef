import { says } from '../wire/status.ts';
import type { Exchange } from '../history/exchange.ts';
import { noMatchStatus } from '../suites/4.05/existence.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import type { Reduction } from './arbitraries/reductions.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import { checkCases, heldUnless, proved, type Failing } from './checked-cases.ts';
import { askedWhole, mostExecutions, queryCases } from './queries.ts';
import { beginningWith } from '../judging/beginning-with.ts';
import { judgeWithControl } from '../judging/confirm.ts';

/** The answer of HEAD to a generated query, to the last octet; once per run. */
const askedHead = oncePerRunFor((on: Stage, _path: string, { pairs }: Reduction) =>
  on.askRaw('exists', { query: pairs }),
);

export const queriesOfHead = holds(
  '4.5/takes-the-parameters-of-the-query',
  'queries of typed parameters that GET accepts, asked of HEAD',
  {
    phase: 'quiet',
    minimum: (reach) => Math.ceil(reach / 4),
    check: async (on) => {
      const none = await noMatchStatus(on);
      // A query without a match may get any status, even a refusal, unless its status is known.
      const deviates = (answer: Exchange): boolean =>
        says(answer, 'method not supported') ||
        (says(answer, 'invalid') && none !== undefined && none !== answer.status);
      await checkCases(on, queryCases(on), async ({ value, path }) => {
        const get = await askedWhole(on, path, value);
        if (!get.succeeded) {
          on.discarded('premise-failed', `GET with the same query was answered ${get.label}`);
          return 'goes on';
        }
        const { exchange: head } = await askedHead(on, path, value);
        return heldUnless(on, head, deviates(head), () =>
          refusedByHead(on, { first: value, get, head, deviates }),
        );
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
        control: () => on.ask('query', { query: value.pairs }),
        probe: () => on.ask('exists', { query: value.pairs }),
      };
      const asSeen = {
        control: beginningWith(() => Promise.resolve(get), again.control),
        probe: beginningWith(() => Promise.resolve(head), again.probe),
      };
      return judgeWithControl(on, {
        ...(value === first ? asSeen : again),
        deviates,
        words: {
          expected: 'HEAD to accept a query that GET accepts',
          deviation: 'a query that GET accepts was refused',
          counterexample: value.pairs,
          seed,
          path,
        },
      });
    },
  };
}

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

/** One answer with octets is proof; the smallest query that gets octets shows the cause. */
function strayOctets(on: Stage, seen: Exchange): Failing<Reduction> {
  return proved(seen, {
    executions: mostExecutions,
    again: async ({ pairs }: Reduction) => {
      const { exchange, octets } = await on.askRaw('exists', { query: pairs });
      return octets.length > 0 ? exchange : undefined;
    },
    report: (last, { value, seed, path }) =>
      on.violated({
        expected: 'no octet after the header section',
        got: `octets after a ${last.label}`,
        deviation: { kind: 'stray-octets' },
        exchanges: [last],
        counterexample: value.pairs,
        seed,
        path,
      }),
  });
}
