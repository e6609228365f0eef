import { member } from '../../reference/json.ts';
import { headerOf, type Request } from '../../reference/message.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Fault } from '../fault.ts';
import {
  answering,
  bare,
  content,
  insteadOfSuccess,
  refusing,
  showing,
  succeeded,
  succeeding,
} from '../rewrite.ts';

/** How a fault changes the reference. */
export type Change = { readonly override: PolicyOverride } | { readonly wrap: HandleWrap };

/** One fault of this area. */
export function fault(
  name: string,
  section: string,
  summary: string,
  change: Change,
  more: Partial<Fault> = {},
): Fault {
  return { name, summary, section, expect: 'fail', ...change, ...more };
}

/** A wrap as such a change. */
export const wrapped = (wrap: HandleWrap): Change => ({ wrap });

const warning = { expect: 'warn' } as const;

/** The Content-Type of a request as it was sent. */
export const type = (request: Request): string => headerOf(request, 'content-type') ?? '';

const lacksExactly = (name: string) => (request: Request) =>
  !request.headers.some(([field]) => field === name);

const relabelled = (label: string): HandleWrap =>
  succeeding(['4.16.GET', '4.16.POST'], (response) => ({ ...response, headers: [['Content-Type', label]] }));

/** The namespace actions refused, or answered in a wrong form (4.16 to 4.18). */
export const namespaceFaults: readonly Fault[] = [
  fault(
    'namespace-read-not-supported',
    '4.16',
    'GET on the namespace action is answered 405.',
    wrapped(refusing(['4.16.GET'], 405)),
  ),
  fault(
    'namespace-write-not-supported',
    '4.16',
    'POST on the namespace action is answered 501.',
    wrapped(refusing(['4.16.POST'], 501)),
  ),
  fault(
    'namespace-action-answers-299',
    '4.16',
    'The namespace action is answered 299.',
    wrapped(
      answering(['4.16.GET'], (response) => (succeeded(response) ? { ...response, status: 299 } : response)),
    ),
    warning,
  ),
  fault(
    'namespace-action-answers-html',
    '4.16',
    'The namespace action answers HTML.',
    wrapped(insteadOfSuccess(['4.16.GET'], 200, '<p>ok</p>', 'text/html')),
    warning,
  ),
  fault(
    'namespace-action-labelled-as-text',
    '4.16',
    'JSON of the namespace action is labelled text/plain.',
    wrapped(relabelled('text/plain')),
    warning,
  ),
  fault('cart-not-supported', '4.17', 'The cart is answered 405.', wrapped(refusing(['4.17'], 405))),
  fault(
    'cart-is-an-array',
    '4.17',
    'The cart comes inside an array.',
    wrapped(showing(['4.17'], (body) => [body])),
  ),
  fault('cart-is-null', '4.17', 'The cart is null.', wrapped(showing(['4.17'], () => null))),
  fault('cart-is-text', '4.17', 'The cart is text.', wrapped(insteadOfSuccess(['4.17'], 200, 'cart-1'))),
  fault(
    'cart-is-empty-200',
    '4.17',
    'The cart is answered 200 without a body.',
    wrapped(insteadOfSuccess(['4.17'], 200)),
  ),
  fault(
    'cart-without-known-members',
    '4.17',
    'The cart has none of the documented members.',
    wrapped(showing(['4.17'], (body) => ({ cart: body }))),
    { expect: 'incomplete' },
  ),
  fault(
    'cart-with-headers-not-supported',
    '4.18',
    'The cart with headers is answered 405.',
    wrapped(refusing(['4.18'], 405)),
  ),
  fault(
    'cart-with-headers-is-an-array',
    '4.18',
    'The cart with headers comes inside an array.',
    wrapped(showing(['4.18'], (body) => [body])),
  ),
  fault(
    'cart-with-headers-in-body-member',
    '4.18',
    'The cart with headers has an ill-typed version inside a member body.',
    wrapped(
      showing(['4.18'], (body) => ({ body: { cartId: member(body, 'cartId') ?? '', cartVersion: null } })),
    ),
    { expect: 'incomplete' },
  ),
  fault(
    'accept-json-refused',
    '4.18',
    'Accept: application/json is answered 406, */* with just that type.',
    wrapped(refusing(['4.18'], 406, (request) => headerOf(request, 'accept') === 'application/json')),
  ),
  fault(
    'service-locale-name-is-case-sensitive',
    '4.18',
    'The header is understood as Service-Locale only.',
    wrapped(refusing(['4.18'], 400, lacksExactly('Service-Locale'))),
  ),
  fault(
    'accept-name-is-case-sensitive',
    '4.18',
    'The header is understood as Accept only.',
    wrapped(refusing(['4.18'], 400, lacksExactly('Accept'))),
  ),
  fault(
    'cart-errors-as-html',
    '4.18',
    'Refusals of the cart with headers come as HTML.',
    wrapped(
      answering(['4.18'], (response) =>
        succeeded(response) ? response : { ...bare(response.status), ...content('<p>no</p>', 'text/html') },
      ),
    ),
    warning,
  ),
];
