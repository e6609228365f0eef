import { isArray, isObject, JsonNumber, number, type Json, type JsonObject } from '../../reference/json.ts';
import { headerOf } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { cart } from './carts.ts';
import type { Choice, DeclaredProfile } from '../fault.ts';
import { bare, changingMember, parameters, refusing, showing, succeeding } from '../rewrite.ts';

const isImages = (target: string): boolean => target.includes('/resource/images');
const isSearch = (target: string): boolean => target.includes('/product-projection-search');

/** Accepts a declared method, and refuses POST. */
const byMethod =
  (method: string, isMeant: (target: string) => boolean): HandleWrap =>
  (next) =>
  (state, request, now) => {
    if (!isMeant(request.target)) return next(state, request, now);
    if (request.method === 'POST') return { response: bare(405) };
    if (request.method !== method) return next(state, request, now);
    const form = ['Content-Type', 'application/x-www-form-urlencoded'] as const;
    const headers = method === 'GET' ? [...request.headers, form] : request.headers;
    return next(state, { ...request, method: 'POST', headers }, now);
  };

const withoutMember = (value: Json, name: string): Json =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)) : value;

const pointed = (value: Json): Json =>
  value instanceof JsonNumber && /^\d+$/.test(value.text) ? new JsonNumber(`${value.text}.0`) : value;

const searched: DeclaredProfile = { search: { method: 'POST' } };

const uploaded: DeclaredProfile = { image: { method: 'POST' } };

const uploads = [
  'images-sorted-out-later',
  'images-of-published-variants-only',
  'images-answered-204',
  'images-need-a-filename',
  'images-of-known-skus-only',
];

/** Ways to search, to take images and to show carts (4.14 to 4.18). */
export const shopChoices: readonly Choice[] = [
  {
    name: 'product-search-by-get',
    summary: 'Products are searched with GET.',
    wrap: byMethod('GET', isSearch),
    profile: { search: { method: 'GET' } },
    excludes: [
      'product-search-finds-nothing',
      'product-search-answers-an-array',
      'product-search-without-a-text-answers-404',
    ],
  },
  {
    name: 'product-search-without-a-text-answers-404',
    summary: 'A search for no text finds nothing, and is answered 404.',
    wrap: refusing(['4.14'], 404, ({ body }) => !new TextDecoder().decode(body).includes('text=')),
    profile: { search: { method: 'POST' }, samples: { '4.14': { body: { text: 'shoe' } } } },
  },
  {
    name: 'product-search-finds-nothing',
    summary: 'The product search finds nothing.',
    wrap: showing(['4.14'], () => ({ limit: number(20), offset: number(0), total: number(0), results: [] })),
    profile: searched,
    excludes: ['product-search-answers-an-array'],
  },
  {
    name: 'product-search-answers-an-array',
    summary: 'The product search answers an array.',
    wrap: showing(['4.14'], (body) => (isObject(body) ? (body['results'] ?? []) : body)),
    profile: searched,
  },
  {
    name: 'images-by-put',
    summary: 'Images are uploaded with PUT.',
    wrap: byMethod('PUT', isImages),
    profile: { image: { method: 'PUT' } },
    excludes: uploads,
  },
  {
    name: 'images-answered-204',
    summary: 'An upload is answered 204.',
    wrap: succeeding(['4.15'], () => bare(204)),
    profile: uploaded,
  },
  {
    name: 'images-sorted-out-later',
    summary: 'Every upload is answered 202, and content that is not a picture is discarded later.',
    wrap: (next) => (state, request, now) => {
      if (!isImages(request.target) || headerOf(request, 'content-type') === undefined)
        return next(state, request, now);
      const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
      return succeeding(['4.15'], () => bare(202))(next)(
        state,
        { ...request, headers: [...headers, ['Content-Type', 'image/png']] },
        now,
      );
    },
    profile: { ...uploaded, async: { '4.15': true } },
    leaves: 'incomplete',
  },
  {
    name: 'images-of-published-variants-only',
    summary: 'An upload with staged=false is answered 400, since no variant was ever published.',
    wrap: refusing(['4.15'], 400, (request) => parameters(request, 'staged').includes('false')),
    profile: uploaded,
    leaves: 'incomplete',
  },
  {
    name: 'images-need-a-filename',
    summary: 'An upload without filename is answered 400.',
    wrap: refusing(['4.15'], 400, (request) => parameters(request, 'filename').length === 0),
    profile: uploaded,
  },
  {
    name: 'images-need-every-parameter',
    summary: 'An upload without one of the documented parameters is answered 400.',
    wrap: refusing(['4.15'], 400, (request) =>
      ['filename', 'variant', 'sku', 'staged'].some((name) => parameters(request, name).length === 0),
    ),
    profile: uploaded,
  },
  {
    name: 'images-of-two-variants-at-least',
    summary: 'An upload for the first variant, which has its picture already, is answered 400.',
    wrap: refusing(['4.15'], 400, (request) => parameters(request, 'variant').includes('1')),
    profile: uploaded,
  },
  {
    name: 'images-of-known-skus-only',
    summary: 'An upload for an unknown sku is answered 404.',
    wrap: refusing(['4.15'], 404, (request) => parameters(request, 'sku').length > 0),
    profile: uploaded,
  },
  {
    name: 'locales-with-underscore-only',
    summary: 'Locales are written with an underscore, or 400.',
    wrap: refusing(
      ['4.18'],
      400,
      (request) => !/^[a-z]{2}_[A-Z]{2}$/.test(headerOf(request, 'service-locale') ?? ''),
    ),
    excludes: ['namespace-headers-optional'],
  },
  {
    name: 'carts-for-shoppers-only',
    summary: 'Carts need view_products.',
    override: (base) => ({
      opening: (at) => (at === '4.17' || at === '4.18' ? ['view_products'] : base.opening(at)),
    }),
    profile: { auth: { '4.17': { required: true, anyOf: ['view_products'] } } },
  },
  cart(
    'nulls-declared',
    'Prices of variants and payments are null, as declared.',
    (shown) => ({ ...everywhereObject('variant', shown), payments: null }),
    { profile: { fields: { nullable: ['Variant.price', 'Cart.payments'] } } },
  ),
  cart(
    'discount-codes-never-shown',
    'A cart never has discount codes, as declared.',
    (shown) => withoutMember(shown, 'discountCodes'),
    {
      profile: { fields: { never: ['Cart.discountCodes'] } },
      excludes: ['payments-of-any-kind', 'cart-without-line-items'],
    },
  ),
  cart('amounts-with-point-zero', 'Counts and amounts are written 1.0.', (shown) =>
    changingMember('count', pointed)(changingMember('centAmount', pointed)(shown)),
  ),
];

function everywhereObject(name: string, shown: JsonObject): JsonObject {
  const changed = changingMember(name, (value) => (isObject(value) ? { ...value, price: null } : value))(
    shown,
  );
  return isObject(changed) && !isArray(changed) ? changed : shown;
}
