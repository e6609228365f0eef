import { describe, expect, test } from 'vitest';
import { byWeight } from '../../../../clause/blocks/weight.ts';

const partOf = (id: string): string => id.slice(0, id.indexOf('/'));

function weighed(ids: readonly string[]): readonly string[] {
  return byWeight(ids.map((id) => ({ id, section: partOf(id) }))).map(({ id }) => id);
}

/** Broken clauses of falling weight: each is between one that weighs more and one that weighs less. */
const falling: readonly (readonly string[])[] = [
  // Who may write.
  ['4.6/refused-without-token', '4.16/refused-to-no-scope', '4.13/refused-to-view-test', '4.10/refused-without-token', 'Authentication/scopes-are-exact-for-writes'],
  // What updates lose.
  ['4.10/one-winner', '4.10/json-stays', 'Versioning/stale-version-conflicts'],
  // Who may read.
  ['4.2/refused-without-token', '4.17/refused-to-no-scope', 'Authentication/scopes-are-exact-for-reads', 'General/resources-belong-to-their-project', 'General/resources-change-in-their-project-only'],
  // What else is written.
  ['4.6/success-status', '4.11/is-gone', '4.15/route-exists'],
  // What else is read.
  ['4.2/success-status', '4.18/route-exists', 'General/no-server-error'],
  // The form of what is shown.
  ['Resources/version-is-integer', 'Errors/names-a-code', '4.6/answers-with-json', 'General/labelled-as-it-is', 'General/json-is-labelled-as-json'],
]; // prettier-ignore

function orders(ids: readonly string[]): readonly (readonly string[])[] {
  return ids.flatMap((id, at) => {
    const others = ids.toSpliced(at, 1);
    return others.length === 0 ? [[id]] : orders(others).map((rest) => [id, ...rest]);
  });
}

const between = falling.slice(1, -1).flatMap((middle, at) => {
  const [heavier = [], lighter = []] = [falling[at], falling[at + 2]];
  return heavier.flatMap((one) =>
    middle.flatMap((two) => lighter.map((three) => [one, two, three] as const)),
  );
});

describe('broken clauses', () => {
  test('are between heavier and lighter clauses, in any order of input', () => {
    const misplaced = between.filter((ids) => orders(ids).some((given) => weighed(given)[1] !== ids[1]));
    expect(misplaced).toEqual([]);
  });

  test('come in order of harm: first open access for every caller, last the form of answers', () => {
    expect(weighed(falling.toReversed().flat())).toEqual(falling.flat());
  });

  test('keep their order if they weigh the same', () => {
    for (const ids of falling)
      expect([weighed(ids), weighed(ids.toReversed())]).toEqual([ids, ids.toReversed()]);
  });
});
