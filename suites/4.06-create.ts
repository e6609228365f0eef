import { createNoted } from '../judging/surveys/noted-create.ts';
import { isRow } from '../contract/rows.ts';
import { documentedFields } from '../schemas/fields.ts';
import { createTwice } from '../judging/siblings.ts';
import { isOneForAll } from '../implementation/learnt.ts';
import { notTested } from '../clause/thrown.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import { judgeProbedCaller } from '../judging/access/access-judgements.ts';
import { accessClauses, type Whom } from '../judging/access/access.ts';
import type { Caller } from '../history/caller.ts';
import { lets } from '../world/callers/lets.ts';
import { memberOf, observedMember, statusesOf } from '../clause/declarations.ts';
import { echoes, echoOf, roundTripOf } from './4.06/echoes.ts';
import type { Exchange } from '../history/exchange.ts';
import { noIds } from '../implementation/id-source.ts';
import { statusesSeen } from '../judging/answers/open-answers.ts';
import {
  membersAreTaken,
  judgeRefusedCreates,
  judgeTypedBody,
  observeAdditionalMembers,
  observeMalformedBody,
  observeWrongContentType,
} from './4.06/posted-bodies.ts';
import { plainCreatesProvokeNoError } from './4.06/plain-content.ts';
import { requireWrites } from '../implementation/read-only.ts';
import { answersAreResources } from '../judging/answers/flawed-answers.ts';
import { nothing, saidOf } from '../judging/said.ts';
import { acceptsJson, routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import { landedCreates } from '../world/resources/landed-creates.ts';
import { judgeSiblings } from '../judging/siblings.ts';
import type { Stage } from '../implementation/stage.ts';
import { sufficientTokenIsGranted } from '../judging/access/sufficient-token.ts';
import { creatingCase } from '../judging/access/token-cases.ts';

/** A create by a sufficient caller, with the body that was accepted before or with the plainest body. */
async function createAny(on: Stage, as: Caller = on.writer): Promise<Exchange> {
  requireWrites(on);
  if (on.facts.createBody !== undefined) return (await on.create(undefined, as)).exchange;
  return await on.ask('create', {
    as,
    json: { objectTypeProperty: { arrayOfStringExample: [on.canary()] } },
  });
}

/** The least content for callers who may not create; a guard may compare the target with its query string. */
const creatingLeast: AccessCase = {
  ...creatingCase,
  prepare: async (on) => ({
    ...(await creatingCase.prepare(on)),
    ask: (stage, as) =>
      createNoted(stage, {
        as,
        query: [['undocumentedParameter', 'a']],
        json: { objectTypeProperty: {} },
      }),
  }),
};

/** Sends a create with the least content by a caller who may only read. */
async function askWithLeast(on: Stage, whom: Whom): Promise<void> {
  if (whom !== 'other scopes') return;
  const { projectKey } = on.options;
  const asker = on.callers.supplied.find(
    (caller) => caller.scopes.has(`view_test:${projectKey}`) && lets('create', caller, projectKey) === 'out',
  );
  if (asker !== undefined) await judgeProbedCaller(on, creatingLeast, asker);
}

const contents = documentedFields
  .filter(({ type }) => type === 'ObjectTypeProperty' || type === 'ArrayItem')
  .map(({ name }) => name.replace('.', '/'))
  .filter(isRow);

const access = accessClauses(creatingCase, { also: askWithLeast });

export const create = section('4.6', 'POST /{projectKey}/resource', ({ must, open }) => {
  must(
    '4.6/route-exists',
    ['Service/create', '4.6/operation'],
    routeExists('create', (on) => createAny(on)),
  );

  must('4.6/accepts-a-typed-body', ['4.6/request'], {
    statement: 'The server accepts at least one body with a well-typed objectTypeProperty.',
    sends: 'POST /{projectKey}/resource with the declared sample, or with four well-typed bodies',
    violation:
      'A body that the vendor has declared as a sample is refused, or bodies with four different contents are all answered with a server error while reads succeed.',
    rationale: 'Bounds of the arrays are not shown, so any body that was not declared may be refused.',
    check: judgeTypedBody,
  });

  must(
    '4.6/accepts-application-json',
    ['4.6/request'],
    acceptsJson('create', (on) => createAny(on)),
  );

  must('4.6/answers-with-a-resource', ['4.6/response'], {
    statement:
      'In a successful answer, the server sends an ExampleResource as JSON: an object with a version.',
    sends: 'all requests of the run to POST /{projectKey}/resource',
    violation: 'A 2xx answer whose body is empty, is not a JSON object, or has no version.',
    rationale: 'Any 2xx status passes; the body is the only response shown.',
    causes: ['Does the create answer with a location, a ticket or an empty body, instead of the resource?'],
    phase: 'end',
    about: 'one answer',
    ...saidOf(nothing, answersAreResources('create')),
  });

  must(
    '4.6/manage-test-suffices',
    ['4.6/scopes', 'Authentication/scopes'],
    sufficientTokenIsGranted('create', (on, as) => createAny(on, as)),
  );
  must('4.6/refused-without-token', ...access.refusedWithoutToken);
  must('4.6/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.6/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.6/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.6/refused-to-other-project', ...access.refusedToOtherProject);

  must('4.6/refused-create-has-no-effect', ['4.6/scopes', 'Authentication/writes-and-reads'], {
    statement: 'When the server refuses a create, the create has no effect, then or later.',
    sends:
      'POST /{projectKey}/resource by insufficient callers, then GET /{projectKey}/resource and GET /{projectKey}/resource/sorted-query-parameters at the end',
    violation:
      'The collection shows the content of a refused create, and it also shows the content of accepted creates.',
    rationale:
      'A string that only the refused request contained cannot come from anywhere else; if the collection shows no content of creates, only the refusal itself is visible.',
    causes: [
      'Is the resource stored before the scopes are checked?',
      'Does the store keep the resource when the request is refused later on?',
    ],
    check: judgeRefusedCreates,
  });

  must('4.6/leaves-others-alone', ['4.6/purpose'], {
    statement:
      'When the server answers a create with an id of its own, it leaves other resources as they were.',
    sends:
      'GET /{projectKey}/resource/{id} of one resource, then POST /{projectKey}/resource of another resource, then the read again',
    violation:
      'After a create, another resource of the suite is persistently unreadable, has lost or changed a text or a list, or shows the content of the create, three times, but not over the same time without a create.',
    rationale:
      'The clause judges only a create whose answer names another resource, so a create that updates an existing resource passes. Members count only if they contained the suite’s values: the server may derive others from the content of the project. If only the number differs, this has two readings.',
    causes: ['Do all resources share a default object, and does each create write to it?'],
    phase: 'races',
    blocks: 'when-seen',
    check: (on) => judgeSiblings(on, 'create'),
  });

  must('4.6/plain-values-provoke-no-error', [...contents, '4.6/request'], plainCreatesProvokeNoError);

  open('4.6/members-taken', [...contents, 'ArrayItem/bounds', '4.6/request'], membersAreTaken);

  open('4.6/create-or-update', ['4.6/purpose'], {
    statement: 'Whether a second create makes a second resource.',
    sends: 'two POST /{projectKey}/resource with the same content',
    rationale: 'The stated purpose is to create or update; which of the two happens is not shown.',
    declares: [
      {
        ...memberOf('create.mode', 'mode'),
        met: (declared, observed) => {
          const mode = observedMember(observed, 'mode');
          if (mode === undefined || mode === declared) return mode === undefined ? undefined : true;
          // The contract does not say when a create updates, so one of both modes alone is no surprise.
          return declared === 'mixed';
        },
      },
    ],
    check: async (on) => {
      const discovered = new Set(on.made.slice(0, 2).map(({ id }) => id));
      // If all creates reach one resource, no check may delete it between these two creates.
      const { first, second } = isOneForAll(on.facts)
        ? await on.own(() => createTwice(on))
        : await createTwice(on);
      if (first === undefined || second === undefined) throw notTested(noIds(on));
      await on.until('late');
      // After a delete, a create makes a new resource in any mode.
      const landed = discovered.size === 1 && first.id === second.id;
      on.observe({
        mode:
          landedCreates(on.world.history, on.made).length === 0 ? 'alwaysNew' : landed ? 'upsert' : 'mixed',
      });
    },
  });

  open('4.6/echo', ['4.6/response'], {
    statement: 'Whether the answer echoes the posted objectTypeProperty.',
    sends: 'POST /{projectKey}/resource with content in every documented member',
    rationale: 'Bounds, defaults and uniqueness are not shown.',
    declares: [
      {
        key: 'create.roundTrip',
        met: (declared, observed) =>
          declared === 'exact'
            ? observed === 'exact'
            : declared === 'none'
              ? observed === 'none'
              : observed !== 'none' && observed !== 'changing',
        // Content that came back as posted says nothing about other content.
        draft: (observed) => (observed === 'none' ? observed : undefined),
      },
    ],
    check: async (on) => {
      const { exchange } = await on.create();
      const echo = echoOf(exchange);
      if (echo === undefined)
        return on.discarded('premise-failed', `the create was answered ${exchange.label}`);
      // The content of other creates is recorded in the same book.
      await on.until('end');
      on.observe(roundTripOf([echo, ...(await echoes(on))]));
    },
  });

  open(
    '4.6/success-status',
    ['General/3'],
    statusesSeen('create', {
      statement: 'The status of a successful create.',
      rationale: 'Success codes other than the code of HEAD are not shown.',
    }),
  );

  open('4.6/wrong-content-type', ['4.6/request'], {
    statement: 'How the server treats a body labelled text/plain.',
    sends: 'POST /{projectKey}/resource with a JSON body labelled text/plain',
    rationale: 'The contract names application/json; the consequence of another type is not shown.',
    declares: [memberOf('request.wrongContentType', 'reaction')],
    check: observeWrongContentType,
  });

  open('4.6/malformed-body', ['4.6/request', 'Errors/3'], {
    statement: 'How the server treats a body that is not JSON, and a body with ill-typed members.',
    sends:
      'POST /{projectKey}/resource with a body that is not JSON, and with a body whose members are ill-typed',
    rationale: 'Error codes other than 409 are not shown.',
    declares: [statusesOf('refusal.validation')],
    check: observeMalformedBody,
  });

  open('4.6/additional-members', ['4.6/request'], {
    statement: 'How the server treats members that the request does not document.',
    sends: 'POST /{projectKey}/resource with members that are not documented',
    rationale: 'The contract says nothing of further members of a request.',
    check: observeAdditionalMembers,
  });
});
