import { member } from '../reference/json.ts';
import type { Request, Response } from '../reference/message.ts';
import type { HandleWrap } from '../reference/reply.ts';
import { match, operationOf } from '../reference/routes.ts';
import { latest, write } from '../reference/state.ts';
import { tokenOf } from '../reference/tokens.ts';
import { answering, jsonOf, serving, succeeded, under, withJson } from './rewrite.ts';
import { living } from './siblings.ts';
import type { Resource } from '../reference/resource.ts';
import type { State } from '../reference/policy.ts';

/** The existing resource that a path with an id names. */
function named(state: State, { method, target }: Request): Resource | undefined {
  const found = match(method, target);
  if (found.kind !== 'operation') return undefined;
  return living(state, found.projectKey).find(({ id }) => id === found.path['id']);
}

/** Reads that pass the test repeat the answer to the first of them for ever. */
export const remembering =
  (test: (request: Request) => boolean): HandleWrap =>
  (next) => {
    const answers = new Map<string, Response>();
    return (state, request, now) => {
      const reply = next(state, request, now);
      if (operationOf(request) !== '4.2' || !test(request)) return reply;
      if (!('response' in reply) || !succeeded(reply.response)) return reply;
      const path = request.target.replace(/\?.*$/s, '');
      const response = answers.get(path) ?? reply.response;
      answers.set(path, response);
      return { ...reply, response };
    };
  };

/** A read immediately after another read repeats its answer. */
export const mixingReads: HandleWrap = (next) => {
  let last: { readonly response: Response; readonly at: number } | undefined;
  return (state, request, now) => {
    const reply = next(state, request, now);
    if (operationOf(request) !== '4.2' || !('response' in reply) || !succeeded(reply.response)) return reply;
    const before = last;
    last = { response: reply.response, at: now };
    return before === undefined || now - before.at >= 15 ? reply : { ...reply, response: before.response };
  };
};

/** After a delete the collection seems empty until the next create. */
export const denyingAfterDelete: HandleWrap = (next) => {
  let denies = false;
  return (state, request, now) => {
    const operation = operationOf(request);
    const reply = next(state, request, now);
    if (!('response' in reply) || !succeeded(reply.response)) return reply;
    if (operation === '4.11') denies = true;
    if (operation === '4.6') denies = false;
    if (operation !== '4.5' || !denies) return reply;
    return { ...reply, response: { ...reply.response, status: 404 } };
  };
};

/** Undoes, after some time, deletes of resources that pass the test. */
export const undoing =
  (afterMs: number, test: (resource: Resource) => boolean): HandleWrap =>
  (next) => {
    const undone: { readonly resource: Resource; readonly from: number }[] = [];
    return (state, request, now) => {
      const due = undone.filter(({ from }) => from <= now);
      for (const one of due) {
        undone.splice(undone.indexOf(one), 1);
        const before = one.resource.history.at(-2)?.snapshot;
        if (before) write(one.resource, before, now);
      }
      const resource = operationOf(request) === '4.11' ? named(state, request) : undefined;
      const isMeant = resource !== undefined && test(resource);
      const reply = next(state, request, now);
      if (!isMeant || !latest(resource).deleted) return reply;
      const before = resource.history.at(-2)?.snapshot;
      if (afterMs > 0) undone.push({ resource, from: now + afterMs });
      else if (before) write(resource, before, now);
      return reply;
    };
  };

/** Every second delete leaves the resource unchanged. */
export const undoingEverySecond: HandleWrap = (next) => {
  let count = 0;
  return undoing(0, () => {
    count += 1;
    return count % 2 === 0;
  })(next);
};

/** The refusal of a read for its scopes contains the content that a sufficient caller would get. */
export const disclosing =
  (operation: '4.1' | '4.3'): HandleWrap =>
  (next) =>
  (state, request, now) => {
    const reply = next(state, request, now);
    if (operationOf(request) !== operation || !('response' in reply) || reply.response.status !== 403)
      return reply;
    const allowed = next(state, under(request, tokenOf.everything), now);
    const shown = 'response' in allowed ? jsonOf(allowed.response) : undefined;
    return shown === undefined
      ? reply
      : { ...reply, response: withJson(reply.response, { message: 'refused', shown }) };
  };

/** The answers to existence checks that pass the test have a body. */
export const headBody = (of: (response: Response, request: Request) => boolean): HandleWrap =>
  answering(['4.5'], (response, request) =>
    of(response, request)
      ? { ...response, wire: { kind: 'head-body', form: 'content-length', afterMs: 0 } }
      : response,
  );

/** A PUT that is refused for its scopes changes the version of the named resource. */
export const movingRefused = serving(['4.8'], (next, request, state, now) => {
  const reply = next();
  if (!('response' in reply) || reply.response.status !== 403) return reply;
  const id = member(jsonOf(request), 'id');
  const target = living(state).find((resource) => resource.id === id) ?? living(state).at(-1);
  if (target) {
    const before = latest(target);
    write(target, { ...before, version: before.version + 1n }, now);
  }
  return reply;
});
