import { endpoint } from '../contract/endpoints.ts';
import { suffices, type Caller } from '../run/caller.ts';
import { keptResource } from '../run/kept-resource.ts';
import { judgeSandwich } from '../run/sandwich.ts';
import { holds } from '../run/section.ts';
import { growingScopes } from './arbitraries/scope-subset.ts';
import { drawn } from './drawn-cases.ts';

/** A caller who is let in is let in with more scopes, too (4.2, "Authentication"). */
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
      const cases = new Set(drawn(pairs, on.seed, Math.ceil(on.reach / 4)).map(({ value }) => value));
      for (const [fewer, more] of cases) {
        const ask = { path: { id: own.id } };
        await judgeSandwich(on, 'readById', {
          controls: [{ ...ask, as: fewer }],
          probes: [{ ...ask, as: more }],
          deviates: ({ kind }) => kind === 'refusal',
          expected: `${more.label} to be let in like ${fewer.label}`,
        });
      }
    },
  },
);
