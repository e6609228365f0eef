import { member } from '../reference/json.ts';
import { headerOf, type Request } from '../reference/message.ts';
import type { PolicyOverride } from '../reference/policy.ts';
import type { HandleWrap } from '../reference/reply.ts';
import type { Fault, Need } from './fault.ts';
import {
  answering,
  bare,
  content,
  insteadOfSuccess,
  refusing,
  showing,
  succeeded,
  succeeding,
} from './rewrite.ts';

type Change = { readonly override: PolicyOverride } | { readonly wrap: HandleWrap };

function fault(
  name: string,
  section: string,
  summary: string,
  change: Change,
  more: Partial<Fault> = {},
): Fault {
  return { name, summary, section, expect: 'fail', ...change, ...more };
}

const wrapped = (wrap: HandleWrap): Change => ({ wrap });
const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };
const warning = { expect: 'warn' } as const;
const type = (request: Request): string => headerOf(request, 'content-type') ?? '';
const lacksExactly = (name: string) => (request: Request) =>
  !request.headers.some(([field]) => field === name);

/** Takes another media type as if it were a listed one. */
function taking(label: string): Change {
  return wrapped((next) => (state, request, now) => {
    const isTaken = request.target.includes('/resource/images') && type(request) === label;
    const headers = request.headers.filter(([field]) => field.toLowerCase() !== 'content-type');
    const asked = isTaken
      ? { ...request, headers: [...headers, ['Content-Type', 'image/png'] as const] }
      : request;
    return next(state, asked, now);
  });
}

const openTo = (operation: '4.14' | '4.15', ...scopes: string[]): Change => ({
  override: (base) => ({ opening: (at) => (at === operation ? scopes : base.opening(at)) }),
});
const isPublic = (operation: '4.14' | '4.15'): Change => ({
  override: (base) => ({ opening: (at) => (at === operation ? 'public' : base.opening(at)) }),
});
const relabelled = (label: string): HandleWrap =>
  succeeding(['4.16.GET', '4.16.POST'], (response) => ({ ...response, headers: [['Content-Type', label]] }));

/** Product search, image upload and the namespace actions refused, opened or answered wrongly (4.14 to 4.18). */
export const namespaceFaults: readonly Fault[] = [
  fault(
    'product-search-refuses-view-published-products',
    '4.14',
    'view_published_products alone is refused.',
    openTo('4.14', 'view_products'),
    declared,
  ),
  fault(
    'product-search-refuses-view-products',
    '4.14',
    'view_products alone is refused.',
    openTo('4.14', 'view_published_products'),
    declared,
  ),
  fault(
    'product-search-open-to-view-test',
    '4.14',
    'view_test opens the product search.',
    openTo('4.14', 'view_products', 'view_published_products', 'view_test'),
    declared,
  ),
  fault(
    'product-search-open-without-token',
    '4.14',
    'The product search needs no token.',
    isPublic('4.14'),
    declared,
  ),
  fault(
    'product-search-refuses-forms',
    '4.14',
    'A form is answered 415.',
    wrapped(refusing(['4.14'], 415)),
    declared,
  ),
  fault(
    'images-taken-as-text-plain',
    '4.15',
    'Anything labelled text/plain is taken as an image.',
    taking('text/plain'),
    declared,
  ),
  fault(
    'images-taken-as-webp',
    '4.15',
    'Anything labelled image/webp is taken as an image.',
    taking('image/webp'),
    declared,
  ),
  fault(
    'images-taken-as-json',
    '4.15',
    'Anything labelled application/json is taken as an image.',
    taking('application/json'),
    declared,
  ),
  ...['jpeg', 'png', 'gif'].map((kind) =>
    fault(
      `images-refuse-${kind}`,
      '4.15',
      `image/${kind} is answered 415.`,
      wrapped(refusing(['4.15'], 415, (request) => type(request) === `image/${kind}`)),
      declared,
    ),
  ),
  fault(
    'images-refuse-all-types',
    '4.15',
    'Every listed type is answered 415.',
    wrapped(refusing(['4.15'], 415)),
    declared,
  ),
  fault(
    'images-open-to-manage-test',
    '4.15',
    'manage_test opens the upload.',
    openTo('4.15', 'manage_products', 'manage_test'),
    declared,
  ),
  fault(
    'images-open-to-view-products',
    '4.15',
    'view_products opens the upload.',
    openTo('4.15', 'manage_products', 'view_products'),
    declared,
  ),
  fault('images-open-without-token', '4.15', 'The upload needs no token.', isPublic('4.15'), declared),
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
