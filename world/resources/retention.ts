import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { showsGone } from './presence.ts';

/** The number of resources that must be gone before a rule is assumed. */
const least = 3;

/** The number of resources that the server keeps: the most that existed beside the oldest readable resource, if only older resources were gone. */
export function keptAtMost(history: History): number | undefined {
  const { projectKey } = history.given;
  const there = new Living();
  const gone = new Set<string>();
  let kept = 0;
  let soonest = Infinity;
  let now = 0;
  for (const entry of history.entries) {
    if (!(entry instanceof Exchange)) {
      if (entry.kind === 'made') there.add(resourcePath(projectKey, entry.id), now);
      continue;
    }
    const { endpoint: name, path, outcome } = entry;
    now = Math.max(now, outcome.answeredAt);
    const most = there.mostBeside(path);
    if (most === undefined) continue;
    if (name === 'remove' && !entry.is('turned away')) there.end(path);
    if (name !== 'readById') continue;
    if (entry.succeeded) kept = Math.max(kept, there.youngerThan(path, outcome.sentAt) + 1);
    else if (showsGone(entry, name, projectKey)) {
      gone.add(path);
      soonest = Math.min(soonest, most + unnamed(history, outcome.answeredAt, there.added));
    }
  }
  return gone.size >= least && kept <= soonest ? kept : undefined;
}

/**
 * How long the server keeps a resource, in milliseconds: the greatest age of a readable resource, if all missing
 * resources were older. A server may count from the create or from the last update.
 */
export function keptForMs(history: History): number | undefined {
  return greatestAge(history, 'created') ?? greatestAge(history, 'last updated');
}

function greatestAge(history: History, since: 'created' | 'last updated'): number | undefined {
  const { projectKey } = history.given;
  const madeAt = new Map<string, number>();
  const gone = new Set<string>();
  let kept = 0;
  let soonest = Infinity;
  let now = 0;
  for (const entry of history.entries) {
    if (!(entry instanceof Exchange)) {
      if (entry.kind === 'made') madeAt.set(resourcePath(projectKey, entry.id), now);
      continue;
    }
    const { endpoint: name, path, outcome } = entry;
    now = Math.max(now, outcome.answeredAt);
    const made = madeAt.get(path);
    if (made === undefined) continue;
    if (name === 'remove' && !entry.is('turned away')) madeAt.delete(path);
    if (name === 'update' && entry.succeeded && since === 'last updated')
      madeAt.set(path, outcome.answeredAt);
    if (name !== 'readById') continue;
    if (entry.succeeded) kept = Math.max(kept, outcome.sentAt - made);
    else if (showsGone(entry, name, projectKey)) {
      gone.add(path);
      soonest = Math.min(soonest, outcome.answeredAt - made);
    }
  }
  return gone.size >= least && kept > 0 && kept <= soonest ? Math.floor(kept) : undefined;
}

/** The greatest number of created, undeleted resources at one moment. */
export function mostAtOnce(history: History): number {
  const changes = [
    ...history.at('create').flatMap((one) => (one.succeeded ? [{ at: one.outcome.answeredAt, by: 1 }] : [])),
    ...history
      .at('remove')
      .flatMap((one) => (one.is('turned away') ? [] : [{ at: one.outcome.sentAt, by: -1 }])),
  ].toSorted((one, other) => one.at - other.at || one.by - other.by);
  let there = 0;
  return Math.max(0, ...changes.map(({ by }) => (there += by)));
}

/** The resources that the run has made and not deleted; the oldest comes first. */
class Living {
  added = 0;
  /** For each resource, the latest possible time of its creation, and the maximum of newer resources while it existed. */
  readonly #all = new Map<string, { readonly madeAt: number; most: number }>();

  add(path: string, madeAt: number): void {
    this.added += 1;
    this.#all.set(path, { madeAt, most: 0 });
    for (const [at, one] of [...this.#all.values()].entries())
      one.most = Math.max(one.most, this.#all.size - 1 - at);
  }

  end(path: string): void {
    this.#all.delete(path);
  }

  mostBeside(path: string): number | undefined {
    return this.#all.get(path)?.most;
  }

  youngerThan(path: string, at: number): number {
    const paths = [...this.#all.keys()];
    const younger = [...this.#all.values()].slice(paths.indexOf(path) + 1);
    return younger.filter(({ madeAt }) => madeAt <= at).length;
  }
}

/** Resources that no create has named yet, including resources of overwrites, which no check could track. */
function unnamed(history: History, before: number, named: number): number {
  const accepted = (name: 'create' | 'put'): number =>
    history.at(name).filter(({ succeeded, outcome }) => succeeded && outcome.sentAt < before).length;
  return Math.max(0, accepted('create') - named) + accepted('put');
}
