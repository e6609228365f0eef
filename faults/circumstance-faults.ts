import { isObject, member } from '../reference/json.ts';
import type { Request, Response } from '../reference/message.ts';
import type { HandleWrap } from '../reference/reply.ts';
import { match, operationOf } from '../reference/routes.ts';
import { latest, write, type Resource, type State } from '../reference/state.ts';
import { defaultTokens, tokenOf } from '../reference/tokens.ts';
import type { Fault, Need } from './fault.ts';
import { type } from './namespace-faults.ts';
import { fault, has, query } from './query-faults.ts';
import { answering, asking, bearerOf, jsonOf, serving, succeeded, under } from './rewrite.ts';
import { living } from './siblings.ts';

type Test = (request: Request) => boolean;

const isKnown: Test = (request) => [...defaultTokens().keys()].includes(bearerOf(request) ?? '');

const isViewer: Test = (request) => bearerOf(request) === tokenOf.viewTest;

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

/** Requests that pass the test are served as those of a token with every scope. */
const letIn = (operation: '4.2' | '4.6' | '4.15', test: Test): HandleWrap =>
  asking([operation], (request) => (test(request) ? under(request, tokenOf.everything) : request));

const isWithoutContent: Test = (request) => {
  const content = member(jsonOf(request), 'objectTypeProperty');
  return isObject(content) && Object.keys(content).length === 0;
};

/** The living resource that a path with an id names. */
function named(state: State, { method, target }: Request): Resource | undefined {
  const found = match(method, target);
  if (found.kind !== 'operation') return undefined;
  return living(state, found.projectKey).find(({ id }) => id === found.path['id']);
}

/** Reads that pass the test are answered as the first of them was, for good. */
const remembering =
  (test: Test): HandleWrap =>
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

/** A read that follows another one at once shows what that one was to show. */
const mixingReads: HandleWrap = (next) => {
  let last: { readonly response: Response; readonly at: number } | undefined;
  return (state, request, now) => {
    const reply = next(state, request, now);
    if (operationOf(request) !== '4.2' || !('response' in reply) || !succeeded(reply.response)) return reply;
    const before = last;
    last = { response: reply.response, at: now };
    return before === undefined || now - before.at >= 15 ? reply : { ...reply, response: before.response };
  };
};

/** After a delete nothing seems to exist until something is created. */
const denyingAfterDelete: HandleWrap = (next) => {
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

/** Undoes deletes of resources that pass the test, after some time. */
const undoing =
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

/** A refusal of PUT for its scopes moves the version of what it names. */
const movingRefused = serving(['4.8'], (next, request, state, now) => {
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

/** Faults that show only with a certain caller, part or content, or after a certain other request. */
export const circumstanceFaults: readonly Fault[] = [
  fault(
    'read-open-with-parameters',
    '4.2',
    'A read with parameters is open to everybody.',
    letIn('4.2', (request) => query(request) !== ''),
  ),
  fault(
    'create-without-content-open-to-view-test',
    '4.6',
    'A create with an empty objectTypeProperty is open to view_test.',
    letIn('4.6', (request) => isViewer(request) && isWithoutContent(request)),
  ),
  fault(
    'upload-of-gif-open-to-known-tokens',
    '4.15',
    'An upload of a GIF is open to every known token.',
    letIn('4.15', (request) => isKnown(request) && type(request) === 'image/gif'),
    declared,
  ),
  fault(
    'head-after-a-delete-finds-nothing',
    '4.5',
    'After a delete the existence check is answered 404 until something is created.',
    denyingAfterDelete,
  ),
  fault(
    'head-body-for-view-test',
    '4.5',
    'An existence check by view_test is answered with a body.',
    answering(['4.5'], (response, request) =>
      isViewer(request)
        ? { ...response, wire: { kind: 'head-body', form: 'content-length', afterMs: 0 } }
        : response,
    ),
    { needs: ['raw'] },
  ),
  fault(
    'reads-at-once-are-mixed-up',
    '4.2',
    'A read within 15 ms of another one shows the resource of that one.',
    mixingReads,
  ),
  fault(
    'read-by-view-test-cached-for-ever',
    '4.2',
    'view_test is shown a resource as it was when first read.',
    remembering(isViewer),
  ),
  fault(
    'read-with-parameter-cached-for-ever',
    '4.2',
    'A read with optionalQueryParameter shows a resource as it was when first read so.',
    remembering(has('optionalQueryParameter')),
  ),
  fault(
    'put-refused-to-known-tokens-moves-the-version',
    '4.8',
    'A PUT that is refused for its scopes moves the version of its target.',
    movingRefused,
    declared,
  ),
  fault(
    'delete-of-updated-does-nothing',
    '4.11',
    'A delete of a resource that was updated leaves it as it is.',
    undoing(0, (resource) => resource.history.length > 1),
  ),
  fault(
    'deleted-resources-come-back',
    '4.11',
    'A deleted resource is back as it was after 1.2 seconds.',
    undoing(1_200, () => true),
  ),
];
