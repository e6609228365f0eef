import { member, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import { bare, serving } from '../rewrite.ts';

/** Applies another list of actions than the sent list. */
function applying(change: (actions: readonly Json[]) => readonly Json[]): PolicyOverride {
  return (base) => ({ applied: (before, actions) => base.applied(before, change(actions)) });
}

const nameOf = (action: Json): Json | undefined => member(action, 'action');
const textOf = (action: Json): string => JSON.stringify(member(action, 'someProperty') ?? '');

function firstOfEachName(actions: readonly Json[]): Json[] {
  return actions.filter(
    (action, index) => actions.findIndex((other) => nameOf(other) === nameOf(action)) === index,
  );
}

/** After a conflict, the same request is answered 409 for ever. */
const rememberingConflicts: HandleWrap = (next) => {
  const known = new Set<string>();
  return serving(['4.10'], (onward, { target, body }) => {
    const words = `${target} ${new TextDecoder().decode(body)}`;
    if (known.has(words)) return { response: bare(409) };
    const reply = onward();
    if ('response' in reply && reply.response.status === 409) known.add(words);
    return reply;
  })(next);
};

/** An update that is refused as invalid leaves its resource locked. */
const lockingAfterInvalid: HandleWrap = (next) => {
  const locked = new Set<string>();
  return serving(['4.10'], (onward, { target }) => {
    if (locked.has(target)) return { response: bare(409) };
    const reply = onward();
    if ('response' in reply && reply.response.status === 400) locked.add(target);
    return reply;
  })(next);
};

/** The body of an update that is answered 409 stays on its connection, for the next update of the resource there. */
const keepingBodies: HandleWrap = (next) => {
  const refused = new Set<string>();
  return serving(['4.10'], (onward, { target, connection = '' }) => {
    const key = `${connection} ${target}`;
    if (refused.delete(key)) return { response: bare(409) };
    const reply = onward();
    if ('response' in reply && reply.response.status === 409) refused.add(key);
    return reply;
  })(next);
};

/** Accepted updates whose actions are not applied in the given order (4.10). */
export const actionFaults: readonly Fault[] = [
  {
    name: 'actions-applied-backwards',
    breaks: '4.10/actions-in-order',
    summary: 'The last action is applied first.',
    override: applying((actions) => actions.toReversed()),
  },
  {
    name: 'only-the-first-action-applied',
    breaks: '4.10/actions-in-order',
    summary: 'Actions after the first are ignored.',
    override: applying((actions) => actions.slice(0, 1)),
  },
  {
    name: 'every-second-list-ends-with-its-first-action',
    breaks: '4.10/actions-in-order',
    summary: 'Of every second list of several actions only the first is applied.',
    override: (base) => {
      let lists = 0;
      return {
        applied: (before, actions) => {
          const cut = actions.length > 1 && (lists += 1) % 2 === 0;
          return base.applied(before, cut ? actions.slice(0, 1) : actions);
        },
      };
    },
  },
  {
    name: 'last-action-left-out',
    breaks: '4.10/actions-in-order',
    summary: 'The last of several actions is left out.',
    override: applying((actions) => (actions.length > 1 ? actions.slice(0, -1) : actions)),
  },
  {
    name: 'second-of-three-actions-left-out',
    breaks: '4.10/actions-in-order',
    summary: 'Of three actions and more the second is left out.',
    override: applying((actions) => (actions.length > 2 ? actions.toSpliced(1, 1) : actions)),
  },
  {
    name: 'repeated-actions-left-out',
    breaks: '4.10/actions-in-order',
    summary: 'Of several actions of one name only the first is applied.',
    override: applying(firstOfEachName),
  },
  {
    name: 'actions-sorted-by-value',
    breaks: '4.10/actions-in-order',
    summary: 'Actions are applied in the order of their values.',
    override: applying((actions) => actions.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))),
  },
  {
    name: 'actions-after-the-eighth-left-out',
    breaks: '4.10/actions-in-order',
    summary: 'Actions after the eighth are left out.',
    needs: ['generated'],
    override: applying((actions) => actions.slice(0, 8)),
  },
  {
    name: 'do-some-thing-discards-earlier-changes',
    breaks: '4.10/actions-in-order',
    summary: 'A doSomeThing undoes the changes before it in its list.',
    override: applying((actions) =>
      actions.slice(actions.findLastIndex((action) => nameOf(action) === 'doSomeThing') + 1),
    ),
  },
  {
    name: 'changes-after-do-some-thing-left-out',
    breaks: '4.10/actions-in-order',
    summary: 'Changes after a doSomeThing in their list are ignored.',
    override: applying((actions) => {
      const stop = actions.findIndex((action) => nameOf(action) === 'doSomeThing');
      return stop < 0 ? actions : actions.slice(0, stop);
    }),
  },
  {
    name: 'successful-updates-change-nothing',
    breaks: 'declared/update.observable',
    section: '4.10',
    summary: 'Updates succeed and change the version, but no action is applied.',
    override: applying(() => []),
  },
  {
    name: 'version-never-moves',
    breaks: '4.10/state-moves-the-version',
    summary: 'Updates change the resource and keep its version.',
    override: () => ({
      movesVersion: () => false,
    }),
  },
  {
    name: 'version-kept-by-single-changes',
    breaks: '4.10/state-moves-the-version',
    summary: 'An update with one change keeps the version.',
    override: (base) => ({
      movesVersion: (before, after, actions) =>
        actions.length > 1 && base.movesVersion(before, after, actions),
    }),
  },
  {
    name: 'every-third-update-keeps-the-version',
    breaks: 'Versioning/states-differ-in-version',
    section: '4.10',
    summary: 'Every third update changes the resource and keeps its version.',
    needs: ['generated'],
    override: (base) => {
      let count = 0;
      return {
        movesVersion: (before, after, actions) =>
          (count += 1) % 3 !== 0 && base.movesVersion(before, after, actions),
      };
    },
  },
  {
    name: 'conflicts-are-remembered-by-their-words',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'An update that was once answered 409 is answered 409 again when its version is the actual one.',
    wrap: rememberingConflicts,
  },
  {
    name: 'invalid-updates-leave-a-lock',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'After an update that is answered 400, every further update of its resource is answered 409.',
    wrap: lockingAfterInvalid,
  },
  {
    name: 'lists-of-several-actions-are-conflicts',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'An update with several actions is answered 409, because the first one has changed the version.',
    wrap: serving(['4.10'], (onward, { body }) =>
      new TextDecoder().decode(body).split('"action":').length > 2 ? { response: bare(409) } : onward(),
    ),
  },
  {
    name: 'conflicts-answer-the-next-on-their-connection',
    breaks: '4.10/matching-version-is-accepted',
    summary: 'After an update is answered 409, the next on its connection is answered 409 as well.',
    wrap: keepingBodies,
  },
];
