import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../target/stage.ts';

const attempts = 3;

/** An authorised, documented request of an operation. */
export type Documented = (on: Stage) => Promise<Exchange>;

/** The documented method exists on the documented path (the endpoint's section). */
export function routeExists(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> & { readonly needs2xx?: boolean } = {},
): Statement<Stage> {
  const { needs2xx, ...statement } = more;
  const { method, path } = endpoint(name);
  return {
    statement: `${method ?? 'The declared method'} on ${path} is an operation of the implementation.`,
    sends: `${operation(name)} as documented, by a sufficient caller`,
    violation: `A documented request of a sufficient caller is answered 405 or 501, or redirected in a loop, ${attempts} times.`,
    rationale:
      '405 and 501 mean that the server does not support the method there; they say nothing about an absent record or an invalid body. Any other answer passes.',
    ...statement,
    check: async (on) => {
      // A success seen before says it all, and costs nothing.
      if (on.recorder.successes(name).statuses.size > 0) return on.held();
      const answers: Exchange[] = [];
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        const exchange = await request(on);
        if (exchange.leads === 'in-a-loop') answers.push(exchange);
        else if (exchange.kind === 'noise') on.noise(exchange.label);
        else if (exchange.status !== 405 && exchange.status !== 501) {
          if (needs2xx !== true || exchange.succeeded) return on.held();
          return on.undecided('premise-failed', `the documented request was answered ${exchange.label}`, {
            exchanges: [exchange],
          });
        } else answers.push(exchange);
      }
      if (answers.length === attempts)
        on.violated({
          expected: `${method ?? 'the method'} to be supported`,
          got: answers.at(-1)?.label ?? '',
          exchanges: answers.slice(-1),
          reproduced: `${attempts}/${attempts}`,
        });
    },
  };
}

/** `application/json` is accepted as the type of the request's body. */
export function acceptsJson(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'A body labelled application/json is not refused for its media type.',
    sends: `${operation(name)} with a body labelled application/json`,
    violation: `A JSON body labelled application/json is answered 415, ${attempts} times.`,
    rationale:
      'It is the one media type that the contract names for this request, and 415 blames the media type alone.',
    ...more,
    check: async (on) => {
      if (on.recorder.successes(name).statuses.size > 0) return on.held();
      let refused = 0;
      let last: Exchange | undefined;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        last = await request(on);
        if (last.kind === 'noise') on.noise(last.label);
        else if (last.status !== 415) return on.held();
        else refused += 1;
      }
      if (refused === attempts && last !== undefined)
        on.violated({
          expected: 'application/json to be accepted',
          got: last.label,
          exchanges: [last],
          reproduced: `${attempts}/${attempts}`,
        });
    },
  };
}

/** The request without any query string is not refused as a bad request: its parameters are optional. */
export function bareRequestAccepted(
  name: EndpointName,
  request: Documented,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'All query parameters are optional: the request without any is not refused as a bad request.',
    sends: `${operation(name)} without a query string`,
    violation: `The authorised request without a query string is answered 400 or 422, ${attempts} times.`,
    rationale:
      'Only these two codes blame what the request contains, and it contains nothing but what is required.',
    ...more,
    check: async (on) => {
      let refused = 0;
      let last: Exchange | undefined;
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        last = await request(on);
        if (last.kind === 'noise') on.noise(last.label);
        else if (last.status === 400 || last.status === 422) refused += 1;
        else if (last.succeeded) return on.held();
        else
          return on.undecided('premise-failed', `the bare request was answered ${last.label}`, {
            exchanges: [last],
          });
      }
      if (refused === attempts && last !== undefined)
        on.violated({
          expected: 'the request without optional parameters to be accepted',
          got: last.label,
          exchanges: [last],
          reproduced: `${attempts}/${attempts}`,
        });
    },
  };
}
