import { defined } from '../clause/defined.ts';
import { answersAreCarts, surveyCarts } from './namespace/surveyed-carts.ts';
import { keptWhere, memberOf, statusesOf } from '../clause/declarations.ts';
import { acceptedHeaders, locales, requiredHeaders } from '../implementation/namespace-asks.ts';
import { accessDeclared, observeAccess } from '../judging/access/open-access.ts';
import { labelledAsJson, standardStatuses } from '../judging/answers/recommendations.ts';
import {
  judgeAcceptJson,
  judgeNamesInLowerCase,
  observeMissingHeaders,
} from './namespace/required-headers.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { saidOf } from '../judging/said.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';

const ask = async (on: Stage) => await on.ask('cartWithHeaders', (await acceptedHeaders(on)).ask);

const names = ['cartWithHeaders'] as const;

const provokeRefusals = oncePerRun(async (on: Stage): Promise<void> => {
  const { ask: accepted } = await acceptedHeaders(on);
  await Promise.all([
    on.ask('cartWithHeaders', { ...accepted, headers: [] }),
    on.ask('cartWithHeaders', { ...accepted, as: on.callers.random }),
  ]);
});

/** Carts, and refusals if a missing header or an unknown token is refused. */
async function provoke(on: Stage): Promise<void> {
  await surveyCarts(on);
  await provokeRefusals(on);
}

const head = 'GET /{projectKey}/resource/namespace-action-with-headers';

export const cartWithHeaders = section('4.18', head, ({ must, should, open }) => {
  must(
    '4.18/route-exists',
    ['Service/auxiliary-endpoints', '4.18/operation'],
    routeExists('cartWithHeaders', ask),
  );

  must('4.18/answers-with-a-cart', ['4.18/response'], {
    statement: 'When a successful answer has content, the server sends a Cart at the top level of the body.',
    sends:
      'GET /{projectKey}/resource/namespace-action-with-headers with both required headers; at the end every answer to it',
    violation:
      'A 2xx answer has a body that is not JSON or not a JSON object, or an empty body with a status other than 204.',
    rationale:
      'Both required headers were sent. A Cart inside a member body stays undecided, since the contract also permits that reading.',
    causes: [
      'Is the cart found by a search whose list is shown as it is?',
      'Does a client that asks for JSON get a page for browsers?',
    ],
    ...saidOf(surveyCarts, answersAreCarts('cartWithHeaders')),
  });

  must(
    '4.18/answers-without-server-error',
    ['4.18/operation'],
    answersWithoutServerError('cartWithHeaders', async (on, attempt) => {
      const { ask: accepted, exchange } = await acceptedHeaders(on);
      const locale = locales[attempt % locales.length] ?? locales[0];
      const headers = exchange.succeeded ? accepted.headers : requiredHeaders(on, locale);
      return await on.ask('cartWithHeaders', {
        ...accepted,
        ...defined({ headers }),
      });
    }),
  );

  must('4.18/accepts-application-json', ['4.18/headers'], {
    statement:
      'If the server answers a wildcard or another media type with application/json, it also accepts Accept: application/json.',
    sends:
      'GET /{projectKey}/resource/namespace-action-with-headers with Accept: application/json, and if that is answered 406 with */* and text/plain',
    violation:
      'Accept: application/json is answered 406, while */* or text/plain is answered with exactly application/json before and after, three times.',
    rationale: 'The header is required, and its value asks for exactly the type that the server sends.',
    causes: [
      'Is the header compared with one literal text, such as */*?',
      'Is the test of the header the wrong way round?',
    ],
    check: judgeAcceptJson,
  });

  must('4.18/header-names-in-any-case', ['4.18/headers'], {
    statement: 'The server understands the names of the required headers in lower case as well.',
    sends:
      'GET /{projectKey}/resource/namespace-action-with-headers with accept, then with service-locale in lower case',
    violation:
      'The server refuses the request with a name in lower case, and accepts it before and after with the spelling of the contract, three times.',
    rationale: 'Names of header fields are not case-sensitive; nothing else differs between the requests.',
    causes: ['Does the code look up headers in a map whose keys keep their original case?'],
    check: judgeNamesInLowerCase,
  });

  should('4.18/standard-status-codes', ['4.18/response', 'Errors/2'], standardStatuses(names, provoke));
  should('4.18/json-content', ['4.18/response', 'Errors/2'], labelledAsJson(names, 'successes', provoke));
  should('4.18/errors-as-json', ['Errors/2'], labelledAsJson(names, 'refusals', provoke));

  open('4.18/locales', ['4.18/headers'], {
    statement: 'Which spellings of a locale are accepted.',
    sends:
      'GET /{projectKey}/resource/namespace-action-with-headers with several spellings of Service-Locale',
    rationale: 'The syntax of the header is not shown.',
    declares: [keptWhere('samples.4.18', 'sampleAccepted')],
    check: async (on) => {
      const { ask: accepted, exchange } = await acceptedHeaders(on);
      if (exchange.is('noise')) return on.noise(exchange.label);
      const answers = await Promise.all(
        locales.map(async (locale) => {
          const headers = [['Accept', 'application/json'] as const, ['Service-Locale', locale] as const];
          return [locale, (await on.ask('cartWithHeaders', { ...accepted, headers })).label] as const;
        }),
      );
      on.observe(
        { ...Object.fromEntries(answers), sampleAccepted: exchange.succeeded },
        {
          suspect: !exchange.succeeded && {
            why: 'The run found no header values for which this endpoint answers with a success.',
          },
        },
      );
    },
  });

  open('4.18/missing-headers', ['4.18/headers'], {
    statement: 'How the server treats a request without Accept or without Service-Locale.',
    sends:
      'GET /{projectKey}/resource/namespace-action-with-headers without Accept, then without Service-Locale',
    rationale: 'Both are required of the client; the consequence of their absence is not shown.',
    declares: [
      memberOf('namespaceHeaders.missing.Accept', 'Accept'),
      memberOf('namespaceHeaders.missing.Service-Locale', 'Service-Locale'),
    ],
    check: observeMissingHeaders,
  });

  open('4.18/access', ['4.18/scopes', 'Authentication/unlisted'], {
    isAskedDeep: true,
    statement: 'Who is shown the cart.',
    sends: 'GET /{projectKey}/resource/namespace-action-with-headers by each caller',
    rationale: 'Scopes are not shown here, nor whether a token is needed.',
    declares: [accessDeclared('auth.4.18')],
    check: async (on) => {
      const { ask: accepted } = await acceptedHeaders(on);
      await observeAccess(on, (as) => on.ask('cartWithHeaders', { ...accepted, as }), {
        atOnce: true,
        pin: 'auth.4.18',
      });
    },
  });

  open('4.18/success-status', ['General/3'], {
    statement: 'The status of a successful answer.',
    sends: 'GET /{projectKey}/resource/namespace-action-with-headers',
    rationale: 'Standard codes are recommended, but none is shown.',
    declares: [statusesOf('success.4.18')],
    check: async (on) => {
      const { exchange } = await acceptedHeaders(on);
      await on.until('end');
      const statuses = [...on.world.bodies.successes('cartWithHeaders').statuses.keys()];
      on.observe({ answer: exchange.label, statuses });
    },
  });
});
