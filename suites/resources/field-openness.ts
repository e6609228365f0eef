import type { OpenStatement } from '../../clause/section.ts';
import { documentedFields } from '../../schemas/fields.ts';
import { observedMember } from '../../clause/declarations.ts';
import { surveyed } from './field-clause.ts';
import { observed } from '../../judging/said.ts';
import type { Stage } from '../../implementation/stage.ts';

const requests = new Set(['ExampleResourceUpdateAction', 'OrderedRecord']);

/** `Type.field` of every documented member of an answer. */
const answered: readonly string[] = documentedFields
  .filter(({ type }) => !requests.has(type))
  .map(({ name }) => name);

const names = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Which documented fields occur, always occur, or are null; compared with `fields.*`. */
export const fieldPresence: OpenStatement<Stage> = {
  statement: 'Which documented fields occur, and which always occur.',
  rationale: 'The contract states presence only for version.',
  declares: [
    {
      key: 'fields.always',
      met: (declared, observed) => {
        const listed = names(declared);
        if (listed.some((name) => names(observedMember(observed, 'lacking')).includes(name))) return false;
        const seen = names(observedMember(observed, 'seen'));
        return listed.every((name) => seen.includes(name)) ? true : undefined;
      },
    },
    {
      key: 'fields.never',
      met: (declared, observed) => {
        const shown = [
          ...names(observedMember(observed, 'seen')),
          ...names(observedMember(observed, 'null')),
        ];
        if (names(declared).some((name) => shown.includes(name))) return false;
        return names(observedMember(observed, 'seen')).length > 0 ? true : undefined;
      },
    },
    // Permissions: no observation can contradict them, and other clauses judge every other value.
    { key: 'fields.nullable', met: () => true },
    { key: 'fields.computed', met: () => true },
  ],
  ...observed(
    (on) => surveyed(on, ...answered),
    ({ bodies }) => {
      const facts = answered.map((name) => ({ name, ...bodies.field(name) }));
      const list = (meant: (one: (typeof facts)[number]) => boolean): readonly string[] =>
        facts.filter(meant).map(({ name }) => name);
      return {
        observed: {
          seen: list(({ seen }) => seen > 0),
          lacking: list(({ absent }) => absent > 0),
          null: list(({ deviations }) => deviations.some(({ got }) => got === null)),
        },
      };
    },
  ),
};

const int32 = 'ArrayItem.integerExampleInt32';

/** Whether values beyond the signed range occur; compared with `int32.signed`. */
export const signedness: OpenStatement<Stage> = {
  statement: 'Whether a 32-bit integer is shown beyond the signed range.',
  rationale: 'The contract says 32-bit; the suite reads this as signed unless the vendor declares otherwise.',
  declares: [
    {
      key: 'int32.signed',
      met: (declared, observed) => declared === false || observedMember(observed, 'beyondSigned') === false,
    },
  ],
  ...observed(
    (on) => surveyed(on, int32),
    ({ bodies }) => {
      const { seen, deviations } = bodies.field(int32);
      if (seen === 0)
        return { lack: { code: 'field-never-seen', text: `no answer showed ${int32} with a value` } };
      const beyondSigned = deviations.some(
        ({ got }) => typeof got === 'number' && got >= 2 ** 31 && got < 2 ** 32,
      );
      return { observed: { beyondSigned } };
    },
  ),
};

const arrays = answered
  .filter((name) => name.startsWith('ObjectTypeProperty.'))
  .map((name) => name.slice(19));

/** Lengths, extremes and repetitions in the arrays of ObjectTypeProperty; compared with `arrays.*`. */
export const arrayBounds: OpenStatement<Stage> = {
  statement: 'The lengths, extremes and repetitions in the arrays of ObjectTypeProperty.',
  rationale: 'Bounds, uniqueness, counts and defaults are not shown.',
  declares: arrays.map((field) => ({
    key: `arrays.${field}`,
    met: (declared, observed) => within(declared, observedMember(observed, field)),
  })),
  ...observed(
    (on) => surveyed(on, ...arrays.map((field) => `ObjectTypeProperty.${field}`)),
    ({ bodies }) => {
      const held = arrays.flatMap((field) => {
        const content = bodies.arrays.of(field);
        return content === undefined ? [] : [[field, content] as const];
      });
      return held.length === 0 ? {} : { observed: Object.fromEntries(held) };
    },
  ),
};

/** Whether the values seen in an array satisfy the declared keywords of JSON Schema; undefined if nothing was seen. */
function within(declared: unknown, content: unknown): boolean | undefined {
  if (content === undefined) return undefined;
  const bound = (name: string, otherwise: number): number =>
    numberOr(observedMember(declared, name), otherwise);
  const seen = (name: string, otherwise: number): number =>
    numberOr(observedMember(content, name), otherwise);
  const repeats = observedMember(content, 'repeats') === true;
  return (
    seen('shortest', Infinity) >= bound('minItems', 0) &&
    seen('longest', 0) <= bound('maxItems', Infinity) &&
    seen('smallest', Infinity) >= bound('minimum', -Infinity) &&
    seen('greatest', -Infinity) <= bound('maximum', Infinity) &&
    !(repeats && observedMember(declared, 'uniqueItems') === true)
  );
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
