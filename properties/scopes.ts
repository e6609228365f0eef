import fc from 'fast-check';
import { endpoint, scopes } from '../contract/endpoints.ts';
import { judgeCallers } from '../run/access-judgements.ts';
import { lacks, suffices, type Caller } from '../run/caller.ts';
import { keptResource } from '../run/kept-resource.ts';
import { listCase } from '../run/list-access.ts';
import { judgeSandwich } from '../run/sandwich.ts';
import { holds } from '../run/section.ts';
import { checkingCase, readingCase } from '../run/token-cases.ts';
import { growingScopes } from './arbitraries/scope-subset.ts';
import { drawn } from './drawn-cases.ts';

/** Reads that any one of two scopes opens. */
const reads = ['readById', 'query', 'exists', 'search', 'sorted'] as const;

/** A caller who is let in is let in with more scopes, too (4.1, 4.2, 4.4, 4.5, 4.12, "Authentication"). */
export const growingTokens = holds(
  'Authentication/further-scopes-do-no-harm',
  'pairs of tokens of which the second holds the scopes of the first and more',
  {
    limits: ['minted-scopes'],
    minimum: () => 1,
    check: async (on) => {
      const { projectKey } = on.options;
      const usable = (caller: Caller): boolean =>
        on.facts.liveness.get(caller.label) === 'live' &&
        caller.supplied?.expired !== true &&
        suffices(caller, endpoint('readById'), projectKey);
      const pairs = growingScopes(on.callers.supplied.filter(usable));
      if (pairs === undefined)
        return on.discarded(
          'no-minted-token',
          'no two tokens were supplied of which one holds the scopes of the other and more',
          'CONFORMANCE_TOKENS=<file with tokens of several scopes>',
        );
      const { own } = await keptResource(on);
      const cases = drawn(fc.tuple(pairs, fc.constantFrom(...reads)), on.seed, Math.ceil(on.reach / 4));
      for (const {
        value: [[fewer, more], name],
      } of cases) {
        const ask = name === 'readById' ? { path: { id: own.id } } : {};
        await judgeSandwich(on, name, {
          controls: [{ ...ask, as: fewer }],
          probes: [{ ...ask, as: more }],
          deviates: ({ kind }) => kind === 'refusal',
          expected: `${more.label} to be let in like ${fewer.label}`,
        });
      }
    },
  },
);

/** Scopes of another project add nothing to those that do not suffice in this one ("Authentication"). */
export const foreignScopes = holds(
  'Authentication/scopes-are-exact-for-reads',
  'tokens whose scopes of this project do not suffice, with scopes of another project besides',
  {
    limits: ['minted-scopes'],
    minimum: () => 1,
    check: async (on) => {
      const { projectKey } = on.options;
      const mixed = on.callers.supplied.filter(
        (caller) =>
          lacks(caller, endpoint('readById'), projectKey) &&
          scopes.some((name) => caller.scopes.has(`${name}:${projectKey}`)) &&
          [...caller.scopes].some((scope) => !scope.endsWith(`:${projectKey}`)),
      );
      if (mixed.length === 0)
        return on.discarded(
          'no-minted-token',
          'no token was supplied that holds scopes of this project and of another',
          'CONFORMANCE_TOKENS=<file with a token of view_products here and of manage_test elsewhere>',
        );
      const cases = drawn(
        fc.tuple(fc.constantFrom(...mixed), fc.constantFrom(...refusable)),
        on.seed,
        Math.ceil(on.reach / 4),
      );
      for (const {
        value: [caller, which],
      } of cases)
        await judgeCallers(on, which, [caller]);
    },
  },
);

/** Reads whose refusal can be told from the answer. */
const refusable = [readingCase, checkingCase, listCase.query, listCase.search, listCase.sorted] as const;
