import { says } from '../wire/status.ts';
import { observeUnknownId } from '../judging/answers/unknown-targets.ts';
import { judgeActionOrder } from './4.10/action-sequences.ts';
import { judgeAftermath } from './4.10/aftermath.ts';
import { judgeConflictEffects } from './4.10/conflict-effects.ts';
import { memberOf, statusesOf } from '../clause/declarations.ts';
import type { UpdateAction } from '../implementation/facts.ts';
import { judgeBodySpellings, judgeFloatForms, judgeGreatVersions } from './4.10/spellings.ts';
import { judgeLeftVersions } from './4.10/left-versions.ts';
import { matchingUpdate, lastAnswer } from '../implementation/updates/matching-update.ts';
import { judgeMatching, judgeWithoutFields, judgePlainActions } from './4.10/plain-updates.ts';
import { judgeConflicts } from './4.10/conflicts.ts';
import { judgeOddConflicts, judgeOddMismatches } from './4.10/odd-mismatches.ts';
import { accessDeclared, observeAccess } from '../judging/access/open-access.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import { missingUpdates } from './4.10/missing-updates.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { judgeEqualSiblings, judgeSiblings } from '../judging/siblings.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeStateAndVersion } from '../judging/state-versions.ts';
import {
  observeAtomicity,
  observeUpdate,
  observeVersionAsString,
  observeWithoutVersion,
  observeUpdateAnswers,
  visibleChange,
} from './4.10/update-reactions.ts';
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
        'A documented request of a sufficient caller is answered 405 or 501, or redirected in a loop, three times. Or every caller is answered 404, also for three resources that the same caller reads before and after. In addition, this 404 equals the answer to a path that does not exist and differs from the answer to an unknown id, or the token holds the scopes that auth.4.10 declares.',
      rationale:
        '405 and 501 mean that the server does not support the method there. The scopes are not shown, so a 404 may conceal a missing scope: it counts only if it differs from the answer to an unknown id, or if the vendor has declared who is granted access. Any other answer passes.',
      causes: ['Is the route for POST with an id registered, and for this path?'],
      looksCloser: missingUpdates,
    }),
  );
  must('4.10/accepts-application-json', ['4.10/request'], acceptsJson('update', anyUpdate));

  must('4.10/answers-without-server-error', ['4.10/operation'], {
    statement: 'The server does not answer every update of an existing resource with a server error.',
    sends:
      'all requests of the run to POST /{projectKey}/resource/{id}; if one was answered 500, two more updates with the actual version at the same resource, and others at other resources',
    violation:
      'Three updates of one resource are answered 500 or 501, the last update once any replica lag has passed. Meanwhile other resources are updated, and a read shows that this resource still exists. Or updates of three new resources are all answered in this way, over the same time, and reads show that they exist.',
    rationale:
      'The same request succeeds for other resources, or no longer for any while other operations succeed: the only remaining cause is how the server handles it.',
    causes: ['Does the update fail on content or history that some resources have?'],
    phase: 'late',
  });

  must('4.10/matching-version-is-accepted', ['4.10/purpose', '4.10/version'], {
    statement:
      'The server does not answer 409 to an update that states the actual version and is otherwise valid.',
    sends:
      'POST /{projectKey}/resource/{id} with the version that a read has shown: doSomeThing, then changeSomeProperty',
    violation:
      'On a resource of the suite, once any replica lag has passed and with no other request under way, an update with the version that reads show before and after is answered 409, three times.',
    rationale:
      '409 indicates a mismatch, and there is none. One or two such answers leave the clause undecided. So do answers that come only beside requests to other resources: they may come from a lock on the whole store. Other refusals may come from validation that is not shown.',
    causes: [
      'Does the code compare the version loaded at the start, instead of the stored version?',
      'Does the code look up the version of another resource, such as the last created resource?',
      'Does a refused update leave a lock behind?',
      'Do requests that are served at the same time share a variable?',
    ],
    check: async (on) => {
      for (const action of [doSomeThing, changeTo(on.canary())]) await judgeMatching(on, action);
    },
  });

  must('4.10/conflict-on-mismatch', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement:
      'To an update that states a version other than the actual version, the server answers 409 Conflict.',
    sends:
      'POST /{projectKey}/resource/{id} with versions other than the actual version, then the same actions with the actual version',
    violation:
      'A version that differs is answered 2xx, or persistently with a status other than 409, while the same actions with the actual version are accepted on the same resource. Or, if the run has seen such refusals, two of thirty further mismatches, sent while no other request is under way, are refused with another status, with a 409 before and after. If the refused resources had rested, two refusals on seven rested resources suffice, while other resources that rested equally long accept the actual version.',
    rationale:
      'The accepted control request shows that only the version was wrong, so no validation can come first. A 401 or 403 does not concern the caller if the same caller, after pauses, is granted the update with the actual version. Versions that the suite invents are safe integers that a Float of any width distinguishes.',
    causes: [
      'Is the version compared at all, even for a single action and for long lists?',
      'Does the code compare versions with < or >, although only equality is right?',
      'Does the code compare them as text, by a prefix, or cut to 8 or 16 bits?',
      'Does the code take 0 for no version, or accept every version that the resource once had?',
      'Does a general handler answer the mismatch: 400, 412, 422, or 200 with an error in the body?',
      'Are actions validated before the version is compared?',
    ],
    minimum: 4,
    check: async (on) => {
      const lists: readonly (readonly UpdateAction[])[] = [[anyAction(on)], passable(on, [doSomeThing])];
      await Promise.all(
        lists.map((actions, at) =>
          on.own(async (own) => {
            // Other lists are generated, and so are versions derived from the actual version.
            const most = at === 0 ? 7 : 2;
            await judgeConflicts(on, own, actions, (v) =>
              integerMismatches(v, own.former(v), on.random).slice(0, most),
            );
          }),
        ),
      );
    },
  });

  must('4.10/stale-version-conflicts', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement:
      'After an update that changed the version, the server answers 409 Conflict to the replaced version.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version, then again with the version that the first update replaced',
    violation:
      'The server accepts again a version that the resource had before, right after the version has changed or later.',
    rationale:
      'The version was seen to change, and the update with the newer version is accepted on the same resource.',
    causes: [
      'Is the version compared only if the update changes something?',
      'Is the version read from a cache that outlives the update?',
      'Does the code mistake a repetition of the last update for a retry, and apply it once more?',
      'Does the code notice the conflict when it stores the change, and silently ignore it?',
    ],
    check: (on) => on.own((own) => judgeLeftVersions(on, own)),
  });

  must('4.10/no-success-for-odd-versions', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'The server never accepts a wrong version, not even a fractional, negative or huge version.',
    sends:
      'POST /{projectKey}/resource/{id} with fractional, negative and huge versions, then with the actual version',
    violation: 'An update with a well-typed Float that is not the actual version is answered 2xx.',
    rationale:
      'Any refusal passes; the values are so far from the actual version that a 32-bit float distinguishes them.',
    causes: [
      'Is the version cut or rounded to an integer before it is compared?',
      'Is the version compared in 32 bits, or without its sign?',
      'Does some value (-1, the greatest integer) disable the check?',
    ],
    check: (on) => judgeOddMismatches(on, 'versions'),
  });

  must('4.10/no-success-whatever-the-body', ['4.10/version', 'Errors/1', 'Versioning/1'], {
    statement:
      'The server never accepts an update with a mismatching version, whatever else its body contains.',
    sends:
      'POST /{projectKey}/resource/{id} with a version far off and odd actions: none, unknown, ill-typed, without effect; or in a body labelled or ordered in another way',
    violation: 'A body with a mismatching version and unusual actions is answered 2xx.',
    rationale: 'The order of refusals is open; a version that differs rules out success for any body.',
    causes: [
      'Is the version compared only if the update would change the resource?',
      'Does an empty or unknown list of actions end the handler early, with a success?',
      'Does another write, such as PUT, leave the resource without a version to compare?',
    ],
    check: (on) => judgeOddMismatches(on, 'bodies'),
  });

  should('4.10/odd-versions-conflict', ['4.10/version', 'Errors/1'], {
    statement:
      'The server also answers 409 to a wrong version that is a fraction, negative or huge, or comes with unusual actions.',
    sends: 'the requests of the two previous clauses; after a refusal with another status, twice more',
    violation: 'Three times, a wrong version of this kind is refused with a status other than 409.',
    rationale:
      'The type is Float, and the rule has no exception; but a server that validates first can show this by another status.',
    causes: ['Is the body validated before the version is compared, and the version as an integer?'],
    check: judgeOddConflicts,
  });

  must('4.10/equal-numbers-are-one-version', ['4.10/version'], {
    statement: 'The server compares the stated version as a number: 1, 1.0 and 1e0 are one version.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version n written as n.0 and in exponent form, between updates with n',
    violation:
      'The actual version is answered 409, 400 or 422 when written with a zero fraction, or 409 when written in exponent form, three times, while its integer form is accepted before and after.',
    rationale:
      'The type is Float, and v.0 is the plainest way to write one; the same number cannot be out of bounds. The suite leaves out versions beyond 2^53, which not every Float can hold.',
    causes: [
      'Is the version compared as text?',
      'Is it parsed as an integer, and refused with a point or an exponent?',
    ],
    blocks: 'when-seen',
    check: (on) => on.own((own) => judgeFloatForms(on, own, 'must')),
  });

  should('4.10/exponent-form-is-accepted', ['4.10/version'], {
    statement: 'The server accepts the actual version in exponent form.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version in exponent form, between updates with its integer form',
    violation: 'The version written as 1e0 is answered 400 or 422 while 1 is accepted before and after.',
    rationale: 'It is the same JSON number, but some parsers do not read it as a number.',
    check: (on) => on.own((own) => judgeFloatForms(on, own, 'should')),
  });

  should('4.10/great-versions-are-numbers', ['4.10/version'], {
    statement: 'If the server accepts a version beyond 2^53, it also accepts it with a zero fraction.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version n written as n.0, between updates with n, if n is beyond 2^53',
    violation: 'n.0 is answered 409, 400 or 422, three times, while n is accepted before and after.',
    rationale: 'Both are the same number, but not every Float can hold it, so a server may compare texts.',
    check: (on) => on.own((own) => judgeGreatVersions(on, own)),
  });

  must('4.10/body-is-read-as-json', ['Service/auxiliary-endpoints', '4.10/request'], {
    statement:
      'The server reads the body of an update as JSON: escapes in texts, white space and the order of members make no difference.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version and a body with escapes, white space and its members in reverse order; if this update is refused, each of these between updates with the plain body',
    violation:
      'The server refuses an update three times if its body has escapes, white space or another order of members, and accepts the same JSON in its plain form before and after.',
    rationale:
      'Payloads are JSON, and both texts are the same JSON value. No member occurs twice, and the names have no escapes. A page that refuses other requests too may come from a filter before the server: undecided, until refusal.page declares it.',
    causes: [
      'Is the body searched for its parts as text, in place of a JSON parser?',
      'Does a filter before the server refuse escapes?',
    ],
    blocks: 'when-seen',
    check: (on) => on.own((own) => judgeBodySpellings(on, own)),
  });

  must('4.10/conflict-has-no-effect', ['Versioning/1'], {
    statement:
      'When the server refuses an update for its version, the update has no effect, then or later, whatever the status of the refusal.',
    sends:
      'POST /{projectKey}/resource/{id} with versions other than the actual version (also fractions, negative and huge numbers) and with odd actions, then GET /{projectKey}/resource/{id}, immediately and later',
    violation:
      'After a refused update the version or objectTypeProperty has changed, three times, though they stay the same over equal waits without it. Or a string appears that only the refused update contained.',
    rationale:
      'An accepted update with the same version proves that no refusal changed it; members that the contract does not document may change.',
    causes: [
      'Is the version compared after the write instead of before?',
      'Is it validated (an integer, not negative) only once the actions are applied?',
      'Does the code store each action separately, before it compares the version of the whole update?',
      'Does a job that was queued before the check apply the change later?',
      'Is the version incremented for each attempt, even for a refused attempt?',
    ],
    check: (on) => judgeConflictEffects(on),
  });

  must('4.10/one-winner', ['ExampleResource/version', '4.10/version', 'Errors/1', 'Versioning/1'], {
    statement: 'If concurrent updates state the same version, the server accepts at most one of them.',
    sends:
      'several POST /{projectKey}/resource/{id} with one version and different content, released at the same instant',
    violation:
      'Two updates that were released together with one freshly read version and different content are both answered with the status of an accepted update, and each such update alone changes the version.',
    rationale:
      'The first of them changes the actual version, so the second states a version that differs. The clause assumes no scheme of versions, no success status and no order; answers that leave the outcome open do not count.',
    causes: [
      'Are comparison and write two statements without a transaction or a condition on the version?',
      'Does each node lock only for itself, while requests go to several?',
      'Is the lock taken only for some actions, or for some sizes of the body?',
      'Does the code compare the version of the resource that was used last?',
    ],
    phase: 'races',
  });

  should('4.10/losers-conflict', ['4.10/version', 'Errors/1'], {
    statement: 'If concurrent updates state the same version, the server answers 409 to the losers.',
    sends:
      'several POST /{projectKey}/resource/{id} with one version and different content, released at the same instant',
    violation: 'A loser gets a definite answer that is neither 409 nor 2xx.',
    rationale:
      'The order in which the server judges them cannot be known, so a lock may have caused the answer; the contract says nothing of locks.',
    causes: ['Is a failed lock, or a conflict that the database reports, answered as an error?'],
    phase: 'races',
  });

  must('4.10/conflict-spoils-nothing', ['4.10/version'], {
    statement:
      'After it has answered 409 to an update, the server still accepts the actual version and keeps the resource.',
    sends:
      'POST /{projectKey}/resource/{id} with versions far off, immediately before an update with the actual version',
    violation:
      'On three new resources, the update with the actual version fails immediately after another update was answered 409. On three other resources, the server accepts the update if no refusal comes before it.',
    rationale: 'A refused update has failed: it neither uses up the version nor affects the resource.',
    causes: [
      'Does the code that answers 409 remove, lock or mark the resource?',
      'Does a count of failed attempts change the version?',
    ],
    check: (on) => judgeAftermath(on),
  });

  must('4.10/changes-the-named-resource', ['4.10/purpose', '4.10/id'], {
    statement: 'An update changes only the resource that its path names.',
    sends:
      'POST /{projectKey}/resource/{id} of one resource, then GET /{projectKey}/resource/{id} of the others',
    violation:
      'After an accepted update, a resource that it did not name shows the change. Or a resource that the update did not name is persistently unreadable, or has lost or changed a text or a list, three times. This loss or change does not happen over the same time without an update.',
    rationale:
      'The suite created all these resources, no other request is under way, and versions of the other resources are not compared. Members count only if they contained the suite’s values: the server may derive others from the content of the project. If only the number differs, this has two readings.',
    causes: [
      'Does the statement that writes lack the condition on the id?',
      'Do resources share an object in memory?',
      'Do concurrent requests share the variable that holds the resource?',
    ],
    phase: 'races',
    blocks: 'when-seen',
    check: async (on) => {
      await judgeSiblings(on, 'update');
      await judgeEqualSiblings(on);
    },
  });

  must(
    '4.10/plain-values-provoke-no-error',
    ['ExampleResourceUpdateAction/action', 'ExampleResourceUpdateAction/someProperty'],
    {
      statement: 'Known actions with plain strings cause no server error.',
      sends:
        'POST /{projectKey}/resource/{id} with the actual version: one further known action, other plain texts, letters beyond ASCII',
      violation:
        'An update with one further known action, another plain text, or a letter beyond ASCII, or beyond Latin-1, is answered 500 or 501, three times, while the update without it is accepted before and after.',
      rationale:
        'A refusal passes; a server error that depends on one action or text is attributed to the server.',
      causes: [
        'Is the text put into a query or a template without being escaped?',
        'Is the body read in an encoding other than UTF-8?',
      ],
      check: (on) => on.own((own) => judgePlainActions(on, own)),
    },
  );

  must('4.10/actions-in-order', ['4.10/actions'], {
    statement: 'The server applies all actions of a successful update, in the order given.',
    sends:
      'POST /{projectKey}/resource/{id} with several changeSomeProperty, then GET /{projectKey}/resource/{id}',
    violation:
      'After an accepted update with several changeSomeProperty actions, the place that shows the property persistently shows a value other than the last of these values.',
    rationale:
      'The suite uses only values that a read showed unchanged there when they were set alone, and repeats a settled read after the replica lag.',
    causes: [
      'Are the actions collected in a map by name, which keeps only one action per name?',
      'Are they sorted, grouped by name, or applied at once?',
      'Is only the first or the last of a list applied?',
      'Does each action start from the resource as it was before the list?',
    ],
    limits: ['action-effect'],
    check: (on) => judgeActionOrder(on),
  });

  must('4.10/state-moves-the-version', ['ExampleResource/version'], {
    statement: 'When an update visibly changes a resource, the server changes its version.',
    sends:
      'POST /{projectKey}/resource/{id} with changeSomeProperty, between two GET /{projectKey}/resource/{id}',
    violation:
      'Before and after an accepted update the resource differs in what the update changed, but shows the same version, three times.',
    rationale:
      'A version cannot distinguish two states that share it; updates without effect may keep the version.',
    causes: [
      'Is the version incremented only by some actions, or only if a list has one?',
      'Does the code that applies a list of several actions omit the version?',
    ],
    limits: ['action-effect'],
    check: (on) => on.own((own) => judgeStateAndVersion(on, own)),
  });

  must('4.10/do-something-needs-no-fields', ['ExampleResourceUpdateAction/action'], {
    statement: 'The server requires no further fields for doSomeThing.',
    sends: 'POST /{projectKey}/resource/{id} with the action doSomeThing and no other member in it',
    violation:
      'doSomeThing as documented is refused, but is accepted on the same state with one extra undocumented member, three times.',
    rationale: 'State and version are the same for both, so only the missing member explains the refusal.',
    causes: ['Do all actions share one schema that requires someProperty?'],
    check: judgeWithoutFields,
  });

  open('4.10/visible-change', ['ExampleResourceUpdateAction/someProperty'], visibleChange);

  open(
    '4.10/success-status',
    ['General/3'],
    statusesSeen('update', {
      statement: 'The status of a successful update.',
      rationale: 'The contract shows no status.',
    }),
  );

  open('4.10/response', ['4.10/response'], {
    statement: 'The body of the answer to a successful update.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version',
    rationale:
      'The contract shows no body. An answer that has version and objectTypeProperty looks like an ExampleResource: then an ill-typed version, or ill-typed content, is suspect.',
    declares: [memberOf('update.response', 'response')],
    check: observeUpdateAnswers,
  });

  open('4.10/scopes', ['4.10/scopes', 'Authentication/unlisted'], {
    statement: 'Which tokens may update.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version, by each caller',
    rationale:
      'The scopes of this endpoint are not shown, and it is not among the endpoints that carry the header. The rule that write operations on /resource need manage_test may include it, since it includes DELETE, which exists only below /{id}; so an update without that scope is only suspect.',
    declares: [accessDeclared('auth.4.10')],
    check: (on) =>
      on.own(async (own) => {
        await observeAccess(
          on,
          async (as) => {
            const stated = await versionToState(on, own);
            const exchange = await update(on, own, new JsonNumber(stated ?? '0'), [anyAction(on)], { as });
            if (exchange.succeeded || says(exchange, 'conflict')) own.mayHaveMoved();
            return exchange;
          },
          { pin: 'auth.4.10', wants: 'manage_test' },
        );
      }),
  });

  open('4.10/unknown-action', ['4.10/other-actions'], {
    statement: 'How the server treats an action whose name is not documented.',
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
    statement: 'How the server treats an update without actions.',
    sends: 'POST /{projectKey}/resource/{id} with the actual version and an empty list of actions',
    rationale: 'Bounds of the list are not shown.',
    declares: [memberOf('update.emptyActions', 'reaction')],
    check: (on) => observeUpdate(on, [], { accepted: 'accept', refused: 'reject' }),
  });

  open('4.10/missing-version', ['4.10/version'], {
    statement: 'How the server treats an update that states no version.',
    sends: 'POST /{projectKey}/resource/{id} without a version',
    rationale: 'Required flags are not shown.',
    declares: [memberOf('update.missingVersion', 'reaction')],
    check: (on) => on.own((own) => observeWithoutVersion(on, own)),
  });

  open('4.10/string-version', ['4.10/version'], {
    statement: 'How the server treats an update that states the version as a string.',
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
    check: (on) =>
      observeUnknownId(on, 'update', 'An update of an unknown id', {
        json: { version: 1, actions: [doSomeThing] },
      }),
  });

  open('4.10/atomicity', ['4.10/actions'], {
    statement: 'Whether the earlier actions of an update persist when a later action is refused.',
    sends:
      'POST /{projectKey}/resource/{id} with the actual version, a known action and then an undocumented action',
    rationale: 'The contract says nothing of partial application on errors other than 409.',
    declares: [memberOf('update.atomic', 'atomic')],
    check: (on) => on.own((own) => observeAtomicity(on, own)),
  });

  open('4.10/precedence-of-errors', ['Errors/3'], {
    statement: 'Which error comes first if an update has several errors.',
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
