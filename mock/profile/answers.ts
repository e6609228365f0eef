import { empty } from '../../reference/call.ts';
import { member, type Json } from '../../reference/json.ts';
import { headerOf } from '../../reference/message.ts';
import type { Opening, Policy } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { answering, asking, bare, content, parameters, refusing, succeeding } from '../../faults/rewrite.ts';
import { asItIs, choice, imitated, oneOfThese, policy, wrap, type Behaviour } from './layers.ts';

type Statuses = readonly [number, ...(readonly number[])];

/** Success is answered with the first status. */
export const success = (...operations: readonly Operation[]): Behaviour =>
  imitated<Statuses>(([status]) =>
    wrap(
      succeeding(operations, (response) => {
        if (response.status === status) return response;
        return [204, 205].includes(status) ? bare(status) : { ...response, status };
      }),
    ),
  );

/** Who has access to operations whose scopes the contract does not list. */
export const opened = (operation: Operation): Behaviour =>
  imitated<{ readonly required: boolean; readonly anyOf?: readonly string[] }>(({ required, anyOf }) => {
    const to: Opening = required ? (anyOf ?? 'any-token') : 'public';
    return policy((base) => ({ opening: (asked) => (asked === operation ? to : base.opening(asked)) }));
  });

type Refused = 'unauthenticated' | 'insufficient' | 'expired';

/** The refused caller gets the first status. */
export const refused = (which: Refused): Behaviour =>
  imitated<Statuses>(([status]) =>
    policy((base) => ({
      refusal(call, access) {
        const answer = base.refusal(call, access);
        const { state, request } = call;
        const token = state.tokens.get(state.policy.bearerOf(request) ?? '');
        const why = access === 'unauthenticated' && token?.expired === true ? 'expired' : access;
        return why === which ? { ...answer, status } : answer;
      },
    })),
  );

export const unknownId: Behaviour = imitated<Statuses>(([status]) =>
  policy((base) => ({
    gone: (call, resource) =>
      resource === undefined
        ? call.state.policy.error(call.state, status, 'no such resource')
        : base.gone(call, resource),
  })),
);

/** A request that cannot be processed is answered with the first status. */
export const validation: Behaviour = imitated<Statuses>(([status]) =>
  wrap(answering(undefined, (response) => (response.status === 400 ? { ...response, status } : response))),
);

export const overwriteResponse = (operation: '4.7' | '4.8'): Behaviour =>
  oneOfThese({
    ExampleResource: asItIs,
    empty: wrap(succeeding([operation], () => bare(204))),
    other: wrap(succeeding([operation], () => ({ ...bare(200), ...content('done', 'text/plain') }))),
  });

/** Whether an accepted action of that name changes the version by itself. */
export const moves = (action: string): Behaviour =>
  imitated<boolean>((does) =>
    does
      ? asItIs
      : policy((base) => ({
          movesVersion: (before, after, actions) =>
            base.movesVersion(
              before,
              after,
              actions.filter((one: Json) => member(one, 'action') !== action),
            ),
        })),
  );

export const versionStep: Behaviour = oneOfThese({
  plusOne: asItIs,
  increasing: policy(() => ({ nextVersion: (current) => current + 7n })),
  arbitrary: choice('versions-hash-the-content'),
});

/** A member of the policy that a value replaces. */
export function decided<T>(decide: (value: T) => Partial<Policy>): Behaviour {
  return imitated<T>((value) => policy(() => decide(value)));
}

export const versionParameter: Behaviour = imitated<string>((name) =>
  name === 'none'
    ? asItIs
    : wrap(refusing(['4.11'], 400, (request) => parameters(request, name).length === 0)),
);

/** A namespace action (4.18) that needs no header. */
export const withoutHeader = (name: string, usual: string): Behaviour =>
  oneOfThese({
    reject: asItIs,
    accept: wrap(
      asking(['4.18'], (request) =>
        headerOf(request, name) === undefined
          ? { ...request, headers: [...request.headers, [name, usual] as const] }
          : request,
      ),
    ),
  });

export const longestBody: Behaviour = imitated<number>((most) =>
  wrap(
    (next) => (state, request, now) =>
      request.body.length > most ? { response: empty(413) } : next(state, request, now),
  ),
);
