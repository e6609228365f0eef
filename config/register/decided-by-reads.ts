import type { ReadMeans } from '../../clause/report.ts';
import { packageText } from '../packaging/package-folder.ts';

/** The means, the least first; a search by GET has no order among them. */
export const readMeans = ['nothing', 'id', 'key', 'search'] as const satisfies readonly ReadMeans[];

/** The means with which reads alone decide clauses, by id. */
export type DecidedByReads = ReadonlyMap<string, ReadMeans>;

let recorded: DecidedByReads | undefined;

/** The means with which reads alone decide a clause, by the register; undefined if they cannot. */
export function readsWith(clause: string): ReadMeans | undefined {
  recorded ??= inRegister();
  return recorded.get(clause);
}

function inRegister(): DecidedByReads {
  const text = packageText('contract/clauses.json');
  const clauses = JSON.parse(text) as readonly { readonly id: string; readonly readsWith?: ReadMeans }[];
  return new Map(clauses.flatMap(({ id, readsWith: means }) => (means === undefined ? [] : [[id, means]])));
}

/** The least means that decide one of the clauses that observe a declared choice. */
export function leastMeans(clauses: readonly string[]): ReadMeans | undefined {
  return readMeans.find((one) => clauses.some((id) => readsWith(id) === one));
}
