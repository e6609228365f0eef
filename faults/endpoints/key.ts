import { isObject, JsonNumber, member } from '../../reference/json.ts';
import type { Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import {
  bare,
  changingMember,
  insteadOfSuccess,
  jsonOf,
  refusing,
  serving,
  showing,
  succeeded,
  withJson,
} from '../rewrite.ts';
import { latest } from '../../reference/state.ts';
import { living, reaching } from '../siblings.ts';

/** An update that is answered 409 takes the key of its resource, until the next update. */
const losingAfterConflicts: HandleWrap = (next) => {
  const lost = new Set<string>();
  return (state, request, now) => {
    const operation = operationOf(request);
    const reply = next(state, request, now);
    if (!('response' in reply)) return reply;
    const id = /\/resource\/([^/?]+)/.exec(request.target)?.[1] ?? '';
    if (operation === '4.10' && reply.response.status === 409) lost.add(id);
    else if (operation === '4.10' && succeeded(reply.response)) lost.delete(id);
    const shown = operation === '4.3' ? member(jsonOf(reply.response), 'id') : undefined;
    return typeof shown === 'string' && lost.has(shown) ? { response: bare(404) } : reply;
  };
};

/** Shows the first answer for a key for ever. */
const rememberingKeys: HandleWrap = (next) => {
  const first = new Map<string, Response>();
  return serving(['4.3'], (onward, request) => {
    const known = first.get(request.target);
    const reply = onward();
    if (!('response' in reply) || !succeeded(reply.response)) return reply;
    if (known === undefined) first.set(request.target, reply.response);
    return { response: known ?? reply.response };
  })(next);
};

/** Shows the version of a resource from before its first overwrite by PUT. */
const missingPuts: HandleWrap = (next) => {
  const kept = new Map<string, bigint>();
  return (state, request, now) => {
    const operation = operationOf(request);
    const before = operation === '4.8' ? living(state).map((one) => [one, latest(one).version] as const) : [];
    const reply = next(state, request, now);
    for (const [resource, version] of before)
      if (latest(resource).version !== version && !kept.has(resource.id)) kept.set(resource.id, version);
    if (operation !== '4.3' || !('response' in reply) || !succeeded(reply.response)) return reply;
    const body = jsonOf(reply.response);
    const id = member(body, 'id');
    const version = typeof id === 'string' ? kept.get(id) : undefined;
    if (body === undefined || version === undefined) return reply;
    const shown = changingMember('version', () => new JsonNumber(version.toString()))(body);
    return { ...reply, response: withJson(reply.response, shown) };
  };
};

/** Knows a key only if its equals sign is encoded. */
const encodedOnly: HandleWrap = serving(['4.3'], (onward, request) =>
  request.target.includes('/key%3D') || request.target.includes('/key%3d')
    ? onward()
    : { response: bare(404) },
);

/** Shows the newest resource for an unused key. */
const neverMissing: HandleWrap = (next) => (state, request, now) => {
  const reply = next(state, request, now);
  if (operationOf(request) !== '4.3' || !('response' in reply) || reply.response.status !== 404) return reply;
  const newest = living(state).at(-1);
  const collection = request.target.split('/').slice(0, 3).join('/');
  return newest === undefined
    ? reply
    : next(state, { ...request, target: `${collection}/${newest.id}` }, now);
};

/** A resource loses its key with its first update. */
const losingUpdated: HandleWrap = serving(['4.3'], (onward) => {
  const reply = onward();
  if (!('response' in reply) || !succeeded(reply.response)) return reply;
  const text = new TextDecoder().decode(reply.response.body);
  return /"version":1[,}]/.test(text) ? reply : { response: bare(404) };
});

/** Reads by key that reach another resource, or differ from reads by id (4.3). */
export const keyFaults: readonly Fault[] = [
  {
    name: 'read-by-key-shows-the-newest-resource',
    breaks: '4.3/names-the-resource-of-that-key',
    summary: 'A read by key shows the resource created last.',
    needs: ['declaration'],
    wrap: reaching('4.3', (resources) => resources.at(-1)),
  },
  {
    name: 'read-by-key-shows-its-first-state',
    breaks: '4.3/names-the-resource-of-that-key',
    summary: 'A read by key keeps showing its first answer.',
    needs: ['declaration'],
    wrap: rememberingKeys,
  },
  {
    name: 'read-by-key-misses-overwrites-by-put',
    breaks: '4.3/names-the-resource-of-that-key',
    summary: 'A read by key shows the version from before a resource was overwritten by PUT.',
    needs: ['declaration'],
    wrap: missingPuts,
  },
  {
    name: 'read-by-key-needs-an-encoded-sign',
    breaks: '4.3/known-key-is-readable',
    rows: ['4.3/key'],
    summary: 'key=<key> is answered 404, key%3D<key> is read.',
    needs: ['declaration'],
    wrap: encodedOnly,
  },
  {
    name: 'read-by-key-never-misses',
    breaks: '4.3/names-the-resource-of-that-key',
    summary: 'An unknown key shows the resource created last.',
    needs: ['declaration'],
    wrap: neverMissing,
  },
  {
    name: 'read-by-key-loses-resources-after-conflicts',
    breaks: '4.3/known-key-is-readable',
    summary: 'A resource is not found by its key after an update that was answered 409.',
    needs: ['declaration'],
    wrap: losingAfterConflicts,
  },
  {
    name: 'read-by-key-loses-updated-resources',
    breaks: '4.3/known-key-is-readable',
    summary: 'A resource that was updated is no longer found by its key.',
    needs: ['declaration'],
    wrap: losingUpdated,
  },
  {
    name: 'read-by-key-shows-version-as-text-once-changed',
    breaks: '4.3/answers-with-a-resource',
    summary: 'Once a resource was updated, a read by key shows its version as a string.',
    needs: ['declaration'],
    wrap: showing(['4.3'], (body) =>
      member(body, 'someProperty') === undefined
        ? body
        : changingMember('version', (version) => (version instanceof JsonNumber ? version.text : version))(
            body,
          ),
    ),
  },
  {
    name: 'read-by-known-keys-answered-500',
    breaks: '4.3/answers-without-server-error',
    summary: 'A read by a known key is answered 500.',
    needs: ['declaration'],
    wrap: insteadOfSuccess(['4.3'], 500),
  },
  {
    name: 'read-by-key-always-500',
    breaks: '4.3/answers-without-server-error',
    summary: 'A read by key is answered 500.',
    needs: ['declaration'],
    wrap: refusing(['4.3'], 500),
  },
  {
    name: 'read-by-key-content-ill-typed',
    breaks: '4.3/answers-with-a-resource',
    summary: 'A read by key shows integers as strings.',
    needs: ['declaration'],
    wrap: showing(['4.3'], (body) =>
      isObject(body) ? changingMember('arrayOfIntExample', () => ['1', '2'])(body) : body,
    ),
  },
];
