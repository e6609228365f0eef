import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { valueAt } from '../../wire/json/pointer.ts';

/** The create of each resource, by the path of the resource. */
export function createsByPath(history: History): ReadonlyMap<string, Exchange> {
  const { projectKey, namedAt } = history.given;
  return new Map(
    history.at('create').flatMap((create) => {
      if (!create.succeeded) return [];
      const ids = ['/id', ...namedAt].map((pointer) => valueAt(create.value, pointer));
      return ids
        .filter((id) => typeof id === 'string')
        .map((id) => [resourcePath(projectKey, id), create] as const);
    }),
  );
}
