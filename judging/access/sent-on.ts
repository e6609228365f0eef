import type { Exchange } from '../../history/exchange.ts';
import { redirection } from '../../run/session/redirects.ts';
import type { Stage } from '../../implementation/stage.ts';

/**
 * The final answer of a read that was redirected within the origin, for example to a login page: requested by the
 * same caller, and counted for no endpoint.
 *
 * @returns undefined if it leads out of the origin, or is no read
 */
export async function sentOn(
  on: Stage,
  { endpoint, request, outcome, caller }: Exchange,
): Promise<Exchange | undefined> {
  const location = redirection(outcome);
  if (endpoint === undefined || location === undefined || !['GET', 'HEAD'].includes(request.method))
    return undefined;
  const base = new URL(on.options.baseUrl);
  const from = request.fromOrigin === true ? '' : base.pathname.replace(/\/+$/, '');
  const there = `${base.origin}${from}${request.target}`;
  if (!URL.canParse(location, there)) return undefined;
  const url = new URL(location, there);
  if (url.origin !== base.origin) return undefined;
  return await on.ask(endpoint, {
    as: caller,
    // With the original method: the contract does not show the method of every endpoint.
    method: request.method,
    target: `${url.pathname}${url.search}`,
    fromOrigin: true,
  });
}
