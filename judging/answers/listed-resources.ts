import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { ListName, PlainRead } from '../../contract/traits.ts';
import type { Suspicion } from '../../clause/judgement.ts';
import type { OpenStatement } from '../../clause/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { keptIfAny } from '../access/telling-list.ts';
import { plainOrFresh } from '../parameters/bare-answers.ts';
import { hasSucceeded } from './refused-for-good.ts';

/** Whether listed resources are typed like an ExampleResource, in any place (4.1, 4.4, 4.12). */
export function observeListedResources(name: ListName & PlainRead): OpenStatement<Stage> {
  return {
    statement: 'Whether the resources that a list shows are of the documented types.',
    sends: `${operation(name)} without a query string, while a resource exists`,
    rationale:
      'The contract shows no place for resources in the answer, nor that they are complete there, so nothing fails; but an object that has version and objectTypeProperty, or an element whose objectTypeProperty is an object, looks like an ExampleResource. Then a missing or ill-typed version, or ill-typed content, is suspect. Null is ignored.',
    check: async (on) => {
      await keptIfAny(on);
      const answer = await plainOrFresh(on, name);
      await on.until('end');
      if (!hasSucceeded(on.world, name))
        return on.discarded('premise-failed', `the list was answered ${answer.label}`);
      const { hasResources, illTyped } = on.world.bodies.listed.of(name);
      on.observe(
        { resources: hasResources ? 'shown' : 'not shown', illTyped: [...illTyped.keys()].toSorted() },
        { suspect: oddResources(on, name, 'The list shows resources') },
      );
    },
  };
}

/** Oddities of resources in answers of an operation for which the contract shows no resources. */
export function oddResources(on: Stage, name: EndpointName, shown: string): Suspicion | false {
  const { illTyped } = on.world.bodies.listed.of(name);
  return (
    illTyped.size > 0 && {
      why: `${shown} of which ${[...illTyped].map((one) => one.join(' is ')).join(', ')}.`,
    }
  );
}
