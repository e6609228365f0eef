import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';

/** A create whose resource is recorded for the clean-up, if the create makes one in spite of its content. */
export async function createNoted(on: Stage, ask: Ask): Promise<Exchange> {
  const exchange = await on.ask('create', ask);
  if (exchange.succeeded) on.noteCreated(exchange);
  return exchange;
}
