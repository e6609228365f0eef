import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { writeWhole } from '../write-whole.ts';
import type { Mutant } from './mutants.ts';

/** What came of a mutant: an expectation was not met, a verdict was another, no end came, or nothing was noticed. */
type Ending = 'killed' | 'noticed' | 'endless' | 'survived';

/** One mutant of the judge, and what came of it. */
export interface MutantResult {
  readonly place: string;
  readonly operator: string;
  readonly replacement: string;
  /** What of the battery comes to something else by it: some item, only what loads the module, or nothing. */
  readonly reached: 'yes' | 'as loaded' | 'no';
  readonly ending: Ending;
  /** What noticed it. */
  readonly by?: string;
}

/** What is known of one module's mutants, for one text of it and one battery. */
interface ModuleResults {
  readonly digest: string;
  readonly battery: string;
  /** How many mutants it has. */
  readonly of: number;
  /** By the number of the mutant. */
  readonly results: Readonly<Record<string, MutantResult>>;
}

/** By the path of the module. */
export type RoomResults = Readonly<Record<string, ModuleResults>>;

const pathOf = (room: string): string => `proof/results/${room}.json`;

export function readResults(room: string): RoomResults {
  const file = join(packageFolder, pathOf(room));
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RoomResults) : {};
}

/** One mutant a line, so that a change shows as what it is. */
export function writeResults(room: string, results: RoomResults): void {
  const modules = Object.entries(results)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([module, { digest, battery, of, results: ofMutants }]) => {
      const lines = Object.entries(ofMutants)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([index, result]) => `    ${JSON.stringify(index)}: ${JSON.stringify(result)}`);
      const head = `"digest": "${digest}", "battery": "${battery}", "of": ${of}`;
      return ` ${JSON.stringify(module)}: { ${head}, "results": {\n${lines.join(',\n')}\n  } }`;
    });
  writeWhole(pathOf(room), `{\n${modules.join(',\n')}\n}\n`);
}

const mostShown = 80;

export function placeOf({ module, line, column }: Mutant): string {
  return `${module}:${line}:${column}`;
}

export function shownReplacement({ replacement }: Mutant): string {
  const line = replacement.replace(/\s+/g, ' ');
  return line.length > mostShown ? `${line.slice(0, mostShown)}…` : line;
}
