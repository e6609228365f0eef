import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { availableParallelism } from 'node:os';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { wholeDigest } from './battery-digest.ts';
import type { Outcome } from './battery/item.ts';
import { digestOf } from './digest.ts';
import type { Mutant, MutatedModule } from './mutants.ts';
import { writeSwitched } from './switched-folder.ts';
import type { Met } from './switches.ts';
import type { Task, Told } from './task.ts';
import { toldBy } from './workers.ts';

/** The result of an item without a mutant. */
export interface MeasuredItem {
  readonly name: string;
  readonly outcome: Outcome;
  readonly ms: number;
  /** The mutants that the item reaches, and that would give another value there. */
  readonly met: Met;
}

/** All items that may notice a mutant. */
export interface MeasuredBattery {
  readonly items: readonly MeasuredItem[];
  /** Tests of decisions. */
  readonly tests: readonly string[];
  /** The mutants that are reached while modules are loaded. */
  readonly loaded: Met;
}

/**
 * Plays every item once, with switches in the modules of one room: observing all rooms at once takes ten times as long.
 * A file keeps the result, which takes minutes.
 *
 * @param drawn - the mutants that are tried: other mutants only have to be reached
 */
export async function measureBattery(
  room: string,
  modules: readonly MutatedModule[],
  drawn: readonly Mutant[],
): Promise<MeasuredBattery> {
  const key = wholeDigest();
  const tests = await kept(`tests-${key}`, selectTests);
  const observed = Object.fromEntries(
    modules.map(({ module }) => [module, drawn.flatMap((one) => (one.module === module ? one.index : []))]),
  );
  return await kept(`${room}-${digestOf(key + JSON.stringify(observed))}`, async () => {
    const mutated = writeSwitched(modules);
    try {
      return { ...(await playAll({ root: packageFolder, mutated, observed }, tests)), tests };
    } finally {
      rmSync(mutated, { recursive: true });
    }
  });
}

async function kept<T>(key: string, make: () => Promise<T>): Promise<T> {
  const file = join(packageFolder, 'node_modules/.cache/proof', `${key}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as T;
  const made = await make();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(made));
  return made;
}

async function selectTests(): Promise<readonly string[]> {
  const names: string[] = [];
  const task = { job: 'select', loading: { root: packageFolder, reworded: true }, tests: [] } as const;
  await shared(task, (told) => {
    if (told.kind === 'selected') names.push(told.name);
  });
  return names;
}

async function playAll(
  loading: Task['loading'],
  tests: readonly string[],
): Promise<Pick<MeasuredBattery, 'items' | 'loaded'>> {
  const items: MeasuredItem[] = [];
  let loaded: Met = {};
  await shared({ job: 'play', loading, tests }, (told) => {
    if (told.kind === 'loaded') loaded = told.met;
    if (told.kind === 'played') items.push(told);
  });
  const steady = items.filter(({ outcome }) => outcome.digest !== 'failed');
  return { items: steady.toSorted((one, other) => one.ms - other.ms), loaded };
}

/** A task that is divided among as many workers as there are processors. */
async function shared(task: Task, onTold: (told: Told) => void): Promise<void> {
  const of = availableParallelism();
  const shares = Array.from({ length: of }, (_, at) => ({ at, of }));
  await Promise.all(shares.map((share) => toldBy({ ...task, share }, onTold)));
}
