import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../stage.ts';

/** The number of repeated requests for an operation and a status. */
const mostAnOperation = 3;

/**
 * Repeats reads that were refused, first those similar to reads with 2xx answers. A read that succeeds now
 * deviated only for a while, and is counted that way. A read that is refused again may be refused for its
 * values, or beside others, so one of each is sent alone.
 */
export async function lookAgain(on: Stage): Promise<void> {
  const { passing } = on.world;
  const isAlike = (one: Exchange): boolean => passing.isAnsweredAlike(one);
  const byLikeness = (): readonly Exchange[] =>
    passing.unresolved
      .filter(({ caller }) => caller.kind === 'supplied')
      .toSorted((a, b) => Number(isAlike(b)) - Number(isAlike(a)));
  await Promise.all(fewOf(byLikeness(), mostAnOperation).map((one) => again(on, one)));
  for (const one of fewOf(byLikeness().filter(isAlike), 1)) await again(on, one, true);
}

function fewOf(all: readonly Exchange[], most: number): readonly Exchange[] {
  const counts = new Map<string, number>();
  return all.filter(({ endpoint, status }) => {
    const kind = `${endpoint ?? ''} ${status ?? ''}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return count < most;
  });
}

async function again(on: Stage, { endpoint, request, caller }: Exchange, alone = false): Promise<void> {
  if (endpoint === undefined) return;
  const [path = '', query = ''] = request.target.split('?', 2);
  const named = decodeURIComponent((path.split('/').at(-1) ?? '').replace(/^key=/, ''));
  await on.ask(endpoint, {
    as: caller,
    path: { id: named, key: named },
    query: query === '' ? [] : query.split('&').map(pairOf),
    alone,
    whenSilent: 'go-on',
  });
}

function pairOf(pair: string): readonly [string, string] {
  const [name = '', ...value] = pair.split('=');
  return [decodeURIComponent(name), decodeURIComponent(value.join('='))];
}
