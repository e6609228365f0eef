import { says } from '../../wire/status.ts';
import { lets } from '../callers/lets.ts';
import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

/** Resources that are gone. */
export interface Gone {
  readonly count: number;
  /** When the first of these resources was found to be gone. */
  readonly first: number;
  /** The number of these resources that no request ever found. */
  readonly neverFound: number;
}

/** Resources of the run that are gone though no request of it has deleted them; undefined if none are. */
export function goneUnasked(history: History): Gone | undefined {
  const { projectKey } = history.given;
  const made = new Map<string, Exchange[]>();
  for (const entry of history.entries)
    if (entry instanceof Exchange) made.get(entry.path)?.push(entry);
    else if (entry.kind === 'made') made.set(resourcePath(projectKey, entry.id), []);
  const logs = [...made.values()];
  // If no delete ever succeeds, a delete answered 404 shows nothing about the resource.
  const areDeletesTold = logs.flat().some((one) => one.endpoint === 'remove' && one.succeeded);
  const gone = logs
    .map((log) => fateOf(log, projectKey))
    .filter(({ goneAt, isReadGone }) => goneAt !== undefined && (isReadGone || areDeletesTold));
  if (gone.length === 0) return undefined;
  const first = Math.min(...gone.map(({ goneAt = Infinity }) => goneAt));
  return { count: gone.length, first, neverFound: gone.filter(({ wasFound }) => !wasFound).length };
}

/** The outcome of a resource, from the answers about its names; the times are undefined while it exists. */
function fateOf(log: readonly Exchange[], projectKey: string) {
  let goneAt: number | undefined;
  // Whether a read has found that it is gone, and not only a delete.
  let isReadGone = false;
  let wasFound = false;
  let isDeleted = false;
  for (const exchange of log) {
    const { endpoint: name, outcome } = exchange;
    if (name !== 'readById' && name !== 'remove') continue;
    if (!isDeleted && showsGone(exchange, name, projectKey)) {
      goneAt ??= outcome.answeredAt;
      isReadGone ||= name === 'readById';
    } else if (exchange.succeeded) {
      goneAt = undefined;
      wasFound = true;
    }
    isDeleted ||= name === 'remove';
  }
  return { goneAt, isReadGone, wasFound };
}

/** A caller with access finds nothing. A redirected delete proves nothing: the resource may have been deleted before the redirect. */
export function showsGone(exchange: Exchange, name: 'readById' | 'remove', projectKey: string): boolean {
  const { caller, redirects } = exchange;
  if (!says(exchange, 'nothing there') || (name === 'remove' && redirects > 0)) return false;
  return caller.kind === 'supplied' && lets(name, caller, projectKey) === 'in';
}
