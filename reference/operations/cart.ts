import { number, type Json, type JsonObject } from '../json.ts';

function money(centAmount: number): JsonObject {
  return { fractionDigits: number(2), centAmount: number(centAmount), currencyCode: 'EUR' };
}

function choice(key: string, label: string): Json {
  return { key, label };
}

function variant(index: number): JsonObject {
  return {
    id: String(index),
    sku: `sku-${index}`,
    images: [`https://images.example.com/${index}/front.jpg`, `https://images.example.com/${index}/back.jpg`],
    groupId: `group-${index}`,
    attributes: {
      articleNumberManufacturer: `manufacturer-${index}`,
      articleNumberMax: `max-${index}`,
      matrixId: `matrix-${index}`,
      baseId: `base-${index}`,
      colorFreeDefinition: 'midnight',
      size: 'm',
      season: 's26',
      designer: choice('ada', 'Ada'),
      madeInItaly: choice('no', 'No'),
      commonSize: choice('medium', 'Medium'),
      color: choice('blue', 'Blue'),
      style: choice('casual', 'Casual'),
      gender: choice('all', 'All'),
    },
    price: money(1_250 * index),
    isOnStock: index === 1,
  };
}

function lineItem(index: number): JsonObject {
  return {
    lineItemId: `line-${index}`,
    productId: `product-${index}`,
    name: `Product ${index}`,
    type: 'variant',
    count: number(index),
    price: money(1_250 * index),
    discountTexts: ['two for one'],
    discounts: [{ amount: number(5) }],
    totalPrice: money(1_250 * index * index),
    variant: variant(index),
    isGift: index === 2,
    _url: `/product-${index}/p/sku-${index}`,
  };
}

/** A cart with two line items and every documented member. */
export function demoCart(): JsonObject {
  return {
    cartId: 'cart-1',
    cartVersion: '3',
    lineItems: [lineItem(1), lineItem(2)],
    sum: money(6_250),
    shippingAddress: {},
    billingAddress: {},
    payments: [{ method: 'card' }],
    discountCodes: [{ code: 'WELCOME' }],
  };
}
