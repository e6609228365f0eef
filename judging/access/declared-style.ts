import { inScope } from '../../run/options.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { listNames, type ListName } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import { lets } from '../../world/callers/lets.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Stage } from '../../implementation/stage.ts';
import { redirection } from '../../run/session/redirects.ts';
import { pageOf } from '../../world/weather/pages.ts';
import { sameShape } from './access-case.ts';
import { isTelling, listed } from './disclosure.ts';
import { tellingList } from './telling-list.ts';

/** The answers of one list to a sufficient caller, and to callers that must be refused. */
interface Sighting {
  readonly name: ListName;
  readonly control: Exchange;
  readonly refusals: readonly Exchange[];
}

/** Whether the endpoint is a read whose answer a filter may empty. */
function filters(name: EndpointName): boolean {
  const { changes, shows } = endpoint(name);
  return changes === 'nothing' && shows !== 'match' && shows !== 'other';
}

const sightings = oncePerRun((on: Stage): Promise<readonly Sighting[]> =>
  Promise.all(
    inScope(on.options, listNames).map(async (name) => {
      const control = await on.defer(() => tellingList(on, name));
      const { none, random, supplied } = on.callers;
      const insufficient = supplied.filter((one) => lets(name, one, on.options.projectKey) === 'out');
      const answers = await Promise.all([none, random, ...insufficient].map((as) => on.ask(name, { as })));
      const ends = await Promise.all(answers.map((one) => sentOn(on, one)));
      const all = [...answers, ...ends.flatMap((one) => one ?? [])];
      const refusals = all.filter((one) => one.is('accepted', 'turned away') || isSentOn(one));
      return { name, control, refusals };
    }),
  ),
);

type Style = NonNullable<NonNullable<Stage['profile']['refusal']>['style']>;

/** A 2xx answer to an insufficient caller, or a redirect elsewhere, beside the answer to a sufficient caller. */
interface Doubtful {
  readonly name: EndpointName;
  readonly probe: Exchange;
  readonly control: Exchange;
}

/**
 * Whether a 2xx answer to an insufficient caller, or a redirect elsewhere, is a refusal in the declared style. The
 * declaration alone decides nothing: the answer must show no content, and other operations must refuse in the same
 * style.
 *
 * @param control - the answer to a sufficient caller
 */
export async function refusesInStyle(
  on: Stage,
  name: EndpointName,
  probe: Exchange,
  control: Exchange,
): Promise<boolean> {
  return await refusesBy(on.profile.refusal?.style, on, { name, probe, control });
}

async function refusesBy(
  style: Style | undefined,
  on: Stage,
  { name, probe, control }: Doubtful,
): Promise<boolean> {
  // The request got no success: its redirect leads to the same place, whatever was requested.
  if (isSentOn(probe) || style === 'page') return await refusesByPage(on, name, probe);
  if (style === 'filter' && filters(name) && !isTelling(listed(probe)))
    return (await elsewhere(on, name)).some(
      ({ control: shown, refusals }) =>
        isTelling(listed(shown)) && refusals.some((seen) => seen.succeeded && !isTelling(listed(seen))),
    );
  if (style === 'envelope' && probe.object !== undefined && !sameShape(probe, control))
    return (await elsewhere(on, name)).some((one) =>
      one.refusals.some((seen) => sameShape(seen, probe) && !sameShape(seen, one.control)),
    );
  return false;
}

/** Whether a success for a caller with access is a refusal in the declared style: another such caller shows it. */
export async function isDeniedInStyle(
  on: Stage,
  name: EndpointName,
  answer: Exchange,
  control: Exchange,
): Promise<boolean> {
  if (!declaresStyle(on) || !answer.succeeded || !control.succeeded) return false;
  if (on.profile.refusal?.style === 'filter' && !isTelling(listed(control))) return false;
  return await refusesInStyle(on, name, answer, control);
}

/** The remedy, if lists refuse with the same page. */
export async function styleToDeclare(
  on: Stage,
  name: EndpointName,
  probe: Exchange,
): Promise<string | undefined> {
  const isStyle = on.profile.refusal?.style === undefined && (await refusesByPage(on, name, probe));
  return isStyle ? '"refusal": {"style": "page"}' : undefined;
}

/** Whether lists refuse callers by the same page or redirect, while callers with access get neither. */
async function refusesByPage(on: Stage, name: EndpointName, probe: Exchange): Promise<boolean> {
  const page = placeOf(probe);
  if (page === undefined) return false;
  return (await elsewhere(on, name)).some(
    (one) => placeOf(one.control) === undefined && one.refusals.some((seen) => placeOf(seen) === page),
  );
}

/** The answer is a page, or redirects elsewhere, for example to a login page. */
export function isByPage(answer: Exchange): boolean {
  return placeOf(answer) !== undefined && (answer.succeeded || answer.isWordless || isSentOn(answer));
}

/** The answer is a redirect that leads elsewhere, or comes from the target of such a redirect. */
function isSentOn({ redirect, request, endpoint: name }: Exchange): boolean {
  return redirect === 'elsewhere' || (name === undefined && request.fromOrigin === true);
}

/** The page, or the target of a redirect without its query, which may name the origin. */
function placeOf(exchange: Exchange): string | undefined {
  if (exchange.redirect !== 'elsewhere') return pageOf(exchange);
  return redirection(exchange.outcome)?.split(/[?#]/, 1)[0];
}

/** Whether the vendor declares that refusals come as successes. */
export function declaresStyle({ profile }: Stage): boolean {
  const { style = 'status' } = profile.refusal ?? {};
  return style === 'filter' || style === 'envelope' || style === 'page';
}

async function elsewhere(on: Stage, name: EndpointName): Promise<readonly Sighting[]> {
  return (await sightings(on)).filter((one) => one.name !== name);
}

/** The reading of the answer that speaks for the server, with the evidence from elsewhere. */
export async function refusedInStyle(on: Stage, seen: Doubtful): Promise<string> {
  const style = on.profile.refusal?.style;
  const reading = 'it is refused by a success that discloses nothing';
  const byStatus = 'refuse by status to remove the doubt';
  if (declaresStyle(on)) {
    const all = (await sightings(on)).flatMap(({ refusals }) => refusals);
    const others = all.filter((one) => one.is('turned away')).length;
    return (
      `${reading}: ${byStatus}. The declared refusal.style ${JSON.stringify(style)} does not decide it: ` +
      `${others} of ${all.length} refusals of lists were by status`
    );
  }
  const shown = (await sightings(on)).some(({ refusals }) => refusals.some(isEmptyList))
    ? 'filter'
    : 'envelope';
  if (style === undefined && !isByPage(seen.probe) && (await refusesBy(shown, on, seen)))
    return `${reading}, as lists do: declare "refusal": {"style": "${shown}"}, or ${byStatus}`;
  return `${reading}: ${byStatus}. A declared refusal.style counts only if lists are also seen to refuse in that style`;
}

/** A success in the form of a list without elements. */
function isEmptyList({ succeeded, value, object }: Exchange): boolean {
  const isEmpty = (one: unknown): boolean => Array.isArray(one) && one.length === 0;
  return succeeded && (isEmpty(value) || Object.values(object ?? {}).some(isEmpty));
}

/** The end of a read that was redirected within the origin, for example to a login page; it counts for no endpoint. */
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
    // The original method: the contract does not show the method of every endpoint.
    method: request.method,
    target: `${url.pathname}${url.search}`,
    fromOrigin: true,
  });
}
