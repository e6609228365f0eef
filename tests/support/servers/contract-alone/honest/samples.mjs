export function sampleOtp(i = 0) {
  return {
    arrayOfIntExample: [1 + i, 2, 3],
    arrayOfUniqueIntExample: [4, 5 + i],
    arrayOfTwonumbersExample: [6, 7],
    arrayOfFloatExample: [1.25, 2.5 + i],
    arrayOfNumberNoDefaultsExample: [8],
    arrayOfStringExample: ['a', 'b' + i],
    arrayOfObjectType: [{ integerExample: 1, integerExampleInt32: 2 + i }],
  };
}
export function cart() {
  const m = (c) => ({ fractionDigits: 2, centAmount: c, currencyCode: 'EUR' });
  const e = (k, l) => ({ key: k, label: l });
  return {
    cartId: 'c0a8-1',
    cartVersion: '3',
    lineItems: [
      {
        lineItemId: 'li-1',
        productId: 'p-1',
        name: 'Shirt',
        type: 'variant',
        count: 2,
        price: m(1999),
        discountTexts: [],
        discounts: [],
        totalPrice: m(3998),
        variant: {
          id: '1',
          sku: 'SKU-1',
          images: ['https://img.example/1.jpg'],
          groupId: 'g-1',
          attributes: {
            articleNumberManufacturer: 'A1',
            articleNumberMax: 'M1',
            matrixId: 'x1',
            baseId: 'b1',
            designer: e('d', 'Designer'),
            madeInItaly: e('no', 'No'),
            commonSize: e('m', 'M'),
            color: e('blue', 'Blue'),
            colorFreeDefinition: 'sky',
            style: e('casual', 'Casual'),
            size: 'M',
            gender: e('unisex', 'Unisex'),
            season: 'S24',
          },
          price: m(1999),
          isOnStock: true,
        },
        isGift: false,
        _url: '/p/shirt/SKU-1',
      },
    ],
    sum: m(3998),
    shippingAddress: {},
    billingAddress: {},
    payments: [],
    discountCodes: [],
  };
}
export const dates = () => ({
  dateOnlyExample: '2024-02-29',
  timeOnlyExample: '13:45:00',
  dateTimeOnlyExample: '2024-02-29T13:45:00',
  dateTimeExample: '2024-02-29T13:45:00.123Z',
  dateTimeExampleDefaultFormat: '2024-02-29T13:45:00.123Z',
  dateTimeExampleRfc: 'Thu, 29 Feb 2024 13:45:00 GMT',
});
