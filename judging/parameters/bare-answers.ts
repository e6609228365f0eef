import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import { namesWith } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import { everyTime, report } from '../confirm.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/** The answer to a read without parameters by the usual caller, asked once a run for whoever only needs one. */
export const plainAnswer = oncePerRunFor((on: Stage, name: EndpointName): Promise<Exchange> => on.ask(name));

/** The same where it succeeded; asked anew where it did not, so that a deviation has to repeat itself. */
export async function plainOrFresh(on: Stage, name: EndpointName): Promise<Exchange> {
  const known = await plainAnswer(on, name);
  return known.succeeded ? known : await on.ask(name);
}

/** The same for the first attempt, whatever it was, and anew for the others: a deviation counts as the first one. */
export async function plainAttempt(on: Stage, name: EndpointName, attempt: number): Promise<Exchange> {
  const known = attempt === 0 ? await plainAnswer(on, name) : undefined;
  return known === undefined || known.kind === 'noise' ? await on.ask(name) : known;
}

/** A documented read does not end in a server error whatever it is asked (4.1, 4.4, 4.12). */
export function readsWithoutServerError(
  name: EndpointName,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'The server does not answer a documented request with a server error every time.',
    sends: `${operation(name)} without a query string and with one documented parameter`,
    violation:
      'Three documented requests with two different contents are all answered 500 or 501, while other operations answer before and after.',
    rationale: 'The other operations show that the implementation is up; a refusal of any kind passes.',
    ...more,
    check: async (on) => {
      const first = await plainAnswer(on, name);
      if (first.kind === 'noise') return on.noise(first.label);
      if (first.kind !== 'crash') return on.held();
      const before = await witness(on, name);
      const pair = plainPairs(endpoint(name).parameters).at(-1);
      const confirmed = await everyTime({
        seen: first,
        probe: (attempt) => on.ask(name, attempt === 1 && pair !== undefined ? { query: [pair] } : {}),
        deviates: ({ kind }) => kind === 'crash',
      });
      const after = await witness(on, name);
      if (!before || !after)
        on.undecided('flaky', `the request was answered ${first.label}, and no other operation answered`, {
          exchanges: [first],
        });
      else
        report(on, confirmed, {
          expected: 'an answer other than a server error',
          deviation: 'the request was answered with a server error',
        });
    },
  };
}

/** Reads that are answered as usual whatever there is, what costs least first. */
const witnesses = [...namesWith('shows', 'match'), ...namesWith('shows', 'list')];

/** Whether some other read is answered as usual. */
async function witness(on: Stage, name: EndpointName): Promise<boolean> {
  const up = ({ kind }: Exchange): boolean => kind === 'success' || kind === 'refusal';
  const others = witnesses.filter((other) => other !== name);
  for (const other of others) if (up(await on.ask(other))) return true;
  return false;
}
