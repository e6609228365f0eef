import type { ReadMeans } from '../../clause/report.ts';
import { packageText } from '../packaging/package-folder.ts';

/** The means, the least first; a search by GET has no order among them. */
export const readMeans = ['nothing', 'id', 'key', 'search'] as const satisfies readonly ReadMeans[];

/** What it takes to have clauses decided by reads alone, by their ids. */
export type DecidedByReads = ReadonlyMap<string, ReadMeans>;

let recorded: DecidedByReads | undefined;

/** What it takes to have a clause decided by reads alone, as the register has it; undefined if they cannot. */
export function readsWith(clause: string): ReadMeans | undefined {
  recorded ??= inRegister();
  return recorded.get(clause);
}

function inRegister(): DecidedByReads {
  const text = packageText('contract/clauses.json');
  const clauses = JSON.parse(text) as readonly { readonly id: string; readonly readsWith?: ReadMeans }[];
  return new Map(clauses.flatMap(({ id, readsWith: means }) => (means === undefined ? [] : [[id, means]])));
}

/** The least that has one of the clauses decided: what observes a declared choice. */
export function leastMeans(clauses: readonly string[]): ReadMeans | undefined {
  return readMeans.find((one) => clauses.some((id) => readsWith(id) === one));
}
