import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm test`, `npm run test:build` and `npm run test:processes`: the checks and the tests of a tier side by side. The last line counts them.
const root = fileURLToPath(new URL('..', import.meta.url));

/** Each tier: its projects of `tests/vitest.config.ts`, and the scripts of `package.json` that are checked beside them. */
const tiers = {
  gate: { projects: ['pure', 'rehearsed'], checks: ['types', 'lint'] },
  build: { projects: ['processes', 'journeys', 'pure', 'rehearsed'], checks: [] },
  processes: { projects: ['processes', 'journeys', 'pure', 'rehearsed'], checks: [] },
};

const [name = '', ...words] = process.argv.slice(2);
const { projects, checks } = tiers[name === 'processes' || name === 'build' ? name : 'gate'];
const scratch = mkdtempSync(join(tmpdir(), 'tests-'));
const results = join(scratch, 'results.json');

/** @typedef {{ readonly code: number, readonly output: string }} Ended */

/**
 * Runs a command to its end; what it prints is kept, or passed on as it comes.
 *
 * @param {readonly string[]} command
 * @param {'pipe' | 'inherit'} output
 * @returns {Promise<Ended>}
 */
function run([program = '', ...args], output) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, output] });
    /** @type {Buffer[]} */
    const printed = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (/** @type {Buffer} */ octets) => printed.push(octets));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(printed).toString('utf8') }),
    );
  });
}

/** How many tests passed and failed; nothing if vitest ended before it could say so. */
function counted() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(results, 'utf8'));
    // A file that cannot be loaded has no tests that could fail.
    return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0) };
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const vitest = [
  process.execPath,
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  'tests/vitest.config.ts',
];
const tests = [...vitest, '--mode', name, ...projects.flatMap((project) => ['--project', project])];
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
const [ended, ...checked] = await Promise.all([
  run([...tests, ...reporters, ...words], 'inherit'),
  ...checks.map((check) => run(['npm', 'run', '--silent', check], 'pipe')),
]);
for (const { code, output } of checked) if (code !== 0) process.stdout.write(output);
const broken = checked.filter(({ code }) => code !== 0).length;
const { passed, failed } = counted();
// What fails beside any test, such as an error between tests, has failed as well.
const all = failed + broken === 0 && ended.code !== 0 ? 1 : failed + broken;
rmSync(scratch, { recursive: true });
process.stdout.write(`${passed + checks.length - broken} passed, ${all} failed\n`);
process.exitCode = all === 0 ? 0 : 1;
