import type { Reference } from '../../../reference/create.ts';
import type { Resource } from '../../../reference/resource.ts';

/** Keeps the data of a project of the reference; returns how to restore them. */
export function backupOf({ state }: Reference, key: string): () => void {
  const project = state.projects.get(key);
  if (project === undefined) throw new Error(`the reference has no project ${key}`);
  const { resources } = project;
  const kept = [...resources.values()].map(copied);
  return () => {
    resources.clear();
    for (const resource of kept) resources.set(resource.id, copied(resource));
  };
}

function copied(resource: Resource): Resource {
  return { ...resource, history: [...resource.history] };
}
