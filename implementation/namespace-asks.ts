import type { Header } from '../wire/exchange.ts';
import type { Ask } from '../run/ask.ts';
import type { Caller } from '../history/caller.ts';
import type { Exchange } from '../history/exchange.ts';
import { likeliestCaller, type Granted } from './callers/likeliest-caller.ts';
import { declaredSample, sampleAsk } from './sample-ask.ts';
import type { Stage } from './stage.ts';
import { oncePerRun } from './once-per-run.ts';

/** Locales in the spellings that are in use; the contract shows no syntax (4.18). */
export const locales = ['en-US', 'en_US', 'de-DE', 'en'] as const;

export function askCart(on: Stage, as: Caller): Promise<Exchange> {
  return on.ask('cart', { ...sampleAsk(on, '4.17'), as });
}

/** The caller with access to the cart of 4.17, and the cart; once per run. */
export function cartCaller(on: Stage): Promise<Granted> {
  return likeliestCaller(on, '4.17', 'cart', (as) => askCart(on, as));
}

export function askNamespace(on: Stage, as: Caller): Promise<Exchange> {
  return on.ask('namespaceRead', { ...sampleAsk(on, '4.16.GET'), as });
}

/** The caller with access to the data of 4.16, and the data; once per run. */
export function namespaceReader(on: Stage): Promise<Granted> {
  return likeliestCaller(on, '4.16.GET', 'namespaceRead', (as) => askNamespace(on, as));
}

/** The two headers that 4.18 requires, spelled as the contract does, or as the vendor's sample has them. */
export function requiredHeaders(on: Stage, locale: string): readonly Header[] {
  const declared = Object.entries(declaredSample(on, '4.18')?.headers ?? {});
  const wanted: readonly Header[] = [
    ['Accept', 'application/json'],
    ['Service-Locale', locale],
  ];
  const missing = wanted.filter(
    ([name]) => !declared.some(([own]) => own.toLowerCase() === name.toLowerCase()),
  );
  return [...declared, ...missing];
}

/** A request to 4.18 with a 2xx answer, or the first request, with its answer. */
export interface HeadersAccepted {
  readonly ask: Ask & { readonly as: Caller };
  readonly headers: readonly Header[];
  readonly exchange: Exchange;
}

/** Finds a caller and a locale for 4.18; once a run. */
export const acceptedHeaders = oncePerRun(async (on: Stage): Promise<HeadersAccepted> => {
  const sample = sampleAsk(on, '4.18');
  const send = async (as: Caller, locale: string): Promise<HeadersAccepted> => {
    const headers = requiredHeaders(on, locale);
    const ask = { ...sample, headers, as };
    return { ask, headers, exchange: await on.ask('cartWithHeaders', ask) };
  };
  const byCaller = new Map<Caller, HeadersAccepted>();
  const { caller } = await likeliestCaller(on, '4.18', 'cartWithHeaders', async (as) => {
    const tried = await send(as, locales[0]);
    byCaller.set(as, tried);
    return tried.exchange;
  });
  const first = byCaller.get(caller) ?? (await send(caller, locales[0]));
  if (first.exchange.succeeded || declaredSample(on, '4.18')?.headers !== undefined) return first;
  for (const locale of locales.slice(1)) {
    const tried = await send(caller, locale);
    if (tried.exchange.succeeded) return tried;
  }
  return first;
});
