import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { availableParallelism } from 'node:os';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { Outcome } from './battery/item.ts';
import type { Met } from './switches.ts';
import type { Task } from './task.ts';
import { toldBy } from './workers.ts';

/** An item as it comes out where nothing is mutated. */
export interface MeasuredItem {
  readonly name: string;
  readonly outcome: Outcome;
  readonly ms: number;
  /** The mutants that it comes by, and that would have come to something else there. */
  readonly met: Met;
}

/** Everything that a mutant may be noticed by. */
export interface MeasuredBattery {
  readonly items: readonly MeasuredItem[];
  /** Unit tests that say something of what is decided. */
  readonly tests: readonly string[];
  /** What is come by as modules are loaded. */
  readonly loaded: Met;
}

/**
 * Plays everything once. Kept in a file, since it takes minutes.
 *
 * @param mutated - folder of the modules with switches
 * @param key - tells this battery over these modules from every other
 */
export async function measureBattery(mutated: string, key: string): Promise<MeasuredBattery> {
  const kept = join(packageFolder, 'node_modules/.cache/proof', `${key}.json`);
  if (existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8')) as MeasuredBattery;
  const tests = await selectTests();
  const played = await playAll(mutated, tests);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify({ ...played, tests }));
  return { ...played, tests };
}

async function selectTests(): Promise<readonly string[]> {
  const names: string[] = [];
  const task: Task = { job: 'select', loading: { root: packageFolder, reworded: true }, tests: [] };
  await toldBy(task, (told) => {
    if (told.kind === 'selected') names.push(told.name);
  });
  return names;
}

async function playAll(
  mutated: string,
  tests: readonly string[],
): Promise<Pick<MeasuredBattery, 'items' | 'loaded'>> {
  const of = availableParallelism();
  const items: MeasuredItem[] = [];
  let loaded: Met = {};
  const tasks = Array.from({ length: of }, (_, at): Task => ({
    job: 'play',
    loading: { root: packageFolder, mutated, observing: true },
    tests,
    share: { at, of },
  }));
  await Promise.all(
    tasks.map((task) =>
      toldBy(task, (told) => {
        if (told.kind === 'loaded') loaded = told.met;
        if (told.kind === 'played') items.push(told);
      }),
    ),
  );
  const steady = items.filter(({ outcome }) => outcome.digest !== 'failed');
  return { items: steady.toSorted((one, other) => one.ms - other.ms), loaded };
}
