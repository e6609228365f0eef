import { says } from '../../wire/status.ts';
import { lets } from '../callers/lets.ts';
import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

/** So many resources have to be gone before a rule is seen in it. */
const least = 3;

/**
 * How many resources the server keeps at a time: the most of which the oldest one was read by its id (4.2), if older ones
 * than that were gone though the run had not deleted them, and no younger one was.
 */
export function keptAtMost(history: History): number | undefined {
  const { projectKey } = history.given;
  const order = new Map<string, number>();
  const ended = new Set<string>();
  const gone = new Set<string>();
  let kept = 0;
  let soonest = Infinity;
  let overwrites = 0;
  for (const entry of history.entries) {
    if (!(entry instanceof Exchange)) {
      if (entry.kind === 'made') order.set(resourcePath(projectKey, entry.id), order.size);
      continue;
    }
    // What an overwrite creates has no name that could be followed.
    if (entry.endpoint === 'put' && entry.succeeded) overwrites += 1;
    const made = order.get(entry.path);
    if (made === undefined || ended.has(entry.path)) continue;
    if (entry.endpoint === 'remove') ended.add(entry.path);
    if (entry.endpoint !== 'readById') continue;
    const younger = [...order].filter(([path, at]) => at > made && !ended.has(path)).length;
    if (entry.succeeded) kept = Math.max(kept, younger + 1);
    else if (isGone(entry, projectKey)) {
      gone.add(entry.path);
      soonest = Math.min(soonest, younger + overwrites);
    }
  }
  return gone.size >= least && kept <= soonest ? kept : undefined;
}

function isGone(exchange: Exchange, projectKey: string): boolean {
  const { caller } = exchange;
  return (
    says(exchange, 'nothing there') &&
    caller.kind === 'supplied' &&
    lets('readById', caller, projectKey) === 'in'
  );
}
