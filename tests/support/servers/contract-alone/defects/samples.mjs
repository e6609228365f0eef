const money = (centAmount) => ({ fractionDigits: 2, centAmount, currencyCode: 'EUR' });
const lbl = (key) => ({ key, label: key[0].toUpperCase() + key.slice(1) });
export const cart = () => ({
  cartId: 'cart-1',
  cartVersion: '1',
  sum: money(2598),
  shippingAddress: {},
  billingAddress: {},
  payments: [],
  discountCodes: [],
  lineItems: [
    {
      lineItemId: 'line-1',
      productId: 'product-1',
      name: 'Bag',
      type: 'variant',
      count: 2,
      price: money(1299),
      discountTexts: [],
      discounts: [],
      totalPrice: money(2598),
      isGift: false,
      _url: '/bag/p/sku-1',
      variant: {
        id: '1',
        sku: 'sku-1',
        images: ['https://images.example.com/1.jpg'],
        groupId: 'group-1',
        price: money(1299),
        isOnStock: true,
        attributes: {
          articleNumberManufacturer: 'A-1',
          articleNumberMax: 'M-1',
          matrixId: 'X-1',
          baseId: 'B-1',
          colorFreeDefinition: 'black',
          size: 'one',
          season: 's24',
          designer: lbl('acme'),
          madeInItaly: lbl('no'),
          commonSize: lbl('one'),
          color: lbl('black'),
          style: lbl('casual'),
          gender: lbl('women'),
        },
      },
    },
  ],
});
export function dateExamples(d) {
  const iso = d.toISOString();
  return {
    dateOnlyExample: iso.slice(0, 10),
    timeOnlyExample: iso.slice(11, 19),
    dateTimeOnlyExample: iso.slice(0, 19),
    dateTimeExample: iso,
    dateTimeExampleDefaultFormat: iso,
    dateTimeExampleRfc: d.toUTCString(),
  };
}
