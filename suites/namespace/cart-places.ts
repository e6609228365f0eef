import type { Declaration } from '../../clause/clause.ts';
import { meetsSchema } from '../../schemas/vendor-schema.ts';
import { plain, type Json, asObject } from '../../wire/json/json.ts';
import { observedMember } from '../../clause/declarations.ts';
import { acceptedHeaders, cartCaller } from '../../implementation/namespace-asks.ts';
import type { Stage } from '../../implementation/stage.ts';

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

/** Looks at the open places of the carts that 4.17 and 4.18 show. */
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
