import { json } from '../../reference/call.ts';
import { isArray, isObject, member, type Json } from '../../reference/json.ts';
import type { Response } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import type { PolicyOverride, Update } from '../../reference/policy.ts';
import { apply } from '../../reference/operations/update-resource.ts';
import { oneOf, type Choice } from '../fault.ts';
import { answering, bare, content, serving, succeeded } from '../rewrite.ts';
import { Refused } from '../../reference/refused.ts';

const answers = [
  'updates-answer-202',
  'updates-answer-204',
  'updates-answer-303',
  'updates-answer-201',
  'updates-answer-their-actions',
  'updates-answer-an-empty-200',
  'updates-take-effect-later',
];

/** A way to answer an accepted update. */
function answered(
  name: string,
  summary: string,
  updated: (update: Update, usual: Response) => Response,
): Choice {
  const override: PolicyOverride = (base) => ({
    updated: (update, after) => updated(update, base.updated(update, after)),
  });
  return { name, summary, override, excludes: answers.filter((other) => other !== name) };
}

/** A form of the answer to a version mismatch, whose status is always 409. */
function conflicting(name: string, summary: string, change: (response: Response) => Response): Choice {
  const wrap = answering(['4.10'], (response) => (response.status === 409 ? change(response) : response));
  return { name, summary, wrap };
}

function refusingActions(reason: (actions: readonly Json[]) => string | undefined): PolicyOverride {
  return (base) => ({ actionsRefusal: (actions) => reason(actions) ?? base.actionsRefusal(actions) });
}

const knownOnly = (actions: readonly Json[]): Json[] =>
  actions.filter((action) => ['doSomeThing', 'changeSomeProperty'].includes(String(name(action))));

function name(action: Json): string {
  const given = member(action, 'action');
  return typeof given === 'string' ? given : '';
}

/** After three conflicts in a row, no update of the resource is accepted for a minute. */
const lockingAfterConflicts: HandleWrap = (next) => {
  const conflicts = new Map<string, { count: number; at: number }>();
  return (state, request, now) => {
    if (operationOf(request) !== '4.10') return next(state, request, now);
    const known = conflicts.get(request.target) ?? { count: 0, at: now };
    if (known.count >= 3 && now - known.at < 60_000) return { response: bare(423) };
    const reply = next(state, request, now);
    if ('response' in reply && reply.response.status === 409)
      conflicts.set(request.target, { count: known.count >= 3 ? 1 : known.count + 1, at: now });
    else if ('response' in reply && succeeded(reply.response)) conflicts.delete(request.target);
    return reply;
  };
};

/** Ways to answer and to limit updates by id (4.10). */
export const updateChoices: readonly Choice[] = [
  ...oneOf(
    {
      name: 'updates-hide-a-missing-scope',
      summary:
        'An update needs a scope that no token holds, and is answered 404 like an unknown id; reads need no such scope.',
      override: () => ({ updateTarget: () => undefined }),
      leaves: 'incomplete',
    },
    {
      name: 'updates-hidden-as-unknown-paths',
      summary: 'The same, but any id is answered like a path that does not exist.',
      wrap: serving(['4.10'], (_next, _request, state) => ({
        response: state.policy.error(state, 404, 'no such path'),
      })),
      leaves: 'incomplete',
    },
  ),
  {
    name: 'resources-locked-after-three-conflicts',
    summary: 'After three conflicts in a row updates of a resource are answered 423 for a minute.',
    wrap: lockingAfterConflicts,
    leaves: 'incomplete',
  },
  answered('updates-answer-204', 'An update is answered 204.', () => bare(204)),
  answered('updates-answer-303', 'An update is answered 303 with the URL of the resource.', ({ call }) => ({
    ...bare(303),
    headers: [['Location', call.request.target]],
  })),
  answered('updates-answer-201', 'An update is answered 201.', (_update, usual) => ({
    ...usual,
    status: 201,
  })),
  {
    ...answered('updates-answer-202', 'An update is answered 202, and has taken effect.', () => bare(202)),
    profile: { async: { '4.10': true } },
  },
  answered('updates-answer-an-empty-200', 'An update is answered 200 without a body.', () => bare(200)),
  answered(
    'updates-answer-their-actions',
    'An update is answered with the list of its actions.',
    ({ call, actions }) => json(call, 200, { applied: actions.filter((action) => isObject(action)) }),
  ),
  {
    name: 'updates-take-effect-later',
    summary: 'An update is answered 202 and applied 300 ms later.',
    override: () => ({ asyncUpdateMs: 300 }),
    profile: { async: { '4.10': true } },
    excludes: [
      ...answers.filter((other) => other !== 'updates-take-effect-later'),
      'middle-failures-keep-earlier-actions',
    ],
  },
  conflicting('conflicts-have-no-body', 'A mismatch is answered with a bare 409.', () => bare(409)),
  conflicting('conflicts-in-plain-text', 'A mismatch is answered with text.', () => ({
    ...bare(409),
    ...content('conflict', 'text/plain'),
  })),
  conflicting('conflicts-name-a-time-to-retry', 'A mismatch is answered with Retry-After.', (response) => ({
    ...response,
    headers: [...response.headers, ['Retry-After', '1']],
  })),
  {
    name: 'unknown-actions-ignored',
    summary: 'Unknown actions are ignored.',
    override: (base) => ({
      actionsRefusal: (actions) => base.actionsRefusal(knownOnly(actions)),
      applied: (before, actions) => base.applied(before, knownOnly(actions)),
    }),
  },
  {
    name: 'empty-property-refused',
    summary: 'An empty someProperty is answered 400.',
    override: refusingActions((actions) =>
      actions.some((action) => member(action, 'someProperty') === '') ? 'someProperty is empty' : undefined,
    ),
  },
  {
    name: 'property-of-at-most-100-characters',
    summary: 'A someProperty of more than 100 characters is answered 400.',
    override: refusingActions((actions) =>
      actions.some((action) => text(action).length > 100) ? 'someProperty is too long' : undefined,
    ),
  },
  {
    name: 'at-most-ten-actions',
    summary: 'A list of more than ten actions is answered 400.',
    override: refusingActions((actions) => (actions.length > 10 ? 'there are too many actions' : undefined)),
  },
  {
    name: 'updates-without-actions-refused',
    summary: 'An empty list of actions is answered 400.',
    override: refusingActions((actions) => (actions.length === 0 ? 'there is no action' : undefined)),
    excludes: ['updates-without-actions-move-the-version'],
  },
  {
    name: 'more-than-ten-actions-refused',
    summary: 'More than ten actions are answered 400.',
    override: refusingActions((actions) => (actions.length > 10 ? 'there are too many actions' : undefined)),
  },
  {
    name: 'long-property-values-refused',
    summary: 'A someProperty of more than 64 characters is answered 400.',
    override: refusingActions((actions) =>
      actions.some((action) => String(text(action)).length > 64) ? 'someProperty is too long' : undefined,
    ),
  },
  {
    name: 'property-values-trimmed',
    summary: 'White space around a someProperty is cut off.',
    override: (base) => ({
      applied: (before, actions) =>
        base.applied(
          before,
          actions.map((action) =>
            isObject(action) && name(action) === 'changeSomeProperty'
              ? { ...action, someProperty: text(action).trim() }
              : action,
          ),
        ),
    }),
  },
  {
    name: 'actions-validated-before-the-version',
    summary: 'Invalid actions are answered 400 also when the version differs.',
    override: (base) => ({
      versionMatches(update) {
        const reason = update.call.state.policy.actionsRefusal(update.actions);
        if (reason !== undefined) throw new Refused(400, reason);
        return base.versionMatches(update);
      },
    }),
    excludes: ['middle-failures-keep-earlier-actions'],
  },
  ...oneOf(
    {
      name: 'middle-failures-keep-earlier-actions',
      summary: 'A list that fails midway keeps the actions applied before.',
      override: (base) => ({
        versionMatches(update) {
          if (!base.versionMatches(update)) return false;
          const { policy } = update.call.state;
          const stop = update.actions.findIndex((action) => policy.actionsRefusal([action]) !== undefined);
          if (stop > 0) apply({ ...update, actions: update.actions.slice(0, stop) }, update.call.now);
          return true;
        },
      }),
    },
    {
      name: 'middle-failures-keep-the-rest',
      summary: 'The known actions of a list with an unknown one are applied, and the answer is 400.',
      override: (base) => ({
        versionMatches(update) {
          if (!base.versionMatches(update)) return false;
          const { policy } = update.call.state;
          const isRefused = policy.actionsRefusal(update.actions) !== undefined;
          const known = update.actions.filter((action) => policy.actionsRefusal([action]) === undefined);
          if (isRefused && known.length > 0) apply({ ...update, actions: known }, update.call.now);
          return true;
        },
      }),
      excludes: ['actions-validated-before-the-version', 'updates-take-effect-later'],
    },
  ),
  {
    name: 'property-shown-in-a-member-of-its-own',
    summary: 'someProperty is shown below custom/fields.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        const { someProperty, ...rest } = shown;
        return someProperty === undefined ? rest : { ...rest, custom: { fields: { someProperty } } };
      },
    }),
    profile: { update: { observable: '/custom/fields/someProperty' } },
    excludes: ['more-members-than-documented', 'property-never-shown'],
  },
  {
    name: 'property-never-shown',
    summary: 'someProperty is stored and shown nowhere.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        return Object.fromEntries(Object.entries(shown).filter(([member]) => member !== 'someProperty'));
      },
    }),
    profile: { update: { observable: 'none' } },
    excludes: ['property-shown-in-a-member-of-its-own'],
  },
];

function text(action: Json): string {
  const given = isArray(action) ? undefined : member(action, 'someProperty');
  return typeof given === 'string' ? given : '';
}
