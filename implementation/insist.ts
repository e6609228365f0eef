import type { Exchange } from '../history/exchange.ts';

const mostAsks = 3;

/** Asks again, twice at most, if the network or a limit answered; `begin` is the first request, if it differs. */
export async function insist(
  ask: () => Promise<Exchange>,
  begin: () => Promise<Exchange> = ask,
): Promise<Exchange> {
  let exchange = await begin();
  for (let asks = 1; exchange.is('noise') && exchange.redirect === undefined && asks < mostAsks; asks += 1)
    exchange = await ask();
  return exchange;
}
