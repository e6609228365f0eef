import { isArray, isObject, JsonNumber, number, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { changed, top, asText, asNumber, byIndex } from './cart.ts';
import type { Fault } from '../fault.ts';

/** Changes a member of every line item, and of no variant. */
function item(
  name: string,
  change: (value: Json) => Json,
  isMeant: (index: number) => boolean = () => true,
): HandleWrap {
  return top('lineItems', (items) =>
    isArray(items)
      ? items.map((line, index) =>
          isObject(line) && isMeant(index) ? { ...line, [name]: change(line[name] ?? null) } : line,
        )
      : items,
  );
}

/** Changes a member of every variant. */
function variant(name: string, change: (value: Json) => Json): HandleWrap {
  return changed('variant', (value) =>
    isObject(value) ? { ...value, [name]: change(value[name] ?? null) } : value,
  );
}

/** Line items and variants whose members have wrong types (4.17, 4.18). */
export const lineItemFaults: readonly Fault[] = [
  {
    name: 'line-item-id-as-number',
    breaks: 'Resources/line-item-id-is-string',
    summary: 'lineItemId is a number.',
    wrap: item('lineItemId', asNumber),
  },
  {
    name: 'product-id-as-number',
    breaks: 'Resources/line-item-product-id-is-string',
    summary: 'productId is a number.',
    wrap: item('productId', asNumber),
  },
  {
    name: 'name-by-locale',
    breaks: 'Resources/line-item-name-is-string',
    summary: 'The name of a line item is an object.',
    wrap: item('name', () => ({ en: 'Product' })),
  },
  {
    name: 'type-as-number',
    breaks: 'Resources/line-item-type-is-string',
    summary: 'The type of a line item is a number.',
    wrap: item('type', asNumber),
  },
  {
    name: 'count-as-text',
    breaks: 'Resources/line-item-count-is-integer',
    summary: 'count is a string.',
    wrap: item('count', asText),
  },
  {
    name: 'count-as-fraction',
    breaks: 'Resources/line-item-count-is-integer',
    summary: 'count has a fraction.',
    wrap: item('count', () => new JsonNumber('1.5')),
  },
  {
    name: 'item-price-as-number',
    breaks: 'Resources/line-item-price-is-money',
    summary: 'The price of a line item is a number.',
    wrap: item('price', asNumber),
  },
  {
    name: 'discount-texts-as-text',
    breaks: 'Resources/line-item-discount-texts-is-array',
    summary: 'discountTexts is a string.',
    wrap: item('discountTexts', () => 'two for one'),
  },
  {
    name: 'discounts-as-object',
    breaks: 'Resources/line-item-discounts-is-array',
    summary: 'discounts is an object.',
    wrap: item('discounts', byIndex),
  },
  {
    name: 'total-price-as-number',
    breaks: 'Resources/line-item-total-price-is-money',
    summary: 'totalPrice is a number.',
    wrap: item('totalPrice', asNumber),
  },
  {
    name: 'variant-as-text',
    breaks: 'Resources/line-item-variant-is-object',
    summary: 'variant is a string.',
    wrap: item('variant', () => 'sku-1'),
  },
  {
    name: 'is-gift-as-text',
    breaks: 'Resources/line-item-is-gift-is-boolean',
    summary: 'isGift is a string.',
    wrap: item('isGift', () => 'true'),
  },
  {
    name: 'is-gift-as-number',
    breaks: 'Resources/line-item-is-gift-is-boolean',
    summary: 'isGift is a number.',
    wrap: item('isGift', () => number(1)),
  },
  {
    name: 'url-absolute',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url has a scheme and a host.',
    wrap: item('_url', () => 'https://shop.example.com/p/1'),
  },
  {
    name: 'url-with-host',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url begins with a host.',
    wrap: item('_url', () => '//shop.example.com/p/1'),
  },
  {
    name: 'url-with-scheme-and-one-slash',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url has a scheme, and a slash of two is lost.',
    wrap: item('_url', () => 'https:/shop.example.com/p/1'),
  },
  {
    name: 'url-with-host-behind-backslashes',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url begins with a host behind backslashes.',
    wrap: item('_url', () => '\\\\shop.example.com\\p\\1'),
  },
  {
    name: 'url-of-a-mailbox',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url is an address of mail.',
    wrap: item('_url', () => 'mailto:shop@example.com'),
  },
  {
    name: 'url-as-json',
    breaks: 'Resources/line-item-url-is-relative-path',
    summary: '_url is an object that is written as a text.',
    wrap: item('_url', () => '{"path":"/p/1"}'),
  },
  {
    name: 'second-item-ill-typed',
    breaks: 'Resources/line-item-count-is-integer',
    summary: 'count of the second line item is a string.',
    wrap: item('count', asText, (index) => index === 1),
  },
  {
    name: 'variant-id-as-number',
    breaks: 'Resources/variant-id-is-string',
    summary: 'The id of a variant is a number.',
    wrap: variant('id', asNumber),
  },
  {
    name: 'sku-as-number',
    breaks: 'Resources/variant-sku-is-string',
    summary: 'sku is a number.',
    wrap: variant('sku', asNumber),
  },
  {
    name: 'images-as-objects',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images holds objects.',
    wrap: variant('images', () => [{ url: 'https://images.example.com/1.jpg' }]),
  },
  {
    name: 'images-not-urls',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images holds text that is not a URL.',
    wrap: variant('images', () => ['http://']),
  },
  {
    name: 'images-hold-a-phrase',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images says in words that there is no image.',
    wrap: variant('images', () => ['https://images.example.com/1.jpg', 'no picture yet']),
  },
  {
    name: 'images-hold-markup',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images holds an element of HTML.',
    wrap: variant('images', () => ['<img src="https://images.example.com/1.jpg">']),
  },
  {
    name: 'images-hold-an-empty-text',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images holds an empty string.',
    wrap: variant('images', () => ['']),
  },
  {
    name: 'images-hold-json',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'images holds an object that is written as a text.',
    wrap: variant('images', () => ['{"url":"https://images.example.com/1.jpg"}']),
  },
  {
    name: 'images-hold-control-characters',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'A URL of an image holds a control character.',
    wrap: variant('images', () => ['https://images.example.com/1\u0000.jpg']),
  },
  {
    name: 'group-id-as-number',
    breaks: 'Resources/variant-group-id-is-string',
    summary: 'groupId is a number.',
    wrap: variant('groupId', asNumber),
  },
  {
    name: 'attributes-as-array',
    breaks: 'Resources/variant-attributes-is-object',
    summary: 'attributes is an array.',
    wrap: variant('attributes', () => []),
  },
  {
    name: 'variant-price-as-number',
    breaks: 'Resources/variant-price-is-money',
    summary: 'The price of a variant is a number.',
    wrap: variant('price', asNumber),
  },
  {
    name: 'is-on-stock-as-number',
    breaks: 'Resources/variant-is-on-stock-is-boolean',
    summary: 'isOnStock is a number.',
    wrap: variant('isOnStock', () => number(0)),
  },
];
