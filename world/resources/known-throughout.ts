import type { Exchange } from '../../history/exchange.ts';
import { successesAt } from '../documented.ts';
import { encodeComponent } from '../../wire/target.ts';
import type { World } from '../world.ts';
import { writes } from './writes.ts';

/** Whether a resource older than any lag was there: read by this caller before and after, and not deleted. */
export function isOneKnownThroughout({ history, profile }: World, asked: Exchange): boolean {
  const reads = successesAt(history, 'readById').filter((one) => one.caller.label === asked.caller.label);
  const { sentAt, answeredAt } = asked.outcome;
  const firsts = new Map(reads.toReversed().map((one) => [one.path, one]));
  return [...firsts.values()].some((first) => {
    const isBefore = first.outcome.answeredAt <= sentAt;
    if (!isBefore || knownSince({ history, profile }, first) + history.given.queryLagMs > sentAt)
      return false;
    const after = reads.find(({ path, outcome }) => path === first.path && outcome.sentAt >= answeredAt);
    const ends = history.of(first.path).filter(({ endpoint }) => endpoint === 'remove');
    return after !== undefined && ends.every(({ outcome }) => outcome.sentAt > after.outcome.answeredAt);
  });
}

/** When a resource was made, or first read if no answer shows when; resources that the vendor names existed before. */
function knownSince({ history, profile }: Pick<World, 'history' | 'profile'>, first: Exchange): number {
  const { fixture, sandbox = [], disposable = [] } = profile.resource ?? {};
  const isOf = (id = ''): boolean => first.path.endsWith(`/${encodeComponent(id)}`);
  if ([fixture?.id, ...sandbox, ...disposable].some((id) => id !== undefined && isOf(id))) return -Infinity;
  const made = writes(history)
    .before(first.number, [first.number])
    .find((one) => one.endpoint === 'create' && one.succeeded);
  return (made ?? first).outcome.answeredAt;
}
