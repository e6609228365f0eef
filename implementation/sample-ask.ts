import type { Header } from '../wire/exchange.ts';
import { defined } from '../clause/defined.ts';
import type { Pair } from './plain-query.ts';
import type { Ask } from '../run/ask.ts';
import type { Offered } from '../world/operations/offered.ts';
import type { PlainJson, DeclaredRequest } from '../clause/profile.ts';
import type { SampledOperation } from '../contract/operations.ts';
import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import { coreSections, namesWith } from '../contract/traits.ts';
import type { Stage } from './stage.ts';

/** The part of a declared sample that a request uses; nothing if no sample is declared. */
export function sampleAsk(
  on: Stage,
  ...operations: readonly SampledOperation[]
): Pick<Ask, 'path' | 'query' | 'headers' | 'json'> {
  const { path, query = {}, headers = {}, body } = declaredSample(on, ...operations) ?? {};
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one): Pair => [name, one]),
  );
  const fields: readonly Header[] = Object.entries(headers);
  return defined({
    path,
    query: pairs.length === 0 ? undefined : pairs,
    headers: fields.length === 0 ? undefined : fields,
    json: body,
  });
}

export function declaredSample(
  on: Stage,
  ...operations: readonly SampledOperation[]
): DeclaredRequest | undefined {
  return operations.map((operation) => on.profile.samples?.[operation]).find((one) => one !== undefined);
}

/** A declared body as a form: a string unchanged, an object member by member. */
export function formOf(body: PlainJson | undefined): string {
  if (body === undefined || body === null) return '';
  if (typeof body !== 'object') return String(body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  return form.toString();
}

/** The parts of each operation's sample with which a request can find a resource. */
const sampled: Partial<Readonly<Record<EndpointName, string>>> = {
  query: '"query": {"<parameter>": "<value>"}',
  search: '"query": {"<parameter>": "<value>"}',
  sorted: '"query": {"<parameter>": "<value>"}',
  patch: '"body": {"version": 1, "objectTypeProperty": {…}}',
  put: '"body": {"version": 1, "objectTypeProperty": {…}}',
  complexPath: '"body": {…}',
  urnLinks: '"body": {…}',
  projectionSearch: '"body": {…}',
  images: '"query": {"sku": "<value>"}',
  cart: '"query": {"<parameter>": "<value>"}',
  cartWithHeaders: '"headers": {"Service-Locale": "<value>"}',
};

/** Lines of the profile that help the request to find a resource, if no sample of the section serves. */
const otherLines: Partial<Readonly<Record<EndpointName, string>>> = {
  readByKey: '"resource": {"fixture": {"id": "<id>", "key": "<key>"}}',
  namespaceRead: '"samples": {"4.16.GET": {"query": {…}}}',
  namespaceWrite: '"samples": {"4.16.POST": {"body": …}}',
};

/** The line that settles whether an operation exists: for another answer, or to leave it out. */
export function lineThatFinds(name: EndpointName): string | undefined {
  const { section } = endpoint(name);
  const sample = sampled[name];
  const line = sample === undefined ? otherLines[name] : `"samples": {"${section}": {${sample}}}`;
  const limit = limitWithout(name);
  return line === undefined || limit === undefined ? line : `${line}  (or state the limit: ${limit})`;
}

/** The line that settles a missing operation. A sample is requested only if its section already has another sample. */
export function lineWithout(name: EndpointName, offered: Pick<Offered, 'witnesses'>): string | undefined {
  const isLeft = namesWith('section', endpoint(name).section).some(
    (one) => offered.witnesses(one).length > 0,
  );
  return isLeft ? lineThatFinds(name) : limitWithout(name);
}

/** Undefined if no limit of scope can leave out the section. */
function limitWithout(name: EndpointName): string | undefined {
  const { section } = endpoint(name);
  return coreSections.includes(section) ? undefined : `CONFORMANCE_WITHOUT=${section}`;
}
