import { typedRows } from '../judging/parameters/documented-parts.ts';
import { says } from '../wire/status.ts';
import { defined } from '../clause/defined.ts';
import { memberOf } from '../clause/declarations.ts';
import { judgeEqualQueries, judgeSharedParameters, observeAgreement } from './4.05/queries.ts';
import {
  declaredNoMatch,
  existenceCase,
  judgeBareCheck,
  judgeMatch,
  matchedCheck,
  judgeNoBody,
  judgeMatchStays,
} from './4.05/existence.ts';
import { accessWithParts } from '../judging/access/parts-access.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { section } from '../implementation/section.ts';

const access = accessWithParts({ which: existenceCase });

const head = { title: 'HEAD /{projectKey}/resource', phase: 'quiet' } as const;

export const checkExistence = section('4.5', head, ({ must, open }) => {
  must('4.5/200-on-match', ['General/3', '4.5/purpose', '4.5/response'], {
    statement: 'When a resource exists, the server answers the check without a condition with status 200.',
    sends: 'HEAD /{projectKey}/resource without parameters, while a resource exists',
    violation:
      'A read by id proves that a resource exists. Once the longest replica lag of queries has passed, the check is persistently answered with another definite status.',
    rationale:
      'The empty condition cannot exclude a resource, and the status of a match is the only success status that the contract shows. The clause allows for lag and network errors.',
    causes: [
      'Is there a route for GET, and none for HEAD?',
      'Is HEAD routed to the handler that answers 204 if there is no body to send?',
      'Does the check ask an index that lags behind the store?',
      'Does the check require a parameter that the query does not require?',
    ],
    check: judgeMatch,
  });

  must('4.5/200-stays', ['General/3', '4.5/purpose', '4.5/response'], {
    statement: 'While a resource exists, the server answers every check without a condition with status 200.',
    sends:
      'HEAD /{projectKey}/resource without parameters, later in the run by holders of either scope, and right after DELETE /{projectKey}/resource/{id} of another resource',
    violation:
      'At least two of several checks, which may come right after the delete of another resource, are answered with a definite status other than 200. The resource that should match is older than the longest replica lag and readable before and after.',
    rationale:
      'Server errors, limits and denied access do not count, nor does a resource that queries perhaps do not show yet.',
    causes: ['Is the result of the check cached, and cleared by the delete of any resource?'],
    phase: 'races',
    whereOneResource: 'quiet',
    check: judgeMatchStays,
  });

  must('4.5/no-body', ['4.5/response'], {
    statement: 'The server sends no body in an answer to HEAD, whatever its status.',
    sends:
      'HEAD /{projectKey}/resource, by several callers, with a match, without a match and with senseless parameters; every octet is read',
    violation:
      'An octet follows the header section on the wire, even if it is only the end of a chunked body. Or, three times, the next octets on an open connection are not an answer to the next check.',
    rationale:
      'Content-Length and Transfer-Encoding are header fields and may occur; only octets count. The suite examines checks by several callers, with matching, empty and invalid queries.',
    causes: [
      'Does the handler for GET answer HEAD without dropping the body?',
      'Does a layer that does not know HEAD write the refusals?',
      'Does the framework end a chunked answer with a last chunk, although there is no body?',
    ],
    check: judgeNoBody,
  });

  must(
    '4.5/route-exists',
    ['Service/existence-check', '4.5/operation'],
    routeExists('exists', (on) => on.ask('exists')),
  );

  must('4.5/optional-parameters', ['4.5/query'], {
    statement:
      'The server treats all query parameters as optional: it does not reject a check without parameters as a bad request.',
    sends: 'HEAD /{projectKey}/resource without a query string, while a resource exists',
    violation:
      'The authorised check without a query string is answered 400 or 422, three times, although a resource exists.',
    rationale:
      'These two codes concern the content of the request, which contains only what is required. If a check leaves out one of several parameters, its query may match nothing. The contract does not show the answer to an empty query, so a refusal counts only if the status for no match is known.',
    check: judgeBareCheck,
  });

  must('4.5/takes-the-parameters-of-the-query', [...typedRows('query'), '4.5/query'], {
    statement:
      'For the check, the server accepts the query parameters that it accepts for GET on the collection, apart from unionParameter.',
    sends:
      'GET /{projectKey}/resource with documented parameters, then HEAD /{projectKey}/resource with the same',
    violation:
      'GET accepts a query of documented parameters, and the check answers it with 405 or 501, or with 400 or 422 although its status for no match is known to be a different status, three times.',
    rationale:
      'A check that finds no match may get any status. A 4xx proves a refusal of the parameter only if the status for no match is known.',
    causes: ['Does HEAD have a table of parameters of its own that lacks some of GET’s?'],
    check: judgeSharedParameters,
  });

  must(
    '4.5/equal-queries-equal-answers',
    [
      '4.1/floatParameter',
      '4.1/withMarkdownDescription',
      '4.1/arrayOfString',
      '4.1/arrayOfStringWithDescription',
      '4.5/query',
    ],
    {
      statement:
        'The server treats two spellings of one documented value alike, and likewise a value passed once and twice.',
      sends:
        'HEAD /{projectKey}/resource with floatParameter=1 and 1.0, and with arrayOfString passed once and twice; GET /{projectKey}/resource with the same',
      violation:
        'GET accepts both n and n.0 for a Float parameter, or p=a and p=a&p=a with the same answer, while the check persistently refuses one of the two with 400 or 422 and answers the other differently, three times.',
      rationale: 'Both requests have the same meaning, so the status for no match is the same for both.',
      causes: [
        'Does HEAD parse its parameters with other code than GET, without support for repetition or decimal points?',
      ],
      check: judgeEqualQueries,
    },
  );

  must('4.5/any-one-scope-suffices', ...access.anyOneScopeSuffices);
  must('4.5/refused-without-token', ...access.refusedWithoutToken);
  must('4.5/refused-to-unknown-token', ...access.refusedToUnknownToken);
  must('4.5/refused-to-other-scopes', ...access.refusedToOtherScopes);
  must('4.5/refused-to-no-scope', ...access.refusedToNoScope);
  must('4.5/refused-to-other-project', ...access.refusedToOtherProject);

  open('4.5/agrees-with-the-query', ['4.5/purpose', '4.5/query'], {
    statement: 'Whether the check finds what GET finds with the same query.',
    sends:
      'GET /{projectKey}/resource with floatParameter, withMarkdownDescription and the two arrays, then HEAD /{projectKey}/resource with the same',
    rationale:
      'The query is the same, but the contract shows neither which resources match it nor the answer if no resource does. It is suspect if the bare check finds a resource, GET with the query finds it too, and the check with the query finds none.',
    check: observeAgreement,
  });

  open('4.5/no-match', ['4.5/response'], {
    statement: 'The status if nothing matches.',
    sends: 'HEAD /{projectKey}/resource with the declared query, or with a text that no resource has',
    rationale: 'The contract shows only the status of a match.',
    declares: [memberOf('head.noMatch.status', 'declaredQuery')],
    check: async (on) => {
      const query = declaredNoMatch(on);
      const guessed = await on.ask('exists', { query: [['stringParameter', on.canary()]] });
      if (query === undefined) return on.observe({ stringParameter: guessed.status ?? 0 });
      const declared = await on.ask('exists', { query });
      on.observe({ stringParameter: guessed.status ?? 0, declaredQuery: declared.status ?? 0 });
    },
  });

  open('4.5/union-parameter', ['4.1/unionParameter', '4.5/query'], {
    statement: 'How the server treats unionParameter, which the check does not list.',
    sends: 'HEAD /{projectKey}/resource with unionParameter=a',
    rationale: 'Whether unknown parameters are refused or ignored is not shown.',
    declares: [memberOf('head.unionParameter', 'reaction')],
    check: async (on) => {
      const plain = await on.defer(() => matchedCheck(on));
      const exchange = await on.ask('exists', { query: [['unionParameter', 'a']] });
      if (!says(plain, 'found') || exchange.is('noise')) return;
      const reaction = says(exchange, 'invalid') ? 'reject' : says(exchange, 'found') ? 'ignore' : undefined;
      on.observe({ status: exchange.status ?? 0, ...defined({ reaction }) });
    },
  });
});
