import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { encodeComponent } from '../../wire/target.ts';
import { says } from '../../wire/status.ts';
import { askedIn } from './reused-versions.ts';

/**
 * The version that the last accepted update of a resource stated and left, as a decimal integer; undefined if it is not
 * known to have left it: it was accepted for later, or brought no value that the resource had not had before. What reads
 * show counts for nothing, since a copy may lag.
 */
export function leftVersion(history: History, id: string): string | undefined {
  const path = `/${encodeComponent(history.given.projectKey)}/resource/${encodeComponent(id)}`;
  const updates = history.of(path).filter(({ endpoint }) => endpoint === 'update');
  const last = updates.findLast(({ succeeded }) => succeeded);
  if (last === undefined || says(last, 'later')) return undefined;
  const { stated, changed } = askedIn(last);
  const isNew = (one: Exchange): boolean => one === last || askedIn(one).changed !== changed;
  return changed === undefined || !updates.every(isNew) ? undefined : stated?.toString();
}
