import { integerOf } from '../../reference/decimal.ts';
import { member, type Json } from '../../reference/json.ts';
import { apply } from '../../reference/operations/update-resource.ts';
import type { Policy, PolicyOverride, Update } from '../../reference/policy.ts';
import { latest, write } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';

/** Changes the resource at mismatches that pass the test, and then refuses them with another status. */
function refusing(
  name: string,
  summary: string,
  of: {
    readonly status: number;
    readonly test: (update: Update) => boolean;
    readonly before?: (update: Update, base: Policy) => void;
  },
): Fault {
  const override: PolicyOverride = (base) => ({
    onMismatch(update) {
      if (!of.test(update)) return base.onMismatch(update);
      of.before?.(update, base);
      return base.error(update.call.state, of.status, 'the update is not valid');
    },
  });
  return of.before === undefined
    ? {
        name,
        warns: '4.10/odd-versions-conflict',
        section: '4.10',
        expect: 'warn',
        summary,
        override,
      }
    : { name, breaks: '4.10/conflict-has-no-effect', summary, override };
}

const isFraction = ({ stated }: Update): boolean => integerOf(stated.text) === undefined;

const isNegative = ({ stated }: Update): boolean => stated.text.startsWith('-');

const isHuge = ({ stated }: Update): boolean => Number(stated.text) > Number.MAX_SAFE_INTEGER;

const isInvalid = ({ actions, call }: Update): boolean =>
  call.state.policy.actionsRefusal(actions) !== undefined;

const lacksValue = (action: Json): boolean =>
  member(action, 'action') === 'changeSomeProperty' && member(action, 'someProperty') === undefined;

const applying = (update: Update): void => {
  if (!isInvalid(update)) apply(update, update.call.now);
};

/** Mismatches that are refused without 409, or with an effect (4.10). */
export const refusedEffectFaults: readonly Fault[] = [
  refusing(
    'fraction-applied-before-it-is-refused',
    'A fraction is answered 400 once its actions are applied.',
    {
      status: 400,
      test: isFraction,
      before: applying,
    },
  ),
  refusing(
    'huge-version-applied-before-a-crash',
    'A version beyond 2^53 is answered 500 once its actions are applied.',
    {
      status: 500,
      test: isHuge,
      before: applying,
    },
  ),
  refusing(
    'negative-version-sets-the-property',
    'A negative version is answered 422, sets the property and keeps the version.',
    {
      status: 422,
      test: isNegative,
      before(update, base) {
        if (!isInvalid(update))
          write(update.resource, base.applied(latest(update.resource), update.actions), update.call.now);
      },
    },
  ),
  refusing(
    'actions-applied-up-to-an-unknown-one',
    'A mismatch with an unknown action is answered 400 once the actions before it are applied.',
    {
      status: 400,
      test: isInvalid,
      before(update) {
        const { policy } = update.call.state;
        const first = update.actions.findIndex((action) => policy.actionsRefusal([action]) !== undefined);
        if (first > 0) apply({ ...update, actions: update.actions.slice(0, first) }, update.call.now);
      },
    },
  ),
  refusing(
    'incomplete-action-moves-the-version',
    'A mismatch with a changeSomeProperty that lacks its value is answered 400 and changes the version.',
    {
      status: 400,
      test: ({ actions }) => actions.some(lacksValue),
      before(update, base) {
        const { state, now } = update.call;
        const before = latest(update.resource);
        write(update.resource, { ...before, version: base.nextVersion(before.version, state, now) }, now);
      },
    },
  ),
  refusing('odd-versions-answered-400', 'Fractions, negative and huge versions are answered 400.', {
    status: 400,
    test: (update) => isFraction(update) || isNegative(update) || isHuge(update),
  }),
  refusing(
    'invalid-actions-answered-400-before-the-version',
    'A mismatch with invalid actions is answered 400.',
    {
      status: 400,
      test: isInvalid,
    },
  ),
];
