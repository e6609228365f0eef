import { isArray, isObject, JsonNumber, number, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { fault, changed, top, asText, asNumber, byIndex } from './cart.ts';
import type { Fault } from '../fault.ts';

/** Changes a member of every line item, variants left alone. */
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

/** Line items and variants with members of another type than the documented one (4.17, 4.18). */
export const lineItemFaults: readonly Fault[] = [
  fault('line-item-id-as-number', 'lineItemId is a number.', item('lineItemId', asNumber)),
  fault('product-id-as-number', 'productId is a number.', item('productId', asNumber)),
  fault(
    'name-by-locale',
    'The name of a line item is an object.',
    item('name', () => ({ en: 'Product' })),
  ),
  fault('type-as-number', 'The type of a line item is a number.', item('type', asNumber)),
  fault('count-as-text', 'count is a string.', item('count', asText)),
  fault(
    'count-as-fraction',
    'count has a fraction.',
    item('count', () => new JsonNumber('1.5')),
  ),
  fault('item-price-as-number', 'The price of a line item is a number.', item('price', asNumber)),
  fault(
    'discount-texts-as-text',
    'discountTexts is a string.',
    item('discountTexts', () => 'two for one'),
  ),
  fault('discounts-as-object', 'discounts is an object.', item('discounts', byIndex)),
  fault('total-price-as-number', 'totalPrice is a number.', item('totalPrice', asNumber)),
  fault(
    'variant-as-text',
    'variant is a string.',
    item('variant', () => 'sku-1'),
  ),
  fault(
    'is-gift-as-text',
    'isGift is a string.',
    item('isGift', () => 'true'),
  ),
  fault(
    'is-gift-as-number',
    'isGift is a number.',
    item('isGift', () => number(1)),
  ),
  fault(
    'url-absolute',
    '_url has a scheme and a host.',
    item('_url', () => 'https://shop.example.com/p/1'),
  ),
  fault(
    'url-with-host',
    '_url begins with a host.',
    item('_url', () => '//shop.example.com/p/1'),
  ),
  fault(
    'url-with-scheme-and-one-slash',
    '_url has a scheme, and a slash of two is lost.',
    item('_url', () => 'https:/shop.example.com/p/1'),
  ),
  fault(
    'url-with-host-behind-backslashes',
    '_url begins with a host behind backslashes.',
    item('_url', () => '\\\\shop.example.com\\p\\1'),
  ),
  fault(
    'url-of-a-mailbox',
    '_url is an address of mail.',
    item('_url', () => 'mailto:shop@example.com'),
  ),
  fault(
    'url-as-json',
    '_url is an object, written as text.',
    item('_url', () => '{"path":"/p/1"}'),
  ),
  fault(
    'second-item-ill-typed',
    'count of the second line item is a string.',
    item('count', asText, (index) => index === 1),
  ),
  fault('variant-id-as-number', 'The id of a variant is a number.', variant('id', asNumber)),
  fault('sku-as-number', 'sku is a number.', variant('sku', asNumber)),
  fault(
    'images-as-objects',
    'images holds objects.',
    variant('images', () => [{ url: 'https://images.example.com/1.jpg' }]),
  ),
  fault(
    'images-not-urls',
    'images holds text that is no URL.',
    variant('images', () => ['http://']),
  ),
  fault(
    'images-hold-a-phrase',
    'images says in words that there is none.',
    variant('images', () => ['https://images.example.com/1.jpg', 'no picture yet']),
  ),
  fault(
    'images-hold-markup',
    'images holds an element of HTML.',
    variant('images', () => ['<img src="https://images.example.com/1.jpg">']),
  ),
  fault(
    'images-hold-an-empty-text',
    'images holds an empty string.',
    variant('images', () => ['']),
  ),
  fault(
    'images-hold-json',
    'images holds an object, written as text.',
    variant('images', () => ['{"url":"https://images.example.com/1.jpg"}']),
  ),
  fault(
    'images-hold-control-characters',
    'A URL of an image holds a character of control.',
    variant('images', () => ['https://images.example.com/1\u0000.jpg']),
  ),
  fault('group-id-as-number', 'groupId is a number.', variant('groupId', asNumber)),
  fault(
    'attributes-as-array',
    'attributes is an array.',
    variant('attributes', () => []),
  ),
  fault('variant-price-as-number', 'The price of a variant is a number.', variant('price', asNumber)),
  fault(
    'is-on-stock-as-number',
    'isOnStock is a number.',
    variant('isOnStock', () => number(0)),
  ),
];
