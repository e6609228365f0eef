import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { importGraph } from '../../tests/support/sampling/import-graph.ts';
import { digestOf } from './digest.ts';
import { ItemOrder } from './item-order.ts';
import { measureBattery, type MeasuredBattery } from './measured-battery.ts';
import { mutate, type MutatedModule, type Mutant } from './mutants.ts';
import {
  placeOf,
  readResults,
  shownReplacement,
  writeResults,
  type MutantResult,
  type RoomResults,
} from './results.ts';
import { drawnOf, modulesOf, type Room } from './rooms.ts';
import type { Tried } from './task.ts';
import { TryingWorker } from './workers.ts';
import { writeSwitched } from './switched-folder.ts';

/** How far to go. */
export interface Effort {
  /** One a core unless given. */
  readonly workers?: number;
  /** Ends after so many milliseconds, wherever that is: the next start goes on. */
  readonly withinMs: number;
  /** Of the mutants that are not known yet, no more than these. */
  readonly most?: number;
  /** Draws others than those that are kept. */
  readonly salt?: string;
  readonly progress: (text: string) => void;
}

/** Tries the mutants of a room that are not known yet for this text of their module, and this battery. */
export async function judgeMutants(room: Room, effort: Effort): Promise<RoomResults> {
  const { withinMs, progress } = effort;
  const until = performance.now() + withinMs;
  const modules = await Promise.all(modulesOf(room).map(mutate));
  const battery = batteryDigest();
  const folder = writeSwitched(modules);
  try {
    const key = digestOf([battery, ...modules.map(({ module, digest }) => `${module} ${digest}`)].join('\n'));
    const measured = await measureBattery(folder, `${room.name}-${key}`);
    progress(`${room.name}: ${measured.items.length} items, ${measured.tests.length} of them unit tests`);
    const book = new ResultBook(room, modules, battery);
    const open = drawnOf(
      room,
      modules.flatMap(({ mutants }) => mutants),
      effort.salt,
    )
      .filter((mutant) => book.result(mutant) === undefined)
      .slice(0, effort.most);
    await tryAll(open, { effort, until, folder, measured, book });
    return book.results;
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
}

async function tryAll(open: readonly Mutant[], trying: Trying): Promise<void> {
  const order = new ItemOrder(trying.measured.items);
  const queue = [...open];
  let done = 0;
  const work = async (): Promise<void> => {
    const worker = new TryingWorker(taskOf(trying));
    try {
      for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
        if (performance.now() > trying.until) return;
        trying.book.enter(mutant, await endOf(mutant, worker, order, trying));
        done += 1;
        if (done % 25 === 0) trying.effort.progress(`${done} of ${open.length}: ${trying.book.told()}`);
      }
    } finally {
      worker.close();
    }
  };
  await Promise.all(Array.from({ length: trying.effort.workers ?? availableParallelism() }, work));
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
  return {
    place: placeOf(mutant),
    operator: mutant.operator,
    replacement: shownReplacement(mutant),
    reached,
    ending: tried === undefined ? 'endless' : endings[tried.difference ?? 'none'],
    ...(tried?.by === undefined ? {} : { by: tried.by }),
  };
}

/** What is known of a room: kept as long as neither the module nor the battery is another. */
class ResultBook {
  readonly #room: Room;
  readonly #before: RoomResults;
  readonly #modules: Map<
    string,
    { digest: string; battery: string; of: number; results: Record<string, MutantResult> }
  >;

  constructor(room: Room, modules: readonly MutatedModule[], battery: string) {
    this.#room = room;
    this.#before = readResults(room.name);
    this.#modules = new Map(
      modules
        .filter(({ mutants }) => mutants.length > 0)
        .map(({ module, digest, mutants }) => {
          const before = this.#before[module];
          const isKnown = before?.digest === digest && before.battery === battery;
          const results = isKnown ? { ...before.results } : {};
          return [module, { digest, battery, of: mutants.length, results }];
        }),
    );
  }

  result({ module, index }: Mutant): MutantResult | undefined {
    return this.#modules.get(module)?.results[index];
  }

  /** What noticed it with the battery of an earlier start: it is likely to do so again. */
  noticedBefore({ module, index }: Mutant): string | undefined {
    return this.#before[module]?.results[index]?.by;
  }

  enter({ module, index }: Mutant, result: MutantResult): void {
    const of = this.#modules.get(module);
    if (of !== undefined) of.results[index] = result;
  }

  save(): void {
    writeResults(this.#room.name, this.results);
  }

  get results(): RoomResults {
    return Object.fromEntries(this.#modules);
  }

  /** How many came to what, so far; keeps it. */
  told(): string {
    this.save();
    const counts = new Map<string, number>();
    for (const { results } of this.#modules.values())
      for (const { ending, reached } of Object.values(results)) {
        const key = reached === 'yes' ? ending : `${ending} (reached: ${reached})`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    return [...counts].map(([ending, count]) => `${count} ${ending}`).join(', ');
  }
}

/** Another one where anything of a battery is another: what it imports, but for what is judged by it. */
function batteryDigest(): string {
  const graph = importGraph(packageFolder);
  const reached = new Set(
    [...graph.keys()].filter((module) =>
      /^(?:proof\/mutation\/battery|tests\/pure\/(?!proof\/))/.test(module),
    ),
  );
  for (const module of reached)
    for (const imported of graph.get(module) ?? [])
      if (isOfBattery.test(imported) && existsSync(join(packageFolder, imported))) reached.add(imported);
  const tapes = readdirSync(join(packageFolder, 'tests/tapes')).map((file) => `tests/tapes/${file}`);
  const texts = [...reached, ...tapes]
    .toSorted()
    .map((file) => digestOf(readFileSync(join(packageFolder, file), 'latin1')));
  return digestOf(texts.join('\n'));
}

const isOfBattery = /^(?:faults|proof|reference|tests)\//;
