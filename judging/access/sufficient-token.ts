import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import { suffices, type Caller } from '../../run/caller.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../target/stage.ts';

const attempts = 3;

/** A live token with the one listed scope is not refused at a write (the endpoint's section, "Authentication"). */
export function sufficientTokenIsLetIn(
  name: EndpointName,
  request: (on: Stage, as: Caller) => Promise<Exchange>,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: `A token with ${(endpoint(name).scopes ?? []).join(' or ')} is let in.`,
    sends: `${operation(name)} with each token that holds ${(endpoint(name).scopes ?? []).join(' or ')}`,
    violation: `A token with the scope that is let in elsewhere is answered 401, ${attempts} times; or 403, where it was never let in here, while another such token, if one ever was, is let in before and after.`,
    rationale:
      'The token is live, since it is let in at other endpoints; refusals for what the request contains are answered otherwise, limits and quotas turn away other tokens as well, and a mixture of answers decides nothing.',
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
      for (const caller of holders)
        await judgeHolder(on, { name, caller, request, others: holders.filter((one) => one !== caller) });
    },
  };
}

/** Whom it is about, who else may do the same, and what is asked. */
interface Holder {
  readonly name: EndpointName;
  readonly caller: Caller;
  readonly others: readonly Caller[];
  readonly request: (on: Stage, as: Caller) => Promise<Exchange>;
}

/**
 * Whether 403 is about the token: this one was never let in here, and where another one was, that is let in before and
 * after each refusal. A limit or a quota turns away everybody.
 */
async function hingesOnToken(on: Stage, { name, caller, others, request }: Holder): Promise<boolean> {
  if (on.recorder.wasLetIn(name, caller.label)) return false;
  const control = others.find((other) => on.recorder.wasLetIn(name, other.label));
  if (control === undefined) return true;
  for (let round = 0; round < attempts; round += 1) {
    const before = await request(on, control);
    const probe = await request(on, caller);
    const after = await request(on, control);
    if (!before.succeeded || probe.status !== 403 || !after.succeeded) return false;
  }
  return true;
}

async function judgeHolder(on: Stage, of: Holder): Promise<void> {
  const { caller, request } = of;
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
    const isAboutToken = answers.every(({ status }) => status === 401) || (await hingesOnToken(on, of));
    if (!isAboutToken)
      return on.undecided('flaky', `${caller.label} was answered ${last.label}, and so are others at times`, {
        exchanges: [last],
      });
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
