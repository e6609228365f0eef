import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';

/** A create with odd content; if it makes a resource, the run records the resource for clean-up. */
export async function createNoted(on: Stage, ask: Ask): Promise<Exchange> {
  const exchange = await on.ask('create', ask);
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}
