import { isArray, isObject, writeJson, type Json } from '../reference/json.ts';
import { headerOf, withHeader, type Request, type Response } from '../reference/message.ts';
import { readJson } from '../reference/read-json.ts';
import { mapResponse, type HandleWrap, type Reply } from '../reference/reply.ts';
import { operationOf, type Operation } from '../reference/routes.ts';
import type { State } from '../reference/policy.ts';

/** The operations that a rewriting changes; all operations without a list. */
export type Where = readonly Operation[] | undefined;

/** Operations that answer with an ExampleResource. */
export const resourceOperations: readonly Operation[] = ['4.2', '4.3', '4.6', '4.7', '4.8', '4.10', '4.11'];

function concerns(where: Where, request: Request): boolean {
  if (!where) return true;
  const operation = operationOf(request);
  return operation !== undefined && where.includes(operation);
}

/** Serves requests for one of the operations in its own way. */
export function serving(
  where: Where,
  serve: (next: () => Reply, request: Request, state: State, now: number) => Reply,
): HandleWrap {
  return (next) => (state, request, now) => {
    const onward = (): Reply => next(state, request, now);
    return concerns(where, request) ? serve(onward, request, state, now) : onward();
  };
}

/** Passes requests on in another form. */
export function asking(where: Where, change: (request: Request) => Request): HandleWrap {
  return (next) => (state, request, now) =>
    next(state, concerns(where, request) ? change(request) : request, now);
}

/** Changes every answer of the operations. */
export function answering(
  where: Where,
  change: (response: Response, request: Request, state: State) => Response,
): HandleWrap {
  return serving(where, (next, request, state) =>
    mapResponse(next(), (response) => change(response, request, state)),
  );
}

/** Changes the successful answers of the operations. */
export function succeeding(
  where: Where,
  change: (response: Response, request: Request) => Response,
): HandleWrap {
  return answering(where, (response, request) =>
    succeeded(response) ? change(response, request) : response,
  );
}

/** Changes the JSON of successful answers with JSON. */
export function showing(where: Where, change: (body: Json, request: Request) => Json): HandleWrap {
  return succeeding(where, (response, request) => {
    const body = jsonOf(response);
    return body === undefined ? response : withJson(response, change(body, request));
  });
}

/** Answers requests that pass the test with a bare status, and passes on all others. */
export function refusing(
  where: Where,
  status: number,
  test: (request: Request) => boolean = () => true,
): HandleWrap {
  return serving(where, (next, request) => (test(request) ? { response: bare(status) } : next()));
}

/** Answers in place of a success, after it has taken effect. */
export function insteadOfSuccess(where: Where, status: number, text = '', type = 'text/plain'): HandleWrap {
  return succeeding(where, () => ({ ...bare(status), ...content(text, type) }));
}

/** Whether an answer is 2xx. */
export function succeeded(response: Response): boolean {
  return response.status >= 200 && response.status < 300;
}

/** An answer without content. */
export function bare(status: number): Response {
  return { status, headers: [], body: new Uint8Array() };
}

/** No answer; the connection ends. */
export function hangingUp(response: Response): Response {
  return { ...response, wire: { kind: 'drop' } };
}

/** Text content of an answer. */
export function content(text: string, type: string): Pick<Response, 'headers' | 'body'> {
  return { headers: text === '' ? [] : [['Content-Type', type]], body: new TextEncoder().encode(text) };
}

/** The JSON of an answer; undefined without JSON. */
export function jsonOf(message: Pick<Response, 'body'>): Json | undefined {
  try {
    return readJson(new TextDecoder().decode(message.body));
  } catch {
    return undefined;
  }
}

/** The answer with other JSON. */
export function withJson(response: Response, body: Json): Response {
  return { ...response, body: new TextEncoder().encode(writeJson(body)) };
}

/** The JSON in which each member of that name, at any depth, is changed. */
export function changingMember(name: string, change: (value: Json) => Json): (body: Json) => Json {
  const walk = (value: Json): Json => {
    if (isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, item]) => [key, key === name ? change(item) : walk(item)]));
  };
  return walk;
}

/** The request with another bearer token, or without any. */
export function under(request: Request, token: string | undefined): Request {
  return withHeader(request, 'Authorization', token === undefined ? undefined : `Bearer ${token}`);
}

/** The bearer token of a request. */
export function bearerOf(request: Request): string | undefined {
  return headerOf(request, 'authorization')?.replace(/^bearer +/i, '');
}

/** Values of a query parameter, percent-decoded as far as possible. */
export function parameters(request: Request, name: string): string[] {
  return new URLSearchParams(/\?([^#]*)/.exec(request.target)?.[1] ?? '').getAll(name);
}

/** Whether a letter of the path is percent-encoded without need. */
export function isSpelledOtherwise({ target }: Pick<Request, 'target'>): boolean {
  const [path = ''] = target.split('?');
  return /%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/i.test(path);
}
