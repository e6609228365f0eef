import type { Stage } from '../../../implementation/stage.ts';
import { queryOf, reportingStage } from './reporting-stage.ts';

/** How a query is answered, which may depend on how often it was asked before. */
export type Rule = (query: string, before: number) => number;

/** A stage on which queries are answered by a rule, and the queries that were sent. */
export function queriedStage(rule: Rule, profile: Stage['profile'] = {}) {
  const queries: string[] = [];
  const stage = reportingStage(
    (_, ask) => {
      const query = queryOf(ask);
      const before = queries.filter((one) => one === query).length;
      queries.push(query);
      return [rule(query, before)];
    },
    {},
    { profile },
  );
  return { ...stage, queries };
}

/** Such a stage once a clause was judged on it. */
export async function judgedByQueries(
  { check }: { readonly check: (on: Stage) => Promise<void> },
  rule: Rule,
  profile: Stage['profile'] = {},
) {
  const stage = queriedStage(rule, profile);
  await check(stage.on);
  return stage;
}

/** Whether a query has a pair: `limit=1`. */
export const has = (query: string, pair: string): boolean => `&${query}&`.includes(`&${pair}&`);
