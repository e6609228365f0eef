import { isArray, isObject, JsonNumber, member, number } from '../../reference/json.ts';
import type { Choice } from '../fault.ts';

/** Ways in which resources change without a write that names them. */
export const ownMotionChoices: readonly Choice[] = [
  {
    name: 'resources-count-what-the-project-holds',
    summary: 'arrayOfNumberNoDefaultsExample shows how many resources and updates the project has.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        const all = [...call.project.resources.values()];
        const counts = [all.length, all.reduce((sum, { history }) => sum + history.length, 0)];
        const content = member(shown, 'objectTypeProperty');
        const arrayOfNumberNoDefaultsExample = counts.map((count) => number(count));
        return {
          ...shown,
          objectTypeProperty: {
            ...(isObject(content) ? content : {}),
            arrayOfNumberNoDefaultsExample,
          },
        };
      },
    }),
  },
  {
    name: 'integers-grow-with-the-project',
    summary: 'arrayOfIntExample grows by one for each write to another resource since the create.',
    override: (base) => ({
      represented(snapshot, call) {
        const shown = base.represented(snapshot, call);
        const content = member(shown, 'objectTypeProperty');
        const integers = member(content, 'arrayOfIntExample');
        if (!isObject(content) || !isArray(integers)) return shown;
        const others = [...call.project.resources.values()].filter(({ id }) => id !== snapshot.id);
        const since = others.flatMap(({ history }) => history.filter(({ at }) => at > snapshot.createdAt));
        const grown = integers.map((one) =>
          one instanceof JsonNumber && /^-?\d+$/.test(one.text)
            ? number(BigInt(one.text) + BigInt(since.length))
            : one,
        );
        return { ...shown, objectTypeProperty: { ...content, arrayOfIntExample: grown } };
      },
    }),
    leaves: 'incomplete',
  },
];
