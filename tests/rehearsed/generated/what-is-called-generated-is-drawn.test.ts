import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';

interface Numbers {
  readonly clone: () => Numbers;
  readonly next: () => number;
  readonly getState: () => readonly number[];
}

/** A source of numbers for fast-check: a linear congruential generator. */
function numbersFrom(seed: number): Numbers {
  let state = seed | 0;
  return {
    clone: () => numbersFrom(state),
    next: () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state ^ (state >>> 15);
    },
    getState: () => [state],
  };
}

/** With a status for no match, which some existence checks need to be distinguished. */
const profile = { ...referenceProfile, head: { noMatch: { status: 404 } } };

/** Evidence that looks at what other evidence has drawn, by the clause of that. */
const besides: Readonly<Record<string, string>> = {
  'resources with content at the edges of its types': '4.6/answers-with-a-resource',
};

/** What draws nothing by itself, and begins when races that are drawn have calibrated its resource. */
const afterRaces = new Set([
  'clients that read, update and try again after a 409 until each had its turns',
  'the version that reads show, on a resource that races have updated many times',
]);

/** How often fast-check is asked for cases while one piece of evidence is gathered, and nothing else. */
async function draws(name: string): Promise<number> {
  let times = 0;
  fc.configureGlobal({
    randomType: (seed) => {
      times += 1;
      return numbersFrom(seed);
    },
  });
  const sections = plan.sections.map((section) => ({
    ...section,
    clauses: section.clauses.map(({ check: _check, ...stated }) => stated),
  }));
  const evidence = plan.evidence.filter((one) => one.name === name || one.clause === besides[name]);
  await rehearse({ plan: { sections, evidence }, profile });
  return times;
}

afterEach(() => fc.resetConfigureGlobal());

const rows = plan.evidence.filter(({ name }) => !afterRaces.has(name));

test.each(rows.map(({ name, draws: isDrawn }) => [name, isDrawn] as const))(
  '%s is drawn by fast-check: %s',
  async (name, isDrawn) => {
    expect((await draws(name)) > 0).toBe(isDrawn);
  },
);

test('evidence that begins after races exists, and is a further look', () => {
  const looks = plan.evidence.filter(({ draws: isDrawn }) => !isDrawn).map(({ name }) => name);
  expect(looks).toEqual(expect.arrayContaining([...afterRaces]));
});
