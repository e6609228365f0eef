import type { Certificate } from './certificate.ts';
import { listed } from './certificate.ts';
import type { Reading, Update } from './reading.ts';

/** A version that was stated by more accepted, moving updates than it can have been current. */
export interface Overdraft {
  /** Null if no single version is overdrawn, but all versions together are. */
  readonly version: string | null;
  readonly updates: readonly Update[];
  /** How often the version can have become current: at the start, by known results, by updates with unknown results. */
  readonly capacity: number;
}

/** `initial`: a history starts from one version; `any`: from each once (a stale read, or another writer). */
export type Start = 'initial' | 'any';

/**
 * Every moving update is an edge between versions, and a serial order is a trail along all edges. No version
 * is left more often than it is entered, except the first. Linear in the history; sound with any scheme of
 * versions, including reuse. An undefined result proves nothing: times are not compared.
 */
export function degreeTest(reading: Reading, start: Start): readonly Overdraft[] {
  const leaving = new Map<string, Update[]>();
  const entered = new Map<string, number>();
  const openFrom = new Map<string, number>();
  for (const { from } of reading.pending) count(openFrom, from);
  for (const update of reading.updates) {
    if (update.to === null) count(openFrom, update.from);
    else count(entered, update.to);
    if (update.to === null && !reading.moves) continue;
    const group = leaving.get(update.from);
    if (group === undefined) leaving.set(update.from, [update]);
    else group.push(update);
  }
  const open = [...openFrom.values()].reduce((sum, some) => sum + some, 0);
  const overdrafts: Overdraft[] = [];
  const short: Update[] = [];
  for (const [version, updates] of leaving) {
    const known = (start === 'any' || version === reading.initial ? 1 : 0) + (entered.get(version) ?? 0);
    // An update that states this version and changes it cannot lead back to it.
    const capacity = known + open - (openFrom.get(version) ?? 0);
    if (updates.length > capacity) overdrafts.push({ version, updates, capacity });
    short.push(...updates.slice(known));
  }
  if (overdrafts.length === 0 && short.length > open)
    overdrafts.push({ version: null, updates: short, capacity: open });
  return overdrafts;
}

/** The certificate of an overdraft: up to three of its updates. */
export function overdraftCertificate({ version, updates, capacity }: Overdraft): Certificate {
  const operations = updates
    .slice(0, Math.min(3, Math.max(2, capacity + 1)))
    .map(({ operation }) => operation);
  if (version !== null && capacity === 0)
    return {
      reason: 'stated-never-current',
      operations: operations.slice(0, 1),
      sentence: `${listed(operations.slice(0, 1))} was accepted, but nothing made version ${version} current.`,
    };
  const sentence =
    version === null
      ? `${listed(operations)} were accepted, but the updates of unknown result (${capacity}) are too few to have made their versions current.`
      : `${updates.length} accepted updates state version ${version}, which was current at most ${times(capacity)}: ${listed(operations)}.`;
  return { reason: 'accepted-too-often', operations, sentence };
}

function count(counts: Map<string, number>, version: string): void {
  counts.set(version, (counts.get(version) ?? 0) + 1);
}

function times(often: number): string {
  return often === 1 ? 'once' : `${often} times`;
}
