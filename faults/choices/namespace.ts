import { isObject } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import { oneOf, type Choice } from '../fault.ts';
import { answering, bare, refusing, showing, succeeded, succeeding } from '../rewrite.ts';

/** Takes the bare request for a request about a cart session that does not exist. */
const withoutCart = (status: number): HandleWrap => succeeding(['4.17', '4.18'], () => bare(status));

/** Ways to answer the namespace actions and to take images (4.15 to 4.18). */
export const namespaceChoices: readonly Choice[] = [
  {
    name: 'namespace-write-answers-202',
    summary: 'A write to the namespace action is answered 202.',
    wrap: succeeding(['4.16.POST'], (response) => ({ ...response, status: 202 })),
  },
  {
    name: 'namespace-is-empty-until-written',
    summary: 'A read of the namespace action is answered 404 until something was written.',
    wrap: (next) => {
      let isWritten = false;
      return (state, request, now) => {
        const operation = operationOf(request);
        if (operation === '4.16.GET' && !isWritten) return { response: bare(404) };
        const reply = next(state, request, now);
        isWritten ||= operation === '4.16.POST' && 'response' in reply && succeeded(reply.response);
        return reply;
      };
    },
  },
  {
    name: 'namespace-read-answers-204',
    summary: 'A read of the namespace action is answered 204.',
    wrap: succeeding(['4.16.GET'], () => bare(204)),
  },
  {
    name: 'namespace-takes-objects-only',
    summary: 'A write that is not a JSON object is answered 400.',
    wrap: refusing(['4.16.POST'], 400, ({ body }) => !/^\s*\{/.test(new TextDecoder().decode(body))),
  },
  {
    name: 'namespace-write-fails-on-unknown-members',
    summary: 'A write is answered 500 unless it is an object with only a note.',
    wrap: refusing(
      ['4.16.POST'],
      500,
      ({ body }) => !/^\s*\{\s*"note"\s*:\s*"[^"]*"\s*\}\s*$/.test(new TextDecoder().decode(body)),
    ),
  },
  ...oneOf(
    {
      name: 'no-cart-answers-404',
      summary: 'There is no cart: 404.',
      wrap: withoutCart(404),
      leaves: 'incomplete',
    },
    {
      name: 'no-cart-answers-204',
      summary: 'There is no cart: 204.',
      wrap: withoutCart(204),
      leaves: 'incomplete',
    },
    {
      name: 'cart-inside-a-body-member',
      summary: 'The cart with headers comes inside a member body.',
      wrap: showing(['4.18'], (body) => (isObject(body) ? { body } : body)),
      leaves: 'incomplete',
    },
  ),
  {
    name: 'namespace-headers-optional',
    summary: 'The cart with headers is shown without them too.',
    wrap: (next) => (state, request, now) => {
      const names = request.headers.map(([name]) => name.toLowerCase());
      const isCart = request.target.includes('/namespace-action-with-headers');
      const defaults = [['Accept', 'application/json'] as const, ['Service-Locale', 'en'] as const].filter(
        ([name]) => !names.includes(name.toLowerCase()),
      );
      return next(state, isCart ? { ...request, headers: [...request.headers, ...defaults] } : request, now);
    },
  },
  {
    name: 'missing-namespace-headers-answered-406',
    summary: 'The cart with headers is answered 406 if they are missing.',
    wrap: answering(['4.18'], (response) =>
      response.status === 400 ? { ...response, status: 406 } : response,
    ),
    excludes: ['namespace-headers-optional'],
  },
  {
    name: 'images-without-label-looked-at',
    summary: 'An image without Content-Type is taken.',
    wrap: (next) => (state, request, now) => {
      const isBare =
        request.target.includes('/resource/images') &&
        !request.headers.some(([name]) => name.toLowerCase() === 'content-type');
      return next(
        state,
        isBare ? { ...request, headers: [...request.headers, ['Content-Type', 'image/png']] } : request,
        now,
      );
    },
  },
];
