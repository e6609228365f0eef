import { member } from '../../reference/json.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { PolicyOverride, Update } from '../../reference/policy.ts';
import { apply } from '../../reference/operations/update-resource.ts';
import { latest, write } from '../../reference/state.ts';
import { locking } from '../choices/consistency.ts';
import type { Fault } from '../fault.ts';
import type { Resource } from '../../reference/resource.ts';

/** For some updates, the version is checked, then some time passes, then the write happens without another check. */
function checkingBeforeWindow(ms: number, of: (update: Update) => boolean = () => true): PolicyOverride {
  return () => ({ windowMs: (update) => (of(update) ? ms : 0), checksAgain: () => false });
}

const bearerIn = (request: Request): string => headerOf(request, 'authorization') ?? '';

const kindOf = ({ actions: [first] }: Update): unknown => member(first, 'action');

const isLong = (action: Update['actions'][number]): boolean => {
  const text = member(action, 'someProperty');
  return typeof text === 'string' && text.length > 256;
};

/** One lock for each kind of action: writes of another kind in the window go unnoticed. */
const lockingByKind: PolicyOverride = (base) => {
  const wonAt = new WeakMap<Resource, Map<unknown, string>>();
  return {
    windowMs: () => 4,
    checksAgain: (update) => wonAt.get(update.resource)?.get(kindOf(update)) === update.stated.text,
    updated(update, after) {
      const won = wonAt.get(update.resource) ?? new Map<unknown, string>();
      wonAt.set(update.resource, won.set(kindOf(update), update.stated.text));
      return base.updated(update, after);
    },
  };
};

/** One lock for each token: writes under another token in the window go unnoticed. */
const lockingByToken: PolicyOverride = (base) => {
  const wonBy = new WeakMap<Resource, Set<string>>();
  return {
    windowMs: () => 4,
    checksAgain: ({ resource, stated, call }) =>
      wonBy.get(resource)?.has(`${bearerIn(call.request)} ${stated.text}`) === true,
    updated(update, after) {
      const { resource, stated, call } = update;
      const won = wonBy.get(resource) ?? new Set();
      wonBy.set(resource, won.add(`${bearerIn(call.request)} ${stated.text}`));
      return base.updated(update, after);
    },
  };
};

/** Lists of three actions and more go unchecked if another update of the resource came less than 2 ms before. */
const uncheckedInCompany: PolicyOverride = (base) => {
  const lastAt = new WeakMap<Resource, number>();
  return {
    versionMatches(update) {
      const { resource, actions, call } = update;
      const before = lastAt.get(resource) ?? -Infinity;
      lastAt.set(resource, call.now);
      return base.versionMatches(update) || (actions.length > 2 && call.now - before < 2);
    },
  };
};

/** All updates share one variable for their resource, and wait 4 ms between check and write. */
const sharedTarget: PolicyOverride = (base) => {
  let target: Resource | undefined;
  return {
    windowMs(update) {
      target = update.resource;
      return 4;
    },
    updated(update, after) {
      const { call, resource, current } = update;
      if (target === undefined || target === resource || latest(target).deleted)
        return base.updated(update, after);
      write(resource, current, call.now);
      apply({ ...update, resource: target, current: latest(target) }, call.now);
      return base.updated(update, after);
    },
  };
};

/** Nodes with separate locks: writes by another node in the window go unnoticed. */
function nodesApart(count: number, nodeOf: (request: Request, arrival: number) => number): PolicyOverride {
  return (base) => {
    const nodes = new WeakMap<Request, number>();
    const writers = new WeakMap<Resource, number>();
    let arrivals = 0;
    return {
      windowMs({ call }) {
        nodes.set(call.request, nodeOf(call.request, (arrivals += 1)) % count);
        return 3;
      },
      checksAgain: ({ call, resource }) => writers.get(resource) === nodes.get(call.request),
      updated(update, after) {
        writers.set(update.resource, nodes.get(update.call.request) ?? 0);
        return base.updated(update, after);
      },
    };
  };
}

/** Whether the update states a version that another update has replaced less than 20 ms ago. */
export function lostJustNow({ resource, stated, call }: Update): boolean {
  const [before, last] = resource.history.slice(-2);
  return last !== undefined && call.now - last.at < 20 && String(before?.snapshot.version) === stated.text;
}

/** Concurrent updates with one stated version: both succeed, or the loser leaves traces (4.10, "Versioning"). */
export const raceFaults: readonly Fault[] = [
  {
    name: 'window-of-50-ms-between-check-and-write',
    breaks: '4.10/one-winner',
    summary: 'A second update within 50 ms succeeds.',
    needs: ['races'],
    override: checkingBeforeWindow(50),
  },
  {
    name: 'window-of-20-ms-between-check-and-write',
    breaks: '4.10/one-winner',
    summary: 'A second update within 20 ms succeeds.',
    needs: ['races'],
    override: checkingBeforeWindow(20),
  },
  {
    name: 'window-of-5-ms-between-check-and-write',
    breaks: '4.10/one-winner',
    summary: 'A second update within 5 ms succeeds.',
    needs: ['races'],
    override: checkingBeforeWindow(5),
  },
  {
    name: 'window-of-1-ms-between-check-and-write',
    breaks: '4.10/one-winner',
    summary: 'A second update within 1 ms succeeds.',
    needs: ['races'],
    override: checkingBeforeWindow(1),
  },
  {
    name: 'window-of-half-a-ms-between-check-and-write',
    breaks: '4.10/one-winner',
    summary: 'A second update within 0.5 ms succeeds.',
    needs: ['races'],
    override: checkingBeforeWindow(0.5),
  },
  {
    name: 'window-for-do-some-thing-alone',
    breaks: '4.10/one-winner',
    summary: 'A second update within 5 ms succeeds beside a lone doSomeThing.',
    needs: ['races'],
    override: checkingBeforeWindow(
      5,
      (update) => kindOf(update) === 'doSomeThing' && update.actions.length === 1,
    ),
  },
  {
    name: 'window-for-do-some-thing-first',
    breaks: '4.10/one-winner',
    summary: 'A second update within 5 ms succeeds beside a list that begins with doSomeThing.',
    needs: ['races'],
    override: checkingBeforeWindow(5, (update) => kindOf(update) === 'doSomeThing'),
  },
  {
    name: 'window-for-several-actions',
    breaks: '4.10/one-winner',
    summary: 'A second update within 5 ms succeeds beside a list of several actions.',
    needs: ['races'],
    override: checkingBeforeWindow(5, ({ actions }) => actions.length > 1),
  },
  ...[2, 10].map((most): Fault => ({
    name: `window-for-more-than-${most === 2 ? 'two' : 'ten'}-actions`,
    breaks: '4.10/one-winner',
    summary: `A second update within 3 ms succeeds beside a list of more than ${most} actions.`,
    needs: ['races'],
    override: checkingBeforeWindow(3, ({ actions }) => actions.length > most),
  })),
  {
    name: 'version-not-checked-for-three-actions-in-company',
    breaks: '4.10/one-winner',
    summary: 'Right after another update, lists of three and more actions succeed with any version.',
    needs: ['races'],
    override: uncheckedInCompany,
  },
  {
    name: 'updates-at-once-land-on-the-later-resource',
    breaks: '4.10/changes-the-named-resource',
    summary: 'Of two updates within 4 ms, both change the resource of the later one.',
    override: sharedTarget,
  },
  {
    name: 'window-for-long-texts',
    breaks: '4.10/one-winner',
    summary: 'A second update within 5 ms succeeds beside an update with more than 256 characters.',
    needs: ['races'],
    override: checkingBeforeWindow(5, ({ actions }) => actions.some(isLong)),
  },
  {
    name: 'window-on-fresh-resources',
    breaks: '4.10/one-winner',
    summary: 'A second update within 8 ms succeeds if none came before.',
    needs: ['races'],
    override: checkingBeforeWindow(8, ({ resource }) => resource.history.length === 1),
  },
  {
    name: 'window-on-updated-resources',
    breaks: '4.10/one-winner',
    summary: 'A second update within 8 ms succeeds if others came before.',
    needs: ['races'],
    override: checkingBeforeWindow(8, ({ resource }) => resource.history.length > 1),
  },
  {
    name: 'locks-by-kind-of-action',
    breaks: '4.10/one-winner',
    summary: 'Updates that begin with different actions do not see each other within 4 ms.',
    needs: ['races'],
    override: lockingByKind,
  },
  {
    name: 'locks-by-token',
    breaks: '4.10/one-winner',
    summary: 'Updates under different tokens do not see each other within 4 ms.',
    needs: ['races'],
    override: lockingByToken,
  },
  {
    name: 'two-nodes-lock-apart',
    breaks: '4.10/one-winner',
    summary: 'Each of two nodes, taken in turn, sees only its own writes while it locks.',
    needs: ['races'],
    override: nodesApart(2, (_request, arrival) => arrival),
  },
  {
    name: 'two-nodes-lock-apart-by-connection',
    breaks: '4.10/one-winner',
    summary: 'Each of two nodes, chosen by the connection, sees only its own writes while it locks.',
    needs: ['races'],
    override: nodesApart(2, ({ connection }, arrival) =>
      connection ? Number(connection.slice(1)) : arrival,
    ),
  },
  {
    name: 'losers-of-a-race-answered-500',
    section: '4.10',
    expect: 'incomplete',
    summary: 'An update during another update of the same resource is answered 500.',
    needs: ['races'],
    wrap: locking(4, 500),
  },
  {
    name: 'losers-of-a-race-answered-422',
    warns: '4.10/losers-conflict',
    section: '4.10',
    expect: 'warn',
    summary: 'An update during another update of the same resource is answered 422.',
    needs: ['races'],
    wrap: locking(4, 422),
  },
  {
    name: 'loser-of-a-race-merged',
    breaks: '4.10/conflict-has-no-effect',
    summary: 'The change of an update that lost by less than 20 ms is applied beside its 409.',
    needs: ['races'],
    override: (base) => ({
      onMismatch(update) {
        const { resource, call } = update;
        if (lostJustNow(update) && base.actionsRefusal(update.actions) === undefined)
          write(resource, base.applied(latest(resource), update.actions), call.now);
        return base.onMismatch(update);
      },
    }),
  },
];
