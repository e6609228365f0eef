import { describe, expect, test } from 'vitest';
import { choices } from '../../../faults/catalogue.ts';
import { createRandom } from '../../../run/random.ts';
import { draftThenJudge } from '../../support/in-process/drafted-then-judged.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

/** Habits that a run works with by itself, and such as show nowhere what somebody would look for. */
const chosen = [
  'strangers-sent-to-a-login',
  'refusals-by-the-end-of-the-connection',
  'first-reads-move-the-version',
  'key-not-shown',
];

/** Whether two habits can be had at once. */
function areAtOdds(one: string, other: string): boolean {
  const excludedBy = (name: string): readonly string[] =>
    choices.find((choice) => choice.name === name)?.excludes ?? [];
  return one === other || excludedBy(one).includes(other) || excludedBy(other).includes(one);
}

/** Pairs of habits of all kinds, the same in each run of the tests. */
function drawnPairs(count: number): readonly string[] {
  const random = createRandom(1);
  const pairs: string[] = [];
  while (pairs.length < count) {
    const [one, other] = [random.pick(choices).name, random.pick(choices).name];
    if (!areAtOdds(one, other)) pairs.push(`${one} and ${other}`);
  }
  return pairs;
}

/** The verdict of the draft, and what keeps it from another one. */
async function endOf(names: readonly string[]) {
  const { verdict, failed, undecided, without } = (await draftThenJudge(names)).tried;
  return { verdict, failed, left: undecided.map(({ why, supply }) => supply ?? why), without };
}

const isOpen = (name: string): boolean => choices.find((one) => one.name === name)?.leaves === 'incomplete';

/** Runs in virtual time follow one another within the ten seconds that this one counts. */
const isCounting = (name: string): boolean => name.includes('at-most-25-creates-in-ten-seconds');

/** A habit alone or two, by name. */
const rows = [...choices.map(({ name }) => name), ...drawnPairs(200)].filter((name) => !isCounting(name));

describe('a draft that has run', () => {
  test.each(chosen)('leads to a verdict for every clause that a setting decides: %s', async (name) => {
    expect(await endOf([name])).toMatchObject({ verdict: 'CONFORMANT', failed: [], left: [] });
  });

  test.each(rowsPlayed({ table: 'ways out', rows, nameOf: String, oneIn: 60 }))(
    'makes no honest server fail, and leaves only documented clauses undecided: %s',
    async (row) => {
      const names = row.split(' and ');
      const { verdict, failed, left } = await endOf(names);
      expect(failed).toEqual([]);
      if (!names.some(isOpen)) expect([verdict, left]).toEqual(['CONFORMANT', []]);
    },
  );
});
