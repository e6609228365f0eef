import type { OpenStatement } from '../../clause/section.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import { aboutReactions, observeReactions } from '../../judging/parameters/parameter-reactions.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import type { Stage } from '../../implementation/stage.ts';
import { acceptedPost, sendPost } from './posts.ts';

/** How the two parameters are reacted to beside a record that is accepted (4.9, 4.13). */
export function recordParameterReactions(name: RecordEndpoint): OpenStatement<Stage> {
  return {
    ...aboutReactions(name),
    check: async (on) => {
      const { post, caller, exchange } = await acceptedPost(on, name);
      const taken = { queryParameterOne: post.one, queryParameterTwo: post.two };
      await observeReactions(
        on,
        plainPairs(endpoint(name).parameters),
        ([parameter, value]) =>
          sendPost(
            on,
            name,
            { ...post, ...(parameter === 'queryParameterOne' ? { one: value } : { two: value }) },
            caller,
          ),
        {
          known: ([parameter]) =>
            parameter in taken && taken[parameter as keyof typeof taken] !== undefined ? exchange : undefined,
        },
      );
    },
  };
}
