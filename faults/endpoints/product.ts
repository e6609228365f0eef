import type { Operation } from '../../reference/routes.ts';
import type { Access } from '../../reference/policy.ts';
import { anyProject } from '../access/scope-comparison.ts';
import type { Fault, Need } from '../fault.ts';
import { type Change, wrapped, type } from './namespace.ts';
import { refusing } from '../rewrite.ts';

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

/** Accepts another media type like a listed media type. */
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

/** Grants access to every unknown bearer token. */
const openToAnyBearer = (operation: Operation): Change => ({
  override: (base) => ({
    access(about, caller): Access {
      const isUnknown = caller.bearer !== undefined && !caller.token;
      return about.operation === operation && isUnknown ? 'granted' : base.access.call(this, about, caller);
    },
  }),
});

const isText = (body: Uint8Array): boolean => !new TextDecoder().decode(body).includes('\uFFFD');

/** Product search and image upload, refused or open (4.14, 4.15). */
export const productFaults: readonly Fault[] = [
  {
    name: 'product-search-refuses-view-published-products',
    breaks: '4.14/any-one-scope-suffices',
    summary: 'view_published_products alone is refused.',
    ...openTo('4.14', 'view_products'),
    ...declared,
  },
  {
    name: 'product-search-refuses-view-products',
    breaks: '4.14/any-one-scope-suffices',
    summary: 'view_products alone is refused.',
    ...openTo('4.14', 'view_published_products'),
    ...declared,
  },
  {
    name: 'product-search-open-to-view-test',
    breaks: '4.14/refused-to-other-scopes',
    summary: 'view_test opens the product search.',
    ...openTo('4.14', 'view_products', 'view_published_products', 'view_test'),
    ...declared,
  },
  {
    name: 'product-search-open-without-token',
    breaks: '4.14/refused-without-token',
    summary: 'The product search needs no token.',
    ...isPublic('4.14'),
    ...declared,
  },
  {
    name: 'product-search-open-to-any-bearer',
    breaks: '4.14/refused-to-unknown-token',
    summary: 'The product search accepts any bearer string.',
    ...openToAnyBearer('4.14'),
    ...declared,
  },
  {
    name: 'product-search-open-to-other-projects',
    breaks: '4.14/refused-to-other-project',
    rows: ['General/4'],
    summary: 'The product search takes the scopes of any project.',
    override: anyProject(['4.14']),
    ...declared,
  },
  {
    name: 'product-search-refuses-forms',
    breaks: '4.14/accepts-forms',
    summary: 'A form is answered 415.',
    wrap: refusing(['4.14'], 415),
    ...declared,
  },
  {
    name: 'images-taken-as-text-plain',
    breaks: '4.15/other-types-are-refused',
    summary: 'Anything labelled text/plain is accepted as an image.',
    ...taking('text/plain'),
    ...declared,
  },
  {
    name: 'images-taken-as-webp',
    breaks: '4.15/other-types-are-refused',
    summary: 'Anything labelled image/webp is accepted as an image.',
    ...taking('image/webp'),
    ...declared,
  },
  {
    name: 'images-taken-as-json',
    breaks: '4.15/other-types-are-refused',
    summary: 'Anything labelled application/json is accepted as an image.',
    ...taking('application/json'),
    ...declared,
  },
  ...['jpeg', 'png', 'gif'].map((kind) => ({
    name: `images-refuse-${kind}`,
    breaks: '4.15/listed-types-are-accepted',
    rows: ['4.15/content-type'] as const,
    summary: `image/${kind} is answered 415.`,
    wrap: refusing(['4.15'], 415, (request) => type(request) === `image/${kind}`),
    ...declared,
  })),
  {
    name: 'images-read-as-text',
    breaks: '4.15/listed-types-are-accepted',
    rows: ['4.15/body'],
    summary: 'A picture that is not UTF-8 is answered 415.',
    wrap: refusing(['4.15'], 415, ({ body }) => !isText(body)),
    ...declared,
  },
  {
    name: 'images-refuse-all-types',
    breaks: '4.15/listed-types-are-accepted',
    rows: ['4.15/purpose'],
    summary: 'Every listed type is answered 415.',
    wrap: refusing(['4.15'], 415),
    ...declared,
  },
  {
    name: 'product-search-missing',
    section: '4.14',
    expect: 'incomplete',
    summary: 'The product search is answered 404 to every caller.',
    wrap: refusing(['4.14'], 404),
    ...declared,
  },
  {
    name: 'images-missing',
    section: '4.15',
    expect: 'incomplete',
    summary: 'An upload is answered 405 to every caller.',
    wrap: refusing(['4.15'], 405),
    ...declared,
  },
  {
    name: 'images-refuse-every-known-token',
    section: '4.15',
    expect: 'incomplete',
    summary: 'The upload is answered 403 to every known token, with any scopes.',
    override: (base) => ({ opening: (at) => (at === '4.15' ? ['no_such_scope'] : base.opening(at)) }),
    ...declared,
  },
  {
    name: 'images-open-to-manage-test',
    breaks: '4.15/refused-to-other-scopes',
    summary: 'manage_test opens the upload.',
    ...openTo('4.15', 'manage_products', 'manage_test'),
    ...declared,
  },
  {
    name: 'images-open-to-view-products',
    breaks: '4.15/refused-to-other-scopes',
    summary: 'view_products opens the upload.',
    ...openTo('4.15', 'manage_products', 'view_products'),
    ...declared,
  },
  {
    name: 'images-open-to-other-projects',
    breaks: '4.15/refused-to-other-project',
    rows: ['General/4'],
    summary: 'The upload takes the scopes of any project.',
    override: anyProject(['4.15']),
    ...declared,
  },
  {
    name: 'images-open-without-token',
    breaks: '4.15/refused-without-token',
    summary: 'The upload needs no token.',
    ...isPublic('4.15'),
    ...declared,
  },
];
