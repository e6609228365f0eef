import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { choices } from '../../faults/catalogue.ts';
import {
  agreed,
  differing,
  indispensable,
  observe,
  openClauses,
  opennessFile,
  recordedOpenness,
  witnesses,
  type Observed,
  type Recorded,
} from '../support/observed-openness.ts';
import { drawn } from '../support/sampling.ts';
import { inputsIn } from '../support/sampling/stated-in.ts';

/** `RECORD_OPENNESS=1` records all choices, a list of names those, and what was never recorded either way. */
const recording = process.env['RECORD_OPENNESS'];
const isRecording = recording !== undefined;

/** What depends on chance, or on which of two requests comes first, is another thing at another seed. */
const seeds = [1, 2, 3];

async function record(): Promise<void> {
  const references = await Promise.all(seeds.map((seed) => observe(undefined, seed)));
  const before = recording === '1' ? {} : recordedOpenness();
  const anew = new Set(recording?.split(','));
  const lines: string[] = [];
  for (const { name } of choices) {
    const kept = anew.has(name) ? undefined : before[name];
    const shown =
      kept ?? agreed(await Promise.all(references.map((reference, at) => differ(name, at, reference))));
    lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(shown)}`);
  }
  writeFileSync(opennessFile, `{\n${lines.join(',\n')}\n}\n`);
}

async function differ(choice: string, at: number, reference: Observed): Promise<Observed> {
  return differing(await observe(choice, seeds[at]), reference);
}

/** The same result whenever it is asked for. */
function memoized<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const recorded: Recorded = isRecording ? {} : recordedOpenness();

test.runIf(isRecording)('what choices show is recorded', record, 600_000);

const inputsOf = await inputsIn('faults/choices');

describe.skipIf(isRecording)('what was recorded', () => {
  test('speaks of each choice, and of clauses that exist', () => {
    expect(Object.keys(recorded)).toEqual(choices.map(({ name }) => name));
    for (const observed of Object.values(recorded))
      for (const clause of Object.keys(observed)) expect(openClauses).toContain(clause);
  });

  test.each(openClauses)('%s is seen to differ under two choices', (clause) => {
    expect(witnesses(recorded, clause).length).toBeGreaterThanOrEqual(2);
  });

  // Those without which a clause would have no two witnesses are looked at oftener.
  const needed = indispensable(recorded);
  const name = ([choice]: readonly [string, unknown]): string => choice;
  const rows = Object.entries(recorded);
  const again = [
    ...drawn(
      'openness without which a clause is not varied',
      rows.filter(([choice]) => needed.has(choice)),
      name,
      4,
      ([choice]) => inputsOf(choice),
    ),
    ...drawn(
      'openness',
      rows.filter(([choice]) => !needed.has(choice)),
      name,
      12,
      ([choice]) => inputsOf(choice),
    ),
  ];
  const reference = memoized(observe);
  test.each(again)('%s still shows it', async (choice, before) => {
    expect(differing(await observe(choice), await reference())).toMatchObject(before);
  });
});
