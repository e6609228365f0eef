import { observeUnknownId } from '../judging/answers/unknown-targets.ts';
import { accessClauses } from '../judging/access/access.ts';
import { memberOf, observedMember, statusesOf } from '../clause/declarations.ts';
import { observeAfterwards, observeVersionParameter } from './4.11/habits.ts';
import { deleteOwn, withDisposable } from '../implementation/resources/disposable.ts';
import { judgeEffect } from './4.11/effect-of-delete.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import {
  judgeBareDelete,
  seekRoute,
  judgeSufficientDeletes,
  plainDelete,
  judgeSilentDeletes,
} from './4.11/plain-deletes.ts';
import { judgeRefusedDeletes } from './4.11/refused-deletes.ts';
import { answersAreResources } from '../judging/answers/flawed-answers.ts';
import { thereIs } from '../judging/answers/routes.ts';
import { saidOf } from '../judging/said.ts';
import { firstOf, plainlyAskedFor } from '../world/operations/plain-requests.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import { judgeSiblings } from '../judging/siblings.ts';
import { refusableDelete } from '../judging/access/refusable-delete.ts';

const removing = refusableDelete('delete');
/** The resource must stay unchanged between a refused delete and the check for its effect. */
const access = accessClauses(removing, { whereOneResource: 'races' });

export const remove = section('4.11', 'DELETE /{projectKey}/resource/{id}', ({ must, open }) => {
  must('4.11/route-exists', ['Service/delete', '4.11/operation'], {
    statement: 'The server supports DELETE on an existing id.',
    sends: 'DELETE /{projectKey}/resource/{id} of a disposable resource',
    violation:
      'The server answers 405 or 501, three times, to a delete of an existing resource by a sufficient caller.',
    rationale: '405 and 501 mean that the server does not support the method there.',
    ...saidOf(seekRoute, thereIs('remove', { isShown: true })),
  });

  must(
    '4.11/answers-without-server-error',
    ['Service/delete', '4.11/operation'],
    answersWithoutServerError(
      'remove',
      async (on, attempt) =>
        attempt === 0
          ? await plainDelete(on)
          : await withDisposable(on, async (disposable) => await deleteOwn(on, disposable)),
      {
        isProven: ({ bodies }) => bodies.successes('readById').statuses.size > 0,
        asked: (world) => firstOf(plainlyAskedFor(world, 'remove')),
        statement:
          'The server does not answer all documented requests with a server error, nor all documented requests that name one resource.',
        sends:
          'DELETE /{projectKey}/resource/{id} as documented, up to 3 times; if any delete of the run was answered 500, two more at the same resource, and others at other resources',
        violation:
          'Each of 3 documented requests is answered 500 or 501, while other operations answer and no delete of the run has succeeded. Or three deletes of one resource get 500 or 501, the last after any replica lag, while other resources are deleted, and a read still finds it. Or deletes of three new resources are answered in this way, over the same time.',
        rationale:
          'The contract shows the operation; a server error is attributed to the server and not to the request. Any refusal passes, and so does an error that does not recur when the request is repeated.',
      },
    ),
  );

  must('4.11/answers-with-a-resource', ['4.11/response'], {
    statement:
      'In a successful answer, the server sends an ExampleResource as JSON: an object with a version.',
    sends:
      'all requests of the run to DELETE /{projectKey}/resource/{id}, including its clean-up; if one is answered 404 or 410, three more, each with a control resource, and GET /{projectKey}/resource/{id} of both',
    violation:
      'A 2xx answer has an empty body, or a body that is not a JSON object or has no version. Or the answer is 404 or 410 without the resource, on three resources that are gone from then on; for each, a control resource that is left alone stays readable.',
    rationale:
      'The answer may show the state before or after, and may have any success status. A delete has succeeded if the resource is gone, whatever the server answers.',
    causes: [
      'Does the delete answer 204 or a flag, because the resource is gone when the answer is built?',
      'Is the resource looked up for the answer only after it is deleted, and so not found?',
    ],
    about: 'one answer',
    ...saidOf(judgeSilentDeletes, answersAreResources('remove')),
  });

  must('4.11/has-an-effect', ['Service/delete', '4.11/operation'], {
    statement: 'A successful delete has some observable effect on the resource.',
    sends:
      'DELETE /{projectKey}/resource/{id}, then GET /{projectKey}/resource/{id}; if the read shows no effect, lists and POST /{projectKey}/resource/{id} as well',
    violation:
      'Once the longest replica lag has passed, the resource reads exactly as before, with its version; lists that showed it still do; and an update with that version is still accepted. Three resources show this, whether or not they were updated before the delete.',
    rationale:
      'Disappearance, a mark, another version, any changed member and the refusal of updates all count as an effect; the contract does not show the state of a deleted resource.',
    causes: [
      'Does the delete use a wrong or outdated version internally, and match nothing?',
      'Does the server report a delete as done that changed no row?',
      'Does a cache or a copy restore the deleted resource?',
    ],
    check: judgeEffect,
  });

  must('4.11/deletes-the-named-resource', ['4.11/id'], {
    statement: 'A delete affects only the resource that its path names.',
    sends:
      'DELETE /{projectKey}/resource/{id} of one resource, then GET /{projectKey}/resource/{id} of the others',
    violation:
      'After a successful delete, another resource of the suite is persistently unreadable, lacks a text, or has another text or an empty list, three times, but not over the same time without a delete.',
    rationale:
      'Versions of the other resources are not compared. Members count only if they contained the suite’s values: the server may derive others from the content of the project. If only the number differs, this has two readings.',
    causes: [
      'Does the statement that deletes lack the condition on the id?',
      'Does the delete hit the resource that was used last?',
    ],
    phase: 'races',
    blocks: 'when-seen',
    check: (on) => judgeSiblings(on, 'delete'),
  });

  must('4.11/bare-delete-finds-the-resource', ['4.11/operation', '4.11/id'], {
    statement: 'The server does not answer a delete of a readable resource as if it did not exist.',
    sends:
      'DELETE /{projectKey}/resource/{id} between two GET /{projectKey}/resource/{id}, by the same token',
    violation:
      'Between two reads that succeed, a delete by the same manage_test token is answered 404, on three resources older than the replica lag, alone or beside deletes of others.',
    rationale:
      'The reads prove the resource, its id and the token. Refusals for a missing version are only observed.',
    causes: ['Is the delete conditional on a version, and is a mismatch reported as not found?'],
    check: judgeBareDelete,
  });

  must('4.11/manage-test-suffices', ['4.11/scopes', 'Authentication/scopes'], {
    statement: 'The server grants access to a valid token with manage_test.',
    sends: 'DELETE /{projectKey}/resource/{id} by the token that created the resource',
    violation:
      'On three of the suite’s own resources, the server answers 401 or 403 to a token with manage_test that it grants access elsewhere, and the token never deleted a resource.',
    rationale: 'The token created the resources; mixed answers decide nothing.',
    causes: ['Does a delete require another scope than a create?'],
    check: judgeSufficientDeletes,
  });

  must('4.11/refused-without-token', ...access.refusedWithoutToken);
  must('4.11/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.11/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.11/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.11/refused-to-other-project', ...access.refusedToOtherProject);

  must('4.11/refused-delete-has-no-effect', ['4.11/scopes', 'Authentication/writes-and-reads'], {
    statement: 'When the server refuses a delete, it leaves the resource as it was, then and later.',
    sends:
      'DELETE /{projectKey}/resource/{id} by insufficient callers, then GET /{projectKey}/resource/{id}, immediately and later',
    violation:
      'After deletes that were refused to insufficient callers, the resource can no longer be read, or its version or documented members have changed, while an untouched resource is as it was. Three resources of the same caller show this.',
    rationale:
      'Each of the three is the target of only one caller, so no request of another caller can have changed it; members that the contract does not document are not compared.',
    causes: ['Is the resource deleted before the scopes are checked?'],
    whereOneResource: 'races',
    check: (on) => judgeRefusedDeletes(on, removing),
  });

  open(
    '4.11/success-status',
    ['General/3'],
    statusesSeen('remove', {
      statement: 'The status of a successful delete.',
      rationale: 'The contract shows no status.',
    }),
  );

  open('4.11/afterwards', ['States/states'], {
    isAskedDeep: true,
    statement:
      'How a read of a deleted resource, a second delete, and an update after or during a delete are answered.',
    rationale: 'States and transitions are not shown.',
    declares: [memberOf('delete.after', 'after'), memberOf('delete.repeat', 'repeat')],
    check: observeAfterwards,
  });

  open('4.11/version-parameter', ['4.11/operation'], {
    statement:
      'Whether a delete is accepted without a version, and with the declared parameter that states a version.',
    rationale: 'No version parameter is documented, and none is excluded.',
    declares: [
      {
        key: 'delete.versionParam',
        met: (declared, observed) => {
          const seen = observedMember(observed, declared === 'none' ? 'bare' : 'stated');
          if (observedMember(observed, 'takes') === declared) return true;
          return typeof seen === 'boolean' ? seen : undefined;
        },
        draft: (observed) =>
          observedMember(observed, 'bare') === true ? 'none' : observedMember(observed, 'takes'),
      },
    ],
    check: observeVersionParameter,
  });

  open('4.11/unknown-id', ['4.11/id', 'Errors/3'], {
    statement: 'How the delete of an id that does not exist is answered.',
    sends: 'DELETE /{projectKey}/resource/{id} with an id that does not exist',
    rationale: 'Error codes other than 409 are not shown.',
    declares: [statusesOf('refusal.unknownId')],
    check: async (on) => {
      if (on.options.readOnly) return on.discarded('read-only', 'the run may not write');
      await observeUnknownId(on, 'remove', 'A delete of an unknown id', { as: on.writer });
    },
  });
});
