import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../target/stage.ts';

const attempts = 3;

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
    statement: 'Documented requests are not all answered with a server error.',
    sends: `${operation(name)} as documented, up to ${attempts} times`,
    violation: `Each of ${attempts} documented requests is answered 500 or 501, while other operations answer.`,
    rationale:
      'The contract shows the operation; a server error blames the server and not the request. Any refusal passes, and so does a server error that is not the only answer.',
    ...statement,
    check: async (on) => {
      const answers: Exchange[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const exchange = await request(on, attempt);
        if (exchange.kind === 'noise') return on.noise(exchange.label);
        if (exchange.kind !== 'crash') return on.held();
        answers.push(exchange);
      }
      const control = await on.ask('query');
      const exchanges = answers.slice(-1);
      if (control.kind !== 'success' && control.kind !== 'refusal')
        return on.discarded('premise-failed', `the control at 4.1 was answered ${control.label}`);
      if (proven(on))
        return on.violated({
          expected: 'an answer other than a server error',
          got: answers.at(-1)?.label ?? '',
          exchanges,
          reproduced: `${attempts}/${attempts}`,
        });
      on.undecided('server-error', 'every documented request is answered with a server error', {
        exchanges,
        ...(supply === undefined ? {} : { supply }),
      });
    },
  };
}
