import { JsonNumber, type Json } from '../../reference/json.ts';
import type { Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import { decided as fault, type Fault } from '../fault.ts';
import { serving } from '../rewrite.ts';
import type { Snapshot } from '../../reference/resource.ts';

/** Shows versions in a way of its own. */
function shown(
  show: (snapshot: Snapshot, operation: Operation, base: Policy) => Json | undefined,
): PolicyOverride {
  return (base) => ({ versionShown: (snapshot, operation) => show(snapshot, operation, base) });
}

function missingAt(operation: Operation): PolicyOverride {
  return shown((snapshot, at, base) => (at === operation ? undefined : base.versionShown(snapshot, at)));
}

const fresh = (snapshot: Snapshot): boolean => snapshot.createdAt === snapshot.modifiedAt;

/** Versions shown in a wrong form, or that do not tell states apart ("Resources", "Versioning"). */
export const versionFaults: readonly Fault[] = [
  fault(
    'versions-come-to-an-end',
    'Versioning',
    'The third update of a resource and all after it are answered 409.',
    (base) => ({
      versionMatches: (update) => update.resource.history.length <= 2 && base.versionMatches(update),
    }),
  ),
  fault(
    'versions-come-to-an-end-later',
    'Versioning',
    'The seventh update of a resource and all after it are answered 409.',
    (base) => ({
      versionMatches: (update) => update.resource.history.length <= 6 && base.versionMatches(update),
    }),
    ['generated'],
  ),
  fault(
    'version-shown-as-text',
    'Resources',
    'The version is a JSON string.',
    shown((snapshot) => String(snapshot.version)),
  ),
  fault(
    'version-shown-with-a-fraction',
    'Resources',
    'After updates the version ends in .5.',
    shown((snapshot, at, base) =>
      fresh(snapshot) ? base.versionShown(snapshot, at) : new JsonNumber(`${snapshot.version}.5`),
    ),
  ),
  fault(
    'version-shown-as-text-after-updates',
    'Resources',
    'The version is a string once it passed 1.',
    shown((snapshot, at, base) =>
      snapshot.version > 1n ? String(snapshot.version) : base.versionShown(snapshot, at),
    ),
  ),
  fault(
    'version-null-on-fresh-resources',
    'Resources',
    'The version of a new resource is null.',
    shown((snapshot, at, base) => (at === '4.6' ? null : base.versionShown(snapshot, at))),
  ),
  fault(
    'version-shown-as-object',
    'Resources',
    'The version is an object.',
    shown((snapshot, at, base) => ({ value: base.versionShown(snapshot, at) ?? null })),
  ),
  fault(
    'version-missing-on-create',
    'Resources',
    'The answer to a create lacks the version.',
    missingAt('4.6'),
  ),
  fault(
    'version-missing-on-read',
    'Resources',
    'The answer to a read by id lacks the version.',
    missingAt('4.2'),
  ),
  fault(
    'version-missing-on-delete',
    'Resources',
    'The answer to a delete lacks the version.',
    missingAt('4.11'),
  ),
  fault(
    'version-toggles',
    'Versioning',
    'The version is 1 and 2 in turn.',
    () => ({ nextVersion: (current) => (current === 1n ? 2n : 1n) }),
    ['generated'],
  ),
  fault(
    'version-wraps-at-four',
    'Versioning',
    'After version 4 comes version 1 again.',
    () => ({ nextVersion: (current) => (current % 4n) + 1n }),
    ['generated'],
  ),
  fault(
    'version-wraps-at-16',
    'Versioning',
    'After version 16 comes version 1 again.',
    () => ({ nextVersion: (current) => (current % 16n) + 1n }),
    ['generated'],
  ),
  fault(
    'version-wraps-at-255',
    'Versioning',
    'After version 255 comes version 0 again.',
    () => ({ nextVersion: (current) => (current + 1n) % 256n }),
    ['generated'],
  ),
  fault(
    'version-alternates-between-reads',
    '4.2',
    'Every second read by id shows the version one higher.',
    (base) => {
      let reads = 0;
      return {
        versionShown(snapshot, at) {
          const isOff = at === '4.2' && (reads += 1) % 2 === 0;
          return base.versionShown(isOff ? { ...snapshot, version: snapshot.version + 1n } : snapshot, at);
        },
      };
    },
  ),
  {
    name: 'reading-moves-the-version',
    summary: 'Every read by id moves the version.',
    section: '4.2',
    expect: 'fail',
    wrap: serving(['4.2'], (next, request, state, now) => {
      const reply = next();
      const id = request.target.replace(/\?.*$/s, '').split('/').at(-1) ?? '';
      const resource = state.projects.get('demo')?.resources.get(id);
      if (resource) write(resource, { ...latest(resource), version: latest(resource).version + 1n }, now);
      return reply;
    }),
  },
];
