import { standApart } from '../learnt.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';

/** Resources that one check takes at a time. */
const mostResources = 4;

/**
 * Deals cases in turn to resources of our own: to one where reads show a write at once, to several side by side where
 * each case has to wait for them. No further case is taken once one was judged to be the last.
 *
 * @param judge - false ends it; `at` counts the cases of one resource, after as many as there are resources before it
 */
export async function dealOut<Case>(
  on: Stage,
  cases: readonly Case[],
  judge: (own: OwnResource, one: Case, at: number) => Promise<boolean>,
): Promise<void> {
  const isOne = !on.facts.lags || !standApart(on.facts);
  const count = Math.max(1, Math.min(isOne ? 1 : mostResources, cases.length));
  let isOver = false;
  await Promise.all(
    Array.from({ length: count }, async (_, lane) =>
      on.own(async (own) => {
        const mine = cases.filter((__, at) => at % count === lane);
        for (const [at, one] of mine.entries()) {
          if (isOver) return;
          if (!(await judge(own, one, lane + at))) isOver = true;
        }
      }),
    ),
  );
}
