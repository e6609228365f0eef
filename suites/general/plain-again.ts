import { says } from '../../wire/status.ts';
import { endpoint, type EndpointName, type Parameter } from '../../contract/endpoints.ts';
import { valuesAt } from '../../contract/operation-at.ts';
import type { Exchange } from '../../history/exchange.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';
import { lets } from '../../world/callers/lets.ts';
import { knownActions } from '../../implementation/updates/known-actions.ts';
import { greatestSafe } from '../../implementation/updates/wrong-versions.ts';
import { referredRecord, type Schema } from '../../schemas/records.ts';
import { requestFlaws } from '../../schemas/request-flaws.ts';
import { isRequestSection, requests } from '../../schemas/requests.ts';
import { asObject, JsonNumber, plain, readJson, type Json, type JsonInput } from '../../wire/json/json.ts';
import { anyway, createNoted, onFresh, type Attempt } from './attempts-at-risk.ts';

/** What is longer may be too long for somebody, in octets. */
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

/**
 * How a request is sent once more, in one way or several; in none where something of it is odd, on which a server may end
 * the connection. It is documented, from a caller who may ask so, holds nothing but plain values of the documented types,
 * and names nothing that is not there.
 */
export function plainAgain(on: Stage, exchange: Exchange): readonly Attempt[] {
  const { endpoint: name, caller: as, request, mayNotExist } = exchange;
  if (name === undefined || !isUsual(on, exchange)) return [];
  const { parameters } = endpoint(name);
  const query = [...new URLSearchParams(request.target.split('?', 2)[1] ?? '')];
  const content = request.body === undefined ? {} : plainContent(name, request.body);
  if (content === undefined || !query.every((pair) => isPlainPair(parameters, pair))) return [];
  const path = valuesAt(name, request.target);
  const { id = '', key: _key, projectKey: _project, ...chosen } = path;
  if (mayNotExist && !on.isOurs(id)) return [];
  if (!Object.values(chosen).every((value) => segment.test(value))) return [];
  const same: Ask = { as, path, query, ...content, ...anyway };
  if (name === 'update') return [() => updateAgain(on, id, same), () => updateTwice(on, same)];
  if (name === 'create') return [() => createNoted(on, same)];
  return on.gone.has(id) ? [] : [() => on.ask(name, same)];
}

/** An answer is owed to an update wherever it goes: its version is that of the resource, or it is not. */
async function updateAgain(on: Stage, id: string, same: Ask): Promise<Exchange> {
  const again = on.gone.has(id) ? undefined : await on.ask('update', same);
  if (again !== undefined && !says(again, 'nothing there')) return again;
  return await onFresh(on, (own) => on.ask('update', { ...same, path: { id: own.id } }));
}

/** Its actions with the actual version, on a resource just made, and once more where they were accepted. */
async function updateTwice(on: Stage, same: Ask): Promise<Exchange | undefined> {
  const { actions = [] } = same.json as { readonly actions?: JsonInput };
  return await onFresh(on, async (own) => {
    let last: Exchange | undefined;
    for (let time = 0; time < 2 && (last === undefined || last.succeeded); time += 1) {
      own.forget();
      const version = await versionToState(on, own);
      if (version === undefined) return last;
      const json = { version: new JsonNumber(version), actions };
      last = await on.ask('update', { ...same, path: { id: own.id }, json });
    }
    return last;
  });
}

/** By its documented method, with the usual headers alone, in the project under test, from a token that is said to suffice. */
function isUsual({ facts, options }: Stage, { endpoint: name, caller, request }: Exchange): boolean {
  if (name === undefined) return false;
  const { method, changes, needs } = endpoint(name);
  const isSufficient = lets(name, caller, options.projectKey) === 'in';
  const others = changes === 'nothing' ? [facts.reader, facts.writer] : [facts.writer, facts.updater];
  const usual = new Map([
    ['authorization', `Bearer ${caller.token ?? ''}`],
    ['content-type', 'application/json'],
  ]);
  const ownHeaders = new Set([
    'user-agent',
    'traceparent',
    ...options.headers.map(([one]) => one.toLowerCase()),
  ]);
  return (
    request.method === method &&
    (needs === 'nothing' || needs === 'id' || needs === 'key') &&
    request.target.startsWith(`/${options.projectKey}/`) &&
    (isSufficient || others.some((one) => one?.label === caller.label)) &&
    request.headers.every(
      ([one, value]) => ownHeaders.has(one.toLowerCase()) || usual.get(one.toLowerCase()) === value,
    )
  );
}

function isPlainPair(parameters: readonly Parameter[], [name, value]: readonly [string, string]): boolean {
  const parameter = parameters.find((one) => one.name === name);
  if (parameter === undefined || parameter.syntax === 'not shown') return false;
  return plainForms[parameter.type]?.test(value) === true;
}

/** The body, where the contract shows what it is and it is no more than that. */
function plainContent(name: EndpointName, octets: Uint8Array): { readonly json: Json } | undefined {
  const { section } = endpoint(name);
  const reading = readJson(octets);
  if (!isRequestSection(section) || octets.length > mostOctets) return undefined;
  if (reading.kind !== 'json' || reading.oddities.length > 0) return undefined;
  const { value: json } = reading;
  const isShown = requestFlaws(section, plain(json)).length === 0;
  return isShown && isPlain(json, requests[section]) ? { json } : undefined;
}

function isPlain(value: Json, written: Schema): boolean {
  const schema = referredRecord(written) ?? written;
  if (value instanceof JsonNumber) return (schema.type === 'integer' ? integer : number).test(value.source);
  if (typeof value === 'string') return text.test(value);
  if (Array.isArray(value)) return value.every((one) => isPlain(one, schema.items ?? {}));
  return Object.entries(asObject(value) ?? { '': null }).every(([name, member]) => {
    const known = schema.properties?.[name];
    if (name === 'action') return knownActions.some((one) => one === member);
    if (name === 'actions' && Array.isArray(member) && member.length === 0) return false;
    if (name === 'version' && member instanceof JsonNumber) return isExact(member);
    return known !== undefined && isPlain(member, known);
  });
}

/** A version to which the answer is exactly determined. */
function isExact({ source, value }: JsonNumber): boolean {
  return /^\d+$/.test(source) && value <= greatestSafe;
}
