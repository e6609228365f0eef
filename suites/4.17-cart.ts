import { answersAreCarts, surveyCarts, itemsMeetSchemas, observePlaces } from './namespace/surveyed-carts.ts';
import { keptWhere, statusesOf } from '../clause/declarations.ts';
import { askCart, cartCaller } from '../implementation/namespace-asks.ts';
import { accessDeclared, observeAccess } from '../judging/access/open-access.ts';
import { labelledAsJson, standardStatuses } from '../judging/answers/recommendations.ts';
import { routeExists } from '../judging/answers/routes.ts';
import { saidOf } from '../judging/said.ts';
import { section } from '../implementation/section.ts';
import { answersWithoutServerError } from '../judging/answers/server-errors.ts';
import type { Stage } from '../implementation/stage.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';

const ask = async (on: Stage) => await askCart(on, (await cartCaller(on)).caller);

const names = ['cart'] as const;

const cartForUnknownToken = oncePerRun((on: Stage) => askCart(on, on.callers.random));

/** Carts, and a refusal if unknown tokens are refused. */
async function provoke(on: Stage): Promise<void> {
  await surveyCarts(on);
  await cartForUnknownToken(on);
}

const head = 'GET /{projectKey}/resource/namespace-action-with-example';

export const cart = section('4.17', head, ({ must, should, open }) => {
  must('4.17/route-exists', ['Service/auxiliary-endpoints', '4.17/operation'], routeExists('cart', ask));

  must('4.17/answers-with-a-cart', ['4.17/purpose', '4.17/response'], {
    statement:
      'When a successful answer has content, the server sends a Cart: a JSON object with members of a Cart.',
    sends: 'GET /{projectKey}/resource/namespace-action-with-example; at the end every answer to it',
    violation:
      'A 2xx answer has a body that is not JSON or not a JSON object, or an empty body with a status other than 204.',
    rationale:
      'The Cart is the only response shown. A 404 or 204, which says that no cart exists, neither passes nor fails; an object without any documented member is no evidence either.',
    causes: [
      'Is the cart found by a search whose list is shown as it is?',
      'Is a missing cart serialized as null, with status 200?',
    ],
    ...saidOf(surveyCarts, answersAreCarts('cart')),
  });

  must('4.17/answers-without-server-error', ['4.17/operation'], answersWithoutServerError('cart', ask));

  should('4.17/standard-status-codes', ['4.17/response', 'Errors/2'], standardStatuses(names, provoke));
  should('4.17/json-content', ['4.17/response', 'Errors/2'], labelledAsJson(names, 'successes', provoke));
  should('4.17/errors-as-json', ['Errors/2'], labelledAsJson(names, 'refusals', provoke));

  open('4.17/access', ['4.17/scopes', 'Authentication/unlisted'], {
    isAskedDeep: true,
    statement: 'Who is shown the cart.',
    sends: 'GET /{projectKey}/resource/namespace-action-with-example by each caller',
    rationale: 'Scopes are not shown here, nor whether a token is needed.',
    declares: [accessDeclared('auth.4.17')],
    check: (on) => observeAccess(on, (as) => askCart(on, as), { atOnce: true, pin: 'auth.4.17' }),
  });

  open('4.17/success-status', ['General/3'], {
    statement: 'The status of a successful answer.',
    sends: 'GET /{projectKey}/resource/namespace-action-with-example',
    rationale: 'Standard codes are recommended, but none is shown.',
    declares: [statusesOf('success.4.17'), keptWhere('samples.4.17', 'accepted')],
    check: async (on) => {
      const { exchange } = await cartCaller(on);
      if (exchange.is('noise')) return on.noise(exchange.label);
      await on.until('end');
      const statuses = [...on.world.bodies.successes('cart').statuses.keys()];
      on.observe({ answer: exchange.label, accepted: exchange.succeeded, statuses });
    },
  });

  open('4.17/open-places', ['Money/items-and-addresses'], {
    statement: 'What the addresses, discounts, discount texts, payments and discount codes contain.',
    rationale: 'The fields of the addresses and the shapes of these items are not shown.',
    declares: itemsMeetSchemas,
    check: observePlaces,
  });
});
