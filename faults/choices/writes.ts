import { lagNames } from './consistency.ts';
import { empty, json } from '../../reference/call.ts';
import type { Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Request } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { match, type Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import { oneOf, type Choice } from '../fault.ts';
import {
  answering,
  bare,
  content,
  parameters,
  refusing,
  serving,
  succeeded,
  succeeding,
} from '../rewrite.ts';
import type { Snapshot } from '../../reference/resource.ts';
import { Refused } from '../../reference/refused.ts';

const withStatus = (operation: '4.6' | '4.11', status: number) =>
  succeeding([operation], (response) => ({ ...response, status }));
const gone = (change: Policy['gone']): { readonly override: PolicyOverride } => ({
  override: () => ({ gone: change }),
});
const error =
  (status: number): Policy['gone'] =>
  ({ state }) =>
    state.policy.error(state, status, 'no such resource');
const overwrites = ['4.7', '4.8'] as const;

/** Who still has access to a deleted resource by its id, except in lists: only reads, or updates as well. */
function leaving(kept: readonly Operation[]): HandleWrap {
  return (next) => {
    const known = new Map<string, Snapshot>();
    return (state, request, now) => {
      const found = match(request.method, request.target);
      if (found.kind !== 'operation') return next(state, request, now);
      const resource = state.projects.get(found.projectKey)?.resources.get(found.path['id'] ?? '');
      if (resource === undefined) return next(state, request, now);
      const last = latest(resource);
      const before = known.get(resource.id);
      if (before === undefined || !kept.includes(found.operation)) {
        const reply = next(state, request, now);
        if (!last.deleted && latest(resource).deleted) known.set(resource.id, last);
        return reply;
      }
      // Each read or write restores the resource.
      write(resource, before, now);
      const reply = next(state, request, now);
      known.set(resource.id, latest(resource));
      write(resource, last, now);
      return reply;
    };
  };
}

/** Operations on a resource are refused while it is young: since its last write for deletes, since its create for updates. */
function keepingRecent(ms: number, status: number, section: '4.10' | '4.11' = '4.11'): HandleWrap {
  return (next) => (state, request, now) => {
    const found = match(request.method, request.target);
    if (found.kind !== 'operation' || found.operation !== section) return next(state, request, now);
    const { id = '' } = found.path;
    const resource = state.projects.get(found.projectKey)?.resources.get(id);
    const last = resource && latest(resource);
    const since = section === '4.11' ? last?.modifiedAt : resource?.history[0]?.at;
    if (last === undefined || since === undefined || last.deleted || now - since >= ms)
      return next(state, request, now);
    // The server refuses callers without the right to do so before it looks for the resource.
    const reply = next(state, ofNobody(request, id), now);
    const refusesCaller = 'response' in reply && [401, 403].includes(reply.response.status);
    return refusesCaller ? reply : { response: bare(status) };
  };
}

/** The same request for a missing resource. */
const ofNobody = (request: Request, id: string): Request => ({
  ...request,
  target: request.target.replace(id, `${id}-of-nobody`),
});

/** A create takes effect later; until then no read finds the resource by its id. */
function madeLater(ms: number): HandleWrap {
  return (next) => (state, request, now) => {
    const found = match(request.method, request.target);
    const id = found.kind === 'operation' ? found.path['id'] : undefined;
    if (found.kind !== 'operation' || id === undefined) return next(state, request, now);
    const madeAt = state.projects.get(found.projectKey)?.resources.get(id)?.history[0]?.at;
    if (madeAt === undefined || now - madeAt >= ms) return next(state, request, now);
    return next(state, ofNobody(request, id), now);
  };
}

/** Ways to answer creates, overwrites and deletes, and to treat deleted resources (4.6 to 4.8, 4.11). */
export const writeChoices: readonly Choice[] = [
  ...oneOf(
    {
      name: 'deletes-of-young-resources-answer-409',
      summary: 'A resource written less than a second ago cannot be deleted: 409.',
      wrap: keepingRecent(1_000, 409),
    },
    {
      name: 'deletes-of-young-resources-answer-403',
      summary: 'A resource written less than a second ago cannot be deleted: 403.',
      wrap: keepingRecent(1_000, 403),
    },
    {
      name: 'deletes-of-young-resources-answer-423',
      summary: 'A resource written less than half a second ago cannot be deleted: 423.',
      wrap: keepingRecent(500, 423),
    },
  ),
  {
    name: 'updates-of-young-resources-answer-503',
    summary: 'An update of a resource made less than half a second ago is answered 503.',
    wrap: keepingRecent(500, 503, '4.10'),
  },
  ...oneOf(
    { name: 'creates-answer-200', summary: 'A create is answered 200.', wrap: withStatus('4.6', 200) },
    {
      name: 'creates-answer-202-with-the-resource',
      summary: 'A create is answered 202 with the resource.',
      wrap: withStatus('4.6', 202),
    },
    {
      name: 'creates-take-effect-later',
      summary: 'A create is answered 202 with the resource, which is found by its id a second later.',
      wrap: (next) => madeLater(1_000)(withStatus('4.6', 202)(next)),
    },
  ),
  ...oneOf(
    {
      name: 'overwrites-answer-204',
      summary: 'Overwrites are answered 204.',
      wrap: succeeding(overwrites, () => bare(204)),
    },
    {
      name: 'overwrites-answer-202',
      summary: 'Overwrites are answered 202 without a body.',
      wrap: succeeding(overwrites, () => bare(202)),
    },
    {
      name: 'overwrites-answer-text',
      summary: 'Overwrites are answered with text.',
      wrap: succeeding(overwrites, () => ({ ...bare(200), ...content('done', 'text/plain') })),
    },
    {
      name: 'overwrites-have-no-target',
      summary: 'Overwrites are answered 404, since the request does not name their target.',
      override: () => ({
        overwriteTarget() {
          throw new Refused(404, 'the target is not named');
        },
      }),
      profile: { overwrite: { patch: { target: 'none' }, put: { target: 'none' } } },
    },
  ),
  ...oneOf(
    {
      name: 'overwrites-ignore-the-version',
      summary: 'Overwrites with a stale version succeed.',
      override: () => ({ overwriteChecksVersion: false }),
    },
    {
      name: 'stale-overwrites-answered-412',
      summary: 'Overwrites with a stale version are answered 412.',
      wrap: answering(overwrites, (response) =>
        response.status === 409 ? { ...response, status: 412 } : response,
      ),
    },
  ),
  ...oneOf(
    {
      name: 'deletes-answer-202-with-the-resource',
      summary: 'A delete is answered 202 with the resource.',
      wrap: withStatus('4.11', 202),
    },
    {
      name: 'deletes-show-the-state-after',
      summary: 'A delete shows the resource with its last version, marked as deleted.',
      override: () => ({
        deleted: (call, _before, after) => json(call, 200, call.state.policy.represented(after, call)),
      }),
    },
  ),
  ...oneOf(
    {
      name: 'deletes-need-a-version-parameter',
      summary: 'A delete without a version parameter is answered 400.',
      wrap: refusing(['4.11'], 400, (request) => parameters(request, 'version').length === 0),
      profile: { delete: { versionParam: 'version' } },
    },
    {
      name: 'deletes-need-the-actual-version',
      summary: 'A delete without expectedVersion is answered 428, and a delete with another version 409.',
      wrap: serving(['4.11'], (next, request, state) => {
        const [stated] = parameters(request, 'expectedVersion');
        if (stated === undefined) return { response: bare(428) };
        const [, project = '', id = ''] = /^\/([^/]+)\/resource\/([^/?]+)/.exec(request.target) ?? [];
        const resource = state.projects.get(project)?.resources.get(id);
        const isStale = resource !== undefined && Number(latest(resource).version) !== Number(stated);
        const reply = isStale ? undefined : next();
        return reply ?? { response: bare(409) };
      }),
      profile: { delete: { versionParam: 'expectedVersion' } },
    },
    {
      name: 'deletes-need-if-match',
      summary: 'A delete without If-Match is answered 428.',
      wrap: refusing(['4.11'], 428, ({ headers }) =>
        headers.every(([name]) => name.toLowerCase() !== 'if-match'),
      ),
      profile: { delete: { versionParam: 'header:If-Match' } },
    },
  ),
  {
    name: 'deletes-answered-410-with-the-resource',
    summary: 'A delete deletes the resource, and is answered 410 with the resource.',
    wrap: succeeding(['4.11'], (response) => ({ ...response, status: 410 })),
    leaves: 'incomplete',
    excludes: ['deletes-show-the-state-after', 'deleted-resources-still-shown', 'second-delete-succeeds'],
  },
  ...oneOf(
    {
      name: 'deleted-resources-still-shown',
      summary: 'A deleted resource is shown, marked as deleted and with a new version.',
      override: () => ({ softDelete: true }),
    },
    {
      name: 'deleted-resources-answered-410',
      summary: 'A deleted resource is answered 410, an unknown resource 404.',
      ...gone((call, resource) => error(resource ? 410 : 404)(call, resource)),
    },
    {
      name: 'deleted-resources-stay-readable',
      summary: 'A deleted resource is read by id as it was, and cannot be updated.',
      wrap: leaving(['4.2']),
      // A lag reads the history of a resource, and reads of a deleted resource change that history.
      excludes: lagNames,
    },
    {
      name: 'deleted-resources-only-leave-lists',
      summary: 'A deleted resource is read by id and updated as before, and no list shows it.',
      wrap: leaving(['4.2', '4.10']),
      excludes: lagNames,
    },
    { name: 'unknown-ids-answered-400', summary: 'An unknown id is answered 400.', ...gone(error(400)) },
    { name: 'unknown-ids-answered-403', summary: 'An unknown id is answered 403.', ...gone(error(403)) },
    {
      name: 'second-delete-succeeds',
      summary: 'A delete of a deleted resource shows it once more.',
      ...gone((call, resource) =>
        resource && call.operation === '4.11' && latest(resource).deleted
          ? json(call, 200, call.state.policy.represented(latest(resource), call))
          : error(404)(call, resource),
      ),
    },
    {
      name: 'unknown-ids-answered-without-a-body',
      summary: 'An unknown id is answered 404 without a body.',
      ...gone(() => empty(404)),
    },
  ),
  ...oneOf(
    {
      name: 'errors-as-problem-json',
      summary: 'Errors are application/problem+json.',
      wrap: answering(undefined, (response) =>
        succeeded(response) || response.body.length === 0
          ? response
          : {
              ...response,
              headers: [['Content-Type', 'application/problem+json'], ...response.headers.slice(1)],
            },
      ),
    },
    {
      name: 'errors-in-plain-text',
      summary: 'Errors outside the namespace actions are plain text.',
      override: () => ({
        error: (_state, status, message) => ({ status, ...content(message, 'text/plain') }),
      }),
    },
    {
      name: 'errors-without-a-body',
      summary: 'Errors have no body.',
      override: () => ({ error: (_state, status) => empty(status) }),
    },
  ),
];
