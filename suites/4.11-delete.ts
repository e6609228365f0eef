import { oddAnswersTo } from '../judging/answers/unknown-targets.ts';
import * as access from '../judging/access/access.ts';
import { memberOf, observedMember, statusesOf } from '../clause/declarations.ts';
import { observeAfterwards, observeVersionParameter } from './4.11/habits.ts';
import { deleteOwn, withDoomed } from '../implementation/resources/doomed.ts';
import { judgeSilentDeletes } from './4.11/silent-deletes.ts';
import { judgeEffect } from './4.11/effect-of-delete.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { judgeBareDelete, judgeRoute, judgeSufficientDeletes, plainDelete } from './4.11/plain-deletes.ts';
import { judgeRefusedDeletes } from './4.11/refused-deletes.ts';
import { judgeResourceAnswers } from '../judging/answers/representation.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import { judgeSiblings } from '../judging/siblings.ts';
import { refusableDelete } from '../judging/access/refusable-delete.ts';

const removing = refusableDelete('delete');
/** The resource must stay as it is between a refused delete and the look for its effect. */
const alone = { whereOneResource: 'races' } as const;

export const remove = section('4.11', 'DELETE /{projectKey}/resource/{id}', ({ must, open }) => {
  must('4.11/route-exists', ['Service/delete', '4.11/operation'], {
    statement: 'DELETE on an existing id is an operation of the implementation.',
    sends: 'DELETE /{projectKey}/resource/{id} of a resource made for it',
    violation: 'A delete of an existing resource by a sufficient caller is answered 405 or 501, three times.',
    rationale: '405 and 501 mean that the server does not support the method there.',
    check: judgeRoute,
  });

  must(
    '4.11/answers-without-server-error',
    ['Service/delete', '4.11/operation'],
    answersWithoutServerError(
      'remove',
      async (on, attempt) =>
        attempt === 0
          ? await plainDelete(on)
          : await withDoomed(on, async (doomed) => await deleteOwn(on, doomed)),
      ({ facts }) => facts.readable,
      {
        statement:
          'Documented requests are not all answered with a server error, nor are all that name one resource.',
        sends:
          'DELETE /{projectKey}/resource/{id} as documented, up to 3 times; where any of the run was answered 500, the same at that resource twice more, and at others',
        violation:
          'Each of 3 documented requests is answered 500 or 501, while other operations answer; or three deletes of one resource are, the last one when any lag has passed, while others are deleted in between and a read shows that this one is there.',
        rationale:
          'The contract shows the operation; a server error blames the server and not the request. Any refusal passes, and so does what came out right when asked again.',
      },
    ),
  );

  must('4.11/answers-with-a-resource', ['4.11/response'], {
    statement: 'A successful answer is an ExampleResource as JSON: an object with a version.',
    sends:
      'whatever the run has sent to DELETE /{projectKey}/resource/{id}, the clean-up included; where that is answered 404 or 410, three more beside twins, with GET /{projectKey}/resource/{id} of both',
    violation:
      'A 2xx answer whose body is empty, is not a JSON object, or has no version; or 404 or 410 without the resource, on three resources that are gone from then on, while a twin of each that was left alone stays readable.',
    rationale:
      'Whether it shows the state before or after is free, and so is the status of a success. A delete that deletes has succeeded, whatever it says.',
    causes: [
      'Does the delete answer 204 or a flag, because the resource is gone when the answer is built?',
      'Is the resource looked up for the answer only once it is deleted, and so not found?',
    ],
    about: 'one answer',
    check: async (on) => {
      await judgeSilentDeletes(on);
      await on.until('end');
      judgeResourceAnswers(on, 'remove');
    },
  });

  must('4.11/has-an-effect', ['Service/delete', '4.11/operation'], {
    statement: 'A successful delete has some observable effect on the resource.',
    sends:
      'DELETE /{projectKey}/resource/{id}, then GET /{projectKey}/resource/{id}; where that shows nothing, lists and POST /{projectKey}/resource/{id} as well',
    violation:
      'After the longest lag the resource reads exactly as before, with its version; lists that showed it still do; and an update with that version is still accepted. Three resources show this, whether they were updated before the delete or not.',
    rationale:
      'Disappearance, a mark, another version, any changed member or the refusal of updates all count as an effect; what becomes of a deleted resource is not shown.',
    causes: [
      'Does the delete state a version of its own, or one that an update has left, and match nothing?',
      'Is a delete reported as done that changed no row?',
      'Is what was deleted brought back by a cache or a copy?',
    ],
    check: judgeEffect,
  });

  must('4.11/deletes-the-named-resource', ['4.11/id'], {
    statement: 'A delete touches the resource that its path names, and no other.',
    sends:
      'DELETE /{projectKey}/resource/{id} of one resource, then GET /{projectKey}/resource/{id} of the others',
    violation:
      'After a successful delete, another resource of the suite’s own is persistently unreadable or differs in its documented members, three times, but not over the same time without a delete.',
    rationale:
      'Who changes resources by himself does not keep to the times of our writes; versions of the others are not compared.',
    causes: [
      'Does the statement that deletes lack the condition on the id?',
      'Is the resource that was touched last deleted?',
    ],
    phase: 'races',
    blocks: 'when-seen',
    check: (on) => judgeSiblings(on, 'delete'),
  });

  must('4.11/bare-delete-finds-the-resource', ['4.11/operation', '4.11/id'], {
    statement: 'A delete of a resource that can be read is not answered as if it did not exist.',
    sends:
      'DELETE /{projectKey}/resource/{id} between two GET /{projectKey}/resource/{id}, by the same token',
    violation:
      'Between two reads that succeed, a delete by the same manage_test token is answered 404, on three resources older than the lag.',
    rationale:
      'The reads prove the resource, its id and the token. Refusals because no version was stated are only observed.',
    causes: ['Is the delete conditional on a version, and a mismatch reported as not found?'],
    check: judgeBareDelete,
  });

  must('4.11/manage-test-suffices', ['4.11/scopes', 'Authentication/scopes'], {
    statement: 'A live token with manage_test is let in.',
    sends: 'DELETE /{projectKey}/resource/{id} by the token that made the resource',
    violation:
      'On three of the suite’s own resources, a token with manage_test that is let in elsewhere is answered 401 or 403 and never deleted one.',
    rationale: 'The token made the resources; mixed answers decide nothing.',
    causes: ['Is another scope asked of a delete than of a create?'],
    check: judgeSufficientDeletes,
  });

  must(
    '4.11/refused-without-token',
    ['4.11/scopes', 'Authentication/bearer', 'Authentication/writes-and-reads'],
    access.refusedWithoutToken(removing, alone),
  );
  must(
    '4.11/refused-to-unknown-token',
    ['4.11/scopes', 'Authentication/bearer', 'Authentication/writes-and-reads'],
    access.refusedToUnknownToken(removing, alone),
  );
  must(
    '4.11/refused-to-other-scopes',
    ['4.11/scopes', 'Authentication/scopes', 'Authentication/writes-and-reads'],
    access.refusedToOtherScopes(removing, alone),
  );
  must(
    '4.11/refused-to-no-scope',
    ['4.11/scopes', 'Authentication/scopes', 'Authentication/writes-and-reads'],
    access.refusedToNoScope(removing, alone),
  );
  must(
    '4.11/refused-to-other-project',
    ['General/4', '4.11/scopes', 'Authentication/scopes'],
    access.refusedToOtherProject(removing, alone),
  );

  must('4.11/refused-delete-has-no-effect', ['4.11/scopes', 'Authentication/writes-and-reads'], {
    statement: 'A delete that was refused leaves the resource as it was, then and later.',
    sends:
      'DELETE /{projectKey}/resource/{id} by insufficient callers, then GET /{projectKey}/resource/{id}, at once and later',
    violation:
      'After deletes that were refused to insufficient callers, the resource can no longer be read, or its version or documented members have changed, while a resource that nobody touched is as it was. Three resources of the same caller show it.',
    rationale:
      'Each of the three is aimed at by one caller alone, so that nothing which somebody else was granted can have changed it; members that the contract does not document are not compared.',
    causes: ['Is the resource deleted before the scopes are checked?'],
    whereOneResource: 'races',
    check: (on) => judgeRefusedDeletes(on, removing),
  });

  open(
    '4.11/success-status',
    ['General/3'],
    statusesSeen('remove', {
      statement: 'The status of a successful delete.',
      rationale: 'It is not shown.',
    }),
  );

  open('4.11/afterwards', ['States/states'], {
    statement:
      'How a read of a deleted resource, a second delete, a late update and an update beside a delete are answered.',
    rationale: 'States and transitions are not shown.',
    declares: [memberOf('delete.after', 'after'), memberOf('delete.repeat', 'repeat')],
    check: observeAfterwards,
  });

  open('4.11/version-parameter', ['4.11/operation'], {
    statement:
      'Whether a delete is accepted without a version, and with the declared parameter that states one.',
    rationale: 'No version parameter is documented, and none is excluded.',
    declares: [
      {
        key: 'delete.versionParam',
        met: (declared, observed) =>
          observedMember(observed, 'takes') === declared ||
          asBoolean(observedMember(observed, declared === 'none' ? 'bare' : 'stated')),
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
      const exchange = await on.ask('remove', {
        path: { id: `unknown-${on.random.word(12)}` },
        as: on.writer,
        unknownTarget: true,
      });
      if (exchange.kind !== 'noise')
        on.observe(
          { status: exchange.status ?? 0 },
          { suspect: oddAnswersTo('A delete of an id that nobody has', [exchange]) },
        );
    },
  });
});

function asBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}
