import { acceptsDeclaredSample } from '../judging/parameters/declared-sample.ts';
import { floatFormsAccepted } from '../judging/parameters/equal-numbers.ts';
import type { Exchange } from '../history/exchange.ts';
import { observeListedResources } from '../judging/answers/listed-resources.ts';
import { listAccess } from '../judging/access/list-access.ts';
import {
  observeAnswers,
  observeIllTyped,
  observeStatuses,
  observeUnknown,
} from '../judging/answers/open-answers.ts';
import { judgeNames } from '../judging/parameters/pattern-names.ts';
import { readsWithoutServerError, plainAttempt } from '../judging/parameters/bare-answers.ts';
import { acceptsDocumentedParts } from '../judging/parameters/documented-parts.ts';
import { eachParameterOptional } from '../judging/parameters/each-optional.ts';
import { parameterReactions } from '../judging/parameters/parameter-reactions.ts';
import { repeatsAccepted } from '../judging/parameters/repeated-parameters.ts';
import { bareRequestAccepted } from '../judging/answers/bare-request.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { bothTruthValuesAccepted, truthValuesUnderstood } from '../judging/parameters/truth-values.ts';

const bare = (on: Stage, attempt: number): Promise<Exchange> => plainAttempt(on, 'sorted', attempt);

const booleans = [{ name: 'withTotal' }] as const;

/**
 * Names that match the pattern: both cases, digits first and last, one character and several, but too few to
 * exceed a limit.
 */
// Two of them are property names of every object in some languages.
const variables = ['var.a', 'var.Z', 'var.7', 'var.aB3', 'var.9x', 'var.NAME', 'var.valueOf', 'var.toString'];

const access = listAccess('sorted');

const head = { title: 'GET /{projectKey}/resource/sorted-query-parameters', phase: 'quiet' } as const;

export const sortedQuery = section('4.12', head, ({ must, should, open }) => {
  must('4.12/route-exists', ['Service/auxiliary-endpoints', '4.12/operation'], {
    ...routeExists('sorted', bare, { needs2xx: true }),
    rationale:
      '405 and 501 mean that the server does not support the method there. A 404 leaves the clause undecided: the server may have taken the path for an id, but the contract does not show how it answers an empty result.',
  });

  must(
    '4.12/no-persistent-server-error',
    ['Service/auxiliary-endpoints', '4.12/operation'],
    readsWithoutServerError('sorted'),
  );

  must('4.12/optional-parameters', ['4.12/optional'], bareRequestAccepted('sorted', bare));

  must(
    '4.12/each-parameter-is-optional',
    ['4.12/optional'],
    eachParameterOptional('sorted', {
      blocks: 'when-seen',
      // An offset may be of no use without a limit.
      together: [
        ['limit', 'offset'],
        ['withTotal', 'var.a'],
      ],
      apart: [
        ['limit', 'withTotal'],
        ['offset', 'var.a'],
      ],
      statement:
        'The server treats each parameter as optional: it still accepts an accepted request when some are left out.',
      sends:
        'GET /{projectKey}/resource/sorted-query-parameters with all typed parameters, without limit and offset, then without the others',
      violation:
        'The server accepts a request with plain values of all typed parameters before and after, and answers the same request without limit and offset, or without withTotal and the var. parameter, with 400 or 422, three times.',
    }),
  );

  must(
    '4.12/repeatable-parameters',
    ['4.12/where', '4.12/sort', '4.12/expand', '4.12/var'],
    repeatsAccepted('sorted'),
  );

  must(
    '4.12/equal-numbers-are-taken-alike',
    ['4.12/limit', '4.12/offset'],
    floatFormsAccepted('sorted', ['limit', 'offset']),
  );

  must('4.12/names-of-the-pattern-are-taken-alike', ['4.12/var'], {
    statement: 'The server treats every name of letters and digits after var. like any other.',
    sends: 'GET /{projectKey}/resource/sorted-query-parameters with the same value under several names var.*',
    violation:
      'The server accepts a value under one name of the pattern before and after, and answers the same value under another name of it with 400, 422 or a server error, three times.',
    rationale:
      'The pattern includes all these names. No name that is sent has more than eight characters; if none is accepted, nothing is concluded.',
    causes: [
      'Does the pattern for var. names allow only lower-case letters, or a length that the contract does not limit?',
    ],
    blocks: 'when-seen',
    check: (on) => judgeNames(on, 'sorted', variables),
  });

  must(
    '4.12/both-truth-values',
    ['4.12/withTotal'],
    bothTruthValuesAccepted('sorted', booleans, { blocks: 'when-seen' }),
  );

  should('4.12/truth-values-are-understood', ['4.12/withTotal'], truthValuesUnderstood('sorted', booleans));

  must(
    '4.12/documented-parameters-do-no-harm',
    ['4.12/limit', '4.12/offset', '4.12/withTotal', '4.12/var'],
    acceptsDocumentedParts('sorted'),
  );

  must('4.12/any-one-scope-suffices', ...access.anyOneScopeSuffices);
  must('4.12/refused-without-token', ...access.refusedWithoutToken);
  must('4.12/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.12/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.12/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.12/refused-to-other-project', ...access.refusedToOtherProject);

  open('4.12/answers', ['4.12/response'], observeAnswers('sorted', 'sorted.schema'));

  open('4.12/resources-in-the-list', ['4.12/response'], observeListedResources('sorted'));

  open('4.12/success-status', ['General/3'], observeStatuses('sorted'));

  open(
    '4.12/ill-typed-values',
    ['4.12/limit', 'Limits/limits'],
    observeIllTyped('sorted', [['limit', 'abc']]),
  );

  open(
    '4.12/parameter-reactions',
    ['4.12/limit', '4.12/offset', '4.12/withTotal'],
    parameterReactions('sorted'),
  );

  open('4.12/unknown-parameters', ['4.12/optional'], observeUnknown('sorted'));

  open(
    '4.12/declared-values',
    ['4.12/where', '4.12/sort', '4.12/expand', '4.12/syntax'],
    acceptsDeclaredSample('sorted', {
      rationale:
        'The contract does not show the types and the syntax of where, sort and expand; a vendor may declare values, and the server must accept the declared values. A sort order names the sorted field, so two invented words are hardly ever names of fields. The suite tests repetitions of sort only with two declared orders.',
    }),
  );
});
