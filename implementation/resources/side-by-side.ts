import { standApart } from '../learnt.ts';
import type { OwnResource } from './own-resource.ts';
import type { Stage } from '../stage.ts';

const mostResources = 4;

/** Uses one resource of the run, or several concurrently if each case has to wait for reads. */
export async function sideBySide(
  on: Stage,
  cases: number,
  use: (place: {
    readonly own: OwnResource;
    readonly lane: number;
    /** Which cases belong to this resource, by their number. */
    readonly isMine: (at: number) => boolean;
  }) => Promise<void>,
): Promise<void> {
  const isOne = !on.facts.lags || !standApart(on.facts);
  const count = Math.max(1, Math.min(isOne ? 1 : mostResources, cases));
  await Promise.all(
    Array.from({ length: count }, async (_, lane) =>
      on.own((own) => use({ own, lane, isMine: (at) => at % count === lane }), { ahead: true }),
    ),
  );
}

/** Deals cases in turn to these resources, until `judge` returns false. */
export async function dealOut<Case>(
  on: Stage,
  cases: readonly Case[],
  judge: (own: OwnResource, one: Case) => Promise<boolean>,
): Promise<void> {
  let isOver = false;
  await sideBySide(on, cases.length, async ({ own, isMine }) => {
    for (const one of cases.filter((__, at) => isMine(at))) {
      if (isOver) return;
      if (!(await judge(own, one))) isOver = true;
    }
  });
}
