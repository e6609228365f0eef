import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { hashText } from '../../run/random.ts';
import type { Mutant } from './mutants.ts';

/** A top folder of judging code, and how many of its mutants to try. */
export interface Room {
  readonly name: string;
  readonly sample: number;
  /** The most time for the items of one mutant, in milliseconds of the usual run; unit tests do not count. */
  readonly mostMs: number;
}

const whole = { sample: Infinity, mostMs: 6_000 };
const drawn = { sample: 300, mostMs: 15_000 };

/**
 * Of deciding code every mutant is tried; of code that gathers and sends, a sample that gives the score within some six
 * percent.
 */
export const rooms: readonly Room[] = [
  { name: 'clause', ...whole },
  { name: 'history', ...whole },
  { name: 'world', ...whole },
  { name: 'judge', ...whole },
  { name: 'judging', ...whole },
  { name: 'suites', ...drawn },
  { name: 'properties', ...drawn },
  { name: 'run', ...drawn },
  { name: 'implementation', ...drawn },
];

/** The salt of samples: a commit older than this tool, so that nobody chose the samples. */
export const salt = '4f120c23d525a867230c8b4775c841ce1a77f0df';

/** The modules of a top folder, by their paths from the repository's root. */
export function modulesOf(folder: string): readonly string[] {
  return readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted();
}

/** The mutants of a room to try, in a random order, so that any first part is a sample of all mutants. */
export function drawnOf(room: Room, mutants: readonly Mutant[], by: string = salt): readonly Mutant[] {
  const turn = ({ module, line, column, operator, replacement }: Mutant): number =>
    hashText(`${by} ${module} ${line} ${column} ${operator} ${replacement}`);
  return mutants
    .map((mutant) => ({ mutant, at: turn(mutant) }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, room.sample)
    .map(({ mutant }) => mutant);
}
