import { JsonNumber, writeJson, type Json } from '../../reference/json.ts';
import type { Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';
import { serving } from '../rewrite.ts';
import { living } from '../siblings.ts';
import { repeating } from './sequel.ts';
import type { Resource, Snapshot } from '../../reference/resource.ts';

/** Shows versions in its own way. */
function shown(
  show: (snapshot: Snapshot, operation: string, base: Policy) => Json | undefined,
): PolicyOverride {
  return (base) => ({ versionShown: (snapshot, operation) => show(snapshot, operation, base) });
}

/** All resources with equal content have one version: the version that the last update of any of them gave. */
const versionOfContent: PolicyOverride = (base) => {
  const versions = new Map<string, bigint>();
  const contentOf = ({ objectTypeProperty }: Snapshot): string => writeJson(objectTypeProperty);
  return {
    versionMatches(update) {
      const version = versions.get(contentOf(update.current)) ?? update.current.version;
      return base.versionMatches({ ...update, current: { ...update.current, version } });
    },
    updated(update, after) {
      versions.set(contentOf(after), after.version);
      return base.updated(update, after);
    },
  };
};

function missingAt(operation: Operation): PolicyOverride {
  return shown((snapshot, at, base) => (at === operation ? undefined : base.versionShown(snapshot, at)));
}

const fresh = (snapshot: Snapshot): boolean => snapshot.createdAt === snapshot.modifiedAt;

/** While `isOff` holds, reads by id show the version plus one. */
const higherWhile =
  (isOff: (read: number, query: number) => boolean): PolicyOverride =>
  (base) => {
    let [reads, queries] = [0, 0];
    return {
      versionShown(snapshot, at) {
        reads += at === '4.2' ? 1 : 0;
        const isHigher = at === '4.2' && isOff(reads, queries);
        return base.versionShown(isHigher ? { ...snapshot, version: snapshot.version + 1n } : snapshot, at);
      },
      collectionPage(...page) {
        queries += 1;
        return base.collectionPage(...page);
      },
    };
  };

/** Updates know the version that an overwrite has replaced; `matches` decides whether a stated version is accepted. */
function replacedByOverwrites(
  matches: (isReplaced: boolean, isActual: boolean) => boolean,
): Pick<Fault, 'override' | 'wrap'> {
  const kept = new WeakMap<Resource, bigint>();
  return {
    override: (base) => ({
      versionMatches: (update) => {
        const replaced = kept.get(update.resource);
        if (replaced === undefined) return base.versionMatches(update);
        return matches(Number(update.stated.text) === Number(replaced), base.versionMatches(update));
      },
      updated: (update, after) => {
        kept.delete(update.resource);
        return base.updated(update, after);
      },
    }),
    wrap: serving(['4.7', '4.8'], (next, _request, state) => {
      const before = living(state).map((resource) => [resource, latest(resource).version] as const);
      const reply = next();
      for (const [resource, version] of before)
        if (latest(resource).version !== version && !kept.has(resource)) kept.set(resource, version);
      return reply;
    }),
  };
}

/** Versions of a wrong form, or the same for different states ("Resources", "Versioning"). */
export const versionFaults: readonly Fault[] = [
  {
    name: 'versions-come-to-an-end',
    breaks: 'Versioning/next-version-is-accepted',
    summary: 'The third update of a resource and all after it are answered 409.',
    override: (base) => ({
      versionMatches: (update) => update.resource.history.length <= 2 && base.versionMatches(update),
    }),
  },
  {
    name: 'versions-come-to-an-end-later',
    breaks: 'Versioning/next-version-is-accepted',
    summary: 'The seventh update of a resource and all after it are answered 409.',
    needs: ['generated'],
    override: (base) => ({
      versionMatches: (update) => update.resource.history.length <= 6 && base.versionMatches(update),
    }),
  },
  {
    name: 'version-shown-as-text',
    breaks: 'Resources/version-is-integer',
    summary: 'The version is a JSON string.',
    override: shown((snapshot) => String(snapshot.version)),
  },
  {
    name: 'version-shown-with-a-fraction',
    breaks: 'Resources/version-is-integer',
    summary: 'After updates the version ends in .5.',
    override: shown((snapshot, at, base) =>
      fresh(snapshot) ? base.versionShown(snapshot, at) : new JsonNumber(`${snapshot.version}.5`),
    ),
  },
  {
    name: 'version-shown-as-text-after-updates',
    breaks: 'Resources/version-is-integer',
    summary: 'The version is a string if it is above 1.',
    override: shown((snapshot, at, base) =>
      snapshot.version > 1n ? String(snapshot.version) : base.versionShown(snapshot, at),
    ),
  },
  ...(['4.7', '4.8', '4.10'] as const).map((section): Fault => ({
    name: `answers-of-${section.replace('.', '-')}-show-versions-as-text`,
    section,
    expect: 'suspect',
    summary: `Accepted requests of ${section} are answered with the resource and its version as a string.`,
    override: shown((snapshot, at, base) =>
      at === section ? String(snapshot.version) : base.versionShown(snapshot, at),
    ),
  })),
  {
    name: 'version-null-on-fresh-resources',
    breaks: 'Resources/version-is-integer',
    summary: 'The version of a new resource is null.',
    override: shown((snapshot, at, base) => (at === '4.6' ? null : base.versionShown(snapshot, at))),
  },
  {
    name: 'version-shown-as-object',
    breaks: 'Resources/version-is-integer',
    summary: 'The version is an object.',
    override: shown((snapshot, at, base) => ({ value: base.versionShown(snapshot, at) ?? null })),
  },
  {
    name: 'version-missing-on-create',
    breaks: 'Resources/version-is-present',
    rows: ['Versioning/1'],
    summary: 'The answer to a create lacks the version.',
    override: missingAt('4.6'),
  },
  {
    name: 'version-missing-on-read',
    breaks: 'Resources/version-is-present',
    rows: ['ExampleResource/version', 'Versioning/1'],
    summary: 'The answer to a read by id lacks the version.',
    override: missingAt('4.2'),
  },
  {
    name: 'version-missing-on-delete',
    breaks: 'Resources/version-is-present',
    rows: ['ExampleResource/version', 'Versioning/1'],
    summary: 'The answer to a delete lacks the version.',
    override: missingAt('4.11'),
  },
  {
    name: 'version-toggles',
    breaks: 'Versioning/states-differ-in-version',
    summary: 'The version is 1 and 2 in turn.',
    needs: ['generated'],
    override: () => ({ nextVersion: (current) => (current === 1n ? 2n : 1n) }),
  },
  {
    name: 'version-wraps-at-four',
    breaks: 'Versioning/states-differ-in-version',
    summary: 'After version 4 comes version 1 again.',
    needs: ['generated'],
    override: () => ({ nextVersion: (current) => (current % 4n) + 1n }),
  },
  {
    name: 'version-wraps-at-16',
    breaks: 'Versioning/states-differ-in-version',
    summary: 'After version 16 comes version 1 again.',
    needs: ['generated'],
    override: () => ({ nextVersion: (current) => (current % 16n) + 1n }),
  },
  {
    name: 'version-wraps-at-255',
    breaks: 'Versioning/states-differ-in-version',
    depth: 'certify',
    summary: 'After version 255 comes version 0 again.',
    needs: ['generated'],
    override: () => ({ nextVersion: (current) => (current + 1n) % 256n }),
  },
  {
    name: 'version-alternates-between-reads',
    breaks: '4.2/version-rests-without-writes',
    summary: 'Every second read by id shows the version one higher.',
    override: higherWhile((read) => read % 2 === 0),
  },
  {
    name: 'queries-switch-between-versions',
    breaks: '4.2/version-rests-without-writes',
    summary: 'After every second query, reads by id show the version one higher.',
    override: higherWhile((_read, query) => query % 2 === 1),
  },
  {
    name: 'version-before-an-overwrite-accepted',
    breaks: '4.10/stale-version-conflicts',
    summary: 'The version that a PATCH or a PUT has stated is accepted until the next update.',
    ...replacedByOverwrites((isReplaced, isActual) => isReplaced || isActual),
  },
  {
    name: 'overwrites-leave-the-version-for-updates',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'After a PATCH or a PUT, an update has to state the replaced version.',
    ...replacedByOverwrites((isReplaced) => isReplaced),
  },
  {
    name: 'reads-run-ahead-after-six-updates',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'A read by id shows a version that is one too high after more than six updates.',
    override: shown((snapshot, at, base) =>
      at === '4.2' && snapshot.version > 7n
        ? new JsonNumber(String(snapshot.version + 1n))
        : base.versionShown(snapshot, at),
    ),
  },
  {
    name: 'version-shared-by-equal-content',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'Updates have to state the version that the last update of equal content made.',
    override: versionOfContent,
  },
  {
    name: 'repeated-list-accepted-again',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'An exact repetition of the last update with several actions is applied again.',
    override: repeating(({ actions }) => actions.length > 1),
  },
  {
    name: 'reading-moves-the-version',
    section: '4.2',
    expect: 'incomplete',
    summary: 'Every read by id changes the version after it has shown it.',
    wrap: serving(['4.2'], (next, request, state, now) => {
      const reply = next();
      const id = request.target.replace(/\?.*$/s, '').split('/').at(-1) ?? '';
      const resource = state.projects.get('demo')?.resources.get(id);
      if (resource) write(resource, { ...latest(resource), version: latest(resource).version + 1n }, now);
      return reply;
    }),
  },
];
