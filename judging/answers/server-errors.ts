import { defined } from '../../clause/defined.ts';
import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { everyTime, report, confirmations } from '../confirm.ts';
import { insist } from '../../implementation/insist.ts';

/**
 * An operation that the contract shows does not answer every request with a server error (the endpoint's section).
 *
 * @param request - a documented request; the attempts should differ in content where they can
 * @param proven - whether a request is known that should succeed, so that nothing but the server is left to blame
 */
export function answersWithoutServerError(
  name: EndpointName,
  request: (on: Stage, attempt: number) => Promise<Exchange>,
  proven: (on: Stage) => boolean,
  more: Partial<Statement<Stage>> & { readonly supply?: string } = {},
): Statement<Stage> {
  const { supply, ...statement } = more;
  return {
    statement: 'The server does not answer every documented request with a server error.',
    sends: `${operation(name)} as documented, up to ${confirmations} times`,
    violation: `Each of ${confirmations} documented requests is answered 500 or 501, while other operations answer and this one has never succeeded.`,
    rationale:
      'The contract shows the operation; a server error comes from the server and not from the request. Any refusal passes; a server error beside other answers decides nothing.',
    ...statement,
    check: async (on) => {
      const confirmed = await everyTime(on, {
        probe: (attempt) => insist(() => request(on, attempt)),
        deviates: (one) => one.is('fault'),
      });
      const words = {
        expected: 'an answer other than a server error',
        deviation: 'a documented request was answered with a server error',
      };
      if (confirmed.kind !== 'every-time') return report(on, confirmed, words);
      const { exchanges } = confirmed;
      // What succeeds before or after in this run fails for a while, or for some of what it is asked.
      await on.until('late');
      if (on.world.bodies.successes(name).statuses.size > 0)
        return report(on, { kind: 'not-every-time', exchanges, otherwise: [] }, words);
      const control = await insist(() => on.ask('query'));
      if (!control.is('accepted', 'turned away'))
        return report(on, { kind: 'unconfirmed', by: control, exchanges }, words);
      if (proven(on)) return report(on, confirmed, words);
      on.undecided('server-error', 'every documented request is answered with a server error', {
        exchanges,
        ...defined({ supply }),
      });
    },
  };
}
