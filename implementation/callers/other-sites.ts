import { isOfClass } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { Aborted } from '../../run/aborted.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../stage.ts';
import { isAlike, saidIn, type Said } from './same-answers.ts';

/** Reads that no site but this API answers each in its own way. */
const documented = [
  'query',
  'readById',
  'search',
  'sorted',
  'cart',
] as const satisfies readonly EndpointName[];

/**
 * Checks that the server is this API at all, before anything is written: a site that answers documented and invented
 * paths alike with 2xx or 3xx is not. If one documented path is answered differently, everything is judged.
 *
 * @param first - the answer of 4.1 to a token @param unknown - the answer to an unknown token; if the two differ, the
 * server distinguishes tokens
 *
 * @throws Aborted
 */
export async function refuseOtherSites(on: Stage, first: Exchange, unknown: Exchange): Promise<void> {
  if (!isOpen(first) || first.status !== unknown.status) return;
  const as = first.caller;
  const path = { id: on.canary() };
  const invented = await Promise.all(
    [0, 1].map(() => on.ask('query', { as, target: `/${on.canary()}/${on.canary()}` })),
  );
  const [one, two] = invented.map(saidIn);
  if (one === undefined || two === undefined || !invented.every(isOpen)) return;
  const answers = await Promise.all(documented.map((name) => on.ask(name, { as, path, mayNotExist: true })));
  if (!answers.every((answer) => isOpen(answer) && isAlike(saidIn(answer), one, two))) return;
  throw new Aborted('unreachable', otherSite(on, first, one));
}

function isOpen({ status }: Exchange): boolean {
  return isOfClass(status, 2, 3);
}

function otherSite(on: Stage, { label }: Exchange, { mediaType }: Said): string {
  const { baseUrl, projectKey } = on.options;
  const what = mediaType === '' ? label : `${label} ${mediaType}`;
  return (
    `${baseUrl} is not this API: GET of /${projectKey}/resource, of four more documented paths and of paths that do not ` +
    `exist has the same answer (${what}), with a token and without. Expected CONFORMANCE_BASE_URL to name the API, not a ` +
    'web site, a login page or a proxy before it; nothing was written'
  );
}
