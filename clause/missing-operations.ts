import { defined } from './defined.ts';
import type { ReportedClause } from './report.ts';
import type { ReasonCode } from './sample.ts';

/** Why a run cannot judge an operation that granted access to no caller. */
const wants: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'refused-by-unknown-validation',
  'not-observable',
]);

/** Whether a clause only demands that an operation exists; any answer except "no such operation" meets it. */
export function asksWhetherItIsThere(id: string): boolean {
  return id.endsWith('/route-exists');
}

/** Clauses that lack an operation wait for the clause that reports it missing: one line settles them all. */
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
    // An open point that needs its own sample does not wait for the operation.
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
