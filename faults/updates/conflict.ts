import { isArray, member } from '../../reference/json.ts';
import type { Policy, PolicyOverride, Update } from '../../reference/policy.ts';
import { latest, later, write } from '../../reference/state.ts';
import { apply } from '../../reference/operations/update-resource.ts';
import type { Response } from '../../reference/message.ts';
import type { Fault, Need } from '../fault.ts';
import { bare, content } from '../rewrite.ts';
import type { Resource, Snapshot } from '../../reference/resource.ts';
import { Refused } from '../../reference/refused.ts';

type OnMismatch = (update: Update, conflict: () => Response, base: Policy) => Response;

function fault(name: string, summary: string, onMismatch: OnMismatch, needs: readonly Need[] = []): Fault {
  const override: PolicyOverride = (base) => ({
    onMismatch: (update) => onMismatch(update, () => base.onMismatch(update), base),
  });
  return { name, summary, section: '4.10', expect: 'fail', needs, override };
}

const statuses = [400, 404, 412, 422, 423, 428, 500];

/** Changes the resource without moving its version, or whatever else the change does. */
function alter({ resource, call }: Update, change: (before: Snapshot) => Snapshot): void {
  write(resource, change(latest(resource)), call.now);
}

function valid({ actions, call }: Update): boolean {
  return call.state.policy.actionsRefusal(actions) === undefined;
}

/** Refused as they should be, but something stays blocked afterwards. */
function blocking(name: string, summary: string, isOnce: boolean): Fault {
  const blocked = new WeakSet<Resource>();
  const override: PolicyOverride = (base) => ({
    versionMatches(update) {
      if (!base.versionMatches(update)) {
        blocked.add(update.resource);
        return false;
      }
      const free = !blocked.has(update.resource);
      if (isOnce) blocked.delete(update.resource);
      return free;
    },
  });
  return { name, summary, section: '4.10', expect: 'fail', override };
}

/** Every third 409 of a server moves the version. */
function movingNowAndThen(): Fault {
  const override: PolicyOverride = (base) => {
    let conflicts = 0;
    return {
      onMismatch(update) {
        const { state, now } = update.call;
        conflicts += 1;
        if (conflicts % 3 === 0)
          alter(update, (before) => ({ ...before, version: base.nextVersion(before.version, state, now) }));
        return base.onMismatch(update);
      },
    };
  };
  return {
    name: 'every-third-conflict-moves-the-version',
    summary: 'Every third request answered 409 moves the version.',
    section: '4.10',
    expect: 'fail',
    override,
  };
}

/** A mismatch answered or treated in a wrong way (4.10). */
export const conflictFaults: readonly Fault[] = [
  ...statuses.map((status) =>
    fault(`mismatch-answered-${status}`, `A version mismatch is answered ${status}.`, ({ call }) =>
      call.state.policy.error(call.state, status, 'the resource has another version'),
    ),
  ),
  fault(
    'mismatch-answered-200-with-an-error',
    'A version mismatch is answered 200 with an error in its body.',
    () => ({
      ...bare(200),
      ...content('{"error":{"code":409}}', 'application/json'),
    }),
  ),
  fault('mismatch-answered-202', 'A version mismatch is answered 202 and nothing happens.', () => bare(202)),
  fault('mismatch-answered-204', 'A version mismatch is answered 204 and nothing happens.', () => bare(204)),
  fault(
    'conflict-applied-nevertheless',
    'The actions of a request answered 409 are applied.',
    (update, conflict) => {
      if (valid(update)) apply(update, update.call.now);
      return conflict();
    },
  ),
  fault(
    'conflict-moves-the-version',
    'A request answered 409 moves the version.',
    (update, conflict, base) => {
      const { state, now } = update.call;
      alter(update, (before) => ({ ...before, version: base.nextVersion(before.version, state, now) }));
      return conflict();
    },
  ),
  fault(
    'conflict-applies-the-first-action',
    'The first action of a request answered 409 is applied.',
    (update, conflict) => {
      const first = { ...update, actions: update.actions.slice(0, 1) };
      if (valid(update) && update.actions.length > 1) apply(first, update.call.now);
      return conflict();
    },
  ),
  fault(
    'conflict-changes-the-property-only',
    'A request answered 409 sets the property and keeps the version.',
    (update, conflict, base) => {
      if (valid(update)) alter(update, (before) => base.applied(before, update.actions));
      return conflict();
    },
  ),
  ...[500, 1_800].map((afterMs) =>
    fault(
      `conflict-applied-after-${afterMs}-ms`,
      `The actions of a request answered 409 are applied ${afterMs} ms later.`,
      (update, conflict) => {
        const { state, now } = update.call;
        const run = (at: number): void => {
          if (valid(update) && !latest(update.resource).deleted) apply(update, at);
        };
        later(state, now + afterMs, run);
        return conflict();
      },
      ['late'],
    ),
  ),
  fault(
    'conflict-deletes-the-resource',
    'A request answered 409 removes the resource.',
    (update, conflict) => {
      alter(update, (before) => ({ ...before, deleted: true }));
      return conflict();
    },
  ),
  blocking(
    'conflict-blocks-the-next-update',
    'After a 409 the next matching update is answered 409 too.',
    true,
  ),
  blocking('conflict-blocks-for-ever', 'After a 409 no update of the resource succeeds.', false),
  fault(
    'mismatch-passes-with-an-unknown-action',
    'A mismatch succeeds when an unknown action is in the list.',
    (update, conflict) =>
      valid(update) ? conflict() : update.call.state.policy.updated(update, update.current),
  ),
  fault(
    'mismatch-passes-without-property',
    'A mismatch succeeds when changeSomeProperty lacks someProperty.',
    (update, conflict) => {
      const lacking = update.actions.some(
        (action) =>
          member(action, 'action') === 'changeSomeProperty' && member(action, 'someProperty') === undefined,
      );
      return lacking ? update.call.state.policy.updated(update, update.current) : conflict();
    },
  ),
  fault('mismatch-503-hinges-on-the-version', 'A mismatch is answered 503 with Retry-After.', () => ({
    ...bare(503),
    headers: [['Retry-After', '1']],
  })),
  fault(
    'mismatch-400-for-long-lists',
    'A mismatch with more than four actions is answered 400.',
    (update, conflict) => {
      if (isArray(update.actions) && update.actions.length > 4) throw new Refused(400, 'too many actions');
      return conflict();
    },
    ['generated'],
  ),
  fault(
    'mismatch-passes-without-effect',
    'A mismatch succeeds when the property already has the value that it is to be given.',
    (update, conflict, base) => {
      const after = base.applied(update.current, update.actions);
      const changes = update.actions.length === 0 || after.someProperty !== update.current.someProperty;
      return changes ? conflict() : update.call.state.policy.updated(update, update.current);
    },
  ),
  fault(
    'conflict-empties-an-array',
    'A request answered 409 empties arrayOfIntExample and keeps the version.',
    (update, conflict) => {
      alter(update, (before) => ({
        ...before,
        objectTypeProperty: { ...before.objectTypeProperty, arrayOfIntExample: [] },
      }));
      return conflict();
    },
  ),
  movingNowAndThen(),
  {
    name: 'lists-keep-the-version',
    summary: 'An update with more than one action is applied and keeps the version.',
    section: '4.10',
    expect: 'fail',
    override: (base) => ({
      movesVersion: (before, after, actions) =>
        actions.length < 2 && base.movesVersion(before, after, actions),
    }),
  },
];
