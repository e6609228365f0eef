import { isObject, type Json, type JsonObject } from './json.ts';
import { headerOf, type Header, type Request, type Response } from './message.ts';
import { readJson } from './read-json.ts';
import type { Reply } from './reply.ts';
import { Refused } from './refused.ts';
import type { Call, Opening } from './policy.ts';

/** Serves one operation. Ends the request with an error by throwing `Refused`. */
export type Handler = (call: Call) => Response | Reply;

/** The route of an operation, its callers, and its handler. */
export interface Route {
  readonly method: string;
  /** The path after `/{projectKey}/resource/`: literal segments, `{name}`, or `prefix={name}`. */
  readonly path: string;
  /** The listed scopes. If the contract shows none, 4.10 needs manage_test, and all others need a known token. */
  readonly opening: Opening;
  readonly serve: Handler;
}

/** Operations by their sections, the two of 4.16 by their methods as well. */
export type Served = Readonly<Record<string, Route>>;

/** The scopes of a read, any one of which suffices. */
export const reading: Opening = ['manage_test', 'view_test'];

/** The scope of a write. */
export const writing: Opening = ['manage_test'];

/** A JSON answer. */
export function json(call: Call, status: number, body: Json, headers: readonly Header[] = []): Response {
  const { policy } = call.state;
  return { status, headers: [['Content-Type', policy.contentType], ...headers], body: policy.encode(body) };
}

/** An answer without content. */
export function empty(status: number, headers: readonly Header[] = []): Response {
  return { status, headers, body: new Uint8Array() };
}

/** The JSON object in the request's body. Throws `Refused`: 415 for another type, 400 for any other flaw. */
export function objectBody(call: Call): JsonObject {
  const body = jsonBody(call);
  if (!isObject(body)) throw new Refused(400, 'the body is not a JSON object');
  return body;
}

/** The JSON value in the request's body. Throws `Refused` (415, 400). */
export function jsonBody(call: Call): Json {
  const type = mediaType(call.request);
  if (type !== 'application/json') throw new Refused(415, 'the body has to be application/json');
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(call.request.body));
  } catch {
    throw new Refused(400, 'the body is not JSON in UTF-8');
  }
}

/** Media type of the request's body, in lower case and without parameters; empty if none is given. */
export function mediaType(request: Request): string {
  return (headerOf(request, 'content-type') ?? '').replace(/;.*$/s, '').trim().toLowerCase();
}
