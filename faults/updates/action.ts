import { member, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { Fault, Need } from '../fault.ts';

/** Applies another list of actions than the one sent. */
function applying(change: (actions: readonly Json[]) => readonly Json[]): PolicyOverride {
  return (base) => ({ applied: (before, actions) => base.applied(before, change(actions)) });
}

function fault(
  name: string,
  summary: string,
  override: PolicyOverride,
  expect: Fault['expect'] = 'fail',
  needs: readonly Need[] = [],
): Fault {
  return { name, summary, section: '4.10', expect, needs, override };
}

const nameOf = (action: Json): Json | undefined => member(action, 'action');
const textOf = (action: Json): string => JSON.stringify(member(action, 'someProperty') ?? '');

function firstOfEachName(actions: readonly Json[]): Json[] {
  return actions.filter(
    (action, index) => actions.findIndex((other) => nameOf(other) === nameOf(action)) === index,
  );
}

/** Actions of an accepted update applied in another way than in the given order (4.10). */
export const actionFaults: readonly Fault[] = [
  fault(
    'actions-applied-backwards',
    'The last action is applied first.',
    applying((actions) => actions.toReversed()),
  ),
  fault(
    'only-the-first-action-applied',
    'Actions after the first are left out.',
    applying((actions) => actions.slice(0, 1)),
  ),
  fault(
    'every-second-list-ends-with-its-first-action',
    'Of every second list of several actions only the first is applied.',
    (base) => {
      let lists = 0;
      return {
        applied: (before, actions) => {
          const cut = actions.length > 1 && (lists += 1) % 2 === 0;
          return base.applied(before, cut ? actions.slice(0, 1) : actions);
        },
      };
    },
  ),
  fault(
    'last-action-left-out',
    'The last of several actions is left out.',
    applying((actions) => (actions.length > 1 ? actions.slice(0, -1) : actions)),
  ),
  fault(
    'second-of-three-actions-left-out',
    'Of three actions and more the second is left out.',
    applying((actions) => (actions.length > 2 ? actions.toSpliced(1, 1) : actions)),
  ),
  fault(
    'repeated-actions-left-out',
    'Of several actions of one name only the first is applied.',
    applying(firstOfEachName),
  ),
  fault(
    'actions-sorted-by-value',
    'Actions are applied in the order of their values.',
    applying((actions) => actions.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))),
  ),
  fault(
    'actions-after-the-eighth-left-out',
    'Actions after the eighth are left out.',
    applying((actions) => actions.slice(0, 8)),
    'fail',
    ['generated'],
  ),
  fault(
    'do-some-thing-discards-earlier-changes',
    'A doSomeThing undoes the changes that stand before it in its list.',
    applying((actions) =>
      actions.slice(actions.findLastIndex((action) => nameOf(action) === 'doSomeThing') + 1),
    ),
  ),
  fault(
    'changes-after-do-some-thing-left-out',
    'Changes that stand after a doSomeThing in their list are left out.',
    applying((actions) => {
      const stop = actions.findIndex((action) => nameOf(action) === 'doSomeThing');
      return stop < 0 ? actions : actions.slice(0, stop);
    }),
  ),
  fault(
    'successful-updates-change-nothing',
    'Updates succeed and move the version, but no action is applied.',
    applying(() => []),
  ),
  fault('version-never-moves', 'Updates change the resource and leave its version.', () => ({
    movesVersion: () => false,
  })),
  fault('version-kept-by-single-changes', 'An update with one change leaves the version.', (base) => ({
    movesVersion: (before, after, actions) => actions.length > 1 && base.movesVersion(before, after, actions),
  })),
  fault(
    'every-third-update-keeps-the-version',
    'Every third update changes the resource and leaves its version.',
    (base) => {
      let count = 0;
      return {
        movesVersion: (before, after, actions) =>
          (count += 1) % 3 !== 0 && base.movesVersion(before, after, actions),
      };
    },
    'fail',
    ['generated'],
  ),
];
