import { defined } from './defined.ts';
import type { ReportedClause } from './report.ts';
import type { ReasonCode } from './sample.ts';

/** The reasons that a clause has if no caller was granted access to its operation. */
const wants: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'refused-by-unknown-validation',
  'not-observable',
]);

/** Whether a clause only demands that an operation exists; any answer except "no such operation" meets it. */
export function asksWhetherItIsThere(id: string): boolean {
  return id.endsWith('/route-exists');
}

/** If an operation is missing, its clauses wait for the clause that reports it: one line settles them all. */
export function ledToTheRoute(clauses: readonly ReportedClause[]): readonly ReportedClause[] {
  const routes = clauses.filter(
    ({ id, verdict, reason }) =>
      asksWhetherItIsThere(id) && verdict === 'inconclusive' && reason?.code === 'two-readings',
  );
  const routeOf = ({ section }: ReportedClause): ReportedClause | undefined =>
    routes.find((route) => route.section === section);
  return clauses.map((clause) => {
    const { verdict, reason, level } = clause;
    const route = routeOf(clause);
    if (route === undefined || route === clause || reason === undefined || !wants.has(reason.code))
      return clause;
    // An open point that lacks its own sample waits for the sample, not for the operation.
    if (level === 'OPEN' && reason.supply !== undefined) return clause;
    if (verdict !== 'inconclusive' && verdict !== 'not-tested') return clause;
    const supply = route.reason?.supply;
    return {
      ...clause,
      reason: {
        code: 'blocked-by',
        text: `${route.id}: ${reason.text}`,
        claims: [{ kind: 'waits-for', clause: route.id }],
        ...defined({ supply }),
      },
    };
  });
}
