import type { History } from '../../history/history.ts';
import { resourcePath } from '../../history/resource-path.ts';

interface Made {
  readonly id: string;
  readonly at: number;
}

/** Creates with the id of an earlier create, without an accepted delete in between: it frees the id. */
export function landedCreates(history: History, made: readonly Made[]): readonly Made[] {
  return made.filter((one, at) => {
    const before = made.slice(0, at).findLast(({ id }) => id === one.id);
    return before !== undefined && !wasDeleted(history, before, one);
  });
}

function wasDeleted(history: History, { id, at: from }: Made, { at: to }: Made): boolean {
  return history.of(resourcePath(history.given.projectKey, id)).some(({ endpoint, succeeded, outcome }) => {
    const { answeredAt } = outcome;
    return endpoint === 'remove' && succeeded && answeredAt >= from && answeredAt <= to;
  });
}
