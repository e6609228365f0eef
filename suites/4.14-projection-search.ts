import { says } from '../wire/status.ts';
import { accessClauses } from '../judging/access/access.ts';
import { keptWhere, methodOf, observedMember, statusesOf } from '../clause/declarations.ts';
import {
  askSearch,
  hasBody,
  searchers,
  searching,
  searchMethod,
  sufficientSearch,
} from './4.14/projection-search.ts';
import { observeAnswer, observeMethod } from '../judging/answers/open-answers.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeEveryTime } from '../judging/confirm.ts';

const supply = '"samples": {"4.14": {"body": {…}}}';

/** A search of a sufficient caller, made again; contents differ from attempt to attempt. */
async function search(on: Stage, attempt: number) {
  const { caller } = await sufficientSearch(on);
  const fields = attempt % 2 === 0 ? [] : ([['staged', 'true']] as const);
  return await askSearch(on, await searchMethod(on), caller, fields);
}

const access = accessClauses(searching, { only: [401, 403] });

export const projectionSearch = section(
  '4.14',
  '/{projectKey}/resource/product-projection-search',
  ({ must, open }) => {
    must('4.14/accepts-forms', ['4.14/content-type'], {
      statement:
        'The server does not reject a form in the body because its Content-Type is application/x-www-form-urlencoded.',
      sends:
        'the declared method on /{projectKey}/resource/product-projection-search with a form in the body',
      violation:
        'With a declared method that carries a body, the server answers such a form with 415, three times.',
      rationale:
        'It is the one media type that the contract names here, and 415 concerns the media type alone.',
      causes: ['Is the parser for forms registered for this route?'],
      check: async (on) => {
        const method = await searchMethod(on);
        if (!hasBody(method))
          return on.discarded('declared-absent', `${method} is declared, which carries no form in a body`);
        const answer = await sufficientSearch(on);
        if (says(answer, 'media type not supported')) {
          await judgeEveryTime(on, {
            seen: answer,
            probe: () => askSearch(on, method, answer.caller),
            deviates: (one) => says(one, 'media type not supported'),
            words: { expected: 'the form to be accepted as such', deviation: 'the form was answered 415' },
          });
          return;
        }
        const heard = answer.succeeded || says(answer, 'invalid', 'not found', 'conflict');
        if (heard) return on.held();
        if (answer.is('noise')) return on.noise(answer.label);
        on.discarded('premise-failed', `the search was answered ${answer.label}`, supply);
      },
    });

    must(
      '4.14/answers-without-server-error',
      ['4.14/operation'],
      answersWithoutServerError('projectionSearch', search, {
        isProven: isDeclared('projectionSearch'),
        supply,
      }),
    );

    must('4.14/any-one-scope-suffices', ...access.anyOneScopeSuffices);
    must('4.14/refused-without-token', ...access.refusedWithoutToken);
    must('4.14/refused-to-unknown-token', ...access.refusedToUnknownToken);
    must('4.14/refused-to-other-scopes', ...access.refusedToOtherScopes);
    must('4.14/refused-to-no-scope', ...access.refusedToNoScope);
    must('4.14/refused-to-other-project', ...access.refusedToOtherProject);

    open('4.14/method', ['4.14/method'], {
      statement: 'Which method the search has.',
      sends: 'the declared method on /{projectKey}/resource/product-projection-search by a sufficient caller',
      rationale: 'The method is not shown.',
      declares: [
        methodOf('search.method'),
        {
          key: 'auth.carrier.4.14',
          met: (_declared, observed) => (observedMember(observed, 'accepted') === true ? true : undefined),
        },
      ],
      check: async (on) => {
        observeMethod(on, await searchMethod(on), await sufficientSearch(on));
      },
    });

    open('4.14/response', ['4.14/request-and-response'], {
      statement: 'The status and the body of a successful search.',
      sends: 'the declared method on /{projectKey}/resource/product-projection-search by a sufficient caller',
      rationale: 'The response is not shown.',
      declares: [
        statusesOf('success.4.14'),
        keptWhere('search.schema', 'conforms'),
        keptWhere('samples.4.14', 'accepted'),
      ],
      check: async (on) => {
        const answer = await sufficientSearch(on);
        observeAnswer(on, answer, on.profile.search?.schema, { json: answer.value !== undefined });
      },
    });

    open('4.14/manage-products', ['4.14/scopes'], {
      statement: 'Whether manage_products, which is not listed here, grants access to the search as well.',
      sends:
        'the declared method on /{projectKey}/resource/product-projection-search with manage_products alone',
      rationale: 'It is a scope on products too, and the contract does not state that it is refused.',
      check: async (on) => {
        const method = await searchMethod(on);
        const listed = searchers(on);
        const managers = on.callers.supplied.filter(
          (caller) =>
            caller.scopes.has(`manage_products:${on.options.projectKey}`) && !listed.includes(caller),
        );
        const [manager] = managers;
        if (manager === undefined)
          return on.discarded(
            'no-token',
            'no token with manage_products alone was supplied',
            'CONFORMANCE_TOKEN_MANAGE_PRODUCTS=<token>',
          );
        const exchange = await askSearch(on, method, manager);
        if (!exchange.is('noise'))
          on.observe(
            { status: exchange.status ?? 0 },
            {
              suspect: exchange.succeeded && {
                why: 'manage_products alone is granted access, and the contract does not list it here.',
              },
            },
          );
      },
    });
  },
);
