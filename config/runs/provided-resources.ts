import type { Profile } from '../../clause/profile.ts';
import type { Reference } from '../../reference/create.ts';
import { answer } from '../../reference/in-process.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Clock } from '../../wire/clock.ts';

/** Content in which every documented member occurs. */
const content = {
  objectTypeProperty: {
    arrayOfIntExample: [1, 2],
    arrayOfUniqueIntExample: [3, 4],
    arrayOfTwonumbersExample: [5, 6],
    arrayOfFloatExample: [1.5, 2.5],
    arrayOfNumberNoDefaultsExample: [7],
    arrayOfStringExample: ['text'],
    arrayOfObjectType: [{ integerExample: 8, integerExampleInt32: 9 }],
  },
};

/** Creates resources before a run, and returns them, the last one last, as a profile would name them. */
export async function provideResources(
  reference: Reference,
  clock: Clock,
  count: number,
): Promise<readonly Required<NonNullable<NonNullable<Profile['resource']>['fixture']>>[]> {
  for (let made = 0; made < count; made += 1)
    await answer(
      reference,
      {
        method: 'POST',
        target: '/demo/resource',
        headers: [
          ['Authorization', `Bearer ${tokenOf.manageTest}`],
          ['Content-Type', 'application/json'],
        ],
        body: new TextEncoder().encode(JSON.stringify(content)),
        connection: '1',
      },
      clock,
    );
  const there = reference.state.projects.get('demo')?.resources.values() ?? [];
  return [...there].slice(-count).map(({ id, key }) => ({ id, key }));
}
