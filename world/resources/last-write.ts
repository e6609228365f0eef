import { isRead } from '../../contract/reads.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

/**
 * When a write to the resource of an id was accepted last, by the run's clock; undefined if none was, apart from its
 * create.
 */
export function lastWriteAt(history: History, id: string): number | undefined {
  const path = resourcePath(history.given.projectKey, id);
  return history.of(path).findLast((one) => one.succeeded && !isRead(one.request))?.outcome.answeredAt;
}
