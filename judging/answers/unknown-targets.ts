import type { Suspicion } from '../../clause/judgement.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';

/** Suspect successes and server errors to requests for missing resources, or with unreadable bodies; `what` begins the sentence. */
export function oddAnswersTo(what: string, answers: readonly Exchange[]): Suspicion | false {
  const odd = answers.find((one) => one.is('accepted', 'fault'));
  if (odd === undefined) return false;
  return { why: `${what} ${odd.succeeded ? 'succeeds' : `is answered with a server error (${odd.label})`}.` };
}

/** Observes the answer to a request for an id that does not exist; `what` begins a sentence about it. */
export async function observeUnknownId(
  on: Stage,
  name: EndpointName,
  what: string,
  ask: Ask = {},
): Promise<void> {
  const path = { id: `unknown-${on.random.word(12)}` };
  const exchange = await on.ask(name, { ...ask, path, mayNotExist: true });
  if (!exchange.is('noise'))
    on.observe({ status: exchange.status ?? 0 }, { suspect: oddAnswersTo(what, [exchange]) });
}
