import { isArray, member } from '../../reference/json.ts';
import type { Policy, PolicyOverride, Update } from '../../reference/policy.ts';
import { latest, later, write } from '../../reference/state.ts';
import { apply } from '../../reference/operations/update-resource.ts';
import type { Response } from '../../reference/message.ts';
import type { Fault } from '../fault.ts';
import { bare, content } from '../rewrite.ts';
import type { Resource, Snapshot } from '../../reference/resource.ts';
import { Refused } from '../../reference/refused.ts';

type OnMismatch = (update: Update, conflict: () => Response, base: Policy) => Response;

function onMismatch(answer: OnMismatch): PolicyOverride {
  return (base) => ({ onMismatch: (update) => answer(update, () => base.onMismatch(update), base) });
}

const statuses = [400, 403, 404, 412, 422, 423, 428, 500];

/** Changes the resource without changing its version, among other effects. */
function alter({ resource, call }: Update, change: (before: Snapshot) => Snapshot): void {
  write(resource, change(latest(resource)), call.now);
}

function valid({ actions, call }: Update): boolean {
  return call.state.policy.actionsRefusal(actions) === undefined;
}

/** Whether the resource was not written for 3 s. */
export function hasRested({ resource, call }: Update): boolean {
  return call.now - (resource.history.at(-1)?.at ?? call.now) > 3_000;
}

/** After this many 409 in a row, the next update with the actual version is answered 409 too. */
function blockingAfter(most: number): PolicyOverride {
  return (base) => {
    const inRow = new WeakMap<Resource, number>();
    return {
      versionMatches(update) {
        const count = inRow.get(update.resource) ?? 0;
        const matches = base.versionMatches(update);
        inRow.set(update.resource, matches ? 0 : count + 1);
        return matches && count < most;
      },
    };
  };
}

/** Updates that are rightly refused, but leave a resource blocked. */
function blocking(isOnce: boolean): PolicyOverride {
  const blocked = new WeakSet<Resource>();
  return (base) => ({
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
}

/** Every third 409 of a server changes the version. */
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
    breaks: '4.10/conflict-has-no-effect',
    summary: 'Every third request answered 409 changes the version.',
    override,
  };
}

/** Mismatches that are answered or treated wrongly (4.10). */
export const conflictFaults: readonly Fault[] = [
  ...statuses.map((status) => ({
    name: `mismatch-answered-${status}`,
    breaks: '4.10/conflict-on-mismatch',
    summary: `A version mismatch is answered ${status}.`,
    override: onMismatch(({ call }) =>
      call.state.policy.error(call.state, status, 'the resource has another version'),
    ),
  })),
  {
    name: 'mismatch-answered-200-with-an-error',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version mismatch is answered 200 with an error in its body.',
    override: onMismatch(() => ({
      ...bare(200),
      ...content('{"error":{"code":409}}', 'application/json'),
    })),
  },
  {
    name: 'mismatch-answered-202',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version mismatch is answered 202 and nothing happens.',
    override: onMismatch(() => bare(202)),
  },
  {
    name: 'mismatch-answered-204',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version mismatch is answered 204 and nothing happens.',
    override: onMismatch(() => bare(204)),
  },
  {
    name: 'conflict-applied-nevertheless',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'The actions of a request answered 409 are applied.',
    override: onMismatch((update, conflict) => {
      if (valid(update)) apply(update, update.call.now);
      return conflict();
    }),
  },
  {
    name: 'conflict-moves-the-version',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'A request answered 409 changes the version.',
    override: onMismatch((update, conflict, base) => {
      const { state, now } = update.call;
      alter(update, (before) => ({ ...before, version: base.nextVersion(before.version, state, now) }));
      return conflict();
    }),
  },
  {
    name: 'conflict-applies-the-first-action',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'The first action of a request answered 409 is applied.',
    override: onMismatch((update, conflict) => {
      const first = { ...update, actions: update.actions.slice(0, 1) };
      if (valid(update) && update.actions.length > 1) apply(first, update.call.now);
      return conflict();
    }),
  },
  {
    name: 'conflict-changes-the-property-only',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'A request answered 409 sets the property and keeps the version.',
    override: onMismatch((update, conflict, base) => {
      if (valid(update)) alter(update, (before) => base.applied(before, update.actions));
      return conflict();
    }),
  },
  ...[15, 500, 1_800].map((afterMs) => ({
    name: `conflict-applied-after-${afterMs}-ms`,
    breaks: '4.10/conflict-has-no-effect',
    summary: `The actions of a request answered 409 are applied ${afterMs} ms later.`,
    needs: ['late'],
    override: onMismatch((update, conflict) => {
      const { state, now } = update.call;
      const run = (at: number): void => {
        if (valid(update) && !latest(update.resource).deleted) apply(update, at);
      };
      later(state, now + afterMs, run);
      return conflict();
    }),
  })),
  {
    name: 'conflict-deletes-the-resource',
    breaks: '4.10/conflict-spoils-nothing',
    summary: 'A request answered 409 removes the resource.',
    override: onMismatch((update, conflict) => {
      alter(update, (before) => ({ ...before, deleted: true }));
      return conflict();
    }),
  },
  {
    name: 'conflict-blocks-the-next-update',
    breaks: '4.10/conflict-spoils-nothing',
    summary: 'After a 409 the next matching update is answered 409 too.',
    override: blocking(true),
  },
  {
    name: 'fourth-conflict-blocks-the-next-update',
    breaks: '4.10/conflict-spoils-nothing',
    summary:
      'After four requests in a row that were answered 409 the next matching update is answered 409 too.',
    override: blockingAfter(4),
  },
  {
    name: 'conflict-blocks-for-ever',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'After a 409 no update of the resource succeeds.',
    override: blocking(false),
  },
  {
    name: 'mismatch-passes-with-an-unknown-action',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'A mismatch succeeds when an unknown action is in the list.',
    override: onMismatch((update, conflict) =>
      valid(update) ? conflict() : update.call.state.policy.updated(update, update.current),
    ),
  },
  {
    name: 'mismatch-passes-without-property',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'A mismatch succeeds when changeSomeProperty lacks someProperty.',
    override: onMismatch((update, conflict) => {
      const lacking = update.actions.some(
        (action) =>
          member(action, 'action') === 'changeSomeProperty' && member(action, 'someProperty') === undefined,
      );
      return lacking ? update.call.state.policy.updated(update, update.current) : conflict();
    }),
  },
  {
    name: 'mismatch-503-hinges-on-the-version',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A mismatch is answered 503 with Retry-After.',
    override: onMismatch(() => ({
      ...bare(503),
      headers: [['Retry-After', '1']],
    })),
  },
  {
    name: 'mismatch-answered-404-after-a-rest',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A version mismatch is answered 404 if the resource was not written for 3 s.',
    needs: ['late'],
    override: onMismatch((update, conflict, base) =>
      hasRested(update) ? base.gone(update.call, undefined) : conflict(),
    ),
  },
  {
    name: 'mismatch-400-for-long-lists',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A mismatch with more than four actions is answered 400.',
    needs: ['generated'],
    override: onMismatch((update, conflict) => {
      if (isArray(update.actions) && update.actions.length > 4) throw new Refused(400, 'too many actions');
      return conflict();
    }),
  },
  {
    name: 'mismatch-passes-without-effect',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'A mismatch succeeds if the property already has the requested value.',
    override: onMismatch((update, conflict, base) => {
      const after = base.applied(update.current, update.actions);
      const changes = update.actions.length === 0 || after.someProperty !== update.current.someProperty;
      return changes ? conflict() : update.call.state.policy.updated(update, update.current);
    }),
  },
  {
    name: 'conflict-empties-an-array',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'A request answered 409 empties arrayOfIntExample and keeps the version.',
    override: onMismatch((update, conflict) => {
      alter(update, (before) => ({
        ...before,
        objectTypeProperty: { ...before.objectTypeProperty, arrayOfIntExample: [] },
      }));
      return conflict();
    }),
  },
  movingNowAndThen(),
  {
    name: 'lists-keep-the-version',
    breaks: '4.10/state-moves-the-version',
    alsoBreaks: {
      clauses: /^Versioning\/states-differ-in-version$/,
      because: 'the states before and after a list share a version, and updates with it are accepted on both',
    },
    summary: 'An update with more than one action is applied and keeps the version.',
    override: (base) => ({
      movesVersion: (before, after, actions) =>
        actions.length < 2 && base.movesVersion(before, after, actions),
    }),
  },
];
