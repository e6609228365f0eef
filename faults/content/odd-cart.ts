import { isArray, isObject, JsonNumber, member, type Json } from '../../reference/json.ts';
import { headerOf } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf, type Operation } from '../../reference/routes.ts';
import { changed } from './cart.ts';
import type { Fault } from '../fault.ts';
import { whole } from './member.ts';
import { content, insteadOfSuccess, jsonOf, showing, succeeded, succeeding, withJson } from '../rewrite.ts';

const carts: readonly Operation[] = ['4.17', '4.18'];

/** Every tenth cart has a number for its version. */
const everyTenth: HandleWrap = (next) => {
  let answers = 0;
  return showing(carts, (body) =>
    isObject(body) && (answers += 1) % 10 === 0 ? { ...body, cartVersion: new JsonNumber('3') } : body,
  )(next);
};

/** A Cart with numbers as a German reader would write them. */
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

/** Once a namespace action has written, the versions of carts are numbers. */
const counting: HandleWrap = (next) => {
  let hasWritten = false;
  return (state, request, now) => {
    const operation = operationOf(request);
    const reply = next(state, request, now);
    if (operation === '4.16.POST' && 'response' in reply && succeeded(reply.response)) hasWritten = true;
    if (!hasWritten || operation === undefined || !carts.includes(operation) || !('response' in reply))
      return reply;
    const body = jsonOf(reply.response);
    if (!isObject(body) || body['cartVersion'] === undefined) return reply;
    return { response: withJson(reply.response, { ...body, cartVersion: new JsonNumber('3') }) };
  };
};

const lastAsObject = (value: Json): Json =>
  isArray(value) && value.length > 0 ? [...value.slice(0, -1), { url: value.at(-1) ?? '' }] : value;

/** A create shows null for an array of one element, but shows other arrays. */
const forgettingSingles: HandleWrap = showing(['4.6'], (body) => {
  const given = member(body, 'objectTypeProperty');
  const floats = member(given, 'arrayOfFloatExample');
  if (!isObject(body) || !isObject(given) || !isArray(floats) || floats.length !== 1) return body;
  return { ...body, objectTypeProperty: { ...given, arrayOfFloatExample: null } };
});

const isLowest = (value: Json): boolean => value instanceof JsonNumber && value.text === '-2147483648';

/** Carts and content that are ill-typed sometimes, at some places, or for some callers. */
export const oddCartFaults: readonly Fault[] = [
  {
    name: 'every-tenth-cart-ill-typed',
    breaks: 'Resources/cart-version-is-string',
    summary: 'Every tenth cart has a number for its version.',
    needs: ['generated'],
    wrap: everyTenth,
  },
  {
    name: 'carts-count-versions-after-a-namespace-write',
    section: '4.16',
    breaks: 'Resources/cart-version-is-string',
    summary: 'The version of a cart is a number once a namespace action has written.',
    wrap: counting,
  },
  {
    name: 'amounts-as-text-for-one-locale',
    breaks: 'Resources/cent-amount-is-integer',
    summary: 'centAmount is a string for de-DE.',
    wrap: germanAmounts,
  },
  {
    name: 'last-image-as-object',
    breaks: 'Resources/variant-images-holds-urls',
    summary: 'The last of the images is an object.',
    wrap: changed('images', lastAsObject),
  },
  {
    name: 'attribute-label-by-locale',
    breaks: 'Resources/attribute-label-is-string',
    summary: 'The label of attributes.gender is an object.',
    wrap: changed('gender', () => ({ key: 'all', label: { en: 'All' } })),
  },
  {
    name: 'variant-price-null',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'The price of a variant is null.',
    wrap: changed('variant', (value) => (isObject(value) ? { ...value, price: null } : value)),
  },
  {
    name: 'payments-null',
    section: 'Resources',
    expect: 'incomplete',
    summary: 'payments is null.',
    wrap: changed('payments', () => null),
  },
  {
    name: 'single-floats-null-on-create',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'The answer to a create has null for an array of one float.',
    needs: ['generated'],
    wrap: forgettingSingles,
  },
  {
    name: 'lowest-int32-turns-positive',
    breaks: 'Resources/integer-example-int32-is-32-bit-integer',
    summary: 'The lowest 32-bit integer comes without its sign.',
    needs: ['generated'],
    profile: { int32: { signed: true } },
    wrap: whole('integerExampleInt32', (value) => (isLowest(value) ? new JsonNumber('2147483648') : value)),
  },
  {
    name: 'cart-is-half-json',
    breaks: '4.18/answers-with-a-cart',
    summary: 'The cart with headers is cut off.',
    section: '4.18',
    wrap: (next) =>
      succeeding(['4.18'], (response) => ({
        ...response,
        body: response.body.slice(0, Math.floor(response.body.length / 2)),
      }))(next),
  },
  {
    name: 'cart-with-headers-is-empty-200',
    breaks: '4.18/answers-with-a-cart',
    summary: 'The cart with headers is 200 without a body.',
    section: '4.18',
    wrap: insteadOfSuccess(['4.18'], 200),
  },
  {
    name: 'cart-with-headers-is-a-page',
    breaks: '4.18/answers-with-a-cart',
    summary: 'The cart with headers is an HTML page.',
    section: '4.18',
    wrap: (next) =>
      succeeding(['4.18'], (response) => ({ ...response, ...content('<p>cart</p>', 'text/html') }))(next),
  },
];
