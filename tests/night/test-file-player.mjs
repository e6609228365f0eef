import { spawn } from 'node:child_process';
import { once, on } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plays test files as they are requested, in a vitest of its own each: see `test-files.ts`.
const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');

for await (const [{ name, seed }] of on(process, 'message', { close: ['disconnect'] }))
  process.send?.({ ending: await endingOf(name, seed) });

/**
 * How a file ends, or one test of it: `passed`, or the full names of the tests that failed.
 *
 * @param {string} name the path of the file; behind it ` > ` and the full name of a test
 * @param {string} seed
 * @returns {Promise<string>}
 */
async function endingOf(name, seed) {
  const [file = '', ...test] = name.split(' > ');
  const isAlone = test.length > 0;
  const folder = mkdtempSync(join(tmpdir(), 'night-'));
  const results = join(folder, 'results.json');
  const log = join(folder, 'rows.jsonl');
  writeFileSync(log, '');
  const words = ['run', '--config', 'tests/vitest.config.ts', file, '--reporter=json', `--outputFile.json=${results}`];
  // A pattern of vitest's is looked for in the full name, whose parts have blanks between them.
  const pattern = isAlone ? ['-t', `^${escaped(test.join(' '))}$`] : [];
  const env = { ...process.env, ROWS: isAlone ? 'all' : `night ${seed}`, ROWS_LOG: log };
  try {
    const child = spawn(process.execPath, [vitest, ...words, ...pattern], { cwd: root, env, stdio: 'ignore' });
    await once(child, 'close');
    const rows = readFileSync(log, 'utf8').split('\n').filter(Boolean).flatMap(namesIn);
    return told(JSON.parse(readFileSync(results, 'utf8')), rows);
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
} // prettier-ignore

/**
 * @param {{ numPassedTests: number, numFailedTestSuites: number, testResults: readonly { message: string, assertionResults: readonly { status: string, ancestorTitles: readonly string[], title: string }[] }[] }} results
 * @param {readonly PlayedRow[]} rows
 * @returns {string}
 */
function told({ numPassedTests, numFailedTestSuites, testResults }, rows) {
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' > ') + rowOf(title, rows));
  if (failed.length > 0) return `failed: ${failed.join(' | ')}`;
  if (numFailedTestSuites > 0) return `failed: ${testResults.map(({ message }) => message).join(' ')}`;
  return numPassedTests > 0 ? 'passed' : 'skipped: there is nothing to play here';
}

/** @typedef {{ readonly table: string, readonly name: string }} PlayedRow */

/**
 * @param {string} line
 * @returns {readonly PlayedRow[]}
 */
function namesIn(line) {
  const { table, names } = JSON.parse(line);
  return names.map((/** @type {string} */ name) => ({ table, name }));
}

/**
 * The row that a test plays, in words: the one with the longest name that its title holds.
 *
 * @param {string} title
 * @param {readonly PlayedRow[]} rows
 * @returns {string}
 */
function rowOf(title, rows) {
  const [row] = rows
    .filter(({ name }) => title.includes(name))
    .toSorted((one, other) => other.name.length - one.name.length);
  return row === undefined ? '' : ` (row of ${row.table}: ${row.name})`;
}

/**
 * @param {string} text
 * @returns {string}
 */
function escaped(text) {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
