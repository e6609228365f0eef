import type { Exchange } from '../run/exchange.ts';

const mostAsks = 3;

/** Asks again where the network or a limit answered, twice at most; for asks that may well be made several times. */
export async function insist(ask: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await ask();
  for (let asks = 1; exchange.kind === 'noise' && exchange.leads === undefined && asks < mostAsks; asks += 1)
    exchange = await ask();
  return exchange;
}
