import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defined } from '../../clause/defined.ts';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { batteryDigest } from './battery-digest.ts';
import { ItemOrder } from './item-order.ts';
import { measureBattery, type MeasuredBattery } from './measured-battery.ts';
import { mutate, type Mutant } from './mutants.ts';
import { ResultBook } from './result-book.ts';
import { mutantName, type MutantResult } from './results.ts';
import { drawnOf, modulesOf, type Room } from './rooms.ts';
import type { Tried } from './task.ts';
import { TryingWorker } from './workers.ts';
import { writeSwitched } from './switched-folder.ts';

/** The extent of the proof. */
export interface Effort {
  /** Ends after this many milliseconds, at any point; the next start goes on from there. */
  readonly withinMs: number;
  readonly progress: (text: string) => void;
}

/** Tries the mutants of a room that have no result yet for the present text of their module and this battery. */
export async function judgeMutants(room: Room, effort: Effort): Promise<void> {
  const { withinMs, progress } = effort;
  const until = performance.now() + withinMs;
  const modules = await Promise.all(modulesOf(room.name).map(mutate));
  const mutants = modules.flatMap((module) => module.mutants);
  const drawn = drawnOf(room, mutants);
  const measured = await measureBattery(room.name, modules, drawn);
  progress(`${room.name}: ${measured.items.length} items, ${measured.tests.length} of them tests`);
  const book = new ResultBook(room, modules, batteryDigest());
  const open = drawn.filter((mutant) => book.result(mutant) === undefined);
  const folder = writeSwitched(modules);
  try {
    await tryAll(open, { effort, until, folder, measured, book, mostMs: room.mostMs });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Trying {
  readonly effort: Effort;
  readonly until: number;
  readonly folder: string;
  readonly measured: MeasuredBattery;
  readonly book: ResultBook;
  readonly mostMs: number;
}

async function tryAll(open: readonly Mutant[], trying: Trying): Promise<void> {
  const order = new ItemOrder(trying.measured.items, trying.mostMs);
  const queue = [...open];
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new TryingWorker(taskOf(trying));
    try {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        if (performance.now() > trying.until) return;
        trying.book.enter(mutant, await endOf(mutant, worker, order, trying));
        done += 1;
        if (done % 25 !== 0) continue;
        trying.book.save();
        trying.effort.progress(`${done} of ${open.length}: ${trying.book.summary()}`);
      }
    } finally {
      worker.close();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  trying.book.save();
}

const taskOf = ({ folder, measured }: Trying) => ({
  loading: { root: packageFolder, mutated: folder },
  tests: measured.tests,
});

async function endOf(
  mutant: Mutant,
  worker: TryingWorker,
  order: ItemOrder,
  trying: Trying,
): Promise<MutantResult> {
  const { module, index } = mutant;
  const items = order.of(mutant, trying.book.noticedBefore(mutant));
  const isLoaded = trying.measured.loaded[module]?.includes(index) === true;
  if (items.length === 0 && !isLoaded) return told(mutant, 'no', { tried: 0, unsteady: [] });
  const name = `${module}#${index}`;
  if (items.length > 0) {
    const trial = { mutant: name, isStatic: false, items: items.map(asked) };
    const tried = await worker.tryOut(trial);
    if (tried?.by !== undefined) order.noticed(module, tried.by);
    return told(mutant, 'yes', tried);
  }
  const fresh = new TryingWorker({ ...taskOf(trying), active: name });
  try {
    const near = order.ofModule(module).map(asked);
    return told(mutant, 'as loaded', await fresh.tryOut({ mutant: name, isStatic: true, items: near }));
  } finally {
    fresh.close();
  }
}

const asked = ({ name, outcome }: MeasuredBattery['items'][number]) => ({ name, usual: outcome });

function told(mutant: Mutant, reached: MutantResult['reached'], tried: Tried | undefined): MutantResult {
  const endings = { unmet: 'killed', other: 'noticed', none: 'survived' } as const;
  const ending = tried === undefined ? 'endless' : endings[tried.difference ?? 'none'];
  const survivor = ending === 'survived' ? mutantName(mutant) : undefined;
  return { reached, ending, ...defined({ by: tried?.by, survivor }) };
}
