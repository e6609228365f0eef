import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Statement } from '../clause/section.ts';
import { suffices, type Caller } from './caller.ts';
import type { Exchange } from './exchange.ts';
import type { Stage } from './stage.ts';

const attempts = 3;

/** A live token with the one listed scope is not refused at a write (the endpoint's section, "Authentication"). */
export function sufficientTokenIsLetIn(
  name: EndpointName,
  request: (on: Stage, as: Caller) => Promise<Exchange>,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: `A token with ${(endpoint(name).scopes ?? []).join(' or ')} is let in.`,
    violation: `A token with the scope that is let in elsewhere is answered 401, or 403, ${attempts} times, and never otherwise in the run.`,
    rationale:
      'The token is live, since it is let in at other endpoints; refusals for what the request contains are answered otherwise, and a mixture of answers decides nothing.',
    ...more,
    check: async (on) => {
      const holders = on.callers.supplied.filter(
        (caller) =>
          caller.supplied?.expired !== true && suffices(caller, endpoint(name), on.options.projectKey),
      );
      if (holders.length === 0)
        return on.discarded(
          'no-token',
          'no token with manage_test was supplied',
          'CONFORMANCE_TOKEN_MANAGE_TEST=<token>',
        );
      for (const caller of holders) await judgeHolder(on, caller, request);
    },
  };
}

async function judgeHolder(
  on: Stage,
  caller: Caller,
  request: (on: Stage, as: Caller) => Promise<Exchange>,
): Promise<void> {
  const answers: Exchange[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const exchange = await request(on, caller);
    if (exchange.succeeded) {
      if (answers.length > 0)
        on.undecided('flaky', `${caller.label} was refused, and not every time`, { exchanges: answers });
      return on.held();
    }
    answers.push(exchange);
    if (exchange.status !== 401 && exchange.status !== 403) break;
  }
  const last = answers.at(-1);
  if (last === undefined) return;
  if (last.kind === 'noise') return on.noise(`${caller.label}: ${last.label}`);
  if (answers.length === attempts && answers.every(({ status }) => status === 401 || status === 403)) {
    if (on.facts.liveness.get(caller.label) === 'live')
      return on.violated({
        expected: `${caller.label} to be let in`,
        got: last.label,
        exchanges: [last],
        reproduced: `${attempts}/${attempts}`,
      });
    return on.undecided('liveness-unproven', `${caller.label} is refused, and was let in nowhere else`);
  }
  on.undecided('premise-failed', `${caller.label} was answered ${last.label}`, { exchanges: [last] });
}
