import { isArray, isObject, JsonNumber, member, type Json } from '../../reference/json.ts';
import { headerOf } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import { changed, fault } from './cart.ts';
import type { Fault } from '../fault.ts';
import { whole } from './member.ts';
import { content, insteadOfSuccess, showing, succeeding } from '../rewrite.ts';

const carts: readonly Operation[] = ['4.17', '4.18'];

/** Every tenth cart with a number for its version. */
const everyTenth: HandleWrap = (next) => {
  let answers = 0;
  return showing(carts, (body) =>
    isObject(body) && (answers += 1) % 10 === 0 ? { ...body, cartVersion: new JsonNumber('3') } : body,
  )(next);
};

/** A Cart whose numbers are written as a German reader would write them. */
const germanAmounts: HandleWrap = succeeding(['4.18'], (response, request) =>
  headerOf(request, 'service-locale') === 'de-DE'
    ? {
        ...response,
        body: new TextEncoder().encode(
          new TextDecoder().decode(response.body).replace(/"centAmount": ?(\d+)/g, '"centAmount":"$1,00"'),
        ),
      }
    : response,
);

const lastAsObject = (value: Json): Json =>
  isArray(value) && value.length > 0 ? [...value.slice(0, -1), { url: value.at(-1) ?? '' }] : value;

/** Null at create for an array of one element, although others are shown. */
const forgettingSingles: HandleWrap = showing(['4.6'], (body) => {
  const given = member(body, 'objectTypeProperty');
  const floats = member(given, 'arrayOfFloatExample');
  if (!isObject(body) || !isObject(given) || !isArray(floats) || floats.length !== 1) return body;
  return { ...body, objectTypeProperty: { ...given, arrayOfFloatExample: null } };
});

const isLowest = (value: Json): boolean => value instanceof JsonNumber && value.text === '-2147483648';

/** Carts and content that are ill-typed at times, in places, or for some callers. */
export const oddCartFaults: readonly Fault[] = [
  {
    ...fault('every-tenth-cart-ill-typed', 'Every tenth cart has a number for its version.', everyTenth),
    needs: ['generated'],
  },
  fault('amounts-as-text-for-one-locale', 'centAmount is a string for de-DE.', germanAmounts),
  fault('last-image-as-object', 'The last of the images is an object.', changed('images', lastAsObject)),
  fault(
    'attribute-label-by-locale',
    'The label of attributes.gender is an object.',
    changed('gender', () => ({ key: 'all', label: { en: 'All' } })),
  ),
  fault(
    'variant-price-null',
    'The price of a variant is null.',
    changed('variant', (value) => (isObject(value) ? { ...value, price: null } : value)),
    'incomplete',
  ),
  fault(
    'payments-null',
    'payments is null.',
    changed('payments', () => null),
    'incomplete',
  ),
  {
    ...fault(
      'single-floats-null-on-create',
      'The answer to a create has null for an array of one float.',
      forgettingSingles,
    ),
    needs: ['generated'],
  },
  {
    ...fault(
      'lowest-int32-turns-positive',
      'The lowest 32-bit integer comes without its sign.',
      whole('integerExampleInt32', (value) => (isLowest(value) ? new JsonNumber('2147483648') : value)),
    ),
    needs: ['generated'],
  },
  {
    ...fault('cart-is-half-json', 'The cart with headers is cut off.', (next) =>
      succeeding(['4.18'], (response) => ({
        ...response,
        body: response.body.slice(0, Math.floor(response.body.length / 2)),
      }))(next),
    ),
    section: '4.18',
  },
  {
    ...fault(
      'cart-with-headers-is-empty-200',
      'The cart with headers is 200 without a body.',
      insteadOfSuccess(['4.18'], 200),
    ),
    section: '4.18',
  },
  {
    ...fault('cart-with-headers-is-a-page', 'The cart with headers is an HTML page.', (next) =>
      succeeding(['4.18'], (response) => ({ ...response, ...content('<p>cart</p>', 'text/html') }))(next),
    ),
    section: '4.18',
  },
];
