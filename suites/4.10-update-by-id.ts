import { oddAnswersTo } from '../judging/answers/unknown-targets.ts';
import { judgeActionOrder } from './4.10/action-sequences.ts';
import { judgeAftermath } from './4.10/aftermath.ts';
import { judgeConflictEffects } from './4.10/conflict-effects.ts';
import { memberOf, statusesOf } from '../clause/declarations.ts';
import type { UpdateAction } from '../implementation/facts.ts';
import { judgeFloatForms, judgeGreatVersions } from './4.10/float-forms.ts';
import { judgeLeftVersions } from './4.10/left-versions.ts';
import { matchingUpdate, lastAnswer } from '../implementation/updates/matching-update.ts';
import { judgeMatching } from './4.10/matching.ts';
import { judgeConflicts } from './4.10/conflicts.ts';
import { judgeOddConflicts, judgeOddMismatches } from './4.10/odd-mismatches.ts';
import { accessDeclared, observeAccess } from '../judging/access/open-access.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { versionOf } from '../implementation/resources/own-resource.ts';
import { judgePlainActions } from './4.10/plain-actions.ts';
import { missingUpdates } from './4.10/missing-updates.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { judgeSiblings } from '../judging/siblings.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeStateAndVersion } from '../judging/state-versions.ts';
import {
  observeAtomicity,
  observeUpdate,
  observeVersionAsString,
  observeWithoutVersion,
} from './4.10/update-reactions.ts';
import { judgeUntouched } from './4.10/untouched.ts';
import { visibleChange } from './4.10/visible-change.ts';
import { judgeWithoutFields } from './4.10/without-fields.ts';
import { farVersion, integerMismatches } from '../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../wire/json/json.ts';
import { changeTo, update } from '../implementation/updates/changes.ts';
import { anyAction, passable } from '../implementation/updates/known-actions.ts';
import { readOwn, versionToState } from '../implementation/resources/read-own.ts';

const doSomeThing: UpdateAction = { action: 'doSomeThing' };

const anyUpdate = (on: Stage) =>
  on.own(async (own) => {
    const match = await matchingUpdate(on, own, [anyAction(on)]);
    return lastAnswer(match) ?? (await readOwn(on, own));
  });

export const updateById = section('4.10', 'POST /{projectKey}/resource/{id}', ({ must, should, open }) => {
  must(
    '4.10/route-exists',
    ['Service/update-by-actions', '4.10/operation'],
    routeExists('update', anyUpdate, {
      violation:
        'A documented request of a sufficient caller is answered 405 or 501, or redirected in a loop, three times. Or everybody is answered 404, and so are three resources that the same caller reads before and after: as a path that does not exist and not as an unknown id, or where the token holds what auth.4.10 declares.',
      rationale:
        '405 and 501 mean that the server does not support the method there. The scopes are not shown, so that a 404 may hide a missing one: it counts only where it is not the answer to an id that is not found, or the vendor has said who is let in. Any other answer passes.',
      causes: ['Is the route for POST with an id registered, and for this path?'],
      looksCloser: missingUpdates,
    }),
  );
  must('4.10/accepts-application-json', ['4.10/request'], acceptsJson('update', anyUpdate));

  must('4.10/answers-without-server-error', ['4.10/operation'], {
    statement: 'A resource that is there is not updated with a server error every time.',
    sends:
      'whatever the run has sent to POST /{projectKey}/resource/{id}; where that was answered 500, one with the actual version at the same resource twice more, and at others',
    violation:
      'Three updates of one resource are answered 500 or 501, the last one when any lag has passed, while others are updated in between and a read shows that this one is there.',
    rationale:
      'The same request succeeds for other resources, so that nothing is left to blame but what the server does with this one.',
    causes: ['Does the update fail on content or on history that some resources have?'],
    phase: 'late',
  });

  must('4.10/matching-version-is-accepted', ['4.10/purpose', '4.10/version'], {
    statement: 'An update that states the actual version and is otherwise valid is not answered 409.',
    sends:
      'POST /{projectKey}/resource/{id} with the version that a read has shown: doSomeThing, then changeSomeProperty',
    violation:
      'On a resource of the suite’s own, after any lag has passed and with nothing else under way, an update with the version that reads show before and after is answered 409, three times.',
    rationale:
      '409 is the sign of a mismatch, and there is none. One or two such answers leave the clause undecided; other refusals may come from validation that is not shown.',
    causes: [
      'Is the version that was loaded at the start compared, instead of the one that is stored now?',
      'Is the version looked up for another resource, such as the one created last?',
      'Does a refused update leave a lock behind?',
    ],
    check: async (on) => {
      for (const action of [doSomeThing, changeTo(on.canary())]) await judgeMatching(on, action);
    },
  });

  must('4.10/conflict-on-mismatch', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'An update that states a version other than the actual one is answered 409 Conflict.',
    sends:
      'POST /{projectKey}/resource/{id} with versions other than the actual one, then the same actions with the actual one',
    violation:
      'A version that differs is answered 2xx, or persistently with a status other than 409, while the same actions with the actual version are accepted on the same resource; or where some were in the run, two of thirty more are refused otherwise, alone on the wire, with a 409 before and after.',
    rationale:
      'The accepted twin shows that nothing but the version was wrong, so no validation can come first. Versions that the suite invents are safe integers that a Float of any width tells apart.',
    causes: [
      'Is the version compared at all, also for a single action and for long lists?',
      'Are versions compared with < or >, where only equality will do?',
      'Are they compared as text, by a prefix, or cut to 8 or 16 bits?',
      'Is 0 taken for no version, or is every version accepted that the resource once had?',
      'Is the mismatch answered by a general handler: 400, 412, 422, or 200 with an error in the body?',
      'Are actions validated before the version is compared?',
    ],
    minimum: 4,
    check: async (on) => {
      const lists: readonly (readonly UpdateAction[])[] = [[anyAction(on)], passable(on, [doSomeThing])];
      await Promise.all(
        lists.map((actions, at) =>
          on.own(async (own) => {
            // Lists of other kinds are generated, and so are versions derived from the actual one.
            const most = at === 0 ? 7 : 2;
            await judgeConflicts(
              on,
              own,
              actions,
              (v) => integerMismatches(v, own.former(v), on.random).slice(0, most),
              'exactly 409',
            );
          }),
        ),
      );
      await judgeUntouched(on);
    },
  });

  must('4.10/stale-version-conflicts', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'After an update that moved the version, the version before it is answered 409 Conflict.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version, then another with the version that was just left',
    violation:
      'A version that the resource had before is accepted again, right after it has moved on or later.',
    rationale:
      'The version was seen to move, and the update with the newer version is accepted on the same resource.',
    causes: [
      'Is the version compared only where the update changes something?',
      'Is the version read from a cache that outlives the update?',
      'Is an update that repeats the last one taken for a retry, and applied once more?',
      'Is the conflict noticed when the change is stored, and dropped in silence?',
    ],
    check: (on) => on.own((own) => judgeLeftVersions(on, own)),
  });

  must('4.10/no-success-for-odd-versions', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'A version that differs is never accepted, whether it is fractional, negative or huge.',
    sends:
      'POST /{projectKey}/resource/{id} with fractional, negative and huge versions, then with the actual one',
    violation: 'An update with a well-typed Float that is not the actual version is answered 2xx.',
    rationale:
      'Any refusal passes; the values lie so far from the actual version that a 32-bit float tells them apart.',
    causes: [
      'Is the version cut or rounded to an integer before it is compared?',
      'Is it compared in 32 bits, or without its sign?',
      'Does some value (-1, the greatest integer) switch the check off?',
    ],
    check: (on) => judgeOddMismatches(on, 'versions'),
  });

  must('4.10/no-success-whatever-the-body', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'An update with a mismatching version is never accepted, whatever else its body holds.',
    sends:
      'POST /{projectKey}/resource/{id} with a version far off and odd actions: none, unknown, ill-typed, without effect',
    violation: 'A body with a mismatching version and odd actions is answered 2xx.',
    rationale: 'Which refusal comes first is open; a version that differs rules out success for any body.',
    causes: [
      'Is the version compared only after it is clear that there is something to change?',
      'Does an empty or unknown list of actions end the handler early, with a success?',
      'Does another write, such as PUT, leave the resource without a version to compare?',
    ],
    check: (on) => judgeOddMismatches(on, 'bodies'),
  });

  should('4.10/odd-versions-conflict', ['4.10/version', 'Errors/1'], {
    statement:
      'A version that differs is answered 409 as well where it is a fraction, negative or huge, or comes with odd actions.',
    sends: 'what the two clauses before this one send; where it is refused otherwise, twice more',
    violation: 'Such an update is refused three times with a status other than 409.',
    rationale:
      'The type is Float, and the rule knows no exception; but a server that validates first can say so with another status.',
    causes: ['Is the body validated before the version is compared, and the version as an integer?'],
    check: judgeOddConflicts,
  });

  must('4.10/equal-numbers-are-one-version', ['4.10/version'], {
    statement: 'The stated version is compared as a number: 1, 1.0 and 1e0 are one version.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version n written as n.0 and in exponent form, beside n',
    violation:
      'The actual version written with a zero fraction is answered 409, 400 or 422, or in exponent form is answered 409, three times, while its integer form is accepted before and after.',
    rationale:
      'The type here is Float, and v.0 is the plainest way to write one; the same number cannot be out of bounds. Versions beyond 2^53, which not every Float can hold, are left out.',
    causes: [
      'Is the version compared as text?',
      'Is it parsed as an integer, and refused with a point or an exponent?',
    ],
    blocks: 'when-seen',
    check: (on) => on.own((own) => judgeFloatForms(on, own, 'must')),
  });

  should('4.10/exponent-form-is-accepted', ['4.10/version'], {
    statement: 'The actual version in exponent form is accepted.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version in exponent form, beside its integer form',
    violation: 'The version written as 1e0 is answered 400 or 422 while 1 is accepted before and after.',
    rationale: 'It is the same JSON number, but some parsers do not take it for one.',
    check: (on) => on.own((own) => judgeFloatForms(on, own, 'should')),
  });

  should('4.10/great-versions-are-numbers', ['4.10/version'], {
    statement: 'A version beyond 2^53 that is accepted is accepted with a zero fraction as well.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version n written as n.0, beside n, where n is beyond 2^53',
    violation: 'n.0 is answered 409, 400 or 422, three times, while n is accepted before and after.',
    rationale: 'Both are one number, but not every Float can hold it, so that a server may keep to the text.',
    check: (on) => on.own((own) => judgeGreatVersions(on, own)),
  });

  must('4.10/conflict-has-no-effect', ['Versioning/1'], {
    statement:
      'An update refused for its version has no effect, then or later, whatever the status of the refusal.',
    sends:
      'POST /{projectKey}/resource/{id} with versions other than the actual one, also fractions, negative and huge ones and odd actions, then GET /{projectKey}/resource/{id}, at once and later',
    violation:
      'After a refused update the version or objectTypeProperty has changed, three times, though they stay as they are over equal waits without it; or a string that only the refused update carried appears.',
    rationale:
      'An accepted update with the version from before proves that none of the refusals moved it; members that the contract does not document may change.',
    causes: [
      'Is the version compared after the write instead of before?',
      'Is it validated (an integer, not negative) only once the actions are applied?',
      'Is each action stored by itself, before the version of the whole update is compared?',
      'Does a job that was queued before the check apply the change later?',
      'Is the version counted up for each attempt, also for a refused one?',
    ],
    check: (on) => judgeConflictEffects(on),
  });

  must('4.10/one-winner', ['ExampleResource/version', '4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'Of concurrent updates that state the same version, at most one succeeds.',
    sends:
      'several POST /{projectKey}/resource/{id} with one version and different content, released in one instant',
    violation:
      'Two updates that were released together with one freshly read version and different content are both answered with the status of an accepted update, where each such update alone moves the version.',
    rationale:
      'After the first of them the actual version is a new one, so the second states one that differs. No scheme of versions, no success status and no order is assumed; answers that leave the outcome open count for nothing.',
    causes: [
      'Are comparison and write two statements without a transaction or a condition on the version?',
      'Does each node lock for itself, while requests go to several?',
      'Is the lock taken only for some actions, or for some sizes of the body?',
      'Is the version compared with that of the resource that was touched last?',
    ],
    phase: 'races',
  });

  should('4.10/losers-conflict', ['4.10/version', 'Errors/1'], {
    statement: 'Of concurrent updates that state the same version, those that lose are answered 409.',
    sends:
      'several POST /{projectKey}/resource/{id} with one version and different content, released in one instant',
    violation: 'A loser is answered definitely, and neither 409 nor 2xx.',
    rationale:
      'In what order they are judged cannot be known, so that a lock may have spoken, of which the contract says nothing.',
    causes: ['Is a failed lock, or a conflict that the data base reports, answered as an error?'],
    phase: 'races',
  });

  must('4.10/conflict-spoils-nothing', ['4.10/version'], {
    statement:
      'After an update has been answered 409, the actual version is still accepted and the resource is still there.',
    sends: 'POST /{projectKey}/resource/{id} with versions far off, right before one with the actual version',
    violation:
      'On three fresh resources the update with the actual version fails right after another one was answered 409, while on three others, without such a refusal, it is accepted.',
    rationale: 'A refused update has failed: it neither consumes the version nor touches the resource.',
    causes: [
      'Does the path that answers 409 remove, lock or mark the resource?',
      'Does a count of failed attempts move the version?',
    ],
    check: (on) => judgeAftermath(on),
  });

  must('4.10/changes-the-named-resource', ['4.10/purpose', '4.10/id'], {
    statement: 'An update changes the resource that its path names, and no other.',
    sends:
      'POST /{projectKey}/resource/{id} of one resource, then GET /{projectKey}/resource/{id} of the others',
    violation:
      'After an accepted update, a resource that it did not name shows the change; or it is no longer readable or persistently differs in its documented members, three times, but not over the same time without an update.',
    rationale:
      'All the resources are the suite’s own, nothing else is under way, and versions of the others are not compared.',
    causes: [
      'Does the statement that writes lack the condition on the id?',
      'Do resources share an object in memory?',
    ],
    phase: 'races',
    blocks: 'when-seen',
    check: (on) => judgeSiblings(on, 'update'),
  });

  must(
    '4.10/plain-values-provoke-no-error',
    ['ExampleResourceUpdateAction/action', 'ExampleResourceUpdateAction/someProperty'],
    {
      statement: 'Known actions with plain strings provoke no server error.',
      sends:
        'POST /{projectKey}/resource/{id} with the actual version: one known action more, other plain texts, a letter beyond ASCII',
      violation:
        'An update with one more known action, another plain text or one letter beyond ASCII is answered 500 or 501, three times, while the update without it is accepted before and after.',
      rationale: 'A refusal passes; a server error that hinges on one action or text blames the server.',
      causes: [
        'Is the text put into a query or a template without being escaped?',
        'Is the body read in an encoding other than UTF-8?',
      ],
      check: (on) => on.own((own) => judgePlainActions(on, own)),
    },
  );

  must('4.10/actions-in-order', ['4.10/actions'], {
    statement: 'The actions of a successful update are all applied, in the order given.',
    sends:
      'POST /{projectKey}/resource/{id} with several changeSomeProperty, then GET /{projectKey}/resource/{id}',
    violation:
      'After an accepted update with several changeSomeProperty actions, the place that shows the property persistently shows a value other than the last one.',
    rationale:
      'Only values that showed unchanged there when set alone are used, and a settled read is repeated after the lag.',
    causes: [
      'Are the actions collected in a map by name, which keeps one of each?',
      'Are they sorted, grouped by name, or applied at once?',
      'Is only the first or the last of a list applied?',
      'Does each action start from the resource as it was before the list?',
    ],
    limits: ['action-effect'],
    check: (on) => judgeActionOrder(on),
  });

  must('4.10/state-moves-the-version', ['ExampleResource/version'], {
    statement: 'An update that visibly changed the resource changed its version.',
    sends:
      'POST /{projectKey}/resource/{id} with changeSomeProperty, between two GET /{projectKey}/resource/{id}',
    violation:
      'Before and after an accepted update the resource differs in what the update changed, but shows the same version, three times.',
    rationale:
      'Two states with the same version cannot be told apart by it; updates without effect may keep the version.',
    causes: [
      'Is the version counted up only by some actions, or only where a list has one?',
      'Is a list of several actions applied by code that leaves out the version?',
    ],
    limits: ['action-effect'],
    check: (on) => on.own((own) => judgeStateAndVersion(on, own)),
  });

  must('4.10/do-something-needs-no-fields', ['ExampleResourceUpdateAction/action'], {
    statement: 'doSomeThing needs no further fields.',
    sends: 'POST /{projectKey}/resource/{id} with the action doSomeThing and no other member in it',
    violation:
      'doSomeThing as documented is refused, but accepted on the same state with one extra undocumented member, three times.',
    rationale: 'State and version are the same for both, so only the missing member explains the refusal.',
    causes: ['Do all actions share one schema, in which someProperty is required?'],
    check: judgeWithoutFields,
  });

  open('4.10/visible-change', ['ExampleResourceUpdateAction/someProperty'], visibleChange());

  open(
    '4.10/success-status',
    ['General/3'],
    statusesSeen('update', {
      statement: 'The status of a successful update.',
      rationale: 'It is not shown.',
    }),
  );

  open('4.10/response', ['4.10/response'], {
    statement: 'The body of the answer to a successful update.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version',
    rationale: 'It is not shown.',
    declares: [memberOf('update.response', 'response')],
    check: (on) =>
      on.own(async (own) => {
        const match = await matchingUpdate(on, own, [anyAction(on)]);
        if (match.kind !== 'accepted') return on.discarded('premise-failed', 'no update was accepted');
        const { exchange } = match;
        const response =
          exchange.body.length === 0
            ? 'empty'
            : versionOf(exchange.value) !== undefined
              ? 'ExampleResource'
              : 'other';
        on.observe({ response });
      }),
  });

  open('4.10/scopes', ['4.10/scopes', 'Authentication/unlisted'], {
    statement: 'Which tokens may update.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version, by each caller',
    rationale: 'The scopes of this endpoint are not shown.',
    declares: [accessDeclared('auth.4.10')],
    check: (on) =>
      on.own(async (own) => {
        await observeAccess(
          on,
          async (as) => {
            const stated = await versionToState(on, own);
            const exchange = await update(on, own, new JsonNumber(stated ?? '0'), [anyAction(on)], {
              as,
            });
            if (exchange.succeeded || exchange.status === 409) own.mayHaveMoved();
            return exchange;
          },
          { pin: 'auth.4.10' },
        );
      }),
  });

  open('4.10/unknown-action', ['4.10/other-actions'], {
    statement: 'What happens to an action whose name is not documented.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version and an action that is not documented',
    rationale: 'Other action names are not shown.',
    declares: [memberOf('update.unknownAction', 'reaction')],
    check: (on) =>
      observeUpdate(on, [{ action: `unknown${on.random.word(4)}` }], {
        accepted: 'ignore',
        refused: 'reject',
      }),
  });

  open('4.10/empty-actions', ['4.10/actions'], {
    statement: 'What happens to an update without actions.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version and an empty list of actions',
    rationale: 'Bounds of the list are not shown.',
    declares: [memberOf('update.emptyActions', 'reaction')],
    check: (on) => observeUpdate(on, [], { accepted: 'accept', refused: 'reject' }),
  });

  open('4.10/missing-version', ['4.10/version'], {
    statement: 'What happens to an update that states no version.',
    sends: 'POST /{projectKey}/resource/{id} without a version',
    rationale: 'Required flags are not shown.',
    declares: [memberOf('update.missingVersion', 'reaction')],
    check: (on) => on.own((own) => observeWithoutVersion(on, own)),
  });

  open('4.10/string-version', ['4.10/version'], {
    statement: 'What happens to an update that states the version as a string.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version as a string',
    rationale: 'How ill-typed members are answered is not shown.',
    declares: [memberOf('update.stringVersion', 'reaction')],
    check: (on) => on.own((own) => observeVersionAsString(on, own)),
  });

  open('4.10/unknown-id', ['4.10/id', 'Errors/3'], {
    statement: 'How an update of an id that does not exist is answered.',
    sends: 'POST /{projectKey}/resource/{id} with an id that does not exist',
    rationale: 'Without a resource there is no actual version, so 409 is not due.',
    declares: [statusesOf('refusal.unknownId')],
    check: async (on) => {
      const exchange = await on.ask('update', {
        path: { id: `unknown-${on.random.word(12)}` },
        json: { version: 1, actions: [{ action: 'doSomeThing' }] },
        unknownTarget: true,
      });
      if (exchange.kind !== 'noise')
        on.observe(
          { status: exchange.status ?? 0 },
          { suspect: oddAnswersTo('An update of an id that nobody has', [exchange]) },
        );
    },
  });

  open('4.10/atomicity', ['4.10/actions'], {
    statement: 'Whether the earlier actions of an update stay when a later one is refused.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version, a known action and then one that is not documented',
    rationale: 'The contract says nothing of partial application on errors other than 409.',
    declares: [memberOf('update.atomic', 'atomic')],
    check: (on) => on.own((own) => observeAtomicity(on, own)),
  });

  open('4.10/precedence-of-errors', ['Errors/3'], {
    statement: 'Which error comes first when several things are wrong.',
    sends:
      'POST /{projectKey}/resource/{id} with a version far off and an unknown action, then without a token',
    rationale: 'The contract determines only that a mismatch is never a success.',
    check: (on) =>
      on.own(async (own) => {
        const stated = (await versionToState(on, own)) ?? '0';
        const far = new JsonNumber(farVersion(stated));
        const unknownAction = await update(on, own, far, [{ action: 'unknownAction' }]);
        const noToken = await update(on, own, far, [{ action: 'doSomeThing' }], { as: on.callers.none });
        on.observe({ versionAndValidation: unknownAction.label, versionAndAuthentication: noToken.label });
      }),
  });
});
