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

/** One more request of a sort; undefined if its prerequisites cannot be had. */
export type Attempt = () => Promise<Exchange | undefined>;

/** Sent though nothing of its sort was answered, and once. */
export const anyway = { whenSilent: 'send-anyway', once: true } as const;

/** A documented request without a part that may break a server; none if a survey or a declared sample has to send it. */
export function attemptAt(on: Stage, name: EndpointName): Attempt | undefined {
  const attempt = plainAttempt(on, name);
  return attempt && (() => unlessInconclusive(attempt()));
}

function plainAttempt(on: Stage, name: EndpointName): Attempt | undefined {
  if (name === 'exists') return () => on.ask(name, anyway);
  if (name === 'create') return () => createPlain(on);
  if (name === 'readByKey')
    return () =>
      onFresh(on, async (own) => {
        const key = await keyOf(on, own);
        return key === undefined ? undefined : await on.ask(name, { path: { key }, ...anyway });
      });
  return writesAtRisk(on, name);
}

function createPlain(on: Stage): Promise<Exchange> {
  const json = { objectTypeProperty: { arrayOfStringExample: [on.canary()] } };
  return createNoted(on, { as: on.writer, json, ...anyway });
}

/** A create whose resource is recorded, if it makes one after all. */
export async function createNoted(on: Stage, ask: Ask): Promise<Exchange> {
  const exchange = await on.ask('create', ask);
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}

/** How a create, an update or a delete is requested again, each of a resource of its own: none is sent a second time. */
export function writesAtRisk(on: Stage, name: EndpointName): Attempt | undefined {
  if (name === 'create') return () => createLarge(on);
  if (name === 'update') return () => onFresh(on, (own) => updateFresh(on, own));
  if (name === 'remove') return () => onFresh(on, (own) => deleteOwn(on, own, on.writer, 'send-anyway'));
  return undefined;
}

const manyElements = 40;

/** The length may be stated wrongly for a long text, or for a text beyond ASCII. */
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

/** Uses a resource that is made for it, and stays. */
export function onFresh<T>(on: Stage, use: (own: OwnResource) => Promise<T>): Promise<T> {
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

/** Whether nothing of a request is left to guess, on which the server might break. */
export function isShownOrDeclared(on: Stage, name: EndpointName): boolean {
  const { section, takes } = endpoint(name);
  const isShown = takes === undefined || takes === 'content' || takes === 'actions';
  return isShown || Object.hasOwn(on.profile.samples ?? {}, section);
}
