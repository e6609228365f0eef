import type { ReadMeans } from '../../clause/report.ts';
import { packageText } from '../packaging/package-folder.ts';

/** The means for reads, the least first; a search by GET has no rank among them. */
export const readMeans = ['nothing', 'id', 'key', 'search'] as const satisfies readonly ReadMeans[];

/** The means with which reads alone decide clauses, by id. */
export type DecidedByReads = ReadonlyMap<string, ReadMeans>;

/** The clauses as `contract/clauses.json` pins them. */
export function pinned() {
  return JSON.parse(packageText('contract/clauses.json')) as readonly {
    readonly id: string;
    readonly level: string;
    readonly readsWith?: ReadMeans;
  }[];
}

let recorded: ReadonlyMap<string, ReadMeans | undefined> | undefined;

/** The means with which reads alone decide a clause, by the register; undefined if reads cannot decide the clause. */
export function readsWith(clause: string): ReadMeans | undefined {
  recorded ??= new Map(pinned().map(({ id, readsWith: means }) => [id, means]));
  return recorded.get(clause);
}

/** The fewest means with which reads decide one of these clauses, which observe a declared choice. */
export function leastMeans(clauses: readonly string[]): ReadMeans | undefined {
  return readMeans.find((one) => clauses.some((id) => readsWith(id) === one));
}
