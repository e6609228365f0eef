import { isOneForAll } from '../../target/learnt.ts';
import type { Stage } from '../../target/stage.ts';
import { deleteOwn, withDoomed } from '../../target/resources/doomed.ts';
import { guardedResource } from '../../target/resources/kept-resource.ts';
import type { OwnResource } from '../../target/resources/own-resource.ts';
import { sameShape, type AccessCase } from './access-case.ts';
import { refuses } from './refusal.ts';

/**
 * A delete (4.11) of a resource that only refused deletes are aimed at.
 *
 * @param name - who has it to himself
 */
export function refusableDelete(name: string): AccessCase {
  return {
    endpoint: 'remove',
    prepare: async (on) => {
      const guarded = async (stage: Stage): Promise<OwnResource> => (await guardedResource(stage, name)).own;
      // Where there is one resource at a time, controls delete it: it is made anew right before it is aimed at.
      let target = isOneForAll(on.facts) ? undefined : Promise.resolve(await guarded(on));
      return {
        once: true,
        control: (stage, as) => {
          if (isOneForAll(stage.facts)) target = undefined;
          return withDoomed(stage, (doomed) => deleteOwn(stage, doomed, as));
        },
        ask: async (stage, as) => {
          target ??= guarded(stage);
          const own = await target;
          const exchange = await stage.ask('remove', { path: { id: own.id }, as });
          if (refuses(stage, exchange) && !isOneForAll(stage.facts))
            stage.refusedWrite({ endpoint: 'remove', exchange, target: own });
          return exchange;
        },
        shows: (control) => control.succeeded,
        grants: (probe, control) => {
          if (probe.object?.['version'] !== undefined) return 'granted';
          return sameShape(probe, control) ? 'granted' : 'open';
        },
      };
    },
  };
}
