import { says } from '../../wire/status.ts';
import { lets } from '../callers/lets.ts';
import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

/** How many younger resources of the run there were when older ones were read, or were gone unasked. */
export interface Retention {
  /** At most so many resources were there at a time of which the oldest one was read: so many the server keeps. */
  readonly kept: number;
  /** For each resource that is gone though the run has not deleted it: how many younger ones there were. */
  readonly wentBeside: readonly number[];
}

/** So many resources have to be gone before a rule is seen in it. */
const least = 3;

/** Looks at each read by id of what the run has made (4.2). */
export function retentionOf(history: History): Retention {
  const { projectKey } = history.given;
  const order = new Map<string, number>();
  const ended = new Set<string>();
  const wentBeside = new Map<string, number>();
  let kept = 0;
  let overwrites = 0;
  for (const entry of history.entries) {
    if (!(entry instanceof Exchange)) {
      if (entry.kind === 'made') order.set(resourcePath(projectKey, entry.id), order.size + overwrites);
      continue;
    }
    // A create by overwrite names nothing that could be followed.
    if (entry.endpoint === 'put' && entry.succeeded) overwrites += 1;
    const made = order.get(entry.path);
    if (made === undefined || ended.has(entry.path)) continue;
    if (entry.endpoint === 'remove') ended.add(entry.path);
    if (entry.endpoint !== 'readById') continue;
    const younger = [...order].filter(([path, at]) => at > made && !ended.has(path)).length;
    if (entry.succeeded) kept = Math.max(kept, younger + 1);
    else if (isGone(entry, projectKey) && !wentBeside.has(entry.path))
      wentBeside.set(entry.path, younger + overwrites);
  }
  return { kept, wentBeside: [...wentBeside.values()].toSorted((one, other) => one - other) };
}

/** How many resources the server keeps, if it is the oldest ones that go, and only where so many others are there. */
export function keptAtMost({ kept, wentBeside: [...counts] }: Retention): number | undefined {
  const [soonest] = counts;
  return soonest !== undefined && counts.length >= least && kept <= soonest ? kept : undefined;
}

/** Three resources were gone where so many were not there yet. */
export function goesSooner({ wentBeside }: Retention, than: number): boolean {
  return (wentBeside[least - 1] ?? Infinity) < than;
}

function isGone(exchange: Exchange, projectKey: string): boolean {
  const { caller } = exchange;
  return (
    says(exchange, 'nothing there') &&
    caller.kind === 'supplied' &&
    lets('readById', caller, projectKey) === 'in'
  );
}
