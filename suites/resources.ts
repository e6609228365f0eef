import { isRow, type RowName } from '../contract/rows.ts';
import { documentedFields } from '../schemas/fields.ts';
import { fieldIsTyped, fieldsAreUsual, provoking, shown, surveyed, wrong } from './resources/field-clause.ts';
import { arrayBounds, fieldPresence, signedness } from './resources/field-openness.ts';
import { saidOf } from '../judging/said.ts';
import { section } from '../implementation/section.ts';

const integers = documentedFields.filter(({ kind }) => kind.includes('integer')).map(({ name }) => name);

/** The form of an answer depends on no other request. */
const head = { title: 'Resources and their fields', about: 'one answer' } as const;

const storedAsItCame = 'Does the server store the content of a request without a check of its types?';

/** The row of a documented field; the contract names the fields of attributes in one row. */
function rowOf(field: string): RowName {
  const name = field.replace('.', '/');
  return isRow(name) ? name : 'Variant/keys-of-attributes';
}

export const resources = section('Resources', head, ({ must, should, open }) => {
  const typed = (id: `Resources/${string}`, field: string, ...causes: readonly string[]): void =>
    must(id, [rowOf(field)], fieldIsTyped(field, causes.length === 0 ? {} : { causes }));

  must('Resources/version-is-present', ['ExampleResource/version', 'Versioning/1'], {
    statement: 'The server shows each ExampleResource with its version.',
    sends: provoking('ExampleResource.version'),
    violation: 'A successful answer of 4.2, 4.6 or 4.11 is a JSON object without the member version.',
    rationale: 'By the contract, every resource has this one member.',
    causes: [
      'Are the answers to create, read and delete built by different code?',
      'Is the resource wrapped in an envelope (data, result)?',
    ],
    ...saidOf((on) => surveyed(on, 'ExampleResource.version'), {
      each: shown('ExampleResource.version'),
      owes: (one, world) => {
        if ('met' in one) return one;
        return one.got === undefined && one.grade === 'violation' ? wrong(one, world) : 'outside';
      },
      lack: () => ({ code: 'premise-failed', text: 'no answer was an ExampleResource with a version' }),
      once: ({ at }) => at,
    }),
  });
  must(
    'Resources/version-is-integer',
    ['ExampleResource/version'],
    fieldIsTyped('ExampleResource.version', {
      blocks: 'always',
      violation:
        'A successful answer shows the version as a string, null, a boolean or a number with a fraction.',
      rationale: 'Any sign, size and step pass, and so do 1.0 and 1e2, which are integers.',
      causes: [
        'Is the version kept as a decimal or a long that the serializer writes as a string?',
        'Is a new resource shown before its version is set?',
        'Does an update add less than 1, or turn the version into text?',
      ],
    }),
  );
  typed(
    'Resources/object-type-property-is-object',
    'ExampleResource.objectTypeProperty',
    'Is an object without members serialized as null, or as an empty array?',
    'Is the object stored as JSON text and shown as it is stored?',
  );

  typed(
    'Resources/array-of-int-example-holds-integers',
    'ObjectTypeProperty.arrayOfIntExample',
    storedAsItCame,
    'Does the serializer turn an array of one element into the element, or an empty array into null or an object?',
    'Are integers beyond 2^53 written as strings?',
  );
  typed(
    'Resources/array-of-unique-int-example-holds-integers',
    'ObjectTypeProperty.arrayOfUniqueIntExample',
    storedAsItCame,
    'Is an array with repeated elements serialized as an object, as a set may be?',
  );
  typed(
    'Resources/array-of-twonumbers-example-holds-integers',
    'ObjectTypeProperty.arrayOfTwonumbersExample',
    storedAsItCame,
  );
  typed(
    'Resources/array-of-float-example-holds-numbers',
    'ObjectTypeProperty.arrayOfFloatExample',
    storedAsItCame,
    'Are very small, very large or negative numbers written as strings by a formatter?',
  );
  typed(
    'Resources/array-of-number-no-defaults-example-holds-integers',
    'ObjectTypeProperty.arrayOfNumberNoDefaultsExample',
    storedAsItCame,
    'Does the server page a long array, and show it as an object with its parts?',
  );
  typed(
    'Resources/array-of-string-example-holds-strings',
    'ObjectTypeProperty.arrayOfStringExample',
    storedAsItCame,
    'Does a component guess types, and turn "12", "true" or "{}" into values other than strings?',
    'Are empty strings stored as null, as some databases do?',
  );
  typed(
    'Resources/array-of-object-type-holds-objects',
    'ObjectTypeProperty.arrayOfObjectType',
    storedAsItCame,
    'Are the items shown as references (ids), because they are stored in a table of their own?',
  );

  typed(
    'Resources/integer-example-is-integer',
    'ArrayItem.integerExample',
    storedAsItCame,
    'Are integers beyond 2^53 written as strings?',
    'Is the number kept as a float?',
  );
  typed(
    'Resources/integer-example-int32-is-32-bit-integer',
    'ArrayItem.integerExampleInt32',
    'Is a value beyond 32 bits stored unchecked, and shown again?',
    'Does the code take 0 for absent, and show it as null?',
    'Is the sign lost at the lowest value?',
  );

  typed(
    'Resources/date-only-example-is-date',
    'DateExamples.dateOnlyExample',
    'Is the formatter meant for instants, or does it not pad day and month?',
    'Is the day computed in another time zone or year?',
  );
  typed(
    'Resources/time-only-example-is-time',
    'DateExamples.timeOnlyExample',
    'Are seconds left out if they are 00?',
    'Does the formatter count the hours 1 to 24, or 1 to 12?',
  );
  typed(
    'Resources/date-time-only-example-has-no-offset',
    'DateExamples.dateTimeOnlyExample',
    'Is a formatter for instants used, which appends Z?',
    'Are seconds left out if they are 00?',
  );
  typed(
    'Resources/date-time-example-is-utc-with-milliseconds',
    'DateExamples.dateTimeExample',
    'Does the formatter leave out zeros at the end of the fraction, or a fraction of 000?',
    'Is UTC written as +00:00, or the local offset shown?',
    'Is an instant before 1970 written as a number?',
  );
  typed(
    'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    'DateExamples.dateTimeExampleDefaultFormat',
    'Does the default formatter leave out zeros, or padding, in the fraction?',
    'Is the timestamp shown as a number, because no formatter is set for it?',
  );
  typed(
    'Resources/date-time-example-rfc-is-http-date-style',
    'DateExamples.dateTimeExampleRfc',
    'Is the formatter for ISO 8601 used here too?',
  );

  typed('Resources/cart-id-is-string', 'Cart.cartId');
  typed(
    'Resources/cart-version-is-string',
    'Cart.cartVersion',
    'Does the code confuse the version of a cart with the version of a resource, which is a number?',
  );
  typed('Resources/line-items-is-array-of-objects', 'Cart.lineItems');
  typed('Resources/cart-sum-is-money', 'Cart.sum');
  typed('Resources/shipping-address-is-object', 'Cart.shippingAddress');
  typed('Resources/billing-address-is-object', 'Cart.billingAddress');
  typed('Resources/payments-is-array', 'Cart.payments');
  typed('Resources/discount-codes-is-array', 'Cart.discountCodes');

  typed('Resources/line-item-id-is-string', 'LineItem.lineItemId');
  typed('Resources/line-item-product-id-is-string', 'LineItem.productId');
  typed(
    'Resources/line-item-name-is-string',
    'LineItem.name',
    'Is a localized name shown with all its languages?',
  );
  typed('Resources/line-item-type-is-string', 'LineItem.type');
  typed('Resources/line-item-count-is-integer', 'LineItem.count');
  typed('Resources/line-item-price-is-money', 'LineItem.price');
  typed('Resources/line-item-discount-texts-is-array', 'LineItem.discountTexts');
  typed('Resources/line-item-discounts-is-array', 'LineItem.discounts');
  typed('Resources/line-item-total-price-is-money', 'LineItem.totalPrice');
  typed('Resources/line-item-variant-is-object', 'LineItem.variant');
  typed(
    'Resources/line-item-is-gift-is-boolean',
    'LineItem.isGift',
    'Is the flag stored as 0 and 1, and shown as it is stored?',
  );
  typed(
    'Resources/line-item-url-is-relative-path',
    'LineItem._url',
    'Is the URL built with the scheme and host of the request?',
  );

  typed('Resources/variant-id-is-string', 'Variant.id');
  typed('Resources/variant-sku-is-string', 'Variant.sku');
  typed(
    'Resources/variant-images-holds-urls',
    'Variant.images',
    'Are images shown as the stored objects, instead of their URLs?',
  );
  typed('Resources/variant-group-id-is-string', 'Variant.groupId');
  typed('Resources/variant-attributes-is-object', 'Variant.attributes');
  typed('Resources/variant-price-is-money', 'Variant.price');
  typed(
    'Resources/variant-is-on-stock-is-boolean',
    'Variant.isOnStock',
    'Is the flag stored as 0 and 1, or as a count, and shown as it is stored?',
  );

  typed('Resources/attribute-article-number-manufacturer-is-string', 'Attributes.articleNumberManufacturer');
  typed('Resources/attribute-article-number-max-is-string', 'Attributes.articleNumberMax');
  typed('Resources/attribute-matrix-id-is-string', 'Attributes.matrixId');
  typed('Resources/attribute-base-id-is-string', 'Attributes.baseId');
  typed('Resources/attribute-color-free-definition-is-string', 'Attributes.colorFreeDefinition');
  typed('Resources/attribute-size-is-string', 'Attributes.size');
  typed('Resources/attribute-season-is-string', 'Attributes.season');
  typed('Resources/attribute-designer-is-object', 'Attributes.designer');
  typed('Resources/attribute-made-in-italy-is-object', 'Attributes.madeInItaly');
  typed('Resources/attribute-common-size-is-object', 'Attributes.commonSize');
  typed('Resources/attribute-color-is-object', 'Attributes.color');
  typed('Resources/attribute-style-is-object', 'Attributes.style');
  typed('Resources/attribute-gender-is-object', 'Attributes.gender');

  typed('Resources/attribute-key-is-string', 'KeyAndLabel.key');
  typed(
    'Resources/attribute-label-is-string',
    'KeyAndLabel.label',
    'Is a localized label shown with all its languages?',
  );

  typed('Resources/fraction-digits-is-integer', 'Money.fractionDigits');
  typed(
    'Resources/cent-amount-is-integer',
    'Money.centAmount',
    'Is the amount computed in major units as a float, and multiplied afterwards?',
    'Are two decimals assumed for currencies without a minor unit?',
  );
  typed('Resources/currency-code-is-string', 'Money.currencyCode');

  should(
    'Resources/integers-are-exact',
    integers.map(rowOf),
    fieldsAreUsual(integers, {
      statement: 'The server shows integers without even a small fraction.',
      violation: 'A number shown for an integer has a fraction that the nearest double does not have.',
      rationale: 'The number is not an integer, but most readers see one, so this is only a warning.',
    }),
  );
  should(
    'Resources/instants-in-the-usual-form',
    ['DateExamples/dateTimeExample', 'DateExamples/dateTimeExampleDefaultFormat'],
    fieldsAreUsual(['DateExamples.dateTimeExample', 'DateExamples.dateTimeExampleDefaultFormat'], {
      statement: 'The server writes instants as YYYY-MM-DDTHH:MM:SS.mmmZ.',
      violation:
        'An instant is written in a rarer form of ISO 8601: decimal comma, basic, week or ordinal date.',
      rationale: 'ISO 8601 has these forms too, and the contract names none of them.',
    }),
  );
  should(
    'Resources/rfc-date-is-imf-fixdate',
    ['DateExamples/dateTimeExampleRfc'],
    fieldsAreUsual(['DateExamples.dateTimeExampleRfc'], {
      statement:
        'The server writes dateTimeExampleRfc in the preferred form of an HTTP date, with the weekday of that date.',
      violation:
        'The value has another form: obsolete, with full names, without GMT, or with a wrong weekday.',
      rationale: 'The contract names a style and gives an example, so other forms pass.',
    }),
  );
  should(
    'Resources/images-without-white-space',
    ['Variant/images'],
    fieldsAreUsual(['Variant.images'], {
      statement: 'The server shows URLs of images without white space.',
      violation: 'A URL of an image contains a space or another white-space character.',
      rationale: 'Parsers accept the character, though it is not valid in a URL.',
    }),
  );
  should(
    'Resources/key-and-label-are-present',
    ['Variant/keys-of-attributes'],
    fieldsAreUsual(['KeyAndLabel.key', 'KeyAndLabel.label'], {
      statement: 'The server shows attributes that are objects with both key and label.',
      violation: 'An attribute that is an object lacks its key or its label.',
      rationale: 'The contract describes them as objects with both, and marks neither as required.',
    }),
  );
  should(
    'Resources/currency-code-has-three-capitals',
    ['Money/currencyCode'],
    fieldsAreUsual(['Money.currencyCode'], {
      statement: 'The server writes currency codes with three capital letters.',
      violation: 'A currency code is empty or has another form.',
      rationale: 'The contract says currency code and names no standard; codes of other forms exist.',
    }),
  );

  open('Resources/presence-of-fields', ['4.1/response'], fieldPresence);
  open('Resources/int32-signedness', ['ArrayItem/integerExampleInt32', 'ArrayItem/bounds'], signedness);
  open('Resources/array-contents', ['ArrayItem/bounds'], arrayBounds);
});
