import { ConfigurationError } from '../config/input/configuration-error.ts';
import { isArray, isObject, member, writeJson, type Json, type JsonObject } from '../reference/json.ts';
import type { State } from '../reference/policy.ts';
import { readJson } from '../reference/read-json.ts';
import type { Project, Resource, Snapshot } from '../reference/resource.ts';
import { latest, runDue } from '../reference/state.ts';

/** The format of the text and of the file. */
export const stateFormat = '1';

/** All present resources of a state as JSON; versions are text, so that no reader rounds them. */
export function writeState(state: State): string {
  runDue(state, Infinity);
  const projects = [...state.projects.values()].map(({ key, resources, namespaceData }) => [
    key,
    { namespaceData, resources: [...resources.values()].map((one) => writtenResource(latest(one))) },
  ]);
  return writeJson({ mockState: stateFormat, projects: Object.fromEntries(projects) as JsonObject });
}

/** A resource as JSON; its version is text, so that no reader rounds it. */
export function writtenResource({
  version,
  createdAt,
  modifiedAt,
  someProperty,
  ...rest
}: Snapshot): JsonObject {
  return {
    ...rest,
    version: String(version),
    ...(someProperty === undefined ? {} : { someProperty }),
    createdAt: new Date(createdAt).toISOString(),
    modifiedAt: new Date(modifiedAt).toISOString(),
  };
}

/** The projects in the text. @throws ConfigurationError for any other text */
export function readState(text: string): ReadonlyMap<string, Project> {
  const value = parsed(text);
  const projects = member(value, 'projects');
  if (member(value, 'mockState') !== stateFormat || !isObject(projects)) throw refusal('another value');
  return new Map(
    Object.entries(projects).map(([key, project]) => {
      const resources = member(project, 'resources');
      if (!isArray(resources)) throw refusal(`no list of resources in project ${key}`);
      const read = resources.map((one, at) => resourceOf(one, `resource ${at + 1} of project ${key}`));
      const byId = new Map(read.map((resource) => [resource.id, resource]));
      return [key, { key, resources: byId, namespaceData: member(project, 'namespaceData') ?? {} }];
    }),
  );
}

function parsed(text: string): Json {
  try {
    return readJson(text);
  } catch {
    throw refusal('text that is not JSON');
  }
}

/** The resource in the JSON. @throws ConfigurationError for any other value */
export function resourceOf(value: Json, where: string): Resource {
  const [id, key, version] = ['id', 'key', 'version'].map((name) => member(value, name));
  const content = member(value, 'objectTypeProperty');
  const some = member(value, 'someProperty');
  const [createdAt = Number.NaN, modifiedAt = Number.NaN] = ['createdAt', 'modifiedAt'].map((name) =>
    timeOf(member(value, name)),
  );
  if (typeof id !== 'string' || typeof key !== 'string' || !isObject(content))
    throw refusal(`an odd ${where}`);
  if (typeof version !== 'string' || !/^-?\d+$/.test(version) || Number.isNaN(createdAt + modifiedAt))
    throw refusal(`an odd ${where}`);
  const snapshot: Snapshot = {
    id,
    key,
    version: BigInt(version),
    objectTypeProperty: content,
    ...(typeof some === 'string' ? { someProperty: some } : {}),
    deleted: member(value, 'deleted') === true,
    createdAt,
    modifiedAt,
  };
  return { id, key, history: [{ at: modifiedAt, snapshot }] };
}

function timeOf(value: Json | undefined): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

function refusal(found: string): ConfigurationError {
  return new ConfigurationError({
    setting: 'the state',
    found,
    expected: 'text that a mock has written',
    remedy: 'Take it from GET /__mock/state, or from snapshot().',
  });
}
