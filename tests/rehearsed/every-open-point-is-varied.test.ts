import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { choices } from '../../faults/catalogue.ts';
import {
  differing,
  observe,
  openClauses,
  sampled,
  witnesses,
  type Recorded,
} from '../support/observed-openness.ts';

/**
 * What open clauses show under each choice and not of the plain reference, as it was recorded:
 * `RECORD_OPENNESS=1 npx vitest run --config tests/vitest.config.ts every-open` writes it anew.
 */
const file = new URL('../support/choices-and-opens.json', import.meta.url);

/** Open clauses that no two choices can vary, and why. */
const invariable: Readonly<Record<string, string>> = {};

const isRecording = process.env['RECORD_OPENNESS'] !== undefined;
const seed = Number(process.env['OPENNESS_SEED'] ?? '0');

async function record(): Promise<void> {
  const reference = await observe();
  const lines: string[] = [];
  for (const { name } of choices)
    lines.push(`  ${JSON.stringify(name)}: ${JSON.stringify(differing(await observe(name), reference))}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}

const recorded: Recorded = isRecording ? {} : JSON.parse(readFileSync(file, 'utf8'));

test.runIf(isRecording)('what choices show is recorded', record, 600_000);

describe.skipIf(isRecording)('what was recorded', () => {
  test('speaks of each choice, and of clauses that exist', () => {
    expect(Object.keys(recorded)).toEqual(choices.map(({ name }) => name));
    for (const observed of Object.values(recorded))
      for (const clause of Object.keys(observed)) expect(openClauses).toContain(clause);
  });

  test.each(openClauses)('%s is seen to differ under two choices', (clause) => {
    const by = witnesses(recorded, clause);
    if (invariable[clause] === undefined) expect(by.length).toBeGreaterThanOrEqual(2);
    else expect(by.length, 'it is varied by now').toBeLessThan(2);
  });

  const again = sampled(recorded, seed);
  test(`is still so under ${again.length} choices (OPENNESS_SEED=${seed})`, async () => {
    const reference = await observe();
    for (const choice of again)
      expect([choice, differing(await observe(choice), reference)]).toEqual([choice, recorded[choice]]);
  });
});
