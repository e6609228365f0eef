import {
  acceptedHeaders,
  askCart,
  cartCaller,
  requiredHeaders,
} from '../../implementation/namespace-asks.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Declaration } from '../../clause/clause.ts';
import { meetsSchema } from '../../schemas/vendor-schema.ts';
import { plain, type Json, asObject } from '../../wire/json/json.ts';
import { observedMember } from '../../clause/declarations.ts';
import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { NamesWith } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import { answersOf } from '../../judging/answers/flawed-answers.ts';
import { emptyOf, misshapenIn } from '../../judging/answers/flawed-bodies.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';

/** The number of carts to request: enough to find a fault in every tenth answer. */
const repetitions = 7;

/** Locales with other spellings of numbers and names, without a minor unit of money, or with an unusual spelling. */
const surveyed = ['de-DE', 'fr-FR', 'ja-JP', 'tr-TR', 'en_US', 'en-GB', 'de-CH'] as const;

/** Provokes carts at 4.17 and 4.18, in several locales, for the clauses on their types; once a run. */
export const surveyCarts = oncePerRun(async (on: Stage): Promise<void> => {
  await Promise.all([
    on.options.without.has('4.17') ? undefined : plainCarts(on),
    on.options.without.has('4.18') ? undefined : cartsByLocale(on),
  ]);
});

/** One further cart of each kind: it may show writes since the first request. */
export async function cartsAgain(on: Stage): Promise<void> {
  const { without } = on.options;
  const plain = without.has('4.17') ? undefined : await cartCaller(on);
  if (plain?.exchange.succeeded === true) await askCart(on, plain.caller);
  const withHeaders = without.has('4.18') ? undefined : await acceptedHeaders(on);
  if (withHeaders?.exchange.succeeded === true) await on.ask('cartWithHeaders', withHeaders.ask);
}

async function plainCarts(on: Stage): Promise<void> {
  const { caller, exchange } = await cartCaller(on);
  if (!exchange.succeeded) return;
  await Promise.all(Array.from({ length: repetitions }, () => askCart(on, caller)));
}

async function cartsByLocale(on: Stage): Promise<void> {
  const { ask, exchange } = await acceptedHeaders(on);
  if (!exchange.succeeded) return;
  await Promise.all([
    ...surveyed.map((locale) => on.ask('cartWithHeaders', { ...ask, headers: requiredHeaders(on, locale) })),
    on.ask('cartWithHeaders', ask),
  ]);
}

/** Members of a Cart, or of its line items, whose content the contract does not show. */
const places = [
  { name: 'discountTexts', within: 'LineItem' },
  { name: 'discounts', within: 'LineItem' },
  { name: 'payments', within: 'Cart' },
  { name: 'discountCodes', within: 'Cart' },
  { name: 'shippingAddress', within: 'Cart' },
  { name: 'billingAddress', within: 'Cart' },
] as const;

/** `cart.itemSchemas.*`: each item, or the address, meets the schema that the vendor has declared. */
export const itemsMeetSchemas: readonly Declaration[] = places.map(({ name }) => ({
  key: `cart.itemSchemas.${name}`,
  met: (_declared, observed) => {
    const meets = observedMember(observedMember(observed, name), 'meetsSchema');
    return typeof meets === 'boolean' ? meets : undefined;
  },
}));

/** Observes the open places of the carts that 4.17 and 4.18 show. */
export async function observePlaces(on: Stage): Promise<void> {
  const carts: (Json | undefined)[] = [(await cartCaller(on)).exchange.object];
  if (!on.options.without.has('4.18')) carts.push((await acceptedHeaders(on)).exchange.object);
  const found = places.flatMap(({ name, within }) => {
    const holders = within === 'Cart' ? carts : carts.flatMap(lineItems);
    const items = holders.flatMap((holder) => {
      const value = asObject(holder)?.[name];
      if (value === undefined) return [];
      return Array.isArray(value) ? value : [value];
    });
    return items.length === 0 ? [] : [[name, described(on, name, items)] as const];
  });
  if (found.length > 0) on.observe(Object.fromEntries(found));
}

function lineItems(cart: Json | undefined): readonly Json[] {
  const items = asObject(cart)?.['lineItems'];
  return Array.isArray(items) ? items : [];
}

function described(on: Stage, name: (typeof places)[number]['name'], items: readonly Json[]): unknown {
  const schema = on.profile.cart?.itemSchemas?.[name];
  const kinds = [...new Set(items.map((item) => kindOf(plain(item))))];
  return {
    kinds,
    members: [...new Set(items.flatMap((item) => Object.keys(asObject(item) ?? {})))].toSorted(),
    ...(schema === undefined ? {} : { meetsSchema: items.every((item) => meetsSchema(schema, plain(item))) }),
  };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** If the contract's only response is a Cart, every successful answer is a Cart; an object without members proves nothing. */
export function answersAreCarts(name: NamesWith<'response', 'Cart'>) {
  const { section } = endpoint(name);
  const supply = `"samples": {"${section}": {"query": {…}, "headers": {…}}}`;
  return answersOf(name, {
    expected: 'a Cart: a JSON object',
    flaws: (_world, record) => [
      ...emptyOf(record.empty.filter(({ answer }) => !says(answer, 'empty'))),
      ...misshapenIn(record),
    ],
    met: ({ json, vacuous }) => json - vacuous,
    lack: ({ history }, { vacuous, statuses }) => {
      const asked = lastAnswer(history, name);
      const shown = { exchanges: asked === undefined ? [] : [asked], supply };
      if (vacuous > 0) return { code: 'vacuous-body', text: whyVacuous(asked), isDoubt: true, ...shown };
      const text = `no cart was shown: the answer was ${asked?.label ?? 'none'}`;
      if (asked?.is('noise') === true && statuses.size === 0) return { code: 'noise', text, isDoubt: true };
      return { code: 'premise-failed', text, isDoubt: statuses.size > 0, ...shown };
    },
  });
}

function whyVacuous(asked: Exchange | undefined): string {
  const body = asked?.object?.['body'];
  const isInside = asObject(body) !== undefined || typeof body === 'string';
  return isInside
    ? 'no member of a Cart is at the top level; by one reading of the contract, the Cart may be in the member body'
    : 'the answer has none of the documented members of a Cart';
}
