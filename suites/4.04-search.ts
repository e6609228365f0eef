import { acceptsDeclaredSample } from '../judging/parameters/declared-sample.ts';
import { floatFormsAccepted } from '../judging/parameters/equal-numbers.ts';
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
import { parameterReactions } from '../judging/parameters/parameter-reactions.ts';
import { eachParameterOptional } from '../judging/parameters/each-optional.ts';
import { acceptsDocumentedParts } from '../judging/parameters/documented-parts.ts';
import { bareRequestAccepted } from '../judging/answers/bare-request.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { bothTruthValuesAccepted, truthValuesUnderstood } from '../judging/parameters/truth-values.ts';
import type { Exchange } from '../history/exchange.ts';

const bare = (on: Stage, attempt: number): Promise<Exchange> => plainAttempt(on, 'search', attempt);

/** A fuzzy search may need a text. */
const booleans = [{ name: 'fuzzy', company: [['text.en', 'a']] }, { name: 'staged' }] as const;

const access = listAccess('search');

const head = { title: 'GET /{projectKey}/resource/searchApiPattern', phase: 'quiet' } as const;

export const search = section('4.4', head, ({ must, should, open }) => {
  must('4.4/route-exists', ['Service/auxiliary-endpoints', '4.4/operation'], {
    ...routeExists('search', bare, { needs2xx: true }),
    rationale:
      '405 and 501 mean that the server does not support the method there. A 404 leaves the clause undecided: the server may have taken the path for an id, but the contract does not show how it answers an empty search.',
  });

  must(
    '4.4/no-persistent-server-error',
    ['Service/auxiliary-endpoints', '4.4/operation'],
    readsWithoutServerError('search'),
  );

  must('4.4/optional-parameters', ['4.4/optional'], bareRequestAccepted('search', bare));

  must(
    '4.4/each-parameter-is-optional',
    ['4.4/optional'],
    eachParameterOptional('search', {
      blocks: 'when-seen',
      // A search that is not fuzzy ignores the level; one text is always sent, because a server may match it fuzzily.
      together: [['fuzzyLevel'], ['fuzzy', 'fuzzyLevel']],
      statement:
        'Each parameter is optional: the server still accepts an accepted search without some of them.',
      sends:
        'GET /{projectKey}/resource/searchApiPattern with all typed parameters, then without staged, without either text, without fuzzyLevel, and without fuzzy and fuzzyLevel',
      violation:
        'A request with plain values of all typed parameters is accepted before and after, and the same request without staged, one of two texts, fuzzyLevel, or fuzzy with its level is answered 400 or 422, three times.',
      causes: ['Is staged read before it is known to be there?'],
    }),
  );

  must(
    '4.4/documented-parameters-do-no-harm',
    ['4.4/fuzzy', '4.4/fuzzyLevel', '4.4/staged', '4.4/text'],
    acceptsDocumentedParts('search'),
  );

  must(
    '4.4/both-truth-values',
    ['4.4/fuzzy', '4.4/staged'],
    bothTruthValuesAccepted('search', booleans, { blocks: 'when-seen' }),
  );

  should(
    '4.4/truth-values-are-understood',
    ['4.4/fuzzy', '4.4/staged'],
    truthValuesUnderstood('search', booleans),
  );

  should('4.4/text-names', ['4.4/text'], {
    statement: 'The server treats names of the pattern text.xx and text.xx-YY alike.',
    sends:
      'GET /{projectKey}/resource/searchApiPattern with the same text as text.en, text.de, text.de-DE and text.en-US',
    violation:
      'The server accepts a text in one language, and answers the same text under another name of the pattern with 400, 422 or a server error, three times.',
    rationale:
      'The pattern allows every such name, but the contract does not show which languages and regions exist, so a refusal is only a warning.',
    check: (on) => judgeNames(on, 'search', ['text.en', 'text.de', 'text.de-DE', 'text.en-US']),
  });

  must(
    '4.4/equal-numbers-are-taken-alike',
    ['4.4/fuzzyLevel'],
    floatFormsAccepted('search', ['fuzzyLevel'], {
      blocks: 'when-seen',
      base: [['fuzzy', 'true']],
    }),
  );

  must('4.4/any-one-scope-suffices', ...access.anyOneScopeSuffices);
  must('4.4/refused-without-token', ...access.refusedWithoutToken);
  must('4.4/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.4/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.4/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.4/refused-to-other-project', ...access.refusedToOtherProject);

  open('4.4/answers', ['4.4/response'], observeAnswers('search', 'search-api.schema'));

  open('4.4/resources-in-the-list', ['4.4/response'], observeListedResources('search'));

  open('4.4/success-status', ['General/3'], observeStatuses('search'));

  open('4.4/fuzzy-level-beyond-the-default', ['4.4/fuzzyLevel'], {
    statement: 'How the server treats a fuzzyLevel far above the default.',
    sends: 'GET /{projectKey}/resource/searchApiPattern with fuzzy=true&fuzzyLevel=1000000',
    rationale: 'The limit to the default binds the caller; the consequence of exceeding it is not shown.',
    check: async (on) => {
      const exchange = await on.ask('search', {
        query: [
          ['fuzzy', 'true'],
          ['fuzzyLevel', '1000000'],
        ],
      });
      if (!exchange.is('noise')) on.observe({ status: exchange.status ?? 0 });
    },
  });

  open('4.4/ill-typed-values', ['4.4/fuzzyLevel'], observeIllTyped('search', [['fuzzyLevel', 'abc']]));

  open(
    '4.4/parameter-reactions',
    ['4.4/fuzzy', '4.4/fuzzyLevel', '4.4/staged', '4.4/text'],
    parameterReactions('search'),
  );

  open('4.4/unknown-parameters', ['4.4/optional'], observeUnknown('search'));

  open(
    '4.4/declared-values',
    ['4.4/filter', '4.4/filter.facets', '4.4/filter.query', '4.4/facet', '4.4/syntax'],
    acceptsDeclaredSample('search', {
      rationale:
        'The contract does not show the syntax of filter and facet values, so a refusal of an invented value would prove nothing: these four are sent only with declared values, which the server must accept.',
    }),
  );
});
