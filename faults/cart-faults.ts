import { isArray, isObject, JsonNumber, member, number, type Json } from '../reference/json.ts';
import type { HandleWrap } from '../reference/reply.ts';
import type { Operation } from '../reference/routes.ts';
import type { Fault } from './fault.ts';
import { changingMember, showing } from './rewrite.ts';

const carts: readonly Operation[] = ['4.17', '4.18'];

function fault(name: string, summary: string, wrap: HandleWrap, expect: Fault['expect'] = 'fail'): Fault {
  return { name, summary, section: 'Resources', expect, wrap };
}

/** Changes a member wherever the carts have it. */
function changed(name: string, change: (value: Json) => Json, where = carts): HandleWrap {
  return showing(where, changingMember(name, change));
}

/** Changes a member of the cart itself. */
function top(name: string, change: (value: Json) => Json): HandleWrap {
  return showing(carts, (body) =>
    isObject(body) ? { ...body, [name]: change(member(body, name) ?? null) } : body,
  );
}

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

const asText = (value: Json): Json =>
  value instanceof JsonNumber ? value.text : value === null ? null : 'text';
const asNumber = (): Json => number(19);
const asNull = (): Json => null;
const byIndex = (value: Json): Json => (isArray(value) ? Object.fromEntries(value.entries()) : value);
const texts = [
  'articleNumberManufacturer',
  'articleNumberMax',
  'matrixId',
  'baseId',
  'colorFreeDefinition',
  'size',
  'season',
];
const choices = ['designer', 'madeInItaly', 'commonSize', 'color', 'style', 'gender'];
const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Carts with members of another type than the documented one (4.17, 4.18). */
export const cartFaults: readonly Fault[] = [
  ...texts.map((name) =>
    fault(`attribute-${words(name)}-as-number`, `attributes.${name} is a number.`, changed(name, asNumber)),
  ),
  ...choices.map((name) =>
    fault(
      `attribute-${words(name)}-as-text`,
      `attributes.${name} is a string.`,
      changed(name, () => 'text'),
    ),
  ),
  fault(
    'attribute-made-in-italy-as-boolean',
    'attributes.madeInItaly is a boolean.',
    changed('madeInItaly', () => true),
  ),
  fault(
    'attribute-label-as-number',
    'The label of attributes.color is a number.',
    changed('color', () => ({ key: 'blue', label: number(1) })),
  ),
  fault(
    'attribute-without-label',
    'attributes.style has no label.',
    changed('style', () => ({ key: 'casual' })),
    'warn',
  ),
  fault('cart-id-as-number', 'cartId is a number.', top('cartId', asNumber)),
  fault('cart-version-as-number', 'cartVersion is a number.', top('cartVersion', asNumber)),
  fault('line-items-by-id', 'lineItems is an object.', top('lineItems', byIndex)),
  fault('cart-sum-as-number', 'sum is a number.', top('sum', asNumber)),
  fault('shipping-address-null', 'shippingAddress is null.', top('shippingAddress', asNull), 'incomplete'),
  fault(
    'shipping-address-as-text',
    'shippingAddress is a string.',
    top('shippingAddress', () => '1 Main Street'),
  ),
  fault(
    'billing-address-as-array',
    'billingAddress is an array.',
    top('billingAddress', () => []),
  ),
  fault('payments-as-object', 'payments is an object.', top('payments', byIndex)),
  fault(
    'discount-codes-as-text',
    'discountCodes is a string.',
    top('discountCodes', () => 'WELCOME'),
  ),
  fault('fraction-digits-as-text', 'fractionDigits is a string.', changed('fractionDigits', asText)),
  fault(
    'cent-amount-as-fraction',
    'centAmount has a fraction.',
    changed('centAmount', () => new JsonNumber('19.99')),
  ),
  fault('cent-amount-as-text', 'centAmount is a string.', changed('centAmount', asText)),
  fault(
    'currency-code-as-number',
    'currencyCode is a number.',
    changed('currencyCode', () => number(978)),
  ),
  fault(
    'currency-code-in-lower-case',
    'currencyCode is not three capitals.',
    changed('currencyCode', () => 'eur'),
    'warn',
  ),
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
  fault(
    'cart-version-as-number-without-headers',
    'cartVersion is a number at 4.17 alone.',
    changed('cartVersion', asNumber, ['4.17']),
  ),
  fault(
    'cart-version-as-number-with-headers',
    'cartVersion is a number at 4.18 alone.',
    changed('cartVersion', asNumber, ['4.18']),
  ),
];
