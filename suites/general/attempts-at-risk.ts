import { createNoted } from '../../judging/surveys/noted-create.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { JsonNumber, type JsonInput } from '../../wire/json/json.ts';
import { keyOf } from '../../implementation/keys/keyed-resource.ts';
import { deleteOwn } from '../../implementation/resources/disposable.ts';
import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { says } from '../../wire/status.ts';
import { valuesAt } from '../../contract/operation-at.ts';
import { lets } from '../../world/callers/lets.ts';
import { plainParts } from '../../world/operations/plain-requests.ts';

/** Sends a further request of its kind; undefined if its prerequisites are missing. */
export type Attempt = () => Promise<Exchange | undefined>;

/** Sent once, even if no request of this kind was answered. */
export const anyway = { whenSilent: 'send-anyway', once: true } as const;

/** A documented request without parts that may break a server; undefined if only a survey or a sample can send it. */
export function attemptAt(on: Stage, name: EndpointName): Attempt | undefined {
  const attempt = plainAttempt(on, name);
  return attempt && (() => unlessInconclusive(attempt()));
}

function plainAttempt(on: Stage, name: EndpointName): Attempt | undefined {
  if (name === 'exists') return () => on.ask(name, anyway);
  if (name === 'create')
    return () => {
      const json = { objectTypeProperty: { arrayOfStringExample: [on.canary()] } };
      return createNoted(on, { as: on.writer, json, ...anyway });
    };
  if (name === 'readByKey')
    return () =>
      onFresh(on, async (own) => {
        const key = await keyOf(on, own);
        return key === undefined ? undefined : await on.ask(name, { path: { key }, ...anyway });
      });
  return writesAtRisk(on, name);
}

/** How to repeat a create, an update or a delete, each on its own resource: no write is sent a second time. */
export function writesAtRisk(on: Stage, name: EndpointName): Attempt | undefined {
  if (name === 'create') return () => createLarge(on);
  if (name === 'update') return () => onFresh(on, (own) => updateFresh(on, own));
  if (name === 'remove') return () => onFresh(on, (own) => deleteOwn(on, own, on.writer, 'send-anyway'));
  return undefined;
}

const manyElements = 40;

/** A server may state a wrong length for a long text, or for a text beyond ASCII. */
function createLarge(on: Stage): Promise<Exchange> {
  const many = (element: JsonInput): JsonInput => Array.from({ length: manyElements }, () => element);
  const numbers = Array.from({ length: manyElements }, (_, at) => new JsonNumber(String(at)));
  return on.ask('create', {
    as: on.writer,
    json: {
      objectTypeProperty: {
        arrayOfIntExample: numbers,
        arrayOfUniqueIntExample: numbers,
        arrayOfFloatExample: numbers,
        arrayOfNumberNoDefaultsExample: numbers,
        arrayOfStringExample: many(`${on.canary()} é日`),
        arrayOfObjectType: many({
          integerExample: new JsonNumber('1'),
          integerExampleInt32: new JsonNumber('1'),
        }),
      },
    },
    ...anyway,
  });
}

/** Uses a resource that is made for this request, and stays. */
function onFresh<T>(on: Stage, use: (own: OwnResource) => Promise<T>): Promise<T> {
  return on.fresh(async (own) => {
    on.keep(own);
    return await use(own);
  });
}

async function updateFresh(on: Stage, own: OwnResource): Promise<Exchange | undefined> {
  const version = await versionToState(on, own);
  if (version === undefined) return undefined;
  return await on.ask('update', {
    path: { id: own.id },
    json: {
      version: new JsonNumber(version),
      actions: [{ action: 'changeSomeProperty', someProperty: on.canary() }],
    },
    ...anyway,
  });
}

/** Whether no part of the request was invented: an invented part might break the server. */
export function isShownOrDeclared(on: Stage, name: EndpointName): boolean {
  const { section, takes } = endpoint(name);
  const isShown = takes === undefined || takes === 'content' || takes === 'actions';
  return isShown || Object.hasOwn(on.profile.samples ?? {}, section);
}

/**
 * The ways to send a request again; none if the request has an odd part, for which a server may end the
 * connection. A plain request is documented, from a caller who may send it, has only plain values of
 * documented types, and names only what exists.
 */
export function plainAgain(on: Stage, exchange: Exchange): readonly Attempt[] {
  const { endpoint: name, caller: as, request, mayNotExist } = exchange;
  if (name === undefined || !isUsual(on, exchange)) return [];
  const parts = plainParts(name, exchange);
  const path = valuesAt(name, request.target);
  const { id = '' } = path;
  if (parts === undefined || (mayNotExist && !on.isOurs(id))) return [];
  const same: Ask = { as, path, ...parts, ...anyway };
  if (name === 'update') return [() => updateAgain(on, id, same), () => updateTwice(on, same)];
  if (name === 'create') return [() => createNoted(on, same)];
  return on.gone.has(id) ? [] : [() => on.ask(name, same)];
}

/** An update must be answered for any target: its version is the version of the resource, or is not. */
async function updateAgain(on: Stage, id: string, same: Ask): Promise<Exchange> {
  const again = on.gone.has(id) ? undefined : await on.ask('update', same);
  if (again !== undefined && !says(again, 'nothing there')) return again;
  return await onFresh(on, (own) => on.ask('update', { ...same, path: { id: own.id } }));
}

/** Repeats its actions with the actual version on a new resource, and once more if the update was accepted. */
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

/** The request has the documented method and usual headers, the tested project, and a sufficient token. */
function isUsual({ facts, options }: Stage, { endpoint: name, caller, request }: Exchange): boolean {
  if (name === undefined) return false;
  const { changes, needs } = endpoint(name);
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
    (needs === 'nothing' || needs === 'id' || needs === 'key') &&
    request.target.startsWith(`/${options.projectKey}/`) &&
    (isSufficient || others.some((one) => one?.label === caller.label)) &&
    request.headers.every(
      ([one, value]) => ownHeaders.has(one.toLowerCase()) || usual.get(one.toLowerCase()) === value,
    )
  );
}
