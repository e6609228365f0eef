import { isArray, isObject, JsonNumber, member, number, type Json } from '../../reference/json.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import type { Fault } from '../fault.ts';
import { changingMember, showing } from '../rewrite.ts';

const carts: readonly Operation[] = ['4.17', '4.18'];

/** Changes a member wherever carts have it. */
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

/** A number where the contract has none. */
export const asNumber = (): Json => number(19);

const asNull = (): Json => null;

/** An array as an object whose names are the indices. */
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

/** Carts whose members have wrong types (4.17, 4.18). */
export const cartFaults: readonly Fault[] = [
  ...texts.map((name) => ({
    name: `attribute-${words(name)}-as-number`,
    breaks: `Resources/attribute-${words(name)}-is-string`,
    summary: `attributes.${name} is a number.`,
    wrap: changed(name, asNumber),
  })),
  ...choices.map((name) => ({
    name: `attribute-${words(name)}-as-text`,
    breaks: `Resources/attribute-${words(name)}-is-object`,
    summary: `attributes.${name} is a string.`,
    wrap: changed(name, () => 'text'),
  })),
  {
    name: 'attribute-made-in-italy-as-boolean',
    breaks: 'Resources/attribute-made-in-italy-is-object',
    summary: 'attributes.madeInItaly is a boolean.',
    wrap: changed('madeInItaly', () => true),
  },
  {
    name: 'attribute-label-as-number',
    breaks: 'Resources/attribute-label-is-string',
    summary: 'The label of attributes.color is a number.',
    wrap: changed('color', () => ({ key: 'blue', label: number(1) })),
  },
  {
    name: 'attribute-key-as-number',
    breaks: 'Resources/attribute-key-is-string',
    summary: 'The key of attributes.commonSize is a number.',
    wrap: changed('commonSize', () => ({ key: number(42), label: '42' })),
  },
  {
    name: 'attribute-without-label',
    warns: 'Resources/key-and-label-are-present',
    section: 'Resources',
    expect: 'warn',
    summary: 'attributes.style has no label.',
    wrap: changed('style', () => ({ key: 'casual' })),
  },
  {
    name: 'cart-id-as-number',
    breaks: 'Resources/cart-id-is-string',
    summary: 'cartId is a number.',
    wrap: top('cartId', asNumber),
  },
  {
    name: 'cart-version-as-number',
    breaks: 'Resources/cart-version-is-string',
    summary: 'cartVersion is a number.',
    wrap: top('cartVersion', asNumber),
  },
  {
    name: 'line-items-by-id',
    breaks: 'Resources/line-items-is-array-of-objects',
    summary: 'lineItems is an object.',
    wrap: top('lineItems', byIndex),
  },
  {
    name: 'cart-sum-as-number',
    breaks: 'Resources/cart-sum-is-money',
    summary: 'sum is a number.',
    wrap: top('sum', asNumber),
  },
  {
    name: 'shipping-address-null',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'shippingAddress is null.',
    wrap: top('shippingAddress', asNull),
  },
  {
    name: 'shipping-address-as-text',
    breaks: 'Resources/shipping-address-is-object',
    summary: 'shippingAddress is a string.',
    wrap: top('shippingAddress', () => '1 Main Street'),
  },
  {
    name: 'billing-address-as-array',
    breaks: 'Resources/billing-address-is-object',
    summary: 'billingAddress is an array.',
    wrap: top('billingAddress', () => []),
  },
  {
    name: 'payments-as-object',
    breaks: 'Resources/payments-is-array',
    summary: 'payments is an object.',
    wrap: top('payments', byIndex),
  },
  {
    name: 'discount-codes-as-text',
    breaks: 'Resources/discount-codes-is-array',
    summary: 'discountCodes is a string.',
    wrap: top('discountCodes', () => 'WELCOME'),
  },
  {
    name: 'fraction-digits-as-text',
    breaks: 'Resources/fraction-digits-is-integer',
    summary: 'fractionDigits is a string.',
    wrap: changed('fractionDigits', asText),
  },
  {
    name: 'cent-amount-as-fraction',
    breaks: 'Resources/cent-amount-is-integer',
    summary: 'centAmount has a fraction.',
    wrap: changed('centAmount', () => new JsonNumber('19.99')),
  },
  {
    name: 'cent-amount-as-text',
    breaks: 'Resources/cent-amount-is-integer',
    summary: 'centAmount is a string.',
    wrap: changed('centAmount', asText),
  },
  {
    name: 'currency-code-as-number',
    breaks: 'Resources/currency-code-is-string',
    summary: 'currencyCode is a number.',
    wrap: changed('currencyCode', () => number(978)),
  },
  {
    name: 'currency-code-in-lower-case',
    warns: 'Resources/currency-code-has-three-capitals',
    section: 'Resources',
    expect: 'warn',
    summary: 'currencyCode is not three capitals.',
    wrap: changed('currencyCode', () => 'eur'),
  },
  {
    name: 'cart-version-as-number-without-headers',
    breaks: 'Resources/cart-version-is-string',
    summary: 'cartVersion is a number at 4.17 alone.',
    wrap: changed('cartVersion', asNumber, ['4.17']),
  },
  {
    name: 'cart-version-as-number-with-headers',
    breaks: 'Resources/cart-version-is-string',
    summary: 'cartVersion is a number at 4.18 alone.',
    wrap: changed('cartVersion', asNumber, ['4.18']),
  },
];
