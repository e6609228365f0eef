import { documentedFields } from '../schemas/fields.ts';
import { fieldIsTyped, fieldsAreUsual, provoking, shown, surveyed, wrong } from './resources/field-clause.ts';
import { arrayBounds, fieldPresence, signedness } from './resources/field-openness.ts';
import { saidOf } from '../judging/said.ts';
import { section } from '../implementation/section.ts';

const integers = documentedFields.filter(({ kind }) => kind.includes('integer')).map(({ name }) => name);

/** The form of an answer depends on no other request. */
const head = { title: 'Resources and their fields', about: 'one answer' } as const;

const storedAsItCame = 'Does the server store the content of a request as it came, whatever its type?';

export const resources = section('Resources', head, ({ must, should, open }) => {
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
  must(
    'Resources/object-type-property-is-object',
    ['ExampleResource/objectTypeProperty'],
    fieldIsTyped('ExampleResource.objectTypeProperty', {
      causes: [
        'Is an object without members serialized as null, or as an empty array?',
        'Is the object stored as JSON text and shown as it is stored?',
      ],
    }),
  );

  must(
    'Resources/array-of-int-example-holds-integers',
    ['ObjectTypeProperty/arrayOfIntExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfIntExample', {
      causes: [
        storedAsItCame,
        'Does the serializer turn an array of one element into the element, or an empty array into null or an object?',
        'Are integers beyond 2^53 written as strings?',
      ],
    }),
  );
  must(
    'Resources/array-of-unique-int-example-holds-integers',
    ['ObjectTypeProperty/arrayOfUniqueIntExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfUniqueIntExample', {
      causes: [
        storedAsItCame,
        'Is an array with repeated elements serialized as an object, as a set may be?',
      ],
    }),
  );
  must(
    'Resources/array-of-twonumbers-example-holds-integers',
    ['ObjectTypeProperty/arrayOfTwonumbersExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfTwonumbersExample', { causes: [storedAsItCame] }),
  );
  must(
    'Resources/array-of-float-example-holds-numbers',
    ['ObjectTypeProperty/arrayOfFloatExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfFloatExample', {
      causes: [
        storedAsItCame,
        'Are very small, very large or negative numbers written as strings by a formatter?',
      ],
    }),
  );
  must(
    'Resources/array-of-number-no-defaults-example-holds-integers',
    ['ObjectTypeProperty/arrayOfNumberNoDefaultsExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfNumberNoDefaultsExample', {
      causes: [storedAsItCame, 'Does the server page a long array, and show it as an object with its parts?'],
    }),
  );
  must(
    'Resources/array-of-string-example-holds-strings',
    ['ObjectTypeProperty/arrayOfStringExample'],
    fieldIsTyped('ObjectTypeProperty.arrayOfStringExample', {
      causes: [
        storedAsItCame,
        'Does some component guess types, and turn "12", "true" or "{}" into something other than strings?',
        'Are empty strings stored as null, as some databases do?',
      ],
    }),
  );
  must(
    'Resources/array-of-object-type-holds-objects',
    ['ObjectTypeProperty/arrayOfObjectType'],
    fieldIsTyped('ObjectTypeProperty.arrayOfObjectType', {
      causes: [
        storedAsItCame,
        'Are the items shown as references (ids), because they are stored in a table of their own?',
      ],
    }),
  );

  must(
    'Resources/integer-example-is-integer',
    ['ArrayItem/integerExample'],
    fieldIsTyped('ArrayItem.integerExample', {
      causes: [
        storedAsItCame,
        'Are integers beyond 2^53 written as strings?',
        'Is the number kept as a float?',
      ],
    }),
  );
  must(
    'Resources/integer-example-int32-is-32-bit-integer',
    ['ArrayItem/integerExampleInt32'],
    fieldIsTyped('ArrayItem.integerExampleInt32', {
      causes: [
        'Is a value beyond 32 bits stored unchecked, and shown again?',
        'Does the code take 0 for absent, and show it as null?',
        'Is the sign lost at the lowest value?',
      ],
    }),
  );

  must(
    'Resources/date-only-example-is-date',
    ['DateExamples/dateOnlyExample'],
    fieldIsTyped('DateExamples.dateOnlyExample', {
      causes: [
        'Is a formatter for instants used, or one that does not pad day and month?',
        'Is the day computed in another time zone or year?',
      ],
    }),
  );
  must(
    'Resources/time-only-example-is-time',
    ['DateExamples/timeOnlyExample'],
    fieldIsTyped('DateExamples.timeOnlyExample', {
      causes: [
        'Are seconds left out where they are 00?',
        'Does the formatter count the hours 1 to 24, or 1 to 12?',
      ],
    }),
  );
  must(
    'Resources/date-time-only-example-has-no-offset',
    ['DateExamples/dateTimeOnlyExample'],
    fieldIsTyped('DateExamples.dateTimeOnlyExample', {
      causes: [
        'Is a formatter for instants used, which appends Z?',
        'Are seconds left out where they are 00?',
      ],
    }),
  );
  must(
    'Resources/date-time-example-is-utc-with-milliseconds',
    ['DateExamples/dateTimeExample'],
    fieldIsTyped('DateExamples.dateTimeExample', {
      causes: [
        'Does the formatter leave out zeros at the end of the fraction, or a fraction of 000?',
        'Is UTC written as +00:00, or the local offset shown?',
        'Is an instant before 1970 written as a number?',
      ],
    }),
  );
  must(
    'Resources/date-time-example-default-format-is-utc-with-milliseconds',
    ['DateExamples/dateTimeExampleDefaultFormat'],
    fieldIsTyped('DateExamples.dateTimeExampleDefaultFormat', {
      causes: [
        'Does the default formatter leave out zeros, or padding, in the fraction?',
        'Is the timestamp shown as a number, because no formatter is set for it?',
      ],
    }),
  );
  must(
    'Resources/date-time-example-rfc-is-http-date-style',
    ['DateExamples/dateTimeExampleRfc'],
    fieldIsTyped('DateExamples.dateTimeExampleRfc', {
      causes: ['Is the formatter for ISO 8601 used here too?'],
    }),
  );

  must('Resources/cart-id-is-string', ['Cart/cartId'], fieldIsTyped('Cart.cartId'));
  must(
    'Resources/cart-version-is-string',
    ['Cart/cartVersion'],
    fieldIsTyped('Cart.cartVersion', {
      causes: ['Does the code confuse the version of a cart with that of a resource, which is a number?'],
    }),
  );
  must('Resources/line-items-is-array-of-objects', ['Cart/lineItems'], fieldIsTyped('Cart.lineItems'));
  must('Resources/cart-sum-is-money', ['Cart/sum'], fieldIsTyped('Cart.sum'));
  must(
    'Resources/shipping-address-is-object',
    ['Cart/shippingAddress'],
    fieldIsTyped('Cart.shippingAddress'),
  );
  must('Resources/billing-address-is-object', ['Cart/billingAddress'], fieldIsTyped('Cart.billingAddress'));
  must('Resources/payments-is-array', ['Cart/payments'], fieldIsTyped('Cart.payments'));
  must('Resources/discount-codes-is-array', ['Cart/discountCodes'], fieldIsTyped('Cart.discountCodes'));

  must('Resources/line-item-id-is-string', ['LineItem/lineItemId'], fieldIsTyped('LineItem.lineItemId'));
  must(
    'Resources/line-item-product-id-is-string',
    ['LineItem/productId'],
    fieldIsTyped('LineItem.productId'),
  );
  must(
    'Resources/line-item-name-is-string',
    ['LineItem/name'],
    fieldIsTyped('LineItem.name', { causes: ['Is a localized name shown with all its languages?'] }),
  );
  must('Resources/line-item-type-is-string', ['LineItem/type'], fieldIsTyped('LineItem.type'));
  must('Resources/line-item-count-is-integer', ['LineItem/count'], fieldIsTyped('LineItem.count'));
  must('Resources/line-item-price-is-money', ['LineItem/price'], fieldIsTyped('LineItem.price'));
  must(
    'Resources/line-item-discount-texts-is-array',
    ['LineItem/discountTexts'],
    fieldIsTyped('LineItem.discountTexts'),
  );
  must('Resources/line-item-discounts-is-array', ['LineItem/discounts'], fieldIsTyped('LineItem.discounts'));
  must(
    'Resources/line-item-total-price-is-money',
    ['LineItem/totalPrice'],
    fieldIsTyped('LineItem.totalPrice'),
  );
  must('Resources/line-item-variant-is-object', ['LineItem/variant'], fieldIsTyped('LineItem.variant'));
  must(
    'Resources/line-item-is-gift-is-boolean',
    ['LineItem/isGift'],
    fieldIsTyped('LineItem.isGift', {
      causes: ['Is the flag stored as 0 and 1, and shown as it is stored?'],
    }),
  );
  must(
    'Resources/line-item-url-is-relative-path',
    ['LineItem/_url'],
    fieldIsTyped('LineItem._url', { causes: ['Is the URL built with the scheme and host of the request?'] }),
  );

  must('Resources/variant-id-is-string', ['Variant/id'], fieldIsTyped('Variant.id'));
  must('Resources/variant-sku-is-string', ['Variant/sku'], fieldIsTyped('Variant.sku'));
  must(
    'Resources/variant-images-holds-urls',
    ['Variant/images'],
    fieldIsTyped('Variant.images', {
      causes: ['Are images shown as the stored objects, instead of their URLs?'],
    }),
  );
  must('Resources/variant-group-id-is-string', ['Variant/groupId'], fieldIsTyped('Variant.groupId'));
  must('Resources/variant-attributes-is-object', ['Variant/attributes'], fieldIsTyped('Variant.attributes'));
  must('Resources/variant-price-is-money', ['Variant/price'], fieldIsTyped('Variant.price'));
  must(
    'Resources/variant-is-on-stock-is-boolean',
    ['Variant/isOnStock'],
    fieldIsTyped('Variant.isOnStock', {
      causes: ['Is the flag stored as 0 and 1, or as a count, and shown as it is stored?'],
    }),
  );

  must(
    'Resources/attribute-article-number-manufacturer-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.articleNumberManufacturer'),
  );
  must(
    'Resources/attribute-article-number-max-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.articleNumberMax'),
  );
  must(
    'Resources/attribute-matrix-id-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.matrixId'),
  );
  must(
    'Resources/attribute-base-id-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.baseId'),
  );
  must(
    'Resources/attribute-color-free-definition-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.colorFreeDefinition'),
  );
  must('Resources/attribute-size-is-string', ['Variant/keys-of-attributes'], fieldIsTyped('Attributes.size'));
  must(
    'Resources/attribute-season-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.season'),
  );
  must(
    'Resources/attribute-designer-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.designer'),
  );
  must(
    'Resources/attribute-made-in-italy-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.madeInItaly'),
  );
  must(
    'Resources/attribute-common-size-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.commonSize'),
  );
  must(
    'Resources/attribute-color-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.color'),
  );
  must(
    'Resources/attribute-style-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.style'),
  );
  must(
    'Resources/attribute-gender-is-object',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('Attributes.gender'),
  );

  must('Resources/attribute-key-is-string', ['Variant/keys-of-attributes'], fieldIsTyped('KeyAndLabel.key'));
  must(
    'Resources/attribute-label-is-string',
    ['Variant/keys-of-attributes'],
    fieldIsTyped('KeyAndLabel.label', { causes: ['Is a localized label shown with all its languages?'] }),
  );

  must(
    'Resources/fraction-digits-is-integer',
    ['Money/fractionDigits'],
    fieldIsTyped('Money.fractionDigits'),
  );
  must(
    'Resources/cent-amount-is-integer',
    ['Money/centAmount'],
    fieldIsTyped('Money.centAmount', {
      causes: [
        'Is the amount computed in major units as a float, and multiplied afterwards?',
        'Are two decimals assumed for currencies without a minor unit?',
      ],
    }),
  );
  must('Resources/currency-code-is-string', ['Money/currencyCode'], fieldIsTyped('Money.currencyCode'));

  should(
    'Resources/integers-are-exact',
    [
      'ExampleResource/version',
      'ObjectTypeProperty/arrayOfIntExample',
      'ObjectTypeProperty/arrayOfUniqueIntExample',
      'ObjectTypeProperty/arrayOfTwonumbersExample',
      'ObjectTypeProperty/arrayOfNumberNoDefaultsExample',
      'ArrayItem/integerExample',
      'ArrayItem/integerExampleInt32',
      'LineItem/count',
      'Money/fractionDigits',
      'Money/centAmount',
    ],
    fieldsAreUsual(integers, {
      statement: 'The server shows integers without a fraction, however small.',
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
      rationale: 'Parsers accept such a character, though it is not valid in a URL.',
    }),
  );
  should(
    'Resources/key-and-label-are-present',
    ['Variant/keys-of-attributes'],
    fieldsAreUsual(['KeyAndLabel.key', 'KeyAndLabel.label'], {
      statement: 'The server shows attributes that are objects with both key and label.',
      violation: 'Such an attribute lacks its key or its label.',
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

  open('Resources/presence-of-fields', ['4.1/response'], fieldPresence());
  open('Resources/int32-signedness', ['ArrayItem/integerExampleInt32', 'ArrayItem/bounds'], signedness());
  open('Resources/array-contents', ['ArrayItem/bounds'], arrayBounds());
});
