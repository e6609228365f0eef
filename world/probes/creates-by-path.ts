import type { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { valueAt } from '../../wire/json/pointer.ts';

/** Successful creates by the path of their new resource, if the answer shows its id as a text. */
export function createsByPath(history: History): ReadonlyMap<string, Exchange> {
  return new Map(
    history
      .at('create')
      .filter(({ succeeded }) => succeeded)
      .flatMap((create) => shownPaths(create, history).map((path) => [path, create] as const)),
  );
}

/** The paths of the resources whose id an answer shows as a text. */
export function shownPaths({ value }: Exchange, history: History): readonly string[] {
  const { projectKey, namedAt } = history.given;
  return ['/id', ...namedAt]
    .map((pointer) => valueAt(value, pointer))
    .filter((id) => typeof id === 'string')
    .map((id) => resourcePath(projectKey, id));
}
