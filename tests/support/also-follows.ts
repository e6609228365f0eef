import { plan } from '../../config/plan.ts';
import { partOf, type Fault } from '../../faults/fault.ts';

/** Parts whose rules hold at all endpoints: each endpoint has clauses of its own for them. */
const shared: ReadonlySet<string> = new Set([
  'General',
  'Resources',
  'Authentication',
  'Errors',
  'Versioning',
]);

const rowsOf = new Map<string, readonly string[]>(
  plan.sections.flatMap(({ clauses }) => clauses.map(({ id, rows }) => [id, rows] as const)),
);

/** What a clause is about, by its outcome: who is granted access, what an answer shows, or a version. */
type Subject = 'access' | 'shape' | 'version' | 'other';

const accessOutcomes =
  /\/(?:refused-|any-one-scope|manage-test-suffices|scopes-are-exact|each-request-by-itself|further-scopes)/;
const shapeOutcomes =
  /^Resources\/|\/(?:answers-with-|shown-responses-|labelled-as-json|milliseconds-|cart-|.*-(?:is|hold|holds|are)-)/;

function subjectOf(clause: string): Subject {
  if (accessOutcomes.test(clause) || clause.startsWith('Authentication/')) return 'access';
  if (clause.startsWith('Versioning/') || clause.startsWith('4.10/')) return 'version';
  return shapeOutcomes.test(clause) ? 'shape' : 'other';
}

/**
 * Whether a clause of another part fails rightly for a fault: it rests on a row of the contract that the fault breaks; or
 * it is about the same subject, and either it or the fault belongs to a part whose rules hold at all endpoints.
 */
export function followsFrom(fault: Fault, clause: string): boolean {
  const { breaks = '', rows = [] } = fault;
  const broken = new Set<string>([...rows, ...(rowsOf.get(breaks) ?? [])]);
  if (rowsOf.get(clause)?.some((row) => broken.has(row)) === true) return true;
  const subject = subjectOf(clause);
  const isShared = shared.has(partOf(fault)) || shared.has(clause.slice(0, clause.indexOf('/')));
  return isShared && subject !== 'other' && subject === subjectOf(breaks);
}
