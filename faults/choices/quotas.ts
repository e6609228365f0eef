import type { HandleWrap } from '../../reference/reply.ts';
import { lagNames } from './consistency.ts';
import { latest, write } from '../../reference/state.ts';
import { Refused } from '../../reference/refused.ts';
import { oneOf, type Choice } from '../fault.ts';
import { living } from '../siblings.ts';

/** The server holds at most this number of resources, and refuses further creates. */
const atMost = (most: number, status: number): Choice => ({
  name: `at-most-${most}-resources-${status}`,
  summary: `A create is answered ${status} while ${most} resources are there.`,
  override: (base) => ({
    createTarget(call, content) {
      const there = [...call.project.resources.values()].filter((resource) => !latest(resource).deleted);
      if (there.length >= most) throw new Refused(status, 'there are too many resources');
      return base.createTarget(call, content);
    },
  }),
});

/** This many creates are accepted in any ten seconds; every further create is refused, and changes nothing. */
const creatingAtMost = (most: number): Choice => ({
  name: `at-most-${most}-creates-in-ten-seconds`,
  summary: `A create is answered 403 if ${most} were accepted in the last ten seconds.`,
  override: (base) => {
    let accepted: readonly number[] = [];
    return {
      createTarget(call, content) {
        accepted = accepted.filter((at) => at > call.now - 10_000 && at <= call.now);
        if (accepted.length >= most) throw new Refused(403, 'too many were created just now');
        accepted = [...accepted, call.now];
        return base.createTarget(call, content);
      },
    };
  },
});

/** A project keeps only this number of resources: a further create removes the oldest. */
export const keepingNewest =
  (count: number): HandleWrap =>
  (next) =>
  (state, request, now) => {
    const reply = next(state, request, now);
    for (const projectKey of state.projects.keys()) {
      const there = living(state, projectKey);
      for (const resource of there.slice(0, Math.max(0, there.length - count)))
        write(resource, { ...latest(resource), deleted: true, modifiedAt: now }, now);
    }
    return reply;
  };

const keeping = (newest: number): Choice => ({
  name: `newest-${newest}-resources-are-kept`,
  summary: `With more than ${newest} resources the oldest resource disappears.`,
  wrap: keepingNewest(newest),
  profile: { resource: { keeps: { newest } } },
  excludes: ['ids-told-to-nobody'],
});

/** Each resource disappears this long after its creation, even while it is in use. */
export const keepingFor =
  (ms: number): HandleWrap =>
  (next) =>
  (state, request, now) => {
    for (const projectKey of state.projects.keys())
      for (const resource of living(state, projectKey))
        if (now - (resource.history[0]?.at ?? now) >= ms)
          write(resource, { ...latest(resource), deleted: true, modifiedAt: now }, now);
    return next(state, request, now);
  };

const keptFor = (seconds: number): Choice => ({
  name: `resources-are-kept-for-${seconds}-seconds`,
  summary: `A resource disappears ${seconds} seconds after its create.`,
  wrap: keepingFor(seconds * 1000),
  profile: { resource: { keeps: { forMs: seconds * 1000 } } },
  excludes: ['ids-told-to-nobody', ...lagNames],
});

/** A limit for the frequency of creates (4.6). */
export const creationChoice: Choice = creatingAtMost(25);

/** Limits for the number of resources in a project (4.6). */
export const quotaChoices: readonly Choice[] = oneOf(
  atMost(10, 409),
  atMost(25, 403),
  atMost(30, 429),
  atMost(35, 507),
  atMost(40, 409),
  keeping(25),
  keeping(40),
  keptFor(3),
  keptFor(10),
);
