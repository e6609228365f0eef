import { says } from '../wire/status.ts';
import { accessClauses } from '../judging/access/access.ts';
import { keptWhere, methodOf, observedMember, statusesOf } from '../clause/declarations.ts';
import { observeAnswer, observeMethod } from '../judging/answers/open-answers.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError, isDeclared } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeEveryTime } from '../judging/confirm.ts';
import { isRead } from '../contract/reads.ts';
import { refusalText } from '../judging/answers/refusal-text.ts';
import { notTested } from '../clause/thrown.ts';
import type { AccessCase } from '../judging/access/access-case.ts';
import type { Caller } from '../history/caller.ts';
import { holdersOf, noHolder } from '../judging/access/token-cases.ts';
import { equalsAuthorised } from '../judging/access/disclosure.ts';
import type { Exchange } from '../history/exchange.ts';
import { insist } from '../implementation/insist.ts';
import { declaredSample, formOf, sampleAsk } from '../implementation/sample-ask.ts';
import { andToken } from '../implementation/callers/no-token.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';

const supply = '"samples": {"4.14": {"body": {…}}}';

/** A search by a sufficient caller, sent again; its content differs in each attempt. */
async function search(on: Stage, attempt: number) {
  const { caller } = await sufficientSearch(on);
  const fields = attempt % 2 === 0 ? [] : ([['staged', 'true']] as const);
  return await askSearch(on, await searchMethod(on), caller, fields);
}

const form = 'application/x-www-form-urlencoded';

/** Whether requests with the method carry their fields in the body. */
export function hasBody(method: string): boolean {
  return !isRead({ method });
}

/** The method of 4.14: as declared; or, if probing is permitted, the first that is answered 2xx. */
export async function searchMethod(on: Stage): Promise<string> {
  if (on.profile.search?.method !== undefined) return on.profile.search.method;
  const { method, refused } = await probedMethod(on);
  if (method !== undefined) return method;
  const tried = refused.map((one) => `${one.request.method} was answered ${refusalText(on, one)}`).join(', ');
  throw notTested({
    code: 'method-undeclared',
    text: `the contract shows no method for 4.14${tried === '' ? '' : `; ${tried}: it may be missing, or require other fields`}`,
    supply:
      tried === ''
        ? `"search": {"method": <method>}${andToken(on, 'projectionSearch')}  (or state the limit: CONFORMANCE_WITHOUT=4.14)`
        : '"samples": {"4.14": {"body": {…}}}  (or state the limit: CONFORMANCE_WITHOUT=4.14)',
  });
}

/** The method that was found; or the answers to all methods that were tried. */
const probedMethod = oncePerRun(async (on: Stage) => {
  const [caller] = searchers(on);
  const refused: Exchange[] = [];
  if (on.profile.probe?.undeclaredMethods !== true || caller === undefined) return { refused };
  for (const method of ['POST', 'GET', 'PUT']) {
    const answer = await askSearch(on, method, caller);
    if (answer.succeeded) return { method, refused };
    refused.push(answer);
  }
  return { refused };
});

/** Callers that hold a listed scope of 4.14. */
export function searchers(on: Stage): readonly Caller[] {
  return holdersOf(on, 'projectionSearch').filter(({ supplied }) => supplied?.expired !== true);
}

/** One search (4.14) with the fields of the declared sample, in a form in the body or, without a body, in the query. */
export function askSearch(
  on: Stage,
  method: string,
  as: Caller,
  fields: readonly (readonly [string, string])[] = [],
): Promise<Exchange> {
  const { query = [], headers = [] } = sampleAsk(on, '4.14');
  const inForm = on.profile.auth?.carrier?.['4.14'] === 'form';
  const token: readonly [string, string][] =
    inForm && as.token !== undefined ? [['access_token', as.token]] : [];
  const text = [
    formOf(declaredSample(on, '4.14')?.body),
    new URLSearchParams([...fields, ...token].map((pair): [string, string] => [...pair])).toString(),
  ]
    .filter((part) => part !== '')
    .join('&');
  const carried = inForm ? { authorizationName: null } : {};
  if (!hasBody(method)) {
    const inQuery = [...new URLSearchParams(text)].map((pair): readonly [string, string] => pair);
    const ask = { method, as, headers, query: [...query, ...inQuery], ...carried };
    return insist(() => on.ask('projectionSearch', ask));
  }
  const content = { body: new TextEncoder().encode(text), contentType: form };
  const inBody = { method, as, headers, query, ...content, ...carried };
  return insist(() => on.ask('projectionSearch', inBody));
}

/** Access to 4.14: an answer equal to a sufficient caller's counts as disclosure. */
export const searching: AccessCase = {
  endpoint: 'projectionSearch',
  prepare: async (on) => {
    const method = await searchMethod(on);
    return {
      ask: (stage, as) => askSearch(stage, method, as),
      shows: () => true,
      grants: (probe, control, again) => (equalsAuthorised(probe, control, again) ? 'granted' : 'open'),
      // Whether manage_products implies reading products has two readings: it is only observed.
      exempts: ({ scopes }) => scopes.has(`manage_products:${on.options.projectKey}`),
    };
  },
};

/** The result of a search by a sufficient caller: of the first caller with access, otherwise the last answer. */
export const sufficientSearch = oncePerRun(async (on: Stage): Promise<Exchange> => {
  const method = await searchMethod(on);
  let last: Exchange | undefined;
  for (const caller of searchers(on)) {
    last = await askSearch(on, method, caller);
    // A refusal of the form itself says nothing about tokens.
    if (last.succeeded || says(last, 'media type not supported')) return last;
  }
  if (last !== undefined) return last;
  throw notTested(noHolder(on, 'projectionSearch'));
});

const access = accessClauses(searching, { only: [401, 403] });

const head = '/{projectKey}/resource/product-projection-search';

export const projectionSearch = section('4.14', head, ({ must, open }) => {
  must('4.14/accepts-forms', ['4.14/content-type'], {
    statement:
      'The server does not reject a form in the body because its Content-Type is application/x-www-form-urlencoded.',
    sends: 'the declared method on /{projectKey}/resource/product-projection-search with a form in the body',
    violation:
      'With a declared method that carries a body, the server answers a body of type application/x-www-form-urlencoded with 415, three times.',
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
          words: { expected: 'its Content-Type to be accepted', deviation: 'the form was answered 415' },
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
        (caller) => caller.scopes.has(`manage_products:${on.options.projectKey}`) && !listed.includes(caller),
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
});
