import { defined } from '../../clause/defined.ts';
import type { DeclaredRequest, Profile } from '../../clause/profile.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { namesByOperation, operationOf } from '../../contract/operations.ts';

/**
 * A certified profile about the API, with the test means of the reader: names of resources, places of ids and
 * contents of writes from a stranger would decide what changes in the project of the reader.
 */
export function readersProfile(certified: Profile, own: Profile) {
  const { resource = {}, probe, samples = {}, ...declarations } = certified;
  const asked = Object.entries<DeclaredRequest>(samples);
  const kept = asked.filter(([operation, { path }]) => isRead(operation) && path === undefined);
  const left = [
    ...Object.keys(resource).map((key) => `resource.${key}`),
    ...asked.filter((one) => !kept.includes(one)).map(([operation]) => `samples.${operation}`),
    ...(probe === undefined ? [] : ['probe']),
  ];
  const allSamples = { ...Object.fromEntries(kept), ...own.samples };
  const means = {
    resource: own.resource,
    probe: own.probe,
    samples: Object.keys(allSamples).length === 0 ? undefined : allSamples,
  };
  return { profile: { ...declarations, ...defined(means) }, left };
}

/** A key of samples, a section or an operation, that names no write. */
function isRead(key: string): boolean {
  const named = namesByOperation.filter(
    (name) => operationOf(name) === key || endpoint(name).section === key,
  );
  return named.length > 0 && named.every((name) => endpoint(name).changes === 'nothing');
}
