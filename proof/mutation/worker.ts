import { on } from 'node:events';
import { differenceOf, type Item, type Outcome } from './battery/item.ts';
import type { Task, Told, Trial, Tried } from './task.ts';
import { MutantSwitches } from './switches.ts';

const switches = new MutantSwitches();
switches.install();

/** Performs the task for which it was forked, and reports progress. */
export async function work(task: Task): Promise<void> {
  switches.activate(task.active);
  switches.watch();
  const items = await itemsOf(task);
  tell({ kind: 'loaded', met: switches.met() });
  const shared = items.filter((_, at) => task.share === undefined || at % task.share.of === task.share.at);
  if (task.job === 'play') await playAll(shared);
  else if (task.job === 'select') await selectAll(shared);
  else await tryAsAsked(new Map(items.map((item) => [item.name, item])));
}

/** Modules that may be mutated are loaded only once the switches exist. */
async function itemsOf({ tests, job }: Task): Promise<readonly Item[]> {
  const { unitTests, scenarios } = await import('./battery/gathered-tests.ts');
  const stated = [...(await unitTests()), ...(await scenarios())];
  if (job === 'select') return stated;
  const { rehearsals } = await import('./battery/rehearsals.ts');
  const selected = new Set(tests);
  return [...stated.filter(({ name }) => selected.has(name)), ...rehearsals()];
}

function tell(told: Told): void {
  process.send?.(told);
}

/** Plays each item once: its outcome, the code that it reaches, and its duration. */
async function playAll(items: readonly Item[]): Promise<void> {
  for (const item of items) {
    switches.watch();
    const started = performance.now();
    const outcome = await item.play();
    const ms = performance.now() - started;
    tell({ kind: 'played', name: item.name, outcome, ms, met: switches.met() });
  }
  process.disconnect();
}

/** The tests that pass with any prose of the product and any order of sorting: they test decisions and not wording. */
async function selectAll(items: readonly Item[]): Promise<void> {
  const original = Array.prototype.toSorted;
  Object.defineProperty(Array.prototype, 'toSorted', {
    ...Object.getOwnPropertyDescriptor(Array.prototype, 'toSorted'),
    value(this: unknown[], compare?: (one: unknown, other: unknown) => number) {
      return original.call(this, compare).reverse();
    },
  });
  for (const item of items)
    if ((await item.play()).digest === 'passed') tell({ kind: 'selected', name: item.name });
  process.disconnect();
}

/** Plays tasks one after another, in their order of arrival; ends once no caller is left. */
async function tryAsAsked(items: ReadonlyMap<string, Item>): Promise<void> {
  for await (const [trial] of on(process, 'message', { close: ['disconnect'] }) as AsyncIterable<[Trial]>)
    tell({ kind: 'tried', ...(await tryOut(trial, items)) });
}

/** Plays items with an active mutant, up to the first whose outcome differs, but is as usual without the mutant. */
async function tryOut({ mutant, isStatic, items }: Trial, known: ReadonlyMap<string, Item>): Promise<Tried> {
  const unsteady: string[] = [];
  for (const [at, { name, ...given }] of items.entries()) {
    const item = known.get(name);
    // A module that the mutant keeps from loading states no tests.
    if (item === undefined) return { difference: 'other', by: name, tried: at + 1, unsteady };
    const usual = given.usual ?? (await outcomeOf(item));
    switches.activate(mutant);
    const now = await outcomeOf(item);
    if (!isStatic) switches.activate(undefined);
    const difference = differenceOf(item, usual, now);
    if (difference === undefined) continue;
    if (!isStatic && (await outcomeOf(item)).digest !== usual.digest) unsteady.push(name);
    else return { difference, by: name, tried: at + 1, unsteady };
  }
  return { tried: items.length, unsteady };
}

/** An exception is an outcome unlike any verdict. */
async function outcomeOf(item: Item): Promise<Outcome> {
  try {
    return await item.play();
  } catch {
    return { digest: 'thrown', failed: [] };
  }
}
