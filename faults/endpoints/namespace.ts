import { member } from '../../reference/json.ts';
import { headerOf, withHeader, type Request } from '../../reference/message.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import {
  answering,
  asking,
  bare,
  content,
  insteadOfSuccess,
  refusing,
  showing,
  succeeded,
  succeeding,
} from '../rewrite.ts';

/** The change that a fault makes in the reference. */
export type Change = { readonly override: PolicyOverride } | { readonly wrap: HandleWrap };

/** A wrapper, as a change of the reference. */
export const wrapped = (wrap: HandleWrap): Change => ({ wrap });

/** The Content-Type of a request, as sent. */
export const type = (request: Request): string => headerOf(request, 'content-type') ?? '';

const acceptsJson = /\*\/\*|application\/(?:\*|json)/i;

const lacksExactly = (name: string) => (request: Request) =>
  !request.headers.some(([field]) => field === name);

const relabelled = (label: string): HandleWrap =>
  succeeding(['4.16.GET', '4.16.POST'], (response) => ({ ...response, headers: [['Content-Type', label]] }));

/** Namespace actions that are refused, or answered in a wrong form (4.16 to 4.18). */
export const namespaceFaults: readonly Fault[] = [
  {
    name: 'namespace-read-not-supported',
    breaks: '4.16/read-exists',
    rows: ['4.16/get'],
    summary: 'GET on the namespace action is answered 405.',
    wrap: refusing(['4.16.GET'], 405),
  },
  {
    name: 'namespace-write-not-supported',
    breaks: '4.16/write-exists',
    rows: ['4.16/post'],
    summary: 'POST on the namespace action is answered 501.',
    wrap: refusing(['4.16.POST'], 501),
  },
  {
    name: 'namespace-action-not-supported',
    breaks: '4.16/read-exists',
    rows: ['4.16/operation'],
    summary: 'Whatever the method, the namespace action is answered 405.',
    wrap: refusing(['4.16.GET', '4.16.POST'], 405),
  },
  {
    name: 'namespace-read-not-there',
    section: '4.16',
    expect: 'incomplete',
    summary: 'GET on the namespace action is answered 404 to every caller.',
    wrap: refusing(['4.16.GET'], 404),
  },
  {
    name: 'namespace-write-not-there',
    section: '4.16',
    expect: 'incomplete',
    summary: 'POST on the namespace action is answered 404 to every caller.',
    wrap: refusing(['4.16.POST'], 404),
  },
  {
    name: 'namespace-action-unauthorized-to-all',
    section: '4.16',
    expect: 'incomplete',
    summary: 'The namespace action is answered 401 to every caller.',
    wrap: refusing(['4.16.GET', '4.16.POST'], 401),
  },
  {
    name: 'namespace-action-answers-299',
    warns: '4.16/standard-status-codes',
    section: '4.16',
    expect: 'warn',
    summary: 'The namespace action is answered 299.',
    wrap: answering(['4.16.GET'], (response) =>
      succeeded(response) ? { ...response, status: 299 } : response,
    ),
  },
  {
    name: 'namespace-read-is-no-json-after-a-write',
    breaks: 'General/labelled-as-json-is-json',
    section: '4.16',
    summary: 'After a write to the namespace action, its reads are labelled as JSON, but are not JSON.',
    wrap: (next) => {
      let isWritten = false;
      const spoilt = succeeding(['4.16.GET', '4.16.POST'], (response, { method }) => {
        isWritten ||= method === 'POST';
        return isWritten && method === 'GET'
          ? { ...response, ...content('{"data":undefined}', 'application/json') }
          : response;
      });
      return spoilt(next);
    },
  },
  {
    name: 'namespace-action-answers-html',
    warns: '4.16/json-content',
    section: '4.16',
    expect: 'warn',
    summary: 'The namespace action answers HTML.',
    wrap: insteadOfSuccess(['4.16.GET'], 200, '<p>ok</p>', 'text/html'),
  },
  {
    name: 'namespace-action-labelled-as-text',
    warns: '4.16/json-content',
    section: '4.16',
    expect: 'warn',
    summary: 'JSON of the namespace action is labelled text/plain.',
    wrap: relabelled('text/plain'),
  },
  {
    name: 'cart-not-supported',
    breaks: '4.17/route-exists',
    summary: 'The cart is answered 405.',
    wrap: refusing(['4.17'], 405),
  },
  {
    name: 'cart-is-an-array',
    breaks: '4.17/answers-with-a-cart',
    summary: 'The cart comes inside an array.',
    wrap: showing(['4.17'], (body) => [body]),
  },
  {
    name: 'cart-is-null',
    breaks: '4.17/answers-with-a-cart',
    summary: 'The cart is null.',
    wrap: showing(['4.17'], () => null),
  },
  {
    name: 'cart-is-text',
    breaks: '4.17/answers-with-a-cart',
    summary: 'The cart is text.',
    wrap: insteadOfSuccess(['4.17'], 200, 'cart-1'),
  },
  {
    name: 'cart-is-empty-200',
    breaks: '4.17/answers-with-a-cart',
    summary: 'The cart is answered 200 without a body.',
    wrap: insteadOfSuccess(['4.17'], 200),
  },
  {
    name: 'cart-without-known-members',
    section: '4.17',
    expect: 'incomplete',
    summary: 'The cart has none of the documented members.',
    wrap: showing(['4.17'], (body) => ({ cart: body })),
  },
  {
    name: 'cart-with-headers-not-supported',
    breaks: '4.18/route-exists',
    summary: 'The cart with headers is answered 405.',
    wrap: refusing(['4.18'], 405),
  },
  {
    name: 'cart-with-headers-is-an-array',
    breaks: '4.18/answers-with-a-cart',
    summary: 'The cart with headers comes inside an array.',
    wrap: showing(['4.18'], (body) => [body]),
  },
  {
    name: 'cart-with-headers-in-body-member',
    section: '4.18',
    expect: 'incomplete',
    summary: 'The cart with headers has an ill-typed version inside a member body.',
    wrap: showing(['4.18'], (body) => ({
      body: { cartId: member(body, 'cartId') ?? '', cartVersion: null },
    })),
  },
  {
    name: 'accept-json-refused',
    breaks: '4.18/accepts-application-json',
    summary: 'Accept: application/json is answered 406, though */* is answered with exactly this type.',
    wrap: refusing(['4.18'], 406, (request) => headerOf(request, 'accept') === 'application/json'),
  },
  {
    name: 'accept-test-the-wrong-way-round',
    breaks: '4.18/accepts-application-json',
    summary: 'The cart with headers answers 406 if JSON is accepted, and JSON if it is not.',
    wrap: asking(['4.18'], (request) => {
      const accept = headerOf(request, 'accept');
      if (accept === undefined) return request;
      return withHeader(request, 'Accept', acceptsJson.test(accept) ? 'text/plain' : 'application/json');
    }),
  },
  {
    name: 'service-locale-name-is-case-sensitive',
    breaks: '4.18/header-names-in-any-case',
    summary: 'The header is understood as Service-Locale only.',
    wrap: refusing(['4.18'], 400, lacksExactly('Service-Locale')),
  },
  {
    name: 'accept-name-is-case-sensitive',
    breaks: '4.18/header-names-in-any-case',
    summary: 'The header is understood as Accept only.',
    wrap: refusing(['4.18'], 400, lacksExactly('Accept')),
  },
  {
    name: 'cart-errors-as-html',
    warns: '4.18/errors-as-json',
    rows: ['Errors/2'],
    section: '4.18',
    expect: 'warn',
    summary: 'Refusals of the cart with headers come as HTML.',
    wrap: answering(['4.18'], (response) =>
      succeeded(response) ? response : { ...bare(response.status), ...content('<p>no</p>', 'text/html') },
    ),
  },
];
