import { observedMember } from '../declarations.ts';
import type { ReportedClause } from '../report.ts';
import type { ReasonCode } from '../sample.ts';

const source = '4.6/retention';

/**
 * Clauses that could not be decided, where the server was seen to remove the oldest resources of the run: told how many it
 * keeps, a run makes no more.
 */
export function askedForWhatIsKept(clauses: readonly ReportedClause[]): readonly ReportedClause[] {
  const newest = observedMember(clauses.find(({ id }) => id === source)?.observed, 'newest');
  if (typeof newest !== 'number' || clauses.some(({ id }) => id === 'declared/resource.keeps.newest'))
    return clauses;
  const supply = `"resource": {"keeps": {"newest": ${newest}}}`;
  return clauses.map((clause) => {
    const { level, reason, verdict } = clause;
    const isOpen = verdict === 'inconclusive' || verdict === 'not-tested';
    if (level === 'OPEN' || !isOpen || reason === undefined || reason.supply !== undefined) return clause;
    return mayBeForIt.has(reason.code) ? { ...clause, reason: { ...reason, supply } } : clause;
  });
}

/** What the absence of a resource leads to. */
const mayBeForIt: ReadonlySet<string> = new Set<ReasonCode>([
  'premise-failed',
  'not-observable',
  'two-readings',
  'flaky',
  'foreign-writes',
  'blocked-by',
]);
