import { json } from '../call.ts';
import { honestAccess } from './access.ts';
import { honestRecords } from './records.ts';
import { honestVersions } from './versions.ts';
import { number, writeJson, type JsonObject } from '../json.ts';
import { checkedContent } from '../operations/object-type-property.ts';
import type { Policy, Call } from '../policy.ts';
import { latest } from '../state.ts';
import type { Resource, Snapshot } from '../resource.ts';

function represented(snapshot: Snapshot, call: Call): JsonObject {
  const { policy } = call.state;
  const version = policy.versionShown(snapshot, call.operation);
  const { someProperty, deleted } = snapshot;
  return {
    ...(policy.showsKeyAndId ? { id: snapshot.id, key: snapshot.key } : {}),
    ...(version === undefined ? {} : { version }),
    objectTypeProperty: snapshot.objectTypeProperty,
    ...(someProperty === undefined ? {} : { someProperty }),
    createdAt: new Date(snapshot.createdAt).toISOString(),
    lastModifiedAt: new Date(snapshot.modifiedAt).toISOString(),
    ...(deleted ? { deleted } : {}),
  };
}

/** The newest existing resource: the target of an overwrite without an id. */
function lastCreated(call: Call): Resource | undefined {
  return [...call.project.resources.values()].findLast((resource) => !latest(resource).deleted);
}

function created(call: Call, snapshot: Snapshot): ReturnType<typeof json> {
  const location = `/${call.project.key}/resource/${snapshot.id}`;
  return json(call, 201, call.state.policy.represented(snapshot, call), [['Location', location]]);
}

/** Follows the contract in everything; decides open points in the plainest way. */
export const honestPolicy: Policy = {
  ...honestVersions,
  ...honestAccess,
  ...honestRecords,
  contentOf: checkedContent,
  represented,
  showsKeyAndId: true,
  created,
  deleted: (call, before) => json(call, 200, call.state.policy.represented(before, call)),
  overwritten: (call, snapshot, isNew) =>
    json(call, isNew ? 201 : 200, call.state.policy.represented(snapshot, call)),
  overwriteTarget: lastCreated,
  overwriteChecksVersion: true,
  softDelete: false,
  gone: ({ state }) => state.policy.error(state, 404, 'no such resource'),
  readLagMs: 0,
  queryLagMs: 0,
  headNoMatchStatus: 404,
  error(state, status, message) {
    const body = state.policy.encode({ status: number(status), message });
    return { status, headers: [['Content-Type', 'application/json']], body };
  },
  contentType: 'application/json',
  encode: (body) => new TextEncoder().encode(writeJson(body)),
  projectOf: (state, projectKey) => state.projects.get(projectKey),
};
