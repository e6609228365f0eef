import { latest } from '../../reference/state.ts';
import { Refused } from '../../reference/refused.ts';
import { oneOf, type Choice } from '../fault.ts';

/** No more than so many resources are there at a time; a create beyond is refused. */
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

/** This many creates are accepted in any ten seconds; a create beyond is refused, and changes nothing. */
const creatingAtMost = (most: number): Choice => ({
  name: `at-most-${most}-creates-in-ten-seconds`,
  summary: `A create is answered 403 where ${most} were accepted in the ten seconds before.`,
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

/** A limit to how often something is created (4.6). */
export const creationChoice: Choice = creatingAtMost(25);

/** Limits to how many resources a project may hold (4.6). */
export const quotaChoices: readonly Choice[] = oneOf(
  atMost(25, 403),
  atMost(30, 429),
  atMost(35, 507),
  atMost(40, 409),
);
