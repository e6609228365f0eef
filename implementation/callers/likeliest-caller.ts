import { says } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../insist.ts';
import type { OpenScopesOperation } from '../../contract/operations.ts';
import type { Stage } from '../stage.ts';
import { oncePerRunFor } from '../once-per-run.ts';

/** A caller that is granted access, or the likeliest one, with its answer. */
export interface Granted {
  readonly caller: Caller;
  readonly exchange: Exchange;
}

const mostTried = 6;

const firstGranted = oncePerRunFor(
  async (
    on: Stage,
    _place: string,
    operation: OpenScopesOperation,
    ask: (as: Caller) => Promise<Exchange>,
  ): Promise<Granted> => {
    let found: Granted | undefined;
    const all = candidates(on, operation);
    // The caller without a token is the last of them, and always tried.
    for (const caller of all.filter((_, at) => at < mostTried - 1 || at === all.length - 1)) {
      const exchange = await insist(() => ask(caller));
      found ??= { caller, exchange };
      if (!says(exchange, 'denied')) return { caller, exchange };
    }
    return found ?? { caller: on.callers.none, exchange: await ask(on.callers.none) };
  },
);

/** A caller for an operation with open scopes, once a run: declared holders, the widest tokens, then no token. */
export function likeliestCaller(
  on: Stage,
  operation: OpenScopesOperation,
  name: EndpointName,
  ask: (as: Caller) => Promise<Exchange>,
): Promise<Granted> {
  return firstGranted(on, `${operation} ${name}`, operation, ask);
}

function candidates(on: Stage, operation: OpenScopesOperation): readonly Caller[] {
  const { projectKey } = on.options;
  const declared = on.profile.auth?.[operation]?.anyOf ?? [];
  const here = on.callers.supplied.filter(
    ({ supplied, scopes }) =>
      supplied?.expired !== true &&
      supplied?.otherProject !== true &&
      [...scopes].some((scope) => scope.endsWith(`:${projectKey}`)),
  );
  const holders = here.filter(({ scopes }) => declared.some((scope) => scopes.has(`${scope}:${projectKey}`)));
  const usual = [on.facts.writer, on.facts.reader].filter((caller) => caller !== undefined);
  const widest = here.toSorted((a, b) => b.scopes.size - a.scopes.size);
  return [...new Set([...holders, ...usual, ...widest, on.callers.none])];
}
