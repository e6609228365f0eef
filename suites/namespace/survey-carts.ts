import {
  acceptedHeaders,
  askCart,
  cartCaller,
  requiredHeaders,
} from '../../implementation/namespace-asks.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** This many carts are asked for that a fault in every tenth answer shows. */
const repetitions = 7;

/** Locales that write numbers and names differently, have no minor unit of money, or are written otherwise. */
const surveyed = ['de-DE', 'fr-FR', 'ja-JP', 'tr-TR', 'en_US', 'en-GB', 'de-CH'] as const;

/** Provokes carts at 4.17 and 4.18, in several locales, for the clauses on their types; once a run. */
export const surveyCarts = oncePerRun(async (on: Stage): Promise<void> => {
  await Promise.all([
    on.options.without.has('4.17') ? undefined : plainCarts(on),
    on.options.without.has('4.18') ? undefined : cartsByLocale(on),
  ]);
});

/** One cart of each kind once more: writes since then may show in them. */
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
