import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../clause/defined.ts';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { writeWhole } from '../write-whole.ts';
import type { Mutant } from './mutants.ts';

/** The ending of a mutant: an unmet expectation, another verdict, no end, or unnoticed. */
type Ending = 'killed' | 'noticed' | 'endless' | 'survived';

/** The result of one mutant of the judge. */
export interface MutantResult {
  /** Who reaches the mutant: some item, only the loading of its module, or no item. */
  readonly reached: 'yes' | 'as loaded' | 'no';
  readonly ending: Ending;
  /** What noticed it. */
  readonly by?: string;
  /** Place and effect of a mutant that no item noticed; for any other mutant the number suffices. */
  readonly survivor?: string;
}

/** The results for the mutants of one module, with the digests of its text and of the battery. */
interface ModuleResults {
  readonly digest: string;
  readonly battery: string;
  /** The number of the module's mutants. */
  readonly of: number;
  /** Results by the number of the mutant. */
  readonly results: Readonly<Record<string, MutantResult>>;
}

/** Results by the path of the module. */
export type RoomResults = Readonly<Record<string, ModuleResults>>;

/** The same results as stored: each name of an item once, and each result in its shortest form. */
interface KeptRoom {
  readonly items: readonly string[];
  readonly modules: Readonly<
    Record<string, Omit<ModuleResults, 'results'> & { readonly results: KeptResults }>
  >;
}

/** The ending; how it was reached, if no item reached it; the number of the item, or the name of the survivor. */
type KeptResults = Readonly<Record<string, readonly [ending: Ending, ...more: readonly (string | number)[]]>>;

const pathOf = (room: string): string => `proof/results/${room}.json`;

export function readResults(room: string): RoomResults {
  const file = join(packageFolder, pathOf(room));
  if (!existsSync(file)) return {};
  const { items, modules } = JSON.parse(readFileSync(file, 'utf8')) as KeptRoom;
  return mapped(modules, (module) => ({
    ...module,
    results: mapped(module.results, ([ending, ...more]): MutantResult => {
      const reached = more.find((one) => one === 'as loaded' || one === 'no') ?? 'yes';
      const last = more.at(-1);
      return {
        ending,
        reached,
        ...defined({
          by: typeof last === 'number' ? items[last] : undefined,
          survivor: ending === 'survived' ? String(last) : undefined,
        }),
      };
    }),
  }));
}

/** One line per mutant, so that a difference is readable. */
export function writeResults(room: string, results: RoomResults): void {
  const ofAll = Object.values(results).flatMap((module) => Object.values(module.results));
  const items = [...new Set(ofAll.flatMap(({ by }) => by ?? []))].toSorted();
  const numbers = new Map(items.map((item, at) => [item, at]));
  const kept = ({ ending, reached, by, survivor }: MutantResult) =>
    [ending, reached === 'yes' ? undefined : reached, numbers.get(by ?? ''), survivor].filter(
      (one) => one !== undefined,
    );
  const modules = Object.entries(results)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, { digest, battery, of, results: ofMutants }]) => {
      const lines = Object.entries(ofMutants)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([index, result]) => `"${index}": ${JSON.stringify(kept(result))}`);
      const head = `"digest": "${digest}", "battery": "${battery}", "of": ${of}`;
      return ` ${JSON.stringify(module)}: { ${head}, "results": {\n${lines.join(',\n')}\n } }`;
    });
  const named = items.map((item) => JSON.stringify(item)).join(',\n');
  writeWhole(pathOf(room), `{"items": [\n${named}\n],\n"modules": {\n${modules.join(',\n')}\n}}\n`);
}

function mapped<A, B>(values: Readonly<Record<string, A>>, to: (value: A) => B): Readonly<Record<string, B>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

const mostShown = 80;

/** The name of a mutant in stored texts. */
export function mutantName({ module, line, column, operator, replacement }: Mutant): string {
  return `${module}:${line}:${column} ${operator} ${shown(replacement)}`;
}

function shown(replacement: string): string {
  const line = replacement.replace(/\s+/g, ' ');
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}
