import { isRead } from '../../contract/reads.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

/** When a write to a resource was last accepted, by the run's clock; undefined after its create alone. */
export function lastWriteAt(history: History, id: string): number | undefined {
  const path = resourcePath(history.given.projectKey, id);
  return history.of(path).findLast((one) => one.succeeded && !isRead(one.request))?.outcome.answeredAt;
}
