import { endpoints } from '../contract/endpoints.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import type { Stage } from '../implementation/stage.ts';
import { clauseSeed } from '../run/random.ts';
import { fewerPairs, reductions, type Reduction } from './arbitraries/reductions.ts';
import type { Cases } from './checked-cases.ts';

/** Requests that make a query small. */
export const mostExecutions = 24;

/** The queries, whichever clause they are evidence for. */
export function queryCases(on: Stage): Cases<Reduction> {
  return {
    kinds: [reductions(endpoints.exists.parameters)],
    seed: clauseSeed(on.options.seed, 'queries'),
    count: on.reach,
    smaller: fewerPairs,
  };
}

/** What GET answers to a generated query; once a run. */
export const askedWhole = oncePerRunFor((on: Stage, _path: string, { pairs }: Reduction) =>
  on.ask('query', { query: pairs }),
);
