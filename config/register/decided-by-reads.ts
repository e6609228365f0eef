import recorded from '../../contract/decided-by-reads.json' with { type: 'json' };
import type { ReadMeans } from '../../clause/report.ts';

/** The means, the least first; a search by GET has no order among them. */
export const readMeans = ['nothing', 'id', 'key', 'search'] as const satisfies readonly ReadMeans[];

const means = new Map(readMeans.flatMap((one) => recorded[one].map((id) => [id, one] as const)));

/** What it takes to have a clause decided by reads alone, as it was recorded; undefined where they cannot. */
export function readsWith(clause: string): ReadMeans | undefined {
  return means.get(clause);
}

/** The least that has one of the clauses decided: what observes a declared choice. */
export function leastMeans(clauses: readonly string[]): ReadMeans | undefined {
  return readMeans.find((one) => clauses.some((id) => readsWith(id) === one));
}
