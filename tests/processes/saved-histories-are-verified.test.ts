import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { historyLines, judgeSaved, savedHistories } from '../../config/runs/saved-histories.ts';
import { historyOf } from '../support/histories/history-notation.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

/** Two updates that state one version succeed, each with a version of its own. */
const crowded = historyOf('0>1@0-5 0>2@1-6');
const orderly = historyOf('0>1@0-5 1>2@6-9');

function folderWith(name: string, value: unknown): string {
  const cwd = newFolder();
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, name), typeof value === 'string' ? value : JSON.stringify(value));
  return cwd;
}

describe('saved histories', () => {
  test('are found in a file of their own', () => {
    const cwd = folderWith('h.json', orderly);
    expect(savedHistories(cwd, 'h.json')).toEqual([{ name: 'h.json', history: orderly }]);
  });

  test('are found in the findings of a report', () => {
    const findings = [{ counterexample: { history: crowded } }, { counterexample: 7 }, {}];
    const report = {
      clauses: [
        { id: '4.10/one-winner', findings },
        { id: '4.1/route-exists', findings: [] },
      ],
    };
    const cwd = folderWith('conformance.json', report);
    expect(savedHistories(cwd, 'conformance.json')).toEqual([
      { name: 'conformance.json#4.10/one-winner', history: crowded },
    ]);
  });

  test.for([
    ['missing.json', 'is missing'],
    ['h.json', 'found "operations"'],
  ])('unreadable saved histories are refused: %s', ([name]) => {
    const cwd = folderWith('h.json', { ...orderly, operations: 7 });
    expect(() => savedHistories(cwd, name ?? '')).toThrow(ConfigurationError);
  });

  test('show the operations that contradict each other', () => {
    const saved = { name: 'h.json', history: crowded };
    const verdict = judgeSaved(saved);
    const lines = historyLines(saved, verdict).join('\n');
    expect(verdict.verdict).toBe('violation');
    for (const { id } of crowded.operations) expect(lines).toContain(id);
  });
});

describe('verify-history', () => {
  test.for([
    ['a history in order', orderly, 0, 'linearizable'],
    ['a crowded one', crowded, 1, 'violation'],
    ['no history', { schemaVersion: 2 }, 2, 'schemaVersion'],
  ] as const)('ends %s with the exit code of its verdict', async ([, value, code, text]) => {
    const ended = await runCommand(folderWith('h.json', value), ['verify-history', 'h.json']);
    expect(ended.stdout + ended.stderr).toContain(text);
    expect(ended.code).toBe(code);
  });
});
