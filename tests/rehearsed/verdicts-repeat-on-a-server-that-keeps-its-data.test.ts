import { describe, expect, test } from 'vitest';
import type { Profile } from '../../clause/profile.ts';
import { plan } from '../../config/plan.ts';
import type { Rehearsed } from '../../config/runs/rehearsal.ts';
import { choices, referenceProfile } from '../../faults/catalogue.ts';
import { rowsPlayed } from '../support/played-rows.ts';
import { clausesLike, keptServer, runAgainst } from '../support/servers/kept-server.ts';

const decisive: ReadonlySet<string> = new Set(
  plan.sections
    .flatMap(({ clauses }) => clauses)
    .filter(({ level }) => level !== 'OPEN')
    .map(({ id }) => id),
);

function verdicts({ judgements }: Rehearsed): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...judgements].flatMap(([id, { verdict }]) => (decisive.has(id) ? [[id, verdict]] : [])),
  );
}

/** Habits by which runs differ for another reason than what earlier ones left. */
const differing: readonly string[] = [
  // Which creates land on others is counted.
  'some-creates-land-on-others',
  // What was lent to be deleted is gone after one run.
  'ids-told-to-nobody',
];
const habits = choices.map(({ name }) => name).filter((name) => !differing.includes(name));

describe('all demands of the contract', () => {
  test('is judged alike by ten seeds, each on a fresh server', async () => {
    const first = await runAgainst(keptServer(), 1, { profile: referenceProfile as Profile });
    expect(first.statement.verdict).toBe('CONFORMANT');
    for (const seed of [2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      const next = await runAgainst(keptServer(), seed, { profile: referenceProfile as Profile });
      expect(verdicts(next)).toEqual(verdicts(first));
    }
  });

  test.each([
    '',
    ...rowsPlayed({
      table: 'habits of servers that keep their data',
      rows: habits,
      nameOf: String,
      oneIn: 120,
    }),
  ])('is judged alike by three successive runs with the habit "%s"', async (habit) => {
    const server = keptServer(habit === '' ? [] : [habit]);
    const runs = [];
    for (const number of [1, 2, 3])
      runs.push(await runAgainst(server, number, { profile: referenceProfile as Profile }));
    const [first, ...later] = runs.map((run) => ({ run: run.statement.verdict, ...verdicts(run) }));
    for (const one of later) expect(one).toEqual(first);
  });
});

const overwrites = clausesLike(/^4\.[78]\//);

describe('three successive runs', () => {
  test.each([
    [[]],
    [['overwrites-reach-a-standing-resource']],
    [['overwrites-reach-what-was-changed-last']],
    [['overwrites-reach-a-singleton']],
    [['overwrites-reach-the-oldest']],
    [['overwrites-have-no-target']],
  ])('judge overwrites alike with %j', async (choices) => {
    const server = keptServer(choices);
    const first = verdicts(await runAgainst(server, 1, { selected: overwrites }));
    expect(Object.values(first)).not.toContain('fail');
    for (const next of [2, 3])
      expect(verdicts(await runAgainst(server, next, { selected: overwrites }))).toEqual(first);
  });

  test('judge overwrites even if they reach resources that no run has made', async () => {
    const server = keptServer(['overwrites-reach-a-standing-resource']);
    for (const next of [1, 2])
      expect(
        new Set(Object.values(verdicts(await runAgainst(server, next, { selected: overwrites })))),
      ).toEqual(new Set(['pass']));
  });

  test('name an overwritten resource that the run had not made', async () => {
    const server = keptServer(['overwrites-reach-a-singleton']);
    const { judgements } = await runAgainst(server, 1, { selected: overwrites });
    expect(judgements.get('4.7/target')?.observed).toMatchObject({ overwritten: 'the-one' });
    expect(JSON.stringify(judgements.get('4.7/target'))).toContain('overwrite.patch.target');
  });

  test('leave it unchanged if an id in the body names a resource of the run', async () => {
    const server = keptServer(['overwrites-reach-a-standing-resource']);
    const { judgements } = await runAgainst(server, 1, { selected: overwrites });
    expect(judgements.get('4.7/target')?.observed).toMatchObject({ place: 'own' });
    expect(JSON.stringify(judgements.get('4.7/target'))).not.toContain('the-one');
  });
});

describe('creates that a server limits', () => {
  const selected = clausesLike(/^4\.(2|6|10|11)\//);

  test.each(['integers-above-1000-refused', 'filled-content-refused-later-on'])(
    'leave no clause untested with %s, whatever the seed',
    async (choice) => {
      const free = verdicts(await runAgainst(keptServer(), 1, { selected }));
      for (const seed of [1, 2, 3, 4])
        expect(verdicts(await runAgainst(keptServer([choice]), seed, { selected }))).toEqual(free);
    },
  );
});
