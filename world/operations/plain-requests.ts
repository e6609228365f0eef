import { header, mediaType } from '../../wire/media-type.ts';
import { lets } from '../callers/lets.ts';
import { isAskedOf } from '../documented.ts';
import type { World } from '../world.ts';
import { endpoint, type EndpointName, type Parameter } from '../../contract/endpoints.ts';
import { operationOf } from '../../contract/operations.ts';
import { valuesAt } from '../../contract/operation-at.ts';
import type { Exchange } from '../../history/exchange.ts';
import { referredRecord, type Schema } from '../../schemas/records.ts';
import { requestFlaws } from '../../schemas/request-flaws.ts';
import { documentedActions, isRequestSection, requests } from '../../schemas/requests.ts';
import { asObject, JsonNumber, plain, readJson, type Json } from '../../wire/json/json.ts';
import { greatestSafe } from '../../wire/json/numbers.ts';
import { says } from '../../wire/status.ts';

/** The octets beyond which a text may be too long for some servers. */
const mostOctets = 4_096;

const text = /^[\p{L}\p{N} _.:/'-]{1,256}$/u;
const segment = /^[\p{L}\p{N}._-]{1,64}$/u;
const number = /^-?\d{1,9}(?:\.\d{1,6})?$/;
const integer = /^-?\d{1,9}$/;
const plainForms: Readonly<Partial<Record<Parameter['type'], RegExp>>> = {
  String: text,
  Float: /^\d{1,4}(?:\.\d{1,4})?$/,
  Int: /^\d{1,4}$/,
  Boolean: /^(?:true|false)$/,
};

/** Media types of bodies that are not JSON, by the kind of body. */
const usualTypes: Readonly<Partial<Record<string, readonly string[]>>> = {
  form: ['application/x-www-form-urlencoded'],
  image: ['image/jpeg', 'image/png', 'image/gif'],
};

/** The parts of an operation's request besides id and key, if all parts are plain. */
export interface PlainParts {
  readonly query: readonly (readonly [string, string])[];
  readonly json?: Json;
}

/** The parts of a documented request, if all are plain values on which no server need fail; otherwise undefined. */
export function plainParts(name: EndpointName, { request }: Exchange): PlainParts | undefined {
  const { method = request.method, parameters } = endpoint(name);
  const query = [...new URLSearchParams(request.target.split('?', 2)[1] ?? '')];
  const { id: _id, key: _key, projectKey: _project, ...chosen } = valuesAt(name, request.target);
  const isPlainHead =
    request.method === method &&
    query.every((pair) => isPlainPair(parameters, pair)) &&
    Object.values(chosen).every((value) => segment.test(value));
  if (!isPlainHead) return undefined;
  if (request.body === undefined) return { query };
  const json = plainContent(name, request.body);
  return json === undefined ? undefined : { query, json };
}

/**
 * Documented requests of an operation by callers who may have access, about nothing that may be missing, that got a
 * definite answer or lead back to themselves.
 *
 * @param hingesOnNothing - answers that would be the same for existing resources: they also count for possibly missing
 * resources
 */
export function askedFor(
  { history }: Pick<World, 'history'>,
  name: EndpointName,
  hingesOnNothing: (one: Exchange) => boolean = () => false,
): readonly Exchange[] {
  const { projectKey } = history.given;
  const { method } = endpoint(name);
  return history
    .at(name)
    .filter(
      (one) =>
        (method === undefined || one.request.method === method) &&
        (!one.is('noise') || one.redirect === 'in-a-loop') &&
        !isUnfollowed(one) &&
        (!one.mayNotExist || hingesOnNothing(one)) &&
        one.caller.kind === 'supplied' &&
        isAskedOf(projectKey, one) &&
        lets(name, one.caller, projectKey) !== 'out',
    );
}

/** A request on a connection of its own shows its redirect; the run has not requested the target. */
function isUnfollowed(one: Exchange): boolean {
  return says(one, 'moved') && one.redirect === undefined;
}

/** The requests with plain, declared or undocumented values; if there are none, all requests. */
export function plainlyAskedFor(world: World, name: EndpointName): readonly Exchange[] {
  const { needs, takes } = endpoint(name);
  const isOwn = isDeclaredOf(world, name) || needs === 'declaration' || takes === 'not shown';
  const all = askedFor(world, name);
  const some = all.filter(
    (one) => isLabelledAsUsual(name, one) && (isOwn || plainParts(name, one) !== undefined),
  );
  return some.length > 0 ? some : all;
}

/** The first request to each path, because its effect may have changed the answer to the next request. */
export function firstOf(asked: readonly Exchange[]): readonly Exchange[] {
  const firsts = new Map(asked.toReversed().map((one) => [one.path, one]));
  return asked.filter((one) => firsts.get(one.path) === one);
}

/** Whether the vendor has declared a request of an operation. */
export function isDeclaredOf({ profile }: Pick<World, 'profile'>, name: EndpointName): boolean {
  const { section, changes } = endpoint(name);
  const samples: Readonly<Partial<Record<string, unknown>>> = profile.samples ?? {};
  // A sample of a section that two operations share belongs to the write.
  return (
    samples[operationOf(name)] !== undefined || (changes !== 'nothing' && samples[section] !== undefined)
  );
}

/** The field that says how to read a request has a value that the contract names. */
function isLabelledAsUsual(name: EndpointName, { request: { headers } }: Exchange): boolean {
  const { takes = 'content', needs } = endpoint(name);
  const type = mediaType(headers)?.essence;
  const accepts = header(headers, 'accept') ?? '*/*';
  return (
    (type === undefined || (usualTypes[takes] ?? ['application/json']).includes(type)) &&
    ['*/*', 'application/json'].includes(accepts) &&
    (needs !== 'headers' || header(headers, 'service-locale') !== undefined)
  );
}

function isPlainPair(parameters: readonly Parameter[], [name, value]: readonly [string, string]): boolean {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter === undefined || parameter.syntax === 'not shown') return false;
  return plainForms[parameter.type]?.test(value) === true;
}

/** The body, if the contract shows its form and it has no further parts. */
function plainContent(name: EndpointName, octets: Uint8Array): Json | undefined {
  const { section } = endpoint(name);
  const reading = readJson(octets);
  if (!isRequestSection(section) || octets.length > mostOctets) return undefined;
  if (reading.kind !== 'json' || reading.oddities.length > 0) return undefined;
  const { value } = reading;
  const isShown = requestFlaws(section, plain(value)).length === 0;
  return isShown && isPlain(value, requests[section]) ? value : undefined;
}

function isPlain(value: Json, written: Schema): boolean {
  const schema = referredRecord(written) ?? written;
  if (value instanceof JsonNumber) return (schema.type === 'integer' ? integer : number).test(value.source);
  if (typeof value === 'string') return text.test(value);
  if (Array.isArray(value)) return value.every((one) => isPlain(one, schema.items ?? {}));
  return Object.entries(asObject(value) ?? { '': null }).every(([name, member]) => {
    const known = schema.properties?.[name];
    if (name === 'action') return documentedActions.some((one) => one === member);
    if (name === 'actions' && Array.isArray(member) && member.length === 0) return false;
    if (name === 'version' && member instanceof JsonNumber) return isExact(member);
    return known !== undefined && isPlain(member, known);
  });
}

/** A version for which the answer is exactly determined. */
function isExact({ source, value }: JsonNumber): boolean {
  return /^\d+$/.test(source) && value <= greatestSafe;
}
