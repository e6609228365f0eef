import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { says } from '../../wire/status.ts';
import { versionIn } from '../probes/versions.ts';
import { askedIn } from './reused-versions.ts';

/**
 * The version that the last accepted update of a resource stated and replaced, as a decimal integer; undefined if it
 * is not known to have been replaced: it was accepted for later, brought no value that the resource had not had
 * before, or no answer shows that value with another version (a refusal may come as 2xx). Which version reads show
 * last counts for nothing, since a copy may lag.
 */
export function leftVersion(history: History, id: string): string | undefined {
  const path = resourcePath(history.given.projectKey, id);
  const all = history.of(path);
  const updates = all.filter(({ endpoint }) => endpoint === 'update');
  const last = updates.findLast(({ succeeded }) => succeeded);
  if (last === undefined || says(last, 'later')) return undefined;
  const { stated, changed } = askedIn(last);
  if (typeof changed !== 'string' || stated === undefined) return undefined;
  const isNew = (one: Exchange): boolean => one === last || askedIn(one).changed !== changed;
  const shows = ({ succeeded, value }: Exchange): boolean => {
    const version = succeeded ? versionIn(value) : undefined;
    return version !== undefined && version !== stated && mentions(value, changed);
  };
  return updates.every(isNew) && all.some(shows) ? stated.toString() : undefined;
}
