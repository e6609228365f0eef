import { demoCart } from '../../reference/operations/cart.ts';
import {
  isArray,
  isObject,
  member,
  number,
  without,
  type Json,
  type JsonObject,
} from '../../reference/json.ts';
import type { Choice } from '../fault.ts';
import { changingMember } from '../rewrite.ts';

/** Shows another cart. */
export function cart(
  name: string,
  summary: string,
  change: (cart: JsonObject) => Json,
  more: Partial<Choice> = {},
): Choice {
  return {
    name,
    summary,
    override: (base) => ({
      cart(call) {
        const changed = change(base.cart(call));
        return isObject(changed) ? changed : demoCart();
      },
    }),
    ...more,
  };
}

/** Odd relative paths that a shop may write. */
const oddPaths = [
  '',
  '#',
  'product:1/p',
  '../../p/prödukt%201?u=https://x.example/',
  '/p/red shoe',
  '/p/100%/{size}',
  '/p//1',
];

const texts = ['articleNumberManufacturer', 'articleNumberMax', 'matrixId'];

/** Forms of carts that a shop may show (4.17, 4.18). */
export const cartChoices: readonly Choice[] = [
  cart('cart-without-line-items', 'The cart is empty.', (shown) => ({
    ...shown,
    lineItems: [],
    payments: [],
    discountCodes: [],
  })),
  cart('cart-without-prices', 'The cart and its items lack their optional members.', (shown) =>
    without(shown, 'sum', 'payments', 'discountCodes'),
  ),
  cart('addresses-have-fields', 'The addresses have fields.', (shown) => ({
    ...shown,
    shippingAddress: { street: 'Main Street', number: number(1) },
    billingAddress: { note: null },
  })),
  cart('line-items-of-other-types', 'Line items have other types, no count and a negative price.', (shown) =>
    changingMember('centAmount', () => number(-5))(
      changingMember('count', () => number(0))(changingMember('type', () => 'gift')(shown)),
    ),
  ),
  cart(
    'amounts-beyond-two-to-53',
    'Amounts are beyond 2^53.',
    changingMember('centAmount', () => number(9_007_199_254_740_993n)),
  ),
  cart(
    'currency-is-no-iso-code',
    'The currency has four letters.',
    changingMember('currencyCode', () => 'USDT'),
    { excludes: [] },
  ),
  cart(
    'urls-without-leading-slash',
    '_url has no leading slash.',
    changingMember('_url', () => 'product-1/p/sku-1?size=m'),
  ),
  cart(
    'images-are-relative',
    'Image URLs are relative or lack their scheme.',
    changingMember('images', () => ['/images/1.jpg', '//images.example.com/2.jpg', '3.jpg']),
  ),
  cart(
    'images-with-odd-urls',
    'Image URLs have letters beyond ASCII, escapes, spaces, or the picture itself.',
    changingMember('images', () => [
      'https://bücher.example/bild-ä.png?größe=1#',
      '../%C3%A4/../a%2Fb.png;v=1?x[]=1&y=$z#front',
      'photo 1.png',
      'sku-1',
      '#',
      'https://cdn.example/{width}/a|b.png',
      'data:image/png;base64,iVBORw0KGgo=',
      'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
      's3://bucket/a.png',
    ]),
  ),
  cart('urls-of-odd-form', '_url is empty, has a colon, spaces, letters beyond ASCII.', (shown) => ({
    ...shown,
    lineItems: oddPaths.map((_url) => ({ ...firstItem(shown), _url })),
  })),
  cart(
    'variants-without-images',
    'Variants have no images.',
    changingMember('images', () => []),
  ),
  cart(
    'attributes-more-and-fewer',
    'Attributes have further keys and lack some.',
    changingMember('attributes', (value) =>
      isObject(value) ? { ...without(value, ...texts), material: ['wool', null], weight: number(3) } : value,
    ),
  ),
  cart('sum-differs-from-totals', 'The sum is not the sum of the line totals.', (shown) => ({
    ...shown,
    sum: { ...money(shown), centAmount: number(1) },
  })),
  cart('payments-of-any-kind', 'Payments and discounts hold items of several types.', (shown) => ({
    ...shown,
    payments: ['card', number(3), null, { id: 'p' }, []],
    discountCodes: [number(1)],
  })),
  cart('cart-with-more-members', 'The cart has further members.', (shown) => ({
    ...shown,
    lineItemCount: number(isArray(shown['lineItems']) ? shown['lineItems'].length : 0),
    customer: null,
  })),
];

function money(shown: JsonObject): JsonObject {
  const sum = member(shown, 'sum');
  return isObject(sum) ? sum : {};
}

function firstItem(shown: JsonObject): JsonObject {
  const items = shown['lineItems'];
  const first = isArray(items) ? items[0] : undefined;
  return isObject(first) ? first : {};
}
