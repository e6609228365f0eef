import { isObject, member } from '../../reference/json.ts';
import { Refused } from '../../reference/refused.ts';
import { latest, write } from '../../reference/state.ts';
import { oneOf, type Choice } from '../fault.ts';
import { showingThePresent } from '../endpoints/record-shape.ts';
import { insteadOfSuccess, jsonOf, parameters, showing, succeeding } from '../rewrite.ts';
import type { Resource } from '../../reference/resource.ts';
import type { Call } from '../../reference/policy.ts';

/** The one resource of a project that every overwrite changes; created on its first use. */
function theOne({ state, project, now }: Call): Resource {
  const id = 'the-one';
  const found = project.resources.get(id);
  if (found !== undefined) return found;
  const resource: Resource = { id, key: id, history: [] };
  project.resources.set(id, resource);
  const version = state.policy.firstVersion(state, now);
  const times = { createdAt: now, modifiedAt: now };
  write(resource, { id, key: id, version, objectTypeProperty: {}, deleted: false, ...times }, now);
  return resource;
}

function changedAt({ history }: Resource): number {
  return history.at(-1)?.at ?? 0;
}

/** The target of overwrites, which no part of a request names. */
const targets = oneOf(
  {
    name: 'put-always-creates',
    summary: 'Each PUT makes a resource.',
    override: (base) => ({
      overwriteTarget: (call) => (call.operation === '4.8' ? undefined : base.overwriteTarget(call)),
    }),
  },
  {
    name: 'overwrites-reach-the-oldest',
    summary: 'Overwrites apply to the resource that was created first, with any version.',
    override: () => ({
      overwriteChecksVersion: false,
      overwriteTarget: ({ project }) =>
        [...project.resources.values()].find((resource) => !latest(resource).deleted),
    }),
  },
  {
    name: 'overwrites-reach-what-was-changed-last',
    summary: 'Overwrites apply to the resource that any client changed last, and state its version.',
    override: () => ({
      overwriteTarget: ({ project }) =>
        [...project.resources.values()]
          .filter((resource) => !latest(resource).deleted)
          .toSorted((a, b) => changedAt(a) - changedAt(b))
          .at(-1),
    }),
  },
  {
    name: 'overwrites-reach-a-standing-resource',
    summary: 'Overwrites without an id apply to one resource of the vendor, and state its version.',
    override: () => ({
      overwriteTarget: (call) => {
        const id = member(jsonOf(call.request), 'id');
        return typeof id === 'string' ? call.project.resources.get(id) : theOne(call);
      },
    }),
  },
  {
    name: 'overwrites-of-a-standing-resource-answer-204',
    summary: 'Overwrites apply to one resource of the vendor, state its version, and are answered 204.',
    override: () => ({ overwriteTarget: theOne }),
    wrap: insteadOfSuccess(['4.7', '4.8'], 204),
  },
  {
    name: 'overwrites-reach-a-singleton',
    summary: 'Overwrites apply to one resource that only overwrites change, and state its version.',
    override: () => ({ overwriteTarget: theOne }),
    profile: {
      overwrite: {
        patch: { target: 'singleton', versionCheck: true },
        put: { target: 'singleton', versionCheck: true },
      },
    },
  },
  {
    name: 'overwrites-reach-the-id-in-the-body',
    summary: 'Overwrites apply to the resource whose id is in the body.',
    override: () => ({
      overwriteTarget: ({ project, request }) => {
        const id = member(jsonOf(request), 'id');
        return typeof id === 'string' ? project.resources.get(id) : undefined;
      },
    }),
    profile: { overwrite: { patch: { target: 'body:/id' }, put: { target: 'body:/id' } } },
  },
  {
    name: 'overwrites-reach-the-key-in-the-query',
    summary: 'Overwrites apply to the resource whose key is in the query, and are answered 400 without it.',
    override: () => ({
      overwriteTarget: ({ project, request }) => {
        const [key] = parameters(request, 'key');
        const found = [...project.resources.values()].find((one) => one.key === key && !latest(one).deleted);
        if (found === undefined) throw new Refused(400, 'key is required');
        return found;
      },
    }),
    profile: { overwrite: { patch: { target: 'query:key' }, put: { target: 'query:key' } } },
    excludes: ['key-not-shown', 'only-standing-resources-have-keys'],
  },
);

/** Which resource an overwrite changes, and further habits at 4.3, 4.9 and 4.13. */
export const overwriteChoices: readonly Choice[] = [
  ...targets.map((choice) => ({
    ...choice,
    excludes: [...(choice.excludes ?? []), 'overwrites-have-no-target'],
  })),
  {
    name: 'records-answer-201',
    summary: 'Records are answered 201.',
    wrap: succeeding(['4.9', '4.13'], (response) => ({ ...response, status: 201 })),
  },
  {
    name: 'urn-links-show-the-present',
    summary: 'Dates show the present time.',
    wrap: showingThePresent,
    excludes: ['records-need-some-members'],
  },
  {
    name: 'read-by-key-in-an-envelope',
    summary: 'A read by key shows the resource inside a member.',
    wrap: showing(['4.3'], (body) => (isObject(body) ? { found: body } : body)),
    excludes: ['id-only-in-location', 'key-not-shown', 'read-by-key-shows-less'],
  },
];
