import { lagNames } from './consistency.ts';
import { isArray, isObject, JsonNumber, member, number, type Json } from '../../reference/json.ts';
import type { PolicyOverride, State } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { match } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import type { Resource } from '../../reference/resource.ts';
import type { Choice } from '../fault.ts';
import { serving, succeeded } from '../rewrite.ts';
import { living } from '../siblings.ts';

/** The version of a resource increases, without another change. */
function move(resource: Resource, state: State, now: number): void {
  const before = latest(resource);
  write(resource, { ...before, version: state.policy.nextVersion(before.version, state, now) }, now);
}

/** A read counts before its answer, so the answer shows the version that is actual from then on. */
const countingReads: HandleWrap = serving(['4.2', '4.3'], (next, { method, target }, state, now) => {
  const reply = next();
  const found = match(method, target);
  if (found.kind !== 'operation' || !('response' in reply) || !succeeded(reply.response)) return reply;
  const { id, key } = found.path;
  const read = living(state, found.projectKey).find((one) => one.id === id || one.key === key);
  if (read === undefined) return reply;
  move(read, state, now);
  return next();
});

/** The first read updates written content, and shows the version after this update. */
const updatingFirst: HandleWrap = (next) => {
  const done = new WeakMap<Resource, number>();
  return serving(['4.2', '4.3'], (onward, { method, target }, state, now) => {
    const found = match(method, target);
    const reply = onward();
    if (found.kind !== 'operation' || !('response' in reply) || !succeeded(reply.response)) return reply;
    const { id, key } = found.path;
    const read = living(state, found.projectKey).find((one) => one.id === id || one.key === key);
    if (read === undefined || done.get(read) === read.history.length) return reply;
    move(read, state, now);
    done.set(read, read.history.length);
    return onward();
  })(next);
};

/** A query counts as a read of the newest resources. */
const countingQueries: HandleWrap = serving(['4.1'], (next, _request, state, now) => {
  const reply = next();
  if ('response' in reply && succeeded(reply.response))
    for (const resource of living(state).slice(-20)) move(resource, state, now);
  return reply;
});

/** How long a version stays the same, in milliseconds. */
const periodMs = 1_700;

/** The version of each resource increases with its age. */
const movingWithTime: HandleWrap = (next) => {
  const moves = new WeakMap<Resource, number>();
  return serving(undefined, (onward, _request, state, now) => {
    for (const resource of living(state)) {
      const due = Math.floor((now - latest(resource).createdAt) / periodMs);
      for (let done = moves.get(resource) ?? 0; done < due; done += 1) move(resource, state, now);
      moves.set(resource, due);
    }
    return onward();
  })(next);
};

/** Every 1.5 seconds a job changes the version of a resource, each time of another resource. */
const movingOneByOne: HandleWrap = (next) => {
  const done = new WeakMap<State, number>();
  return serving(undefined, (onward, _request, state, now) => {
    const due = Math.floor(now / jobMs);
    for (let time = done.get(state) ?? due; time < due; time += 1) {
      const all = living(state);
      const one = all[(time * 7) % Math.max(1, all.length)];
      if (one !== undefined) move(one, state, now);
    }
    done.set(state, due);
    return onward();
  })(next);
};

const jobMs = 1_500;

/** The integers of these members increase by one for each write to another resource after the create. */
export function growing(members: readonly string[]): PolicyOverride {
  return (base) => ({
    represented(snapshot, call) {
      const shown = base.represented(snapshot, call);
      const content = member(shown, 'objectTypeProperty');
      if (!isObject(content)) return shown;
      const others = [...call.project.resources.values()].filter(({ id }) => id !== snapshot.id);
      const since = others.flatMap(({ history }) => history.filter(({ at }) => at > snapshot.createdAt));
      const grown = (value: Json): Json => {
        if (isArray(value)) return value.map(grown);
        const isInteger = value instanceof JsonNumber && /^-?\d+$/.test(value.text);
        return isInteger ? number(BigInt(value.text) + BigInt(since.length)) : value;
      };
      const told = Object.entries(content).map(([name, value]) => [
        name,
        members.includes(name) ? grown(value) : value,
      ]);
      return { ...shown, objectTypeProperty: Object.fromEntries(told) };
    },
  });
}

/** Changes of resources that no write names. */
export const ownMotionChoices: readonly Choice[] = [
  {
    name: 'resources-count-what-the-project-holds',
    summary: 'arrayOfNumberNoDefaultsExample shows how many resources and updates the project has.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        const all = [...call.project.resources.values()];
        const counts = [all.length, all.reduce((sum, { history }) => sum + history.length, 0)];
        const content = member(shown, 'objectTypeProperty');
        const arrayOfNumberNoDefaultsExample = counts.map((count) => number(count));
        return {
          ...shown,
          objectTypeProperty: {
            ...(isObject(content) ? content : {}),
            arrayOfNumberNoDefaultsExample,
          },
        };
      },
    }),
  },
  {
    name: 'integers-grow-with-the-project',
    summary: 'arrayOfIntExample grows by one for each write to another resource since the create.',
    override: growing(['arrayOfIntExample']),
    profile: { fields: { computed: ['ObjectTypeProperty.arrayOfIntExample'] } },
  },
  {
    name: 'reads-count-in-the-version',
    summary: 'A read by id or by key changes the version, and shows the new version.',
    wrap: countingReads,
    profile: { version: { movesBy: ['reads'] } },
    // A lagging replica shows no actual version, and a profile has one list of causes for version changes.
    excludes: [...lagNames, 'queries-count-in-the-version', 'versions-move-with-time'],
  },
  {
    name: 'first-reads-move-the-version',
    summary: 'The first read by id or by key after a write changes the version, and shows the new version.',
    wrap: updatingFirst,
  },
  {
    name: 'queries-count-in-the-version',
    summary: 'A query changes the versions of the newest resources.',
    wrap: countingQueries,
    profile: { version: { movesBy: ['others'] } },
    excludes: [...lagNames, 'versions-move-with-time'],
  },
  {
    name: 'a-job-moves-one-version-after-another',
    summary: 'A job moves the version of one resource each 1.5 seconds.',
    wrap: movingOneByOne,
    profile: { version: { movesBy: ['others'] } },
    excludes: [...lagNames, 'reads-count-in-the-version', 'versions-move-with-time'],
  },
  {
    name: 'versions-move-with-time',
    summary: 'The version of each resource moves on every 1.7 seconds.',
    wrap: movingWithTime,
    profile: { version: { movesBy: ['time'] } },
    excludes: lagNames,
  },
];
