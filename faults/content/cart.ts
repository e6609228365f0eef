import { isArray, isObject, JsonNumber, member, number, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { changingMember, showing } from '../rewrite.ts';

const carts: readonly Operation[] = ['4.17', '4.18'];

/** One fault of this area. */
export function fault(
  name: string,
  summary: string,
  wrap: HandleWrap,
  expect: Fault['expect'] = 'fail',
): Fault {
  return { name, summary, section: 'Resources', expect, wrap };
}

/** Changes a member wherever the carts have it. */
export function changed(name: string, change: (value: Json) => Json, where = carts): HandleWrap {
  return showing(where, changingMember(name, change));
}

/** Changes a member of the cart itself. */
export function top(name: string, change: (value: Json) => Json): HandleWrap {
  return showing(carts, (body) =>
    isObject(body) ? { ...body, [name]: change(member(body, name) ?? null) } : body,
  );
}

/** A number as a string. */
export const asText = (value: Json): Json =>
  value instanceof JsonNumber ? value.text : value === null ? null : 'text';

/** A number where none belongs. */
export const asNumber = (): Json => number(19);

const asNull = (): Json => null;

/** An array as an object with its indices for names. */
export const byIndex = (value: Json): Json => (isArray(value) ? Object.fromEntries(value.entries()) : value);

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
    'attribute-key-as-number',
    'The key of attributes.commonSize is a number.',
    changed('commonSize', () => ({ key: number(42), label: '42' })),
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
