import type { Project, Resource, Snapshot } from './resource.ts';
import type { State } from './policy.ts';

/** An empty project. */
export function emptyProject(key: string): Project {
  return { key, resources: new Map(), namespaceData: {} };
}

/** Plans work for a later time; the work runs before the first request from that time on. */
export function later(state: State, at: number, run: (now: number) => void): void {
  state.jobs.push({ at, run });
}

/** Runs all work that is due, in the order of its times. */
export function runDue(state: State, now: number): void {
  for (;;) {
    const due = state.jobs.filter((job) => job.at <= now).toSorted((a, b) => a.at - b.at)[0];
    if (!due) return;
    state.jobs.splice(state.jobs.indexOf(due), 1);
    due.run(due.at);
  }
}

/** The snapshot on a node that lags by `lagMs`; undefined while the node does not know the resource. */
export function seenAfter(resource: Resource, now: number, lagMs: number): Snapshot | undefined {
  if (lagMs <= 0) return resource.history.at(-1)?.snapshot;
  return resource.history.findLast((entry) => entry.at <= now - lagMs)?.snapshot;
}

/** The snapshot after the latest write. Throws for a resource without a write, which no create leaves. */
export function latest(resource: Resource): Snapshot {
  const snapshot = resource.history.at(-1)?.snapshot;
  if (!snapshot) throw new Error(`resource ${resource.id} has no history`);
  return snapshot;
}

/** Records a write. */
export function write(resource: Resource, snapshot: Snapshot, now: number): Snapshot {
  resource.history.push({ at: now, snapshot });
  return snapshot;
}

/** Snapshots of a project's existing resources on a node that lags by `lagMs`, the newest resource first. */
export function liveSnapshots(project: Project, now: number, lagMs: number): Snapshot[] {
  return [...project.resources.values()]
    .toReversed()
    .map((resource) => seenAfter(resource, now, lagMs))
    .filter((snapshot): snapshot is Snapshot => snapshot !== undefined && !snapshot.deleted);
}
