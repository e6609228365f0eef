import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { importGraph, type ImportGraph } from '../support/import-graph.ts';
import { inBuilds, longFiles } from '../tiers.ts';
import { generatedCases } from './generated-cases.ts';
import { playInTurn } from './play-in-turn.ts';
import { changedModules, closestFirst, reachOf, suiteOf, type Reach } from './reach.ts';
import { statedTrials } from './stated-trials.ts';
import { allParts, isTrial, trialsOf, type Trial } from './trials.ts';

const script = fileURLToPath(new URL('try.mjs', import.meta.url));

const usage = `Usage: npm run try [-- <part> | <fault> | <choice>]

Tries what a change has to keep, the closest first, and stops at the first step that fails:
the pure tests that import what has changed; then types; then the faults and choices that a changed
module lists, those of the parts of the contract that use it, and ten disturbances. What has changed
is what the working tree has, or the suite of the part that is named. A fault or a choice is tried
alone. Parts: ${allParts.join(', ')}
`;

/** What is tried: changed modules, the parts of the contract that use them, and the faults and choices that they list. */
interface Tried {
  readonly changed: readonly string[];
  readonly reach: Reach;
  readonly parts: readonly string[];
  readonly names: readonly string[];
}

/** The command line of `npm run try`. Sets exit code 1 if something failed, 2 for a part or name that does not exist. */
export async function main([part, names, share]: readonly string[]): Promise<void> {
  if (share !== undefined) {
    process.exitCode = await playShare(trialsOf(listIn(part), listIn(names)), share);
    return;
  }
  if (part !== undefined && isTrial(part)) {
    process.exitCode = await playShare(trialsOf([], [part]), '0/1');
    if (process.exitCode === 0) say(`${part} is judged as expected`);
    return;
  }
  const graph = importGraph(packageFolder);
  const tried = await whatToTry(part, graph);
  if (tried === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  const passed = (await playTests(tried, graph)) && (await checkTypes()) && (await playTrials(tried));
  process.exitCode = passed ? 0 : 1;
}

async function whatToTry(part: string | undefined, graph: ImportGraph): Promise<Tried | undefined> {
  if (part !== undefined && !allParts.includes(part)) return undefined;
  const stated = await modulesStating(graph);
  const changed =
    part === undefined ? changedModules() : [...(stated.get(part) ?? []), ...besideSuite(part, graph)];
  if (changed.length === 0) return undefined;
  const reach = reachOf(graph, changed);
  const parts = part === undefined ? partsReached(reach, stated) : [part];
  return { changed, reach, parts, names: part === undefined ? await statedTrials(reach) : [] };
}

/** For each part, its suite and the modules that generate cases for its clauses: the plan alone imports both. */
async function modulesStating(graph: ImportGraph): Promise<ReadonlyMap<string, readonly string[]>> {
  const generated = await generatedCases(graph);
  return new Map(
    allParts.map((part) => [part, [suiteOf(part, graph) ?? '', ...(generated.get(part) ?? [])]]),
  );
}

/** The modules in the folder beside the suite of a part. */
function besideSuite(part: string, graph: ImportGraph): readonly string[] {
  const suite = suiteOf(part, graph) ?? '';
  const folder = `${suite.slice(0, suite.search(/-|\.ts/))}/`;
  return [...graph.keys()].filter((module) => module.startsWith(folder));
}

/** The parts whose suites or generated cases import what has changed; the closest first. */
function partsReached(reach: Reach, stated: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const distanceOf = (part: string): number =>
    Math.min(...(stated.get(part) ?? []).map((module) => reach.get(module) ?? Infinity));
  return allParts
    .filter((part) => distanceOf(part) < Infinity)
    .toSorted((one, other) => distanceOf(one) - distanceOf(other));
}

/** Plays the pure tests within reach, the closest first; whether they passed. */
async function playTests({ reach, changed }: Tried, graph: ImportGraph): Promise<boolean> {
  const apart = new Set([...inBuilds, ...longFiles].map(({ file }) => `tests/${file}.test.ts`));
  const files = [...reach.keys()].filter(
    (module) => /^tests\/pure\/.*\.test\.ts$/.test(module) && !apart.has(module),
  );
  say(`${changed.length} modules; ${files.length} pure tests import them`);
  return await playInTurn(closestFirst(files, reach, graph));
}

/** Compares types: seconds, and minutes of trials need not be waited for where they do not fit. */
async function checkTypes(): Promise<boolean> {
  say('types');
  return (await exitCodeOf('npm', ['run', '--silent', 'types'])) === 0;
}

/** Plays shares of the trials side by side; whether they passed. */
async function playTrials({ parts, names }: Tried): Promise<boolean> {
  const started = performance.now();
  const trials = trialsOf(parts, names).length;
  const shares = Math.min(4, availableParallelism(), trials);
  say(
    `${trials} trials: ${names.length} listed by what has changed, and those of ${parts.join(', ') || 'no part'}`,
  );
  const codes = await Promise.all(
    Array.from({ length: shares }, (_, at) =>
      exitCodeOf(process.execPath, [script, parts.join(), names.join(), `${at}/${shares}`]),
    ),
  );
  const failed = codes.some((code) => code !== 0);
  say(`${failed ? 'FAILED' : 'passed'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return !failed;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function exitCodeOf(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: packageFolder, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** The entries of a list as one share is given it. */
function listIn(text = ''): readonly string[] {
  return text.split(',').filter(Boolean);
}

async function playShare(trials: readonly Trial[], share: string): Promise<number> {
  const [own = 0, of = 1] = share.split('/').map(Number);
  let failures = 0;
  let current = '';
  // Node ends by itself if all that is left waits for ever.
  process.once('exit', (code) => {
    if (code === 13) say(`${current}\n  never ends`);
  });
  for (const { replay, play } of trials.filter((_, at) => at % of === own)) {
    current = replay;
    const wrong = await play();
    if (wrong.length === 0) continue;
    failures += 1;
    say([replay, ...wrong].join('\n  '));
  }
  return failures === 0 ? 0 : 1;
}
