import { defined } from './defined.ts';
import type { ReportedClause } from './report.ts';
import type { ReasonCode } from './sample.ts';

/** Why nothing can be said of an operation that nobody was granted access to. */
const wants: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'refused-by-unknown-validation',
  'not-observable',
]);

/** Whether a clause is about nothing but that an operation is there; any answer that says otherwise meets it. */
export function asksWhetherItIsThere(id: string): boolean {
  return id.endsWith('/route-exists');
}

/**
 * Clauses of which nothing can be said because everybody was answered that there is no such operation, told by the clause
 * that says so: what settles that one settles them.
 */
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
    // What is open, and asked for by a sample of its own, is no want of the operation.
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
