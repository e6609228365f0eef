import type { Fault, Need } from '../fault.ts';
import { type Change, fault, wrapped, type } from './namespace.ts';
import { refusing } from '../rewrite.ts';

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

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

/** Product search and image upload refused or opened (4.14, 4.15). */
export const productFaults: readonly Fault[] = [
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
];
